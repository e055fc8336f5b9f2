//! Correction history: the mean error of the static evaluation, as searches have found it, for positions that have
//! something in common.

use crate::{Bound, Value};

/// Number of keys that a position has: what it has in common with others.
pub const CORRECTION_KEYS: usize = 2;
/// Entries for each of the keys.
const ENTRIES: usize = 1 << 14;
/// Parts of a point that an entry counts.
const GRAIN: i32 = 256;
/// The largest mean error, and the largest error of one search, in points.
const MEAN_MAX: i32 = 100;
const ERROR_MAX: i32 = 400;
/// Weight of the past in a mean; that of a new error grows with the depth of its search.
const PAST_WEIGHT: i32 = 256;
const ERROR_WEIGHT_MAX: i32 = 16;

/// Key of a set of squares in a given context, such as the side to move: the same set has a
/// different key in each context.
#[inline]
pub const fn correction_key(squares: u64, case: u64) -> u64 {
    squares ^ case.wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// The errors of the static evaluation in one search thread.
pub(crate) struct CorrectionHistory {
    /// Mean errors by key; none where evaluations are not corrected.
    means: Vec<[i16; CORRECTION_KEYS]>,
}

impl CorrectionHistory {
    /// An empty history, or one that corrects nothing.
    pub(crate) fn new(is_used: bool) -> Self {
        Self { means: vec![[0; CORRECTION_KEYS]; if is_used { ENTRIES } else { 0 }] }
    }

    /// The sum of the mean errors for the keys of a position, in points, times `percent`.
    #[inline]
    pub(crate) fn correction(&self, keys: [u64; CORRECTION_KEYS], percent: i32) -> i32 {
        let mean =
            |(number, key)| self.means.get(entry(key)).map_or(0, |means| i32::from(means[number]));
        keys.into_iter().enumerate().map(mean).sum::<i32>() * percent / (100 * GRAIN)
    }

    /// Adds the result of a search. A bound tells of an error only where it excludes the evaluation.
    pub(crate) fn add(
        &mut self,
        keys: [u64; CORRECTION_KEYS],
        evaluation: Value,
        (value, bound): (Value, Bound),
        depth: i32,
    ) {
        let error = value.points() - evaluation.points();
        let is_known = match bound {
            Bound::Exact => true,
            Bound::Lower => error > 0,
            Bound::Upper => error < 0,
        };
        if !is_known || value.is_decided() {
            return;
        }
        let weight = (depth + 1).min(ERROR_WEIGHT_MAX);
        let error = error.clamp(-ERROR_MAX, ERROR_MAX) * GRAIN;
        for (number, key) in keys.into_iter().enumerate() {
            if let Some(means) = self.means.get_mut(entry(key)) {
                let past = i32::from(means[number]) * (PAST_WEIGHT - weight);
                let mean = (past + error * weight) / PAST_WEIGHT;
                means[number] = mean.clamp(-MEAN_MAX * GRAIN, MEAN_MAX * GRAIN) as i16;
            }
        }
    }
}

const _: () = assert!(MEAN_MAX * GRAIN <= i16::MAX as i32);

/// The number of a key's entry: the high bits of a product, which depend on all bits of the key.
#[inline]
fn entry(key: u64) -> usize {
    ((key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - ENTRIES.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: [u64; CORRECTION_KEYS] = [1, 2];

    fn corrected_by(evaluation: i32, value: i32, bound: Bound) -> i32 {
        let mut history = CorrectionHistory::new(true);
        for _ in 0..100 {
            let value = (Value::estimate(value), bound);
            history.add(KEYS, Value::estimate(evaluation), value, 6);
        }
        assert_eq!(history.correction([4, 5], 100), 0, "other positions stay as they are");
        history.correction(KEYS, 100)
    }

    #[test]
    fn evaluations_that_are_too_low_are_raised() {
        assert!(corrected_by(10, 40, Bound::Exact) > 50);
        assert!(corrected_by(10, 40, Bound::Lower) > 50);
        assert!(corrected_by(40, 10, Bound::Upper) < -50);
    }

    #[test]
    fn bounds_that_agree_tell_nothing() {
        assert_eq!(corrected_by(10, 40, Bound::Upper), 0);
        assert_eq!(corrected_by(40, 10, Bound::Lower), 0);
    }

    #[test]
    fn an_unused_history_corrects_nothing() {
        let mut history = CorrectionHistory::new(false);
        history.add(KEYS, Value::ZERO, (Value::estimate(50), Bound::Exact), 6);
        assert_eq!(history.correction(KEYS, 100), 0);
    }
}
