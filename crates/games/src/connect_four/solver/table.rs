//! What the search remembers: a large table that threads share, and a small one of each thread's own.
//!
//! A key has 49 bits. A reversible mix of it gives the place from its highest bits, and the entry
//! holds the lowest 46, so a position is never taken for another.

use std::sync::atomic::Ordering::Relaxed;

use crate::huge_pages::{CACHE_LINE_WORDS, CacheLines};

const TAG_BITS: u32 = 46;
const SCORE_BITS: u32 = 6;
const SCORE_MASK: u64 = (1 << SCORE_BITS) - 1;
const WORK_MASK: u64 = 63;
const TAG_SHIFT: u32 = u64::BITS - TAG_BITS;
/// More than any score.
const BEYOND: i32 = 22;

/// What is known of a score: it is not below `low` and not above `high`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Bounds {
    /// The least that it can be.
    pub low: i32,
    /// The most that it can be.
    pub high: i32,
}

impl Bounds {
    /// Nothing is known.
    pub const NONE: Self = Self { low: -BEYOND, high: BEYOND };

    /// It is this.
    pub(super) const fn exactly(score: i32) -> Self {
        Self { low: score, high: score }
    }

    /// The same for the other side.
    #[inline(always)]
    pub(super) const fn flipped(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    /// What both say.
    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// What they say of a goal: a lower bound if it is reached, an upper one if it is not.
    #[inline(always)]
    pub(super) fn answer(self, goal: i32) -> Option<i32> {
        if self.low >= goal { Some(self.low) } else { (self.high < goal).then_some(self.high) }
    }

    /// An entry without bounds is zero, so that an empty one says nothing, whatever its tag.
    #[inline(always)]
    const fn packed(self) -> u64 {
        ((self.low + BEYOND) as u64) << SCORE_BITS | (BEYOND - self.high) as u64
    }

    #[inline(always)]
    const fn unpacked(entry: u64) -> Self {
        let low = (entry >> SCORE_BITS & SCORE_MASK) as i32 - BEYOND;
        let high = BEYOND - (entry & SCORE_MASK) as i32;
        Self { low, high }
    }
}

/// Mixes a key of 49 bits into the highest 49 of a word, reversibly.
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

/// Where something is remembered.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// In the table.
    Table { bucket: u32, tag: u64 },
    /// In the cache.
    Cache { slot: u32, tag: u64 },
    /// Nowhere: to find out again is as quick.
    Nowhere,
}

impl Place {
    /// The tag of a position in the table.
    #[inline(always)]
    pub(super) const fn tag(self) -> Option<u64> {
        match self {
            Self::Table { tag, .. } => Some(tag),
            Self::Cache { .. } | Self::Nowhere => None,
        }
    }
}

/// The table that threads share. Entries are single words, read and written whole.
pub(super) struct Table {
    buckets: CacheLines,
}

impl Table {
    /// An empty table of so many MiB.
    pub(super) fn new(mebibytes: usize) -> Self {
        let buckets = (mebibytes.max(1) << 20) / (CACHE_LINE_WORDS * size_of::<u64>());
        Self { buckets: CacheLines::new(buckets.min(u32::MAX as usize)) }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.clear();
    }

    /// The place of a key.
    #[inline(always)]
    pub(super) fn place(&self, key: u64) -> Place {
        let mixed = mixed(key);
        let bucket = ((u128::from(mixed) * self.buckets.len() as u128) >> 64) as u32;
        Place::Table { bucket, tag: tag(mixed) }
    }

    /// What is known of the position with that tag.
    #[inline(always)]
    pub(super) fn read(&self, bucket: u32, tag: u64) -> Bounds {
        for entry in self.buckets.line(bucket as usize) {
            let entry = entry.load(Relaxed);
            if has_tag(entry, tag) {
                return Bounds::unpacked(entry);
            }
        }
        Bounds::NONE
    }

    /// Remembers what was found by visiting `work` positions, in place of what took the least work.
    #[inline(always)]
    pub(super) fn write(&self, bucket: u32, tag: u64, bounds: Bounds, work: u64) {
        let entries = self.buckets.line(bucket as usize);
        let mut least = (u64::MAX, 0);
        for (way, entry) in entries.iter().enumerate() {
            let entry = entry.load(Relaxed);
            if entry == 0 || has_tag(entry, tag) {
                least.1 = way;
                break;
            }
            least = least.min((entry >> (2 * SCORE_BITS) & WORK_MASK, way));
        }
        let work = u64::from(work.ilog2()) << (2 * SCORE_BITS);
        entries[least.1].store(tag | work | bounds.packed(), Relaxed);
    }
}

const CACHE_BITS: u32 = 15;

/// The cache of one thread: small enough for the second level of the processor's own.
pub(super) struct Cache {
    entries: Box<[u64; 1 << CACHE_BITS]>,
}

impl Cache {
    pub(super) fn new() -> Self {
        let entries = vec![0; 1 << CACHE_BITS].into_boxed_slice();
        Self { entries: entries.try_into().expect("it has that length") }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries.fill(0);
    }

    /// The place of a key.
    #[inline(always)]
    pub(super) const fn place(key: u64) -> Place {
        let mixed = mixed(key);
        Place::Cache { slot: (mixed >> (u64::BITS - CACHE_BITS)) as u32, tag: tag(mixed) }
    }

    /// What is known of the position with that tag.
    #[inline(always)]
    pub(super) fn read(&self, slot: u32, tag: u64) -> Bounds {
        let entry = self.entries[slot as usize % (1 << CACHE_BITS)];
        if has_tag(entry, tag) { Bounds::unpacked(entry) } else { Bounds::NONE }
    }

    /// Remembers what was found.
    #[inline(always)]
    pub(super) fn write(&mut self, slot: u32, tag: u64, bounds: Bounds) {
        self.entries[slot as usize % (1 << CACHE_BITS)] = tag | bounds.packed();
    }
}
