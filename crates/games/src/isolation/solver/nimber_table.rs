//! Transposition table of components and their nimbers, shared by threads without locks.
//!
//! An entry is two words; the first is the hash xored with the second, so that an entry torn between two writers
//! matches no hash (Hyatt and Mann, ICGA Journal 2002).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Entries of a bucket: a cache line.
const BUCKET_ENTRIES: usize = 4;

/// Information on the nimber of a component: its value, or values that are excluded.
#[derive(Clone, Copy, Default)]
pub(super) struct NimberInfo(u64);

impl NimberInfo {
    const EXACT: u64 = 1 << 38;

    /// The exact nimber.
    pub(super) const fn exact(nimber: u32) -> Self {
        Self((nimber as u64) << 32 | Self::EXACT)
    }

    /// Any nimber but this; greater ones than 31 are not tracked.
    pub(super) const fn excluding(nimber: u32) -> Self {
        Self(if nimber < 32 { 1 << nimber } else { 0 })
    }

    /// The nimber, if it is known.
    #[inline]
    pub(super) const fn nimber(self) -> Option<u32> {
        if self.0 & Self::EXACT != 0 { Some((self.0 >> 32) as u32 & 63) } else { None }
    }

    /// Whether the nimber is this one, if that is known.
    #[inline]
    pub(super) const fn is(self, nimber: u32) -> Option<bool> {
        match self.nimber() {
            Some(exact) => Some(exact == nimber),
            None if nimber < 32 && self.0 >> nimber & 1 != 0 => Some(false),
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

/// The table.
pub(super) struct NimberTable {
    entries: Vec<[AtomicU64; 2]>,
    buckets: usize,
}

/// Shift of the search cost in the second word, above the information.
const COST_SHIFT: u32 = 40;

impl NimberTable {
    /// A table of at most so many bytes, and at least one bucket.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / (16 * BUCKET_ENTRIES)).max(1);
        let entries =
            (0..buckets * BUCKET_ENTRIES).map(|_| [const { AtomicU64::new(0) }; 2]).collect();
        Self { entries, buckets }
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.entries.iter_mut().flatten().for_each(|word| *word.get_mut() = 0);
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &[[AtomicU64; 2]] {
        let bucket = (u128::from(hash) * self.buckets as u128) >> 64;
        let first = bucket as usize * BUCKET_ENTRIES;
        &self.entries[first..first + BUCKET_ENTRIES]
    }

    /// Information on a component.
    #[inline]
    pub(super) fn probe(&self, hash: u64) -> NimberInfo {
        for [tag, word] in self.bucket(hash) {
            let word = word.load(Relaxed);
            if tag.load(Relaxed) ^ word == hash {
                return NimberInfo(word);
            }
        }
        NimberInfo::default()
    }

    /// Stores information that took so many nodes, merged with that in the table, or in place of the entry that took
    /// the fewest.
    pub(super) fn store(&self, hash: u64, info: NimberInfo, nodes: u64) {
        let cost = u64::from((nodes + 1).ilog2());
        let (mut least, mut victim) = (u64::MAX, None);
        for entry in self.bucket(hash) {
            let word = entry[1].load(Relaxed);
            if entry[0].load(Relaxed) ^ word == hash {
                let both = NimberInfo(word).merged(info).0 & ((1 << COST_SHIFT) - 1);
                let word = both | cost.max(word >> COST_SHIFT) << COST_SHIFT;
                entry[1].store(word, Relaxed);
                entry[0].store(hash ^ word, Relaxed);
                return;
            }
            if word >> COST_SHIFT < least {
                (least, victim) = (word >> COST_SHIFT, Some(entry));
            }
        }
        if let Some([tag, data]) = victim {
            let word = info.0 | cost << COST_SHIFT;
            data.store(word, Relaxed);
            tag.store(hash ^ word, Relaxed);
        }
    }
}
