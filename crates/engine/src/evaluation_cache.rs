//! Cache of static evaluations: the same position is reached by several lines and in every iteration.

use crate::Value;

/// Static evaluations of one search thread, the last one for each entry.
pub(crate) struct EvaluationCache {
    /// The key of a position with its evaluation; none where the cache is not used.
    entries: Vec<(u64, Value)>,
}

impl EvaluationCache {
    /// An empty cache of so many entries, a power of two, or none.
    pub(crate) fn new(entries: usize) -> Self {
        debug_assert!(entries == 0 || entries.is_power_of_two());
        // No evaluation is infinite: this is an empty entry.
        Self { entries: vec![(0, Value::INFINITY); entries] }
    }

    /// The evaluation of the position with that key, computed if it is not there.
    #[inline]
    pub(crate) fn get_or_insert_with(
        &mut self,
        key: u64,
        evaluate: impl FnOnce() -> Value,
    ) -> Value {
        // Other bits than those that choose the bucket of the transposition table.
        let number = (key >> 40) as usize & self.entries.len().wrapping_sub(1);
        let Some(entry) = self.entries.get_mut(number) else { return evaluate() };
        if entry.0 != key || entry.1 == Value::INFINITY {
            *entry = (key, evaluate());
        }
        entry.1
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
