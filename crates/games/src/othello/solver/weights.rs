//! The evaluation: a small network over what lies on the places of the patterns.
//!
//! Every pattern has a row of numbers. The rows of what a position shows are added up; a head, one for
//! every stage of the game, makes an estimate of the sum: a part of it is linear, another goes through a
//! layer of hidden units.

use super::cpu::Cpu;
use super::patterns::{CODES, Features, PLACES};

/// Estimates are in this part of a disc.
pub(super) const DISC: i32 = 32;
/// Numbers in a row.
pub(super) const WIDTH: usize = 16;
/// Hidden units of a head.
pub(super) const UNITS: usize = 16;
/// How many heads there are.
pub(super) const STAGES: usize = 15;
/// Discs that are played during a stage.
const STAGE_PLIES: usize = 4;
/// Numbers of moves that are told apart.
const MOBILITIES: usize = 32;
/// The number in a row that stands for one.
pub(super) const ONE: f32 = 256.0;
/// How far a sum counts for the hidden units.
pub(super) const REACH: f32 = 0.5;

/// The rows for the number of own moves begin here, behind those of the patterns.
const OWN_MOVES: usize = CODES;
const ENEMY_MOVES: usize = OWN_MOVES + MOBILITIES;
const EMPTIES: usize = ENEMY_MOVES + MOBILITIES;
/// How many rows there are.
pub(super) const ROWS: usize = EMPTIES + 61;
/// How many rows of a position are added up.
pub(super) const SHOWN: usize = PLACES + 3;
/// Room for the rows: a power of two, so that no number leads outside.
pub(super) const ROOM: usize = 1 << 18;

const _: () = assert!(ROWS <= ROOM);

/// A row of the table.
pub(super) type Row = [i8; WIDTH];

/// What makes an estimate, in discs, of the sum of rows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Head {
    pub(super) constant: f32,
    /// What each number of the sum is worth by itself.
    pub(super) direct: [f32; WIDTH],
    /// What each hidden unit hears of each number of the sum.
    pub(super) heard: [[f32; UNITS]; WIDTH],
    pub(super) threshold: [f32; UNITS],
    /// What each hidden unit says.
    pub(super) said: [f32; UNITS],
}

/// The weights of the evaluation.
#[derive(Clone, PartialEq)]
pub(super) struct Weights {
    rows: Box<[Row; ROOM]>,
    pub(super) heads: Vec<Head>,
}

/// The stage of a position by its empty squares.
#[inline(always)]
pub(super) const fn stage(empties: usize) -> usize {
    let stage = (60 - if empties < 60 { empties } else { 60 }) / STAGE_PLIES;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// The numbers of a position's rows.
#[inline(always)]
pub(super) fn shown<C: Cpu>(cpu: C, own: u64, enemy: u64, features: &Features) -> [u32; SHOWN] {
    let moves = |own, enemy| cpu.moves(own, enemy).count_ones() as usize & (MOBILITIES - 1);
    let empties = (!(own | enemy)).count_ones() as usize;
    let mut all = [0; SHOWN];
    for (place, row) in all[..PLACES].iter_mut().enumerate() {
        *row = features.code(place);
    }
    all[PLACES] = (OWN_MOVES + moves(own, enemy)) as u32;
    all[PLACES + 1] = (ENEMY_MOVES + moves(enemy, own)) as u32;
    all[PLACES + 2] = (EMPTIES + if empties < 60 { empties } else { 60 }) as u32;
    all
}

/// The sum of rows of a table.
#[inline(always)]
pub(super) fn sum(rows: &[Row; ROOM], places: &[u32; SHOWN]) -> [f32; WIDTH] {
    let mut sum = [0i16; WIDTH];
    for &place in places {
        for (number, &part) in sum.iter_mut().zip(&rows[place as usize & (ROOM - 1)]) {
            *number += i16::from(part);
        }
    }
    sum.map(|number| f32::from(number) / ONE)
}

impl Head {
    /// A head that says nothing.
    pub(super) const SILENT: Self = Self {
        constant: 0.0,
        direct: [0.0; WIDTH],
        heard: [[0.0; UNITS]; WIDTH],
        threshold: [0.0; UNITS],
        said: [0.0; UNITS],
    };

    /// What the hidden units make of a sum, before what is negative becomes nothing.
    #[inline(always)]
    pub(super) fn stirred(&self, sum: &[f32; WIDTH]) -> [f32; UNITS] {
        let mut units = self.threshold;
        for (number, heard) in sum.iter().zip(&self.heard) {
            let number = number.clamp(-REACH, REACH);
            for (unit, part) in units.iter_mut().zip(heard) {
                *unit += number * part;
            }
        }
        units
    }

    /// The estimate in discs.
    #[inline(always)]
    pub(super) fn estimate(&self, sum: &[f32; WIDTH]) -> f32 {
        let units = self.stirred(sum);
        let mut parts = [0.0; WIDTH];
        for index in 0..WIDTH {
            let unit = if units[index] > 0.0 { units[index] } else { 0.0 };
            parts[index] = sum[index] * self.direct[index] + unit * self.said[index];
        }
        self.constant + total(parts)
    }
}

/// The sum of all numbers: halves added to each other, which is quicker than one after the other.
#[inline(always)]
fn total(parts: [f32; WIDTH]) -> f32 {
    let (mut eight, mut four) = ([0.0; 8], [0.0; 4]);
    for index in 0..8 {
        eight[index] = parts[index] + parts[index + 8];
    }
    for index in 0..4 {
        four[index] = eight[index] + eight[index + 4];
    }
    (four[0] + four[2]) + (four[1] + four[3])
}

const _: () = assert!(WIDTH == UNITS && WIDTH == 16);

impl Weights {
    /// Weights that say nothing.
    pub(super) fn zero() -> Self {
        let Ok(rows) = vec![[0; WIDTH]; ROOM].into_boxed_slice().try_into() else {
            unreachable!("the slice is as long as the array")
        };
        Self { rows, heads: vec![Head::SILENT; STAGES] }
    }

    /// The rows of the table.
    pub(super) fn rows(&self) -> &[Row] {
        &self.rows[..ROWS]
    }

    /// The rows of the table.
    pub(super) fn rows_mut(&mut self) -> &mut [Row] {
        &mut self.rows[..ROWS]
    }

    /// The estimate for the side to move, in parts of a disc, within what a game can end with.
    #[inline(always)]
    pub(super) fn fine<C: Cpu>(&self, cpu: C, own: u64, enemy: u64, features: &Features) -> i32 {
        let head = &self.heads[stage((!(own | enemy)).count_ones() as usize)];
        let estimate = cpu.estimate(&self.rows, &shown(cpu, own, enemy, features), head);
        ((estimate * DISC as f32) as i32).clamp(-62 * DISC, 62 * DISC)
    }

    /// The estimate in whole discs.
    #[inline(always)]
    pub(super) fn discs<C: Cpu>(&self, cpu: C, own: u64, enemy: u64, features: &Features) -> i32 {
        (self.fine(cpu, own, enemy, features) + DISC / 2).div_euclid(DISC)
    }
}
