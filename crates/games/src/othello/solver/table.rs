//! What the search remembers: a table that threads share, and a small one of each thread's own for
//! positions near the end. Both keep whole boards, so a position is never taken for another.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::cpu::Cpu;
use crate::memory::{LINE, Lines};

/// A square that is none.
pub(super) const NO_SQUARE: u8 = 64;

/// What is known of a position: its score is neither below `low` nor above `high`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) low: i8,
    pub(super) high: i8,
    /// The best squares known, the better first.
    pub(super) squares: [u8; 2],
    /// How deep it was searched, and how surely.
    pub(super) depth: u8,
    pub(super) surety: u8,
    /// The binary logarithm of the work it took.
    work: u8,
    /// The search it comes from.
    age: u8,
}

impl Known {
    /// Nothing is known.
    pub(super) const NOTHING: Self =
        Self { low: -64, high: 64, squares: [NO_SQUARE; 2], depth: 0, surety: 0, work: 0, age: 0 };

    /// Whether the side to move gets more than `alpha`, if that is known deeply and surely enough: a bound.
    #[inline(always)]
    pub(super) fn answer(self, surety: u8, depth: u32, alpha: i32) -> Option<i32> {
        let (low, high) = (i32::from(self.low), i32::from(self.high));
        if u32::from(self.depth) < depth || self.surety < surety {
            None
        } else if high <= alpha {
            Some(high)
        } else {
            (low > alpha).then_some(low)
        }
    }

    const fn packed(self) -> u64 {
        u64::from_le_bytes([
            self.low as u8,
            self.high as u8,
            self.squares[0],
            self.squares[1],
            self.depth,
            self.surety,
            self.work,
            self.age,
        ])
    }

    const fn unpacked(word: u64) -> Self {
        let [low, high, first, second, depth, surety, work, age] = word.to_le_bytes();
        let squares = [first, second];
        Self { low: low as i8, high: high as i8, squares, depth, surety, work, age }
    }
}

/// What a search of a position has found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) score: i32,
    pub(super) square: u8,
    pub(super) depth: u8,
    pub(super) surety: u8,
    pub(super) work: u64,
}

/// Words of an entry: the board, mixed with what is known, and what is known. A reader that meets a
/// half-written entry takes it for another position.
const WORDS: usize = 3;
/// Entries that share a cache line.
const WAYS: usize = 2;

/// The table that threads share.
pub(super) struct Table {
    buckets: Lines,
    shift: u32,
    age: u8,
}

