//! Cache of static evaluations: the same position is reached by several lines and in every iteration.

#![expect(
    clippy::inline_always,
    reason = "functions with target features do not inline others by themselves"
)]

use crate::Value;

/// Static evaluations of one search thread, the last one for each entry.
pub struct EvaluationCache {
    /// The key of a position with its evaluation; none where the cache is not used.
    entries: Vec<(u64, Value)>,
}

impl EvaluationCache {
    /// An empty cache of so many entries, a power of two, or none.
    pub fn new(entries: usize) -> Self {
        debug_assert!(entries == 0 || entries.is_power_of_two());
        // No evaluation is infinite: this is an empty entry.
        Self { entries: vec![(0, Value::INFINITY); entries] }
    }

    /// The evaluation of the position with that key, if it is there.
    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<Value> {
        let &(stored_key, evaluation) = self.entries.get(self.number(key))?;
        (stored_key == key && evaluation != Value::INFINITY).then_some(evaluation)
    }

    /// Stores the evaluation of the position with that key.
    #[inline(always)]
    pub fn insert(&mut self, key: u64, evaluation: Value) {
        let number = self.number(key);
        if let Some(entry) = self.entries.get_mut(number) {
            *entry = (key, evaluation);
        }
    }

    /// The evaluation of the position with that key, computed if it is not there.
    #[inline]
    pub(crate) fn get_or_insert_with(
        &mut self,
        key: u64,
        evaluate: impl FnOnce() -> Value,
    ) -> Value {
        self.get(key).unwrap_or_else(|| {
            let evaluation = evaluate();
            self.insert(key, evaluation);
            evaluation
        })
    }

    /// Removes all evaluations.
    pub fn clear(&mut self) {
        self.entries.fill((0, Value::INFINITY));
    }

    /// The number of a key's entry.
    #[inline(always)]
    const fn number(&self, key: u64) -> usize {
        // Other bits than those that choose the bucket of the transposition table.
        (key >> 40) as usize & self.entries.len().wrapping_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluation_is_computed_once_until_another_takes_its_place() {
        let mut cache = EvaluationCache::new(1 << 14);
        assert_eq!(cache.get_or_insert_with(0, || Value::estimate(3)), Value::estimate(3));
        assert_eq!(cache.get_or_insert_with(0, || unreachable!()), Value::estimate(3));
        assert_eq!(cache.get_or_insert_with(1, || Value::estimate(5)), Value::estimate(5));
        assert_eq!(cache.get_or_insert_with(0, || Value::estimate(7)), Value::estimate(7));
        let mut unused = EvaluationCache::new(0);
        assert_eq!(unused.get_or_insert_with(0, || Value::estimate(1)), Value::estimate(1));
        assert_eq!(unused.get_or_insert_with(0, || Value::estimate(2)), Value::estimate(2));
    }
}
