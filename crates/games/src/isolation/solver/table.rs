//! What is known of components, shared by threads without locks.
//!
//! A slot is two words; the first is the key xored with the second, so that a slot torn between two
//! writers matches no key (Hyatt and Mann, ICGA Journal 2002).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Slots that a key may be in: a cache line.
const BUCKET: usize = 4;

/// What is known of the nimber of a component.
#[derive(Clone, Copy, Default)]
pub(super) struct Known(u64);

impl Known {
    const EXACT: u64 = 1 << 38;

    /// The nimber is this.
    pub(super) const fn exactly(nimber: u32) -> Self {
        Self((nimber as u64) << 32 | Self::EXACT)
    }

    /// The nimber is anything but this.
    pub(super) const fn not(nimber: u32) -> Self {
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

    /// Both.
    #[inline]
    const fn and(self, other: Self) -> Self {
        if self.0 & Self::EXACT != 0 {
            self
        } else if other.0 & Self::EXACT != 0 {
            other
        } else {
            Self(self.0 | other.0)
        }
    }
}

/// What is known of components, by their keys.
pub(super) struct Table {
    slots: Vec<[AtomicU64; 2]>,
    buckets: usize,
}

/// How much work a slot holds, above its knowledge.
const WORK: u32 = 40;

impl Table {
    /// A table of at most so many bytes, and at least one bucket.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / (16 * BUCKET)).max(1);
        let slots = (0..buckets * BUCKET).map(|_| [const { AtomicU64::new(0) }; 2]).collect();
        Self { slots, buckets }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.slots.iter_mut().flatten().for_each(|word| *word.get_mut() = 0);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]] {
        let bucket = (u128::from(key) * self.buckets as u128) >> 64;
        let first = bucket as usize * BUCKET;
        &self.slots[first..first + BUCKET]
    }

    /// What is known of the component with this key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Known {
        for [tag, word] in self.bucket(key) {
            let word = word.load(Relaxed);
            if tag.load(Relaxed) ^ word == key {
                return Known(word);
            }
        }
        Known::default()
    }

    /// Adds knowledge that took the search of so many components. What took least gives way.
    pub(super) fn put(&self, key: u64, known: Known, nodes: u64) {
        let work = u64::from((nodes + 1).ilog2());
        let (mut least, mut victim) = (u64::MAX, None);
        for slot in self.bucket(key) {
            let word = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ word == key {
                let both = Known(word).and(known).0 & ((1 << WORK) - 1);
                let word = both | work.max(word >> WORK) << WORK;
                slot[1].store(word, Relaxed);
                slot[0].store(key ^ word, Relaxed);
                return;
            }
            if word >> WORK < least {
                (least, victim) = (word >> WORK, Some(slot));
            }
        }
        if let Some([tag, place]) = victim {
            let word = known.0 | work << WORK;
            place.store(word, Relaxed);
            tag.store(key ^ word, Relaxed);
        }
    }
}
