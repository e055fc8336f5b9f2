//! Games between two sets of weights.

use std::sync::atomic::AtomicBool;

use engine::Limits;
use rules::SplitMix64;

use super::super::Searcher;
use super::super::cpu::{Cpu, Portable};
use super::game::{START, result};

/// Discs that are placed at random before a game.
const CHANCE_PLIES: usize = 10;

/// What two searchers got against each other, seen from the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// Discs more than the other in all games.
    pub discs: i32,
}

impl Tally {
    /// Points of those that could be had, from 0 to 1.
    pub fn share(&self) -> f64 {
        let games = f64::from(self.won + self.drawn + self.lost);
        (f64::from(self.won) + 0.5 * f64::from(self.drawn)) / games.max(1.0)
    }

    /// The standard error of that share.
    pub fn error(&self) -> f64 {
        let games = f64::from(self.won + self.drawn + self.lost).max(1.0);
        let squares = (f64::from(self.won) + 0.25 * f64::from(self.drawn)) / games;
        ((squares - self.share().powi(2)).max(0.0) / games).sqrt()
    }
}

/// Plays two games from the opening of that number, each side once with either colour; `None` if it was
/// stopped.
pub fn contest(
    pair: &mut [Searcher; 2],
    number: u64,
    limits: &Limits,
    stop: &AtomicBool,
) -> Option<Tally> {
    let mut tally = Tally::default();
    for first in [0, 1] {
        pair.iter_mut().for_each(Searcher::clear);
        let lead = play(pair, first, number, limits, stop)?;
        tally.discs += lead;
        match lead.signum() {
            1 => tally.won += 1,
            0 => tally.drawn += 1,
            _ => tally.lost += 1,
        }
    }
    Some(tally)
}

/// The lead of the first of the pair at the end of a game in which `black` has the first move.
fn play(
    pair: &mut [Searcher; 2],
    black: usize,
    number: u64,
    limits: &Limits,
    stop: &AtomicBool,
) -> Option<i32> {
    let mut random = SplitMix64::new(SplitMix64::mix(number));
    let (mut own, mut enemy, _) = START;
    let (mut turn, mut ply) = (black, 0);
    loop {
        let moves = Portable.moves(own, enemy);
        if moves == 0 {
            if Portable.moves(enemy, own) == 0 {
                let lead = result(own, enemy);
                return Some(if turn == 0 { lead } else { -lead });
            }
            (own, enemy, turn) = (enemy, own, 1 - turn);
            continue;
        }
        let square = if ply < CHANCE_PLIES {
            super::generate::nth(moves, random.below(moves.count_ones().into()))
        } else {
            let found = pair[turn].hunt(own, enemy, limits, stop, &mut |_| ());
            *found.moves.first()?.line.first()?
        };
        let flips = Portable.flips(own, enemy, usize::from(square) & 63);
        if flips == 0 || stop.load(std::sync::atomic::Ordering::Relaxed) {
            return None;
        }
        (own, enemy, turn) = (enemy ^ flips, own ^ flips | 1 << square, 1 - turn);
        ply += 1;
    }
}
