//! Games that the engine plays against itself to learn from.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::Limits;
use rules::SplitMix64;

use super::super::Searcher;
use super::super::cpu::{Cpu, Portable};
use super::super::table::NO_SQUARE;
use super::game::{PlayedGame, START, result};

/// How games are made.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// From it and the number of a game comes all chance.
    pub seed: u64,
    /// How deep moves are searched.
    pub depth: u16,
    /// From how many empty squares on play is perfect.
    pub perfect_from: u16,
    /// Games whose beginnings are used in three games of four.
    pub openings: Arc<Vec<Vec<u8>>>,
}

/// Makes games.
pub struct Generator {
    recipe: Recipe,
    searcher: Searcher,
}

impl Generator {
    /// A generator that thinks with this searcher.
    pub const fn new(recipe: Recipe, searcher: Searcher) -> Self {
        Self { recipe, searcher }
    }

    /// The game of that number; `None` if it was stopped.
    pub fn game(&mut self, number: u64, stop: &AtomicBool) -> Option<PlayedGame> {
        let mut random = SplitMix64::new(self.recipe.seed ^ SplitMix64::mix(number + 1));
        self.searcher.clear();
        let (mut own, mut enemy, mut black) = START;
        let mut game = PlayedGame::default();
        let opening = self.opening(&mut random);
        let chances = match random.below(2) {
            _ if opening.is_empty() => {
                6 + random.below(if number.is_multiple_of(4) { 42 } else { 22 })
            }
            0 => 0,
            _ => 1 + random.below(2),
        };
        let chance_until = opening.len() + chances as usize;
        loop {
            let mut moves = Portable.moves(own, enemy);
            if moves == 0 {
                (own, enemy, black) = (enemy, own, !black);
                moves = Portable.moves(own, enemy);
                if moves == 0 {
                    break;
                }
            }
            let ply = game.squares.len();
            let (square, score) = if let Some(&square) = opening.get(ply) {
                (square, 0)
            } else if ply < chance_until {
                let skip = random.below(moves.count_ones().into());
                (nth(moves, skip), 0)
            } else {
                self.best(own, enemy, stop)?
            };
            let flips = Portable.flips(own, enemy, square.into());
            if flips == 0 {
                return None;
            }
            game.squares.push(square);
            game.scores.push(score);
            (own, enemy, black) = (enemy ^ flips, own ^ flips | 1 << square, !black);
        }
        game.from = chance_until.min(game.squares.len()) as u8;
        let lead = result(own, enemy);
        game.result = if black { lead } else { -lead } as i8;
        Some(game)
    }

    /// The beginning of somebody's game, or nothing.
    fn opening(&self, random: &mut SplitMix64) -> Vec<u8> {
        let openings = &self.recipe.openings;
        if openings.is_empty() || random.below(4) == 0 {
            return Vec::new();
        }
        let game = &openings[random.below(openings.len() as u64) as usize];
        let plies = (4 + random.below(34) as usize).min(game.len().saturating_sub(8));
        game[..plies].to_vec()
    }

    fn best(&mut self, own: u64, enemy: u64, stop: &AtomicBool) -> Option<(u8, i8)> {
        let empties = (!(own | enemy)).count_ones() as u16;
        let depth = if empties <= self.recipe.perfect_from { empties } else { self.recipe.depth };
        let found = self.searcher.hunt(own, enemy, &Limits::depth(depth), stop, &mut |_| ());
        if stop.load(Relaxed) {
            return None;
        }
        let best = found.moves.first()?;
        let square = *best.line.first()?;
        (square != NO_SQUARE).then_some((square, best.score as i8))
    }
}

/// The n-th of some squares.
pub(super) fn nth(mut squares: u64, skip: u64) -> u8 {
    for _ in 0..skip {
        squares &= squares - 1;
    }
    squares.trailing_zeros() as u8
}