/// The hash of a board, whose highest bits are the best.
#[inline(always)]
pub(super) const fn hash(own: u64, enemy: u64) -> u64 {
    let mixed = own
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .wrapping_add(enemy.wrapping_mul(0xC2B2_AE3D_27D4_EB4F));
    (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

impl Table {
    /// An empty table of at most so many MiB.
    pub(super) fn new(mebibytes: usize) -> Self {
        let bits = ((mebibytes.max(1) << 20) / (LINE * size_of::<u64>())).ilog2();
        Self { buckets: Lines::new(1 << bits), shift: u64::BITS - bits, age: 1 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.clear();
        self.age = 1;
    }

    /// Lets entries of earlier searches be replaced first.
    pub(super) const fn next_search(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline(always)]
    fn bucket(&self, hash: u64) -> &[AtomicU64; LINE] {
        self.buckets.line((hash >> self.shift) as usize)
    }

    /// Asks for the place of a hash ahead of its use.
    #[inline(always)]
    pub(super) fn prefetch<C: Cpu>(&self, cpu: C, hash: u64) {
        cpu.prefetch(self.bucket(hash));
    }

    /// What is known of a position.
    #[inline(always)]
    pub(super) fn read(&self, hash: u64, own: u64, enemy: u64) -> Option<Known> {
        let bucket = self.bucket(hash);
        for way in 0..WAYS {
            let entry = &bucket[way * WORDS..(way + 1) * WORDS];
            let word = entry[2].load(Relaxed);
            if entry[0].load(Relaxed) ^ word == own && entry[1].load(Relaxed) ^ word == enemy {
                return (word != 0).then(|| Known::unpacked(word));
            }
        }
        None
    }

    /// Adds to what is known of a position.
    #[inline(always)]
    pub(super) fn write(&self, hash: u64, own: u64, enemy: u64, finding: Finding) {
        let bucket = self.bucket(hash);
        let work = u64::BITS - finding.work.leading_zeros();
        let mut chosen = (u32::MAX, 0);
        for way in 0..WAYS {
            let entry = &bucket[way * WORDS..(way + 1) * WORDS];
            let word = entry[2].load(Relaxed);
            let old = Known::unpacked(word);
            if entry[0].load(Relaxed) ^ word == own && entry[1].load(Relaxed) ^ word == enemy {
                let (was, is) = ((old.depth, old.surety), (finding.depth, finding.surety));
                // A glance is not worth what a deeper search found.
                if was > is {
                    return;
                }
                let known =
                    if was == is { old } else { Known { squares: old.squares, ..Known::NOTHING } };
                self.put(entry, own, enemy, joined(known, finding, work as u8));
                return;
            }
            // Little work and old age go first.
            let worth = if word == 0 {
                0
            } else {
                1 + u32::from(old.work) + if old.age == self.age { 64 } else { 0 }
            };
            if worth < chosen.0 {
                chosen = (worth, way);
            }
        }
        let entry = &bucket[chosen.1 * WORDS..(chosen.1 + 1) * WORDS];
        self.put(entry, own, enemy, joined(Known::NOTHING, finding, work as u8));
    }

    #[inline(always)]
    fn put(&self, entry: &[AtomicU64], own: u64, enemy: u64, known: Known) {
        let word = Known { age: self.age, ..known }.packed();
        entry[0].store(own ^ word, Relaxed);
        entry[1].store(enemy ^ word, Relaxed);
        entry[2].store(word, Relaxed);
    }
}

#[inline(always)]
fn joined(mut known: Known, finding: Finding, work: u8) -> Known {
    let score = finding.score as i8;
    if finding.score > finding.alpha && score > known.low {
        known.low = score;
    }
    if finding.score < finding.beta && score < known.high {
        known.high = score;
    }
    // What threads found at the same time may disagree where the search is selective.
    if known.low > known.high {
        (known.low, known.high) = (-64, 64);
    }
    if finding.square != NO_SQUARE && known.squares[0] != finding.square {
        known.squares = [finding.square, known.squares[0]];
    }
    Known { depth: finding.depth, surety: finding.surety, work: work.max(known.work), ..known }
}

/// An entry of the small table.
#[derive(Clone, Copy, Default)]
#[repr(align(32))]
struct Near {
    own: u64,
    enemy: u64,
    low: i8,
    high: i8,
    square: u8,
}

const NEAR_BITS: u32 = 12;

/// The small table of one thread, for exact bounds: it fits into the second level of the processor's
/// own cache.
pub(super) struct NearTable {
    entries: Box<[Near]>,
}

impl NearTable {
    /// An empty table.
    pub(super) fn new() -> Self {
        Self { entries: vec![Near::default(); 1 << NEAR_BITS].into_boxed_slice() }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries.fill(Near::default());
    }

    /// Asks for the place of a hash ahead of its use.
    #[inline(always)]
    pub(super) fn prefetch<C: Cpu>(&self, cpu: C, hash: u64) {
        cpu.prefetch(&raw const self.entries[(hash >> (u64::BITS - NEAR_BITS)) as usize]);
    }

    /// Bounds and the best square, if they are known.
    #[inline(always)]
    pub(super) fn read(&self, hash: u64, own: u64, enemy: u64) -> Option<(i32, i32, u8)> {
        let entry = &self.entries[(hash >> (u64::BITS - NEAR_BITS)) as usize];
        (entry.own == own && entry.enemy == enemy)
            .then(|| (i32::from(entry.low), i32::from(entry.high), entry.square))
    }

    /// Remembers that the score is above `alpha`, or not.
    #[inline(always)]
    pub(super) fn write(
        &mut self,
        hash: u64,
        own: u64,
        enemy: u64,
        alpha: i32,
        score: i32,
        square: u8,
    ) {
        let entry = &mut self.entries[(hash >> (u64::BITS - NEAR_BITS)) as usize];
        if entry.own != own || entry.enemy != enemy {
            *entry = Near { own, enemy, low: -64, high: 64, square };
        }
        if score > alpha {
            entry.low = entry.low.max(score as i8);
            entry.square = square;
        } else {
            entry.high = entry.high.min(score as i8);
        }
    }
}
