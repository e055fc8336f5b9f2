//! Paired games between two engines, to compare their weights.

use std::sync::atomic::AtomicBool;

use engine::Limits;
use rules::SplitMix64;

use super::super::OthelloSolver;
use super::super::cpu::{Cpu, Portable};
use super::super::shallow_endgame::final_score;
use super::self_play::nth_square;
use super::training_game::START_POSITION;
use crate::othello::Move;

/// Random moves before a game.
const RANDOM_OPENING_PLIES: usize = 10;

/// Score of the first engine against the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PairedGamesScore {
    /// Games that the first of the two has won.
    pub won: u32,
    /// Games that nobody has won.
    pub drawn: u32,
    /// Games that the first of the two has lost.
    pub lost: u32,
    /// Sum of the disc differences of all games.
    pub discs: i32,
}

impl PairedGamesScore {
    /// Points per game, from 0 to 1.
    pub fn share(&self) -> f64 {
        let games = f64::from(self.won + self.drawn + self.lost);
        (f64::from(self.won) + 0.5 * f64::from(self.drawn)) / games.max(1.0)
    }

    /// Standard error of the share.
    pub fn standard_error(&self) -> f64 {
        let games = f64::from(self.won + self.drawn + self.lost).max(1.0);
        let squares = (f64::from(self.won) + 0.25 * f64::from(self.drawn)) / games;
        ((squares - self.share().powi(2)).max(0.0) / games).sqrt()
    }
}

/// Plays two games from a random opening, by its number, with colours exchanged; `None` if it was stopped.
pub fn play_paired_games(
    pair: &mut [OthelloSolver; 2],
    number: u64,
    limits: &Limits,
    stop: &AtomicBool,
) -> Option<PairedGamesScore> {
    let mut score = PairedGamesScore::default();
    for first in [0, 1] {
        pair.iter_mut().for_each(OthelloSolver::clear);
        let lead = play(pair, first, number, limits, stop)?;
        score.discs += lead;
        match lead.signum() {
            1 => score.won += 1,
            0 => score.drawn += 1,
            _ => score.lost += 1,
        }
    }
    Some(score)
}

/// Final disc difference for the first of the pair in a game in which `black` has the first move.
fn play(
    pair: &mut [OthelloSolver; 2],
    black: usize,
    number: u64,
    limits: &Limits,
    stop: &AtomicBool,
) -> Option<i32> {
    let mut random = SplitMix64::new(SplitMix64::mix(number));
    let (mut own, mut enemy, _) = START_POSITION;
    let (mut turn, mut ply) = (black, 0);
    loop {
        let moves = Portable.moves(own, enemy);
        if moves == 0 {
            if Portable.moves(enemy, own) == 0 {
                let lead = final_score(own, enemy);
                return Some(if turn == 0 { lead } else { -lead });
            }
            (own, enemy, turn) = (enemy, own, 1 - turn);
            continue;
        }
        let square = if ply < RANDOM_OPENING_PLIES {
            nth_square(moves, random.below(moves.count_ones().into()))
        } else {
            let result = pair[turn].root_search(own, enemy, limits, stop, &mut |_| ());
            match result.moves.first()?.pv.first()? {
                Move::Disc(square) => square.index(),
                Move::Pass => return None,
            }
        };
        let flips = Portable.flips(own, enemy, usize::from(square) & 63);
        if flips == 0 || stop.load(std::sync::atomic::Ordering::Relaxed) {
            return None;
        }
        (own, enemy, turn) = (enemy ^ flips, own ^ flips | 1 << square, 1 - turn);
        ply += 1;
    }
}
