//! Evaluation: a small neural network over pattern features.
//!
//! Every configuration of a pattern has an embedding row. The rows of a position's active features are summed up
//! (the accumulator); an output head, one for every stage of the game, maps the sum to discs: a linear skip
//! connection plus one hidden layer of rectified linear units.

use super::cpu::Cpu;
use super::patterns::{PATTERN_CONFIGURATIONS, PATTERN_INSTANCES, PatternFeatures};

/// Evaluation units in a disc.
pub(super) const EVAL_PER_DISC: i32 = 32;
/// Numbers in an embedding row.
pub(super) const EMBEDDING_WIDTH: usize = 16;
/// Hidden units of an output head.
pub(super) const HIDDEN_UNITS: usize = 16;
/// Number of output heads.
pub(super) const STAGE_COUNT: usize = 15;
/// Plies of a stage.
const STAGE_PLIES: usize = 4;
/// Feature values of a mobility count.
const MOBILITY_VALUES: usize = 32;
/// Fixed-point scale of embedding rows.
pub(super) const EMBEDDING_SCALE: f32 = 256.0;
/// Limit to which inputs of the hidden layer are clamped.
pub(super) const HIDDEN_INPUT_LIMIT: f32 = 0.5;

/// First row of the own mobility features, behind those of the patterns.
const OWN_MOBILITY_ROW: usize = PATTERN_CONFIGURATIONS;
const ENEMY_MOBILITY_ROW: usize = OWN_MOBILITY_ROW + MOBILITY_VALUES;
const EMPTIES_ROW: usize = ENEMY_MOBILITY_ROW + MOBILITY_VALUES;
/// Number of embedding rows.
pub(super) const EMBEDDING_ROWS: usize = EMPTIES_ROW + 61;
/// Number of active features of a position.
pub(super) const ACTIVE_FEATURES: usize = PATTERN_INSTANCES + 3;
/// Rows in memory: a power of two, so that a masked index needs no bounds check.
pub(super) const EMBEDDING_CAPACITY: usize = 1 << 18;

const _: () = assert!(EMBEDDING_ROWS <= EMBEDDING_CAPACITY);

/// Embedding of a feature.
pub(super) type EmbeddingRow = [i8; EMBEDDING_WIDTH];

/// Output head: maps an accumulator to discs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct OutputHead {
    pub(super) bias: f32,
    /// Linear skip connection.
    pub(super) skip_weights: [f32; EMBEDDING_WIDTH],
    pub(super) hidden_weights: [[f32; HIDDEN_UNITS]; EMBEDDING_WIDTH],
    pub(super) hidden_bias: [f32; HIDDEN_UNITS],
    pub(super) output_weights: [f32; HIDDEN_UNITS],
}

/// Weights of the network.
#[derive(Clone, PartialEq)]
pub(super) struct PatternNetwork {
    rows: Box<[EmbeddingRow; EMBEDDING_CAPACITY]>,
    pub(super) heads: Vec<OutputHead>,
}

/// Stage of a position by its empty squares.
#[inline(always)]
pub(super) const fn stage(empties: usize) -> usize {
    let stage = (60 - if empties < 60 { empties } else { 60 }) / STAGE_PLIES;
    if stage < STAGE_COUNT { stage } else { STAGE_COUNT - 1 }
}

/// Indices of the active features of a position, whose legal moves are known.
#[inline(always)]
pub(super) fn active_features<C: Cpu>(
    cpu: C,
    (own, enemy): (u64, u64),
    moves: u64,
    features: &PatternFeatures,
) -> [u32; ACTIVE_FEATURES] {
    let mobility = |moves: u64| moves.count_ones() as usize & (MOBILITY_VALUES - 1);
    let empties = (!(own | enemy)).count_ones() as usize;
    let mut all = [0; ACTIVE_FEATURES];
    for (instance, row) in all[..PATTERN_INSTANCES].iter_mut().enumerate() {
        *row = features.configuration(instance);
    }
    all[PATTERN_INSTANCES] = (OWN_MOBILITY_ROW + mobility(moves)) as u32;
    all[PATTERN_INSTANCES + 1] = (ENEMY_MOBILITY_ROW + mobility(cpu.moves(enemy, own))) as u32;
    all[PATTERN_INSTANCES + 2] = (EMPTIES_ROW + if empties < 60 { empties } else { 60 }) as u32;
    all
}

