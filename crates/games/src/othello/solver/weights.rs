//! The evaluation: a weight for what lies on each place of the patterns, by the stage of the game.

use super::cpu::Cpu;
use super::patterns::{Features, PLACES, WEIGHTS};

/// Weights are in this part of a disc.
pub(super) const DISC: i32 = 32;
/// How many sets of weights there are.
pub(super) const STAGES: usize = 15;
/// Discs that are played during a stage.
pub(super) const STAGE_PLIES: usize = 4;
/// Room for the weights of a stage: a power of two, so that no number leads outside.
const ROOM: usize = 1 << 18;
/// Numbers of moves that are told apart.
pub(super) const MOBILITIES: usize = 32;

const _: () = assert!(WEIGHTS <= ROOM);

/// The weights of the evaluation.
#[derive(Clone, PartialEq)]
pub(super) struct Weights {
    /// By stage and pattern.
    table: Box<[i16]>,
    /// By stage and the number of own moves, then enemy moves.
    mobility: [[[i16; MOBILITIES]; 2]; STAGES],
    /// By the number of empty squares.
    empties: [i16; 61],
}

/// The stage of a position by its empty squares.
#[inline(always)]
pub(super) const fn stage(empties: usize) -> usize {
    let stage = (60 - if empties < 60 { empties } else { 60 }) / STAGE_PLIES;
    if stage < STAGES { stage } else { STAGES - 1 }
}

impl Weights {
    /// Weights that say nothing.
    pub(super) fn zero() -> Self {
        Self {
            table: vec![0; STAGES * ROOM].into_boxed_slice(),
            mobility: [[[0; MOBILITIES]; 2]; STAGES],
            empties: [0; 61],
        }
    }

    /// The weights of a stage's patterns.
    pub(super) fn patterns_mut(&mut self, stage: usize) -> &mut [i16] {
        &mut self.table[stage * ROOM..stage * ROOM + WEIGHTS]
    }

    /// The weights of a stage's patterns.
    pub(super) fn patterns(&self, stage: usize) -> &[i16] {
        &self.table[stage * ROOM..stage * ROOM + WEIGHTS]
    }

    /// The weights of the numbers of moves.
    pub(super) const fn mobility_mut(&mut self) -> &mut [[[i16; MOBILITIES]; 2]; STAGES] {
        &mut self.mobility
    }

    /// The weights of the numbers of moves.
    pub(super) const fn mobility(&self) -> &[[[i16; MOBILITIES]; 2]; STAGES] {
        &self.mobility
    }

    /// The weights of the numbers of empty squares.
    pub(super) const fn empties_mut(&mut self) -> &mut [i16; 61] {
        &mut self.empties
    }

    /// The weights of the numbers of empty squares.
    pub(super) const fn empties(&self) -> &[i16; 61] {
        &self.empties
    }

    /// The estimate for the side to move, in parts of a disc, within what a game can end with.
    #[inline(always)]
    pub(super) fn fine<C: Cpu>(&self, cpu: C, own: u64, enemy: u64, features: &Features) -> i32 {
        let empties = (!(own | enemy)).count_ones() as usize;
        let stage = stage(empties);
        let table = &self.table[stage * ROOM..(stage + 1) * ROOM];
        let mut sum = i32::from(self.empties[empties.min(60)]);
        for place in 0..PLACES {
            sum += i32::from(table[features.weight_at(place) & (ROOM - 1)]);
        }
        let moves = |own, enemy| cpu.moves(own, enemy).count_ones() as usize & (MOBILITIES - 1);
        let [own_moves, enemy_moves] = &self.mobility[stage];
        sum += i32::from(own_moves[moves(own, enemy)]);
        sum += i32::from(enemy_moves[moves(enemy, own)]);
        sum.clamp(-62 * DISC, 62 * DISC)
    }

    /// The estimate in whole discs.
    #[inline(always)]
    pub(super) fn discs<C: Cpu>(&self, cpu: C, own: u64, enemy: u64, features: &Features) -> i32 {
        (self.fine(cpu, own, enemy, features) + DISC / 2).div_euclid(DISC)
    }
}
