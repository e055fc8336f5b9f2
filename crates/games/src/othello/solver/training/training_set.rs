//! Sets of training and test samples.

use super::super::cpu::Portable;
use super::super::network::{EVAL_PER_DISC, PatternNetwork};
use super::super::patterns::PatternFeatures;
use super::training_game::{TrainingGame, TrainingSample};
use super::wthor::WthorGame;

/// Positions before that of the exact result from which [`TrainingSet::add_wthor_endings`] takes samples too.
const WTHOR_EXTRA_PLIES: u32 = 6;

/// Samples: positions with their labels.
#[derive(Clone, Debug, Default)]
pub struct TrainingSet(pub(super) Vec<TrainingSample>);

/// Error of the evaluation in discs.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct EvaluationError {
    /// Number of samples.
    pub count: usize,
    /// Mean absolute error.
    pub mean_absolute: f64,
    /// Root mean square error.
    pub root_mean_square: f64,
}

impl TrainingSet {
    /// Adds the samples of a game.
    pub fn add(&mut self, game: &TrainingGame) {
        game.samples(|sample| self.0.push(sample));
    }

    /// Adds the position of a WTHOR game whose exact result is known.
    pub fn add_wthor_exact(&mut self, game: &WthorGame) {
        self.add_wthor(game, |empties| empties == u32::from(game.exact_from_empties));
    }

    /// Adds that position and a few before it. Their label is the exact result too, which is right as far as
    /// neither side made a mistake in between.
    pub fn add_wthor_endings(&mut self, game: &WthorGame) {
        let exact = u32::from(game.exact_from_empties);
        self.add_wthor(game, |empties| (exact..exact + WTHOR_EXTRA_PLIES).contains(&empties));
    }

    fn add_wthor(&mut self, game: &WthorGame, is_wanted: impl Fn(u32) -> bool) {
        let exact = TrainingGame { result: game.exact_result, ..game.game.clone() };
        exact.samples(|sample| {
            if is_wanted(sample.empties()) {
                self.0.push(TrainingSample { search_score: sample.result, ..sample });
            }
        });
    }

    /// Adds all samples of another set.
    pub fn extend(&mut self, others: &Self) {
        self.0.extend_from_slice(&others.0);
    }

    /// Number of samples.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no samples.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Boards of up to `count` evenly chosen samples with at least so many empty squares.
    pub fn boards(&self, count: usize, min_empties: u32) -> Vec<(u64, u64)> {
        let eligible = || self.0.iter().filter(|sample| sample.empties() >= min_empties);
        let step = (eligible().count() / count.max(1)).max(1);
        eligible().step_by(step).map(|sample| (sample.own, sample.enemy)).take(count).collect()
    }
}

impl EvaluationError {
    /// Error of a network against the results of samples with so many empty squares.
    pub(in super::super) fn of(
        network: &PatternNetwork,
        samples: &TrainingSet,
        empties: usize,
    ) -> Self {
        let (mut count, mut absolute, mut square) = (0, 0.0, 0.0);
        for sample in samples.0.iter().filter(|sample| sample.empties() as usize == empties) {
            let features = PatternFeatures::of(sample.own, sample.enemy);
            let evaluation = network.evaluate(Portable, sample.own, sample.enemy, &features);
            let error = f64::from(sample.result) - f64::from(evaluation) / f64::from(EVAL_PER_DISC);
            count += 1;
            absolute += error.abs();
            square += error * error;
        }
        let divisor = count.max(1) as f64;
        Self {
            count,
            mean_absolute: absolute / divisor,
            root_mean_square: (square / divisor).sqrt(),
        }
    }
}