/// Accumulator: the sum of the embedding rows of active features.
#[inline(always)]
pub(super) fn accumulate(
    rows: &[EmbeddingRow; EMBEDDING_CAPACITY],
    active: &[u32; ACTIVE_FEATURES],
) -> [f32; EMBEDDING_WIDTH] {
    let mut sum = [0i16; EMBEDDING_WIDTH];
    for &row in active {
        for (number, &part) in sum.iter_mut().zip(&rows[row as usize & (EMBEDDING_CAPACITY - 1)]) {
            *number += i16::from(part);
        }
    }
    sum.map(|number| f32::from(number) / EMBEDDING_SCALE)
}

impl OutputHead {
    /// All weights zero.
    pub(super) const ZERO: Self = Self {
        bias: 0.0,
        skip_weights: [0.0; EMBEDDING_WIDTH],
        hidden_weights: [[0.0; HIDDEN_UNITS]; EMBEDDING_WIDTH],
        hidden_bias: [0.0; HIDDEN_UNITS],
        output_weights: [0.0; HIDDEN_UNITS],
    };

    /// Hidden units before the rectifier.
    #[inline(always)]
    pub(super) fn hidden_preactivations(
        &self,
        sum: &[f32; EMBEDDING_WIDTH],
    ) -> [f32; HIDDEN_UNITS] {
        let mut units = self.hidden_bias;
        for (number, weights) in sum.iter().zip(&self.hidden_weights) {
            let number = number.clamp(-HIDDEN_INPUT_LIMIT, HIDDEN_INPUT_LIMIT);
            for (unit, part) in units.iter_mut().zip(weights) {
                *unit += number * part;
            }
        }
        units
    }

    /// Evaluation in discs.
    #[inline(always)]
    pub(super) fn evaluate(&self, sum: &[f32; EMBEDDING_WIDTH]) -> f32 {
        let units = self.hidden_preactivations(sum);
        let mut parts = [0.0; EMBEDDING_WIDTH];
        for index in 0..EMBEDDING_WIDTH {
            let unit = if units[index] > 0.0 { units[index] } else { 0.0 };
            parts[index] =
                sum[index] * self.skip_weights[index] + unit * self.output_weights[index];
        }
        self.bias + horizontal_sum(parts)
    }
}

/// Horizontal sum in the order of the SIMD versions: halves added to each other.
#[inline(always)]
fn horizontal_sum(parts: [f32; EMBEDDING_WIDTH]) -> f32 {
    let (mut eight, mut four) = ([0.0; 8], [0.0; 4]);
    for index in 0..8 {
        eight[index] = parts[index] + parts[index + 8];
    }
    for index in 0..4 {
        four[index] = eight[index] + eight[index + 4];
    }
    (four[0] + four[2]) + (four[1] + four[3])
}

const _: () = assert!(EMBEDDING_WIDTH == HIDDEN_UNITS && EMBEDDING_WIDTH == 16);

impl PatternNetwork {
    /// All weights zero.
    pub(super) fn zero() -> Self {
        let Ok(rows) = vec![[0; EMBEDDING_WIDTH]; EMBEDDING_CAPACITY].into_boxed_slice().try_into()
        else {
            unreachable!("the slice is as long as the array")
        };
        Self { rows, heads: vec![OutputHead::ZERO; STAGE_COUNT] }
    }

    /// The embedding rows.
    pub(super) fn rows(&self) -> &[EmbeddingRow] {
        &self.rows[..EMBEDDING_ROWS]
    }

    /// The embedding rows.
    pub(super) fn rows_mut(&mut self) -> &mut [EmbeddingRow] {
        &mut self.rows[..EMBEDDING_ROWS]
    }

    /// Evaluation for the side to move in units of 1 / [`EVAL_PER_DISC`] disc, within ±62 discs.
    pub(super) fn evaluate<C: Cpu>(
        &self,
        cpu: C,
        own: u64,
        enemy: u64,
        features: &PatternFeatures,
    ) -> i32 {
        self.evaluate_with_moves(cpu, (own, enemy), cpu.moves(own, enemy), features)
    }

    /// The same where the legal moves are known.
    #[inline(always)]
    pub(super) fn evaluate_with_moves<C: Cpu>(
        &self,
        cpu: C,
        (own, enemy): (u64, u64),
        moves: u64,
        features: &PatternFeatures,
    ) -> i32 {
        let head = &self.heads[stage((!(own | enemy)).count_ones() as usize)];
        let active = active_features(cpu, (own, enemy), moves, features);
        let discs = cpu.evaluate(&self.rows, &active, head);
        ((discs * EVAL_PER_DISC as f32) as i32).clamp(-62 * EVAL_PER_DISC, 62 * EVAL_PER_DISC)
    }
}
