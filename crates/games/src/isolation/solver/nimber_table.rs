//! Transposition table of components and their nimbers, shared by threads without locks.
//!
//! An entry is one word, so that no thread reads half of it: 48 bits of the hash, 4 bits of search cost and 12 bits
//! of information. The other bits of the hash choose the bucket.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use engine::{CACHE_LINE_WORDS, CacheLines};

/// Information on the nimber of a component: its value, or values that are excluded.
#[derive(Clone, Copy, Default)]
pub(super) struct NimberInfo(u64);

impl NimberInfo {
    const EXACT: u64 = 1 << 11;
    const MASK: u64 = (1 << 12) - 1;
    /// Nimbers below this can be excluded; greater ones are hardly ever asked for.
    const EXCLUDABLE: u32 = 11;

    /// The exact nimber.
    pub(super) const fn exact(nimber: u32) -> Self {
        Self(nimber as u64 | Self::EXACT)
    }

    /// Any nimber but this.
    pub(super) const fn excluding(nimber: u32) -> Self {
        Self(if nimber < Self::EXCLUDABLE { 1 << nimber } else { 0 })
    }

    /// The nimber, if it is known.
    #[inline]
    pub(super) const fn nimber(self) -> Option<u32> {
        if self.0 & Self::EXACT != 0 { Some(self.0 as u32 & 63) } else { None }
    }

    /// Whether the nimber is this one, if that is known.
    #[inline]
    pub(super) const fn is(self, nimber: u32) -> Option<bool> {
        match self.nimber() {
            Some(exact) => Some(exact == nimber),
            None if nimber < Self::EXCLUDABLE && self.0 >> nimber & 1 != 0 => Some(false),
            None => None,
        }
    }

    /// Union of the information.
    #[inline]
    const fn merged(self, other: Self) -> Self {
        if self.0 & Self::EXACT != 0 {
            self
        } else if other.0 & Self::EXACT != 0 {
            other
        } else {
            Self(self.0 | other.0)
        }
    }
}

/// Shift of the search cost in an entry, above the information.
const COST_SHIFT: u32 = 12;
const COST_MAX: u64 = 15;
/// Shift of the hash in an entry, above the cost.
const HASH_SHIFT: u32 = 16;

/// The table. A bucket is a cache line.
pub(super) struct NimberTable {
    buckets: CacheLines,
}

impl NimberTable {
    /// A table of at most so many bytes, and at least one bucket.
    pub(super) fn new(bytes: usize) -> Self {
        Self { buckets: CacheLines::new((bytes / (8 * CACHE_LINE_WORDS)).max(1)) }
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.buckets.clear();
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &[AtomicU64; CACHE_LINE_WORDS] {
        let index = (u128::from(hash) * self.buckets.len() as u128) >> 64;
        self.buckets.line(index as usize)
    }

    /// Information on a component.
    #[inline]
    pub(super) fn probe(&self, hash: u64) -> NimberInfo {
        let words = self.bucket(hash).iter().map(|entry| entry.load(Relaxed));
        let found = words.into_iter().find(|&word| is_of(word, hash));
        NimberInfo(found.unwrap_or(0) & NimberInfo::MASK)
    }

    /// Stores information that took so many nodes, merged with that in the table, or in place of the entry that took
    /// the fewest.
    pub(super) fn store(&self, hash: u64, info: NimberInfo, nodes: u64) {
        // An empty entry has no cost.
        let cost = (u64::from((nodes + 1).ilog2()) / 2 + 1).min(COST_MAX);
        let word = |info: NimberInfo, cost| hash << HASH_SHIFT | cost << COST_SHIFT | info.0;
        let (mut least, mut victim) = (u64::MAX, None);
        for entry in self.bucket(hash) {
            let old = entry.load(Relaxed);
            let old_cost = old >> COST_SHIFT & COST_MAX;
            if is_of(old, hash) {
                let both = NimberInfo(old & NimberInfo::MASK).merged(info);
                return entry.store(word(both, cost.max(old_cost)), Relaxed);
            }
            if old_cost < least {
                (least, victim) = (old_cost, Some(entry));
            }
        }
        if let Some(entry) = victim {
            entry.store(word(info, cost), Relaxed);
        }
    }
}

/// Whether an entry is that of a component.
#[inline]
const fn is_of(entry: u64, hash: u64) -> bool {
    entry >> HASH_SHIFT == hash & u64::MAX >> HASH_SHIFT
}
