//! Transposition table: results of positions searched before, shared by all threads without locks.
//!
//! A slot is two words; the first is the key xored with the second, so that a slot torn between two
//! writers matches no key (Hyatt and Mann, ICGA Journal 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::{CACHE_LINE_WORDS, CacheLines, Value};

/// Relation of a search value to the minimax value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
pub enum Bound {
    /// The minimax value is at most this (fail low).
    #[cfg_attr(feature = "serde", serde(rename = "at-most"))]
    Upper,
    /// The minimax value is at least this (fail high).
    #[cfg_attr(feature = "serde", serde(rename = "at-least"))]
    Lower,
    /// The minimax value.
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "exact"))]
    Exact,
}

/// Stored result of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TtEntry {
    /// The value, with distances to the end counted from the position.
    pub(crate) value: Value,
    pub(crate) bound: Bound,
    /// Whether the value is proved, so that no deeper search can change it.
    pub(crate) proved: bool,
    /// Search depth, in plies.
    pub(crate) depth: u8,
    /// The best move as its number: the hash move of the next search.
    pub(crate) best_move: u16,
}

/// The two words of a slot: the check, and the entry.
const SLOT_WORDS: usize = 2;
/// Slots in a bucket, which is a cache line: those that a position may be stored in.
const BUCKET_SLOTS: usize = CACHE_LINE_WORDS / SLOT_WORDS;
/// Generations before they start again from 1.
const GENERATIONS: u8 = 31;

pub(crate) struct TranspositionTable {
    buckets: CacheLines,
    /// Number of the current search, 1 to [`GENERATIONS`]: entries of earlier ones are replaced first.
    generation: AtomicU8,
}

impl TranspositionTable {
    /// A table of at most that many MiB, at least 64 KiB; a smaller one where there is no memory for it.
    pub(crate) fn new(mib: usize) -> Self {
        let bytes = (mib << 20).max(1 << 16);
        let count = 1 << (bytes / size_of::<[u64; CACHE_LINE_WORDS]>()).ilog2();
        Self { buckets: CacheLines::new(count), generation: AtomicU8::new(1) }
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        self.buckets.clear();
        *self.generation.get_mut() = 1;
    }

    /// Begins another search: entries of earlier ones stay, but are replaced first.
    pub(crate) fn next_search(&self) {
        self.generation.store(self.generation.load(Relaxed) % GENERATIONS + 1, Relaxed);
    }

    /// Brings the bucket of a key into the processor's cache.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        self.buckets.prefetch(self.bucket_number(key));
    }

    /// The entry of the position with that key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<TtEntry> {
        self.slots(key).find_map(|[check, data]| {
            let data = data.load(Relaxed);
            (check.load(Relaxed) ^ data == key).then(|| unpack(data)).flatten()
        })
    }

    /// Stores an entry in place of the same position or of the least valuable entry of its bucket.
    #[inline]
    pub(crate) fn store(&self, key: u64, entry: &TtEntry) {
        let generation = self.generation.load(Relaxed);
        let replacement_value = |[check, data]: &&[AtomicU64; SLOT_WORDS]| {
            let data = data.load(Relaxed);
            if check.load(Relaxed) ^ data == key {
                return i32::MIN;
            }
            let is_current = data >> 59 == u64::from(generation);
            i32::from(depth_of(data)) + 256 * i32::from(is_current)
        };
        if let Some([check, slot]) = self.slots(key).min_by_key(replacement_value) {
            let data = pack(entry, generation);
            slot.store(data, Relaxed);
            check.store(key ^ data, Relaxed);
        }
    }

    #[inline]
    fn bucket_number(&self, key: u64) -> usize {
        (key as usize / BUCKET_SLOTS) & (self.buckets.len() - 1)
    }

    /// The slots of a key's bucket.
    #[inline]
    fn slots(&self, key: u64) -> impl Iterator<Item = &[AtomicU64; SLOT_WORDS]> {
        self.buckets.line(self.bucket_number(key)).as_chunks().0.iter()
    }
}

/// Value in 32 bits, then the move in 16, the depth in 8, the bound in 2 (0 for an empty slot), the
/// proof in 1, the generation in 5.
#[inline]
fn pack(entry: &TtEntry, generation: u8) -> u64 {
    u64::from(entry.value.points() as u32)
        | u64::from(entry.best_move) << 32
        | u64::from(entry.depth) << 48
        | (entry.bound as u64 + 1) << 56
        | u64::from(entry.proved) << 58
        | u64::from(generation) << 59
}

#[inline]
fn unpack(data: u64) -> Option<TtEntry> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(TtEntry {
        value: Value::from_points(data as u32 as i32),
        bound,
        proved: data >> 58 & 1 != 0,
        depth: depth_of(data),
        best_move: (data >> 32) as u16,
    })
}

#[inline]
const fn depth_of(data: u64) -> u8 {
    (data >> 48) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_until_deeper_ones_replace_them() {
        let table = TranspositionTable::new(0);
        let entry = |depth, points| TtEntry {
            value: Value::from_points(points),
            bound: Bound::Lower,
            proved: true,
            depth,
            best_move: 0xabcd,
        };
        let keys: Vec<u64> = (0..=BUCKET_SLOTS as u64).map(|n| n << 40 | 0xc).collect();
        for (depth, &key) in (10..).zip(&keys[..BUCKET_SLOTS]) {
            table.store(key, &entry(depth, -7));
            assert_eq!(table.probe(key), Some(entry(depth, -7)));
        }
        table.store(keys[BUCKET_SLOTS], &entry(3, 1));
        assert_eq!(table.probe(keys[0]), None, "the shallowest is replaced");
        assert_eq!(table.probe(keys[1]), Some(entry(11, -7)));
        assert_eq!(table.probe(keys[BUCKET_SLOTS]), Some(entry(3, 1)));
    }
}
