//! Stochastic gradient descent on the squared error, one sample at a time.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rules::SplitMix64;

use super::super::cpu::{Cpu, Portable};
use super::super::network::{
    ACTIVE_FEATURES, EMBEDDING_ROWS, EMBEDDING_SCALE, EMBEDDING_WIDTH, HIDDEN_INPUT_LIMIT,
    HIDDEN_UNITS, OutputHead, PatternNetwork, STAGE_COUNT, active_features, stage,
};
use super::super::patterns::{PatternFeatures, mirrored_configurations};
use super::training_game::TrainingSample;
use super::training_set::TrainingSet;

/// Discs of a label of 1: scales labels so that all weights are of the same order.
const LABEL_SCALE_DISCS: f32 = 16.0;
/// Limit to which the error of a sample is clipped, in units of the scaled label.
const ERROR_CLIP: f32 = 2.0;
/// Samples between two updates of the learning rate and reports of progress.
const CHUNK_SAMPLES: usize = 1 << 14;

/// Configuration of a training run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GradientDescentConfig {
    /// Passes over all samples.
    pub epochs: usize,
    /// Seed of the sample order and of the initial weights.
    pub seed: u64,
    /// Initial learning rate of embedding rows; it falls to zero linearly.
    pub embedding_learning_rate: f32,
    /// Initial learning rate of output heads.
    pub head_learning_rate: f32,
    /// Weight decay of embedding rows.
    pub weight_decay: f32,
    /// Share of the search score in the label; the rest is the result of the game.
    pub search_score_share: f32,
}

impl Default for GradientDescentConfig {
    fn default() -> Self {
        Self {
            epochs: 4,
            seed: 1,
            embedding_learning_rate: 0.1,
            head_learning_rate: 0.004,
            weight_decay: 0.03,
            search_score_share: 0.5,
        }
    }
}

/// A network in training.
pub struct GradientDescent {
    config: GradientDescentConfig,
    rows: Vec<[f32; EMBEDDING_WIDTH]>,
    /// Sum of squared gradients of each row, which scales its step (AdaGrad).
    squared_gradients: Vec<f32>,
    heads: Vec<OutputHead>,
    /// Row that holds the weights of each feature: the first of two mirrored configurations.
    shared_row: Vec<u32>,
    random: SplitMix64,
    samples_done: usize,
}

impl GradientDescent {
    /// A network with random heads and zero rows.
    pub fn new(config: GradientDescentConfig) -> Self {
        let mut random = SplitMix64::new(config.seed);
        let mut small = || (random.draw() >> 40) as f32 / (1 << 25) as f32 - 0.25;
        let mut head = OutputHead::ZERO;
        head.skip_weights = head.skip_weights.map(|_| small());
        head.hidden_weights = head.hidden_weights.map(|units| units.map(|_| small()));
        head.output_weights = head.output_weights.map(|_| small());
        let mut shared_row: Vec<u32> = (0..EMBEDDING_ROWS as u32).collect();
        for (configuration, mirror) in mirrored_configurations() {
            shared_row[configuration] = configuration.min(mirror) as u32;
        }
        Self {
            config,
            rows: vec![[0.0; EMBEDDING_WIDTH]; EMBEDDING_ROWS],
            squared_gradients: vec![0.0; EMBEDDING_ROWS],
            heads: vec![head; STAGE_COUNT],
            shared_row,
            random,
            samples_done: 0,
        }
    }

    /// One epoch over all samples in a new order: the root mean square error in discs, or `None` if it was
    /// stopped. `progress` is told of every chunk of samples.
    pub fn epoch(
        &mut self,
        samples: &mut TrainingSet,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(usize),
    ) -> Option<f64> {
        let samples = &mut samples.0;
        for index in (1..samples.len()).rev() {
            samples.swap(index, self.random.below(index as u64 + 1) as usize);
        }
        let total = (self.config.epochs * samples.len()) as f32;
        let mut squared_error = 0.0;
        for chunk in samples.chunks(CHUNK_SAMPLES) {
            let schedule = (1.0 - self.samples_done as f32 / total).max(0.0);
            for sample in chunk {
                let error = self.step(sample, schedule);
                squared_error += f64::from(error * error);
            }
            self.samples_done += chunk.len();
            progress(chunk.len());
            if stop.load(Relaxed) {
                return None;
            }
        }
        Some((squared_error / samples.len().max(1) as f64).sqrt() * f64::from(LABEL_SCALE_DISCS))
    }

