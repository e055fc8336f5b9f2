//! Training of evaluation weights: self-play on random boards, regression on the results, and a match
//! of the new weights against the old ones.

mod fit;
mod selfplay;
mod weight;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rules::{Game, Record};

use crate::Evaluator;
pub use fit::{TrainingConfig, TrainingReport, is_quiet};
pub use weight::{Weight, term_name};

/// An evaluator whose estimate is a sum of terms, each with a weight.
pub trait LinearEvaluator: Evaluator + Default {
    /// The weights in use.
    const WEIGHTS: &'static [Weight];

    /// The evaluator with other weights, as many as its own.
    fn weighted(weights: Arc<[Weight]>) -> Self;

    /// The name of a term.
    fn term_name(term: usize) -> String;

    /// Adds how many more of each term the side to move has, and returns the phase of the game. A term
    /// may be added several times. The evaluator must have been prepared for the board.
    fn terms(&self, position: &Self::Position, add: &mut dyn FnMut(usize, i32)) -> i32;
}

/// A game of self-play: the source of training samples.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlayGame {
    /// Its moves, from the start.
    pub record: Record,
    /// Number of random moves at the beginning.
    pub random: usize,
    /// The score of First: 1, one half or 0.
    pub score: f32,
    /// What the search said of each move that is not random, in points for the side to move; empty
    /// where that was not recorded.
    pub values: Vec<i32>,
}

impl SelfPlayGame {
    /// A line of a file of games: score, random moves, start, moves and values, with tabs between.
    pub fn to_line(&self) -> String {
        let Self { record, random, score, values } = self;
        let values: Vec<_> = values.iter().map(ToString::to_string).collect();
        let (moves, values) = (record.moves.join(" "), values.join(" "));
        format!("{score}\t{random}\t{}\t{moves}\t{values}", record.start)
    }

    /// Reads what [`to_line`](Self::to_line) writes. Lines of older files have no values.
    pub fn from_line(line: &str) -> Option<Self> {
        let mut fields = line.split('\t');
        let score = fields.next()?.parse().ok().filter(|score| (0.0..=1.0).contains(score))?;
        let random = fields.next()?.parse().ok()?;
        let mut record = Record::new(fields.next()?.to_owned());
        record.moves = fields.next()?.split_whitespace().map(str::to_owned).collect();
        let values = fields.next().unwrap_or_default().split_whitespace();
        let values = values.map(|value| value.parse().ok()).collect::<Option<_>>()?;
        Some(Self { record, random, score, values })
    }
}

type PlayFn = fn(&[Weight], u64, u64, &AtomicBool) -> Option<SelfPlayGame>;
type FitFn = fn(
    &[SelfPlayGame],
    &TrainingConfig,
    &AtomicBool,
    &mut dyn FnMut(&TrainingReport),
) -> TrainingReport;
type CompareFn = fn(&[Weight], u64, u64, &AtomicBool) -> Option<[f32; 2]>;

/// The training of the evaluation weights of a game.
#[derive(Clone, Copy)]
pub struct Trainer {
    play: PlayFn,
    fit: FitFn,
    compare: CompareFn,
    /// The name of a term.
    pub term_name: fn(usize) -> String,
    /// The weights in use.
    pub weights: &'static [Weight],
}

impl Trainer {
    /// The training of an evaluator.
    pub const fn of<E: LinearEvaluator>() -> Self
    where
        E::Position: Game,
    {
        Self {
            play: selfplay::play::<E>,
            fit: fit::fit::<E>,
            compare: selfplay::compare::<E>,
            term_name: E::term_name,
            weights: E::WEIGHTS,
        }
    }

    /// Plays a game of the engine with `weights` on a random board with so many positions a move;
    /// everything comes from the seed. `None` if it was stopped.
    pub fn play(
        &self,
        weights: &[Weight],
        seed: u64,
        nodes: u64,
        stop: &AtomicBool,
    ) -> Option<SelfPlayGame> {
        (self.play)(weights, seed, nodes, stop)
    }

    /// Fits the weights to the games, and reports every epoch.
    pub fn fit(
        &self,
        games: &[SelfPlayGame],
        config: &TrainingConfig,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&TrainingReport),
    ) -> TrainingReport {
        (self.fit)(games, config, stop, watch)
    }

    /// The scores of `weights` against the weights in use, from both seats of an opening. `None` if it was stopped.
    pub fn compare(
        &self,
        weights: &[Weight],
        seed: u64,
        nodes: u64,
        stop: &AtomicBool,
    ) -> Option<[f32; 2]> {
        (self.compare)(weights, seed, nodes, stop)
    }
}
