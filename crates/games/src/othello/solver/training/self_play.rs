//! Generation of training games by self-play.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::Limits;
use rules::SplitMix64;

use super::super::OthelloSolver;
use super::super::cpu::{Cpu, Portable};
use super::super::shallow_endgame::final_score;
use super::training_game::{START_POSITION, TrainingGame};
use crate::othello::Move;

/// Configuration of the generation.
#[derive(Clone, Debug)]
pub struct GenerationConfig {
    /// Seed; with the number of a game it determines all random choices.
    pub seed: u64,
    /// Search depth of a move.
    pub depth: u16,
    /// Number of empty squares from which on moves are searched to the end.
    pub exact_from_empties: u16,
    /// Games whose openings are used in three games of four.
    pub openings: Arc<Vec<Vec<u8>>>,
}

/// Generator of self-play games.
pub struct SelfPlayGenerator {
    config: GenerationConfig,
    searcher: OthelloSolver,
}

impl SelfPlayGenerator {
    /// A generator that searches with this engine.
    pub const fn new(config: GenerationConfig, searcher: OthelloSolver) -> Self {
        Self { config, searcher }
    }

    /// The game of that number; `None` if it was stopped.
    pub fn game(&mut self, number: u64, stop: &AtomicBool) -> Option<TrainingGame> {
        let mut random = SplitMix64::new(self.config.seed ^ SplitMix64::mix(number + 1));
        self.searcher.clear();
        let (mut own, mut enemy, mut black) = START_POSITION;
        let mut game = TrainingGame::default();
        let opening = self.opening(&mut random);
        let random_plies = match random.below(2) {
            _ if opening.is_empty() => {
                6 + random.below(if number.is_multiple_of(4) { 42 } else { 22 })
            }
            0 => 0,
            _ => 1 + random.below(2),
        };
        let first_searched_ply = opening.len() + random_plies as usize;
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
            } else if ply < first_searched_ply {
                let skip = random.below(moves.count_ones().into());
                (nth_square(moves, skip), 0)
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
        game.first_sample_ply = first_searched_ply.min(game.squares.len()) as u8;
        let score = final_score(own, enemy);
        game.result = if black { score } else { -score } as i8;
        Some(game)
    }

    /// Opening moves of a given game, or none.
    fn opening(&self, random: &mut SplitMix64) -> Vec<u8> {
        let openings = &self.config.openings;
        if openings.is_empty() || random.below(4) == 0 {
            return Vec::new();
        }
        let game = &openings[random.below(openings.len() as u64) as usize];
        let plies = (4 + random.below(34) as usize).min(game.len().saturating_sub(8));
        game[..plies].to_vec()
    }

    /// The best move of a search and its score.
    fn best(&mut self, own: u64, enemy: u64, stop: &AtomicBool) -> Option<(u8, i8)> {
        let empties = (!(own | enemy)).count_ones() as u16;
        let depth =
            if empties <= self.config.exact_from_empties { empties } else { self.config.depth };
        let limits = Limits::depth(depth);
        let result = self.searcher.root_search(own, enemy, &limits, stop, &mut |_| ());
        if stop.load(Relaxed) {
            return None;
        }
        let best = result.moves.first()?;
        match best.pv.first()? {
            Move::Disc(square) => Some((square.index(), best.score as i8)),
            Move::Pass => None,
        }
    }
}

/// The square behind the first `skip` ones of a set.
pub(super) fn nth_square(mut squares: u64, skip: u64) -> u8 {
    for _ in 0..skip {
        squares &= squares - 1;
    }
    squares.trailing_zeros() as u8
}