    /// One gradient step; the error before it. `schedule` scales the learning rates.
    fn step(&mut self, sample: &TrainingSample, schedule: f32) -> f32 {
        let TrainingSample { own, enemy, .. } = *sample;
        let features = PatternFeatures::of(own, enemy);
        let moves = Portable.moves(own, enemy);
        let mut active = active_features(Portable, (own, enemy), moves, &features);
        let mut sum = [0.0; EMBEDDING_WIDTH];
        for row in &mut active {
            *row = self.shared_row[*row as usize];
            for (number, weight) in sum.iter_mut().zip(&self.rows[*row as usize]) {
                *number += weight;
            }
        }
        let head = &mut self.heads[stage(sample.empties() as usize)];
        let label = sample.label(self.config.search_score_share) / LABEL_SCALE_DISCS;
        let error = label - head.evaluate(&sum);
        let clipped = error.clamp(-ERROR_CLIP, ERROR_CLIP);
        let head_rate = schedule * self.config.head_learning_rate;
        let gradient = head.backpropagate(&sum, clipped, head_rate);
        self.update_rows(&active, &gradient, schedule * self.config.embedding_learning_rate);
        error
    }

    /// Updates the rows of active features along the gradient.
    fn update_rows(
        &mut self,
        active: &[u32; ACTIVE_FEATURES],
        gradient: &[f32; EMBEDDING_WIDTH],
        rate: f32,
    ) {
        let mean_square =
            gradient.iter().map(|part| part * part).sum::<f32>() / EMBEDDING_WIDTH as f32;
        for &row in active {
            let row = row as usize;
            self.squared_gradients[row] += mean_square;
            let step = rate / (self.squared_gradients[row].sqrt() + 0.1);
            for (weight, part) in self.rows[row].iter_mut().zip(gradient) {
                *weight += step * (part - self.config.weight_decay * *weight);
            }
        }
    }

    /// The weights file, rounded to fixed point.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut network = PatternNetwork::zero();
        for (row, &shared) in network.rows_mut().iter_mut().zip(&self.shared_row) {
            *row = self.rows[shared as usize]
                .map(|number| (number * EMBEDDING_SCALE).round().clamp(-127.0, 127.0) as i8);
        }
        for (head, trained) in network.heads.iter_mut().zip(&self.heads) {
            *head = OutputHead {
                bias: trained.bias * LABEL_SCALE_DISCS,
                skip_weights: trained.skip_weights.map(|weight| weight * LABEL_SCALE_DISCS),
                output_weights: trained.output_weights.map(|weight| weight * LABEL_SCALE_DISCS),
                ..*trained
            };
        }
        network.to_bytes()
    }
}

impl OutputHead {
    /// Backpropagation: updates the head, and returns the gradient of the accumulator.
    fn backpropagate(
        &mut self,
        sum: &[f32; EMBEDDING_WIDTH],
        error: f32,
        rate: f32,
    ) -> [f32; EMBEDDING_WIDTH] {
        let units = self.hidden_preactivations(sum);
        let mut unit_errors = [0.0; HIDDEN_UNITS];
        for index in 0..HIDDEN_UNITS {
            if units[index] > 0.0 {
                unit_errors[index] = error * self.output_weights[index];
                self.output_weights[index] += rate * error * units[index];
                self.hidden_bias[index] += rate * unit_errors[index];
            }
        }
        let mut gradient = [0.0; EMBEDDING_WIDTH];
        for index in 0..EMBEDDING_WIDTH {
            let input = sum[index].clamp(-HIDDEN_INPUT_LIMIT, HIDDEN_INPUT_LIMIT);
            let clamp_gradient = if sum[index].abs() > HIDDEN_INPUT_LIMIT { 0.0 } else { 1.0 };
            let mut hidden_gradient = 0.0;
            for (weight, unit_error) in self.hidden_weights[index].iter_mut().zip(&unit_errors) {
                hidden_gradient += unit_error * *weight;
                *weight += rate * unit_error * input;
            }
            gradient[index] = clamp_gradient * hidden_gradient + error * self.skip_weights[index];
            self.skip_weights[index] += 0.1 * rate * error * sum[index];
        }
        self.bias += rate * error;
        gradient
    }
}
