//! Transposition table that threads share, and the small local table of each thread.
//!
//! A key has 49 bits. A bijective mix of it gives the bucket from its highest bits, and the entry holds the lowest
//! 46 as a tag, so positions never collide.

use std::sync::atomic::Ordering::Relaxed;

use super::score_bounds::{SCORE_BITS, ScoreBounds};
use engine::{CACHE_LINE_WORDS, CacheLines};

const TAG_BITS: u32 = 46;
const COST_MASK: u64 = 63;
const TAG_SHIFT: u32 = u64::BITS - TAG_BITS;
/// Bijective mix of a key of 49 bits into the highest 49 of a word.
#[inline(always)]
const fn mixed(key: u64) -> u64 {
    (key ^ key >> 23).wrapping_mul(0x9E37_79B9_7F4A_7C15) << 15
}

#[inline(always)]
const fn tag(mixed: u64) -> u64 {
    mixed >> 15 << TAG_SHIFT
}

#[inline(always)]
const fn has_tag(entry: u64, tag: u64) -> bool {
    (entry ^ tag) >> TAG_SHIFT == 0
}

/// Slot of a position: which table is responsible for it, and where.
#[derive(Clone, Copy, Debug)]
pub(super) enum TtSlot {
    /// In the shared table.
    Shared { bucket: u32, tag: u64 },
    /// In the local table.
    Local { index: u32, tag: u64 },
    /// In no table: another search is as quick as a probe.
    Untabled,
}

impl TtSlot {
    /// Tag of a position in the shared table.
    #[inline(always)]
    pub(super) const fn tag(self) -> Option<u64> {
        match self {
            Self::Shared { tag, .. } => Some(tag),
            Self::Local { .. } | Self::Untabled => None,
        }
    }
}

/// Most buckets that are noted one by one; to zero more of them takes as long as to zero a table of some size.
const WRITTEN_BUCKETS_MAX: usize = 1 << 14;

/// Buckets that a thread has stored into: a table after a short search is cleared quickly.
#[derive(Default)]
pub(super) struct WrittenBuckets {
    buckets: Vec<u32>,
    /// Whether there are more than those noted.
    overflowed: bool,
}

impl WrittenBuckets {
    #[inline(always)]
    pub(super) fn push(&mut self, bucket: u32) {
        if self.overflowed {
            return;
        }
        if self.buckets.len() < WRITTEN_BUCKETS_MAX {
            self.buckets.push(bucket);
        } else {
            self.overflowed = true;
        }
    }
}

/// Most buckets for short searches: half a MiB, which the processor's caches hold and which is touched quickly.
const SHORT_SEARCH_MAX_BUCKETS: usize = 1 << 13;

/// Which buckets of the shared table a search uses. No bucket is for both, so the tags stay unique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableRegion {
    /// The first few, for short searches.
    Short,
    Long,
}

/// The shared table. Entries are single words, read and written atomically.
pub(super) struct TranspositionTable {
    buckets: CacheLines,
    /// Buckets for short searches.
    short: usize,
}

impl TranspositionTable {
    /// An empty table of so many MiB.
    pub(super) fn new(mebibytes: usize) -> Self {
        let buckets = (mebibytes.max(1) << 20) / (CACHE_LINE_WORDS * size_of::<u64>());
        let buckets = CacheLines::new(buckets.min(u32::MAX as usize));
        let short = (buckets.len() / 4).min(SHORT_SEARCH_MAX_BUCKETS);
        Self { buckets, short }
    }

    /// Removes all entries.
    pub(super) fn clear_all(&mut self) {
        self.buckets.clear();
    }

    /// Removes the entries that a thread has stored, as far as it has noted where; else all.
    pub(super) fn clear(&mut self, written: &mut WrittenBuckets) {
        if written.overflowed {
            self.clear_all();
        } else {
            for &bucket in &written.buckets {
                self.buckets.clear_line(bucket as usize);
            }
        }
        *written = WrittenBuckets::default();
    }

    /// Slot of a key.
    #[inline(always)]
    pub(super) fn slot(&self, key: u64, region: TableRegion) -> TtSlot {
        let mixed = mixed(key);
        let (first, count) = match region {
            TableRegion::Short => (0, self.short),
            TableRegion::Long => (self.short, self.buckets.len() - self.short),
        };
        let bucket = first as u32 + ((u128::from(mixed) * count as u128) >> 64) as u32;
        TtSlot::Shared { bucket, tag: tag(mixed) }
    }

    /// Brings the bucket of a slot into the processor's cache.
    #[inline(always)]
    pub(super) fn prefetch(&self, slot: TtSlot) {
        if let TtSlot::Shared { bucket, .. } = slot {
            self.buckets.prefetch(bucket as usize);
        }
    }

    /// Bounds of a position; unknown if there is no entry.
    #[inline(always)]
    pub(super) fn probe(&self, bucket: u32, tag: u64) -> ScoreBounds {
        for entry in self.buckets.line(bucket as usize) {
            let entry = entry.load(Relaxed);
            if has_tag(entry, tag) {
                return ScoreBounds::unpacked(entry);
            }
        }
        ScoreBounds::UNKNOWN
    }

    /// Stores bounds that took so many nodes, in place of the entry that took the fewest.
    #[inline(always)]
    pub(super) fn store(&self, bucket: u32, tag: u64, bounds: ScoreBounds, nodes: u64) {
        let entries = self.buckets.line(bucket as usize);
        let mut victim = (u64::MAX, 0);
        for (index, entry) in entries.iter().enumerate() {
            let entry = entry.load(Relaxed);
            if entry == 0 || has_tag(entry, tag) {
                victim.1 = index;
                break;
            }
            victim = victim.min((entry >> (2 * SCORE_BITS) & COST_MASK, index));
        }
        let cost = u64::from(nodes.ilog2()) << (2 * SCORE_BITS);
        entries[victim.1].store(tag | cost | bounds.packed(), Relaxed);
    }
}

const LOCAL_TABLE_BITS: u32 = 15;

/// Local table of one thread: small enough for the processor's second-level cache.
pub(super) struct LocalTable {
    entries: Box<[u64; 1 << LOCAL_TABLE_BITS]>,
}

impl LocalTable {
    pub(super) fn new() -> Self {
        let entries = vec![0; 1 << LOCAL_TABLE_BITS].into_boxed_slice();
        Self { entries: entries.try_into().expect("it has that length") }
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.entries.fill(0);
    }

    /// Slot of a key.
    #[inline(always)]
    pub(super) const fn slot(key: u64) -> TtSlot {
        let mixed = mixed(key);
        TtSlot::Local { index: (mixed >> (u64::BITS - LOCAL_TABLE_BITS)) as u32, tag: tag(mixed) }
    }

    /// Bounds of a position; unknown if there is no entry.
    #[inline(always)]
    pub(super) fn probe(&self, index: u32, tag: u64) -> ScoreBounds {
        let entry = self.entries[index as usize % (1 << LOCAL_TABLE_BITS)];
        if has_tag(entry, tag) { ScoreBounds::unpacked(entry) } else { ScoreBounds::UNKNOWN }
    }

    /// Stores bounds, always replacing.
    #[inline(always)]
    pub(super) fn store(&mut self, index: u32, tag: u64, bounds: ScoreBounds) {
        self.entries[index as usize % (1 << LOCAL_TABLE_BITS)] = tag | bounds.packed();
    }
}
