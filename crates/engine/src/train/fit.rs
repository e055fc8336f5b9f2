//! Logistic regression of the evaluation weights on the results of games.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rules::{Game, Line, Position, Seat, SplitMix64};

use super::{LinearEvaluator, SelfPlayGame, Weight};
use crate::{Evaluator, MoveOf};

/// Hyperparameters of a training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingConfig {
    /// Number of epochs.
    pub epochs: u32,
    /// Seed of the shuffling of samples.
    pub seed: u64,
    /// Weight decay (L2 regularisation).
    pub weight_decay: f64,
}

/// Weights after an epoch of a training, with their losses.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TrainingReport {
    /// In the order of the evaluator's terms.
    pub weights: Vec<Weight>,
    /// Number of training samples and of validation samples.
    pub samples: [usize; 2],
    /// Training loss and validation loss: the mean cross-entropy, in nats.
    pub losses: [f64; 2],
    /// Epochs so far.
    pub epoch: u32,
}

/// One game in so many is a validation game.
const VALIDATION_EVERY: usize = 10;
/// Samples of a gradient step.
const BATCH_SIZE: usize = 1024;
/// Learning rate of the first epoch, in logits; it falls linearly.
const LEARNING_RATE: f64 = 0.004;
/// Decay rates of the two moments of Adam (Kingma and Ba, ICLR 2015).
const ADAM_BETAS: (f64, f64) = (0.9, 0.999);

/// Training samples: positions as counted terms, labelled with the score of the side to move.
#[derive(Default)]
struct SampleSet {
    terms: Vec<(u16, i16)>,
    /// The end of each sample in `terms`, its game phase, and its label.
    samples: Vec<(usize, f32, f32)>,
}

impl SampleSet {
    fn get(&self, index: usize) -> (&[(u16, i16)], f64, f64) {
        let begin = index.checked_sub(1).map_or(0, |before| self.samples[before].0);
        let (end, phase, label) = self.samples[index];
        (&self.terms[begin..end], phase.into(), label.into())
    }

    /// Adds the quiet positions of a game.
    fn add<E: LinearEvaluator>(&mut self, evaluator: &mut E, game: &SelfPlayGame)
    where
        E::Position: Game,
    {
        let Ok(start) = game.record.start.parse::<E::Position>() else { return };
        evaluator.prepare(&start);
        let mut line = Line::new(start);
        for (ply, text) in game.record.moves.iter().enumerate() {
            let position = *line.position();
            let Ok(m) = text.parse() else { return };
            if !position.is_legal(m) {
                return;
            }
            if ply >= game.random && is_quiet(evaluator, &position, m) {
                let mut counts = vec![0_i16; E::WEIGHTS.len()];
                let phase =
                    evaluator.terms(&position, &mut |term, count| counts[term] += count as i16);
                let terms = (0..).zip(counts).filter(|(_, count)| *count != 0);
                self.terms.extend(terms);
                let label =
                    if position.turn() == Seat::First { game.score } else { 1.0 - game.score };
                let phase = phase as f32 / Weight::PHASE_MAX as f32;
                self.samples.push((self.terms.len(), phase, label));
            }
            line.play(m);
        }
    }
}

/// Whether a position is quiet: neither a tactical move was played nor is there a threat to win.
pub fn is_quiet<E: Evaluator>(evaluator: &E, position: &E::Position, m: MoveOf<E>) -> bool {
    let accumulator = evaluator.accumulator(position);
    !evaluator.is_tactical(position, m)
        && evaluator.winning_move(position, &accumulator).is_none()
        && !evaluator.is_threatened(position, &accumulator)
}

/// The model: two weights a term, in logits, with the moments of Adam.
struct Model {
    weights: Vec<[f64; 2]>,
    mean: Vec<[f64; 2]>,
    square: Vec<[f64; 2]>,
    steps: i32,
}

impl Model {
    fn predict(&self, terms: &[(u16, i16)], phase: f64) -> f64 {
        let sum: f64 = terms
            .iter()
            .map(|&(term, count)| {
                let [early, late] = self.weights[usize::from(term)];
                f64::from(count) * (early * phase + late * (1.0 - phase))
            })
            .sum();
        1.0 / (1.0 + (-sum).exp())
    }

    fn step(&mut self, gradient: &[[f64; 2]], learning_rate: f64, weight_decay: f64) {
        self.steps += 1;
        let bias_correction = [ADAM_BETAS.0, ADAM_BETAS.1].map(|beta| 1.0 - beta.powi(self.steps));
        for (index, gradient) in gradient.iter().enumerate() {
            for part in 0..2 {
                let weight = &mut self.weights[index][part];
                let gradient = gradient[part] + weight_decay * *weight;
                let mean = &mut self.mean[index][part];
                let square = &mut self.square[index][part];
                *mean += (1.0 - ADAM_BETAS.0) * (gradient - *mean);
                *square += (1.0 - ADAM_BETAS.1) * (gradient * gradient - *square);
                *weight -= learning_rate * (*mean / bias_correction[0])
                    / ((*square / bias_correction[1]).sqrt() + 1e-9);
            }
        }
    }

    fn loss(&self, set: &SampleSet) -> f64 {
        let cross_entropy = |index| {
            let (terms, phase, label) = set.get(index);
            let predicted = self.predict(terms, phase).clamp(1e-9, 1.0 - 1e-9);
            -(label * predicted.ln() + (1.0 - label) * (1.0 - predicted).ln())
        };
        let count = set.samples.len();
        (0..count).map(cross_entropy).sum::<f64>() / count.max(1) as f64
    }
}

/// See [`Trainer::fit`](super::Trainer::fit).
pub(super) fn fit<E: LinearEvaluator>(
    games: &[SelfPlayGame],
    config: &TrainingConfig,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&TrainingReport),
) -> TrainingReport
where
    E::Position: Game,
{
    let mut evaluator = E::default();
    let unit = f64::from(E::SCALE.unit);
    let mut sets = [SampleSet::default(), SampleSet::default()];
    for (number, game) in games.iter().enumerate() {
        sets[usize::from(number % VALIDATION_EVERY == 0)].add(&mut evaluator, game);
    }
    let [training, validation] = &sets;
    let zeros = vec![[0.0; 2]; E::WEIGHTS.len()];
    let logits =
        |weight: &Weight| [weight.early, weight.late].map(|points| f64::from(points) / unit);
    let mut model = Model {
        weights: E::WEIGHTS.iter().map(logits).collect(),
        mean: zeros.clone(),
        square: zeros.clone(),
        steps: 0,
    };
    let report = |model: &Model, epoch| TrainingReport {
        weights: model
            .weights
            .iter()
            .map(|logits| logits.map(|logit| (logit * unit).round() as i32))
            .map(|[early, late]| Weight { early, late })
            .collect(),
        samples: [training, validation].map(|set| set.samples.len()),
        losses: [training, validation].map(|set| model.loss(set)),
        epoch,
    };
    let mut last = report(&model, 0);
    watch(&last);
    let mut order: Vec<usize> = (0..training.samples.len()).collect();
    let mut random = SplitMix64::new(config.seed);
    for epoch in 1..=config.epochs {
        for end in (1..order.len()).rev() {
            order.swap(end, random.below(end as u64 + 1) as usize);
        }
        let remaining = f64::from(config.epochs + 1 - epoch) / f64::from(config.epochs);
        for batch in order.chunks(BATCH_SIZE) {
            let mut gradient = zeros.clone();
            for &index in batch {
                let (terms, phase, label) = training.get(index);
                let error = (model.predict(terms, phase) - label) / batch.len() as f64;
                for &(term, count) in terms {
                    let [early, late] = &mut gradient[usize::from(term)];
                    *early += error * f64::from(count) * phase;
                    *late += error * f64::from(count) * (1.0 - phase);
                }
            }
            model.step(&gradient, LEARNING_RATE * remaining, config.weight_decay);
        }
        last = report(&model, epoch);
        watch(&last);
        if stop.load(Relaxed) {
            break;
        }
    }
    last
}
