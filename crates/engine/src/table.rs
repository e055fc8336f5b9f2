//! The transposition table: what is known of positions met before, shared by all threads without
//! locks.
//!
//! A slot is two words; the first is the key xored with the second, so that a slot torn between two
//! writers matches no key (Hyatt and Mann, ICGA Journal 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::Value;

/// What a stored value says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// It is at most this.
    Upper,
    /// It is at least this.
    Lower,
    /// It is this.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    /// Its value, with distances counted from the position.
    pub(crate) value: Value,
    /// What the value says.
    pub(crate) bound: Bound,
    /// Whether it is proved, so that no deeper search can change it.
    pub(crate) proved: bool,
    /// How deep it was searched.
    pub(crate) depth: u8,
    /// The number of the best move.
    pub(crate) best: u16,
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

const _: () = assert!(size_of::<Slot>() == 16);

/// Slots that a position may be in.
const WAYS: usize = 4;

pub(crate) struct Table {
    slots: Box<[Slot]>,
    /// Counts searches, so that old results give way; 1 to 31.
    age: AtomicU8,
}

impl Table {
    /// A table of at most that many MiB, at least 64 KiB.
    pub(crate) fn new(mib: usize) -> Self {
        let bytes = (mib << 20).max(1 << 16);
        let count = 1 << (bytes / size_of::<Slot>()).ilog2();
        Self { slots: (0..count).map(|_| Slot::default()).collect(), age: AtomicU8::new(1) }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        for slot in &mut self.slots {
            *slot = Slot::default();
        }
        *self.age.get_mut() = 1;
    }

    /// Begins another search: results of earlier ones stay, but give way first.
    pub(crate) fn next_search(&self) {
        self.age.store(self.age.load(Relaxed) % 31 + 1, Relaxed);
    }

    /// What is known of the position with that key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Known> {
        self.ways(key).iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key).then(|| unpack(data)).flatten()
        })
    }

    /// Keeps what is known, in place of the same position or of the least useful one beside it.
    #[inline]
    pub(crate) fn store(&self, key: u64, known: &Known) {
        let age = self.age.load(Relaxed);
        let worth = |slot: &Slot| {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key {
                return i32::MIN;
            }
            let fresh = data >> 59 == u64::from(age);
            i32::from(depth_of(data)) + 256 * i32::from(fresh)
        };
        if let Some(slot) = self.ways(key).iter().min_by_key(|slot| worth(slot)) {
            let data = pack(known, age);
            slot.data.store(data, Relaxed);
            slot.check.store(key ^ data, Relaxed);
        }
    }

    #[inline]
    fn ways(&self, key: u64) -> &[Slot] {
        let first = key as usize & (self.slots.len() - 1) & !(WAYS - 1);
        &self.slots[first..first + WAYS]
    }
}

/// Value in 32 bits, then the move in 16, the depth in 8, the bound in 2 (0 for an empty slot), the
/// proof in 1, the age in 5.
fn pack(known: &Known, age: u8) -> u64 {
    u64::from(known.value.points() as u32)
        | u64::from(known.best) << 32
        | u64::from(known.depth) << 48
        | (known.bound as u64 + 1) << 56
        | u64::from(known.proved) << 58
        | u64::from(age) << 59
}

fn unpack(data: u64) -> Option<Known> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(Known {
        value: Value::from_points(data as u32 as i32),
        bound,
        proved: data >> 58 & 1 != 0,
        depth: depth_of(data),
        best: (data >> 32) as u16,
    })
}

const fn depth_of(data: u64) -> u8 {
    (data >> 48) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_until_better_things_come() {
        let table = Table::new(0);
        let known = |depth, points| Known {
            value: Value::from_points(points),
            bound: Bound::Lower,
            proved: true,
            depth,
            best: 0xabcd,
        };
        let keys: Vec<u64> = (0..=WAYS as u64).map(|n| n << 40 | 0xc).collect();
        for (depth, &key) in (10..).zip(&keys[..WAYS]) {
            table.store(key, &known(depth, -7));
            assert_eq!(table.probe(key), Some(known(depth, -7)));
        }
        table.store(keys[WAYS], &known(3, 1));
        assert_eq!(table.probe(keys[0]), None, "the shallowest gives way");
        assert_eq!(table.probe(keys[1]), Some(known(11, -7)));
        assert_eq!(table.probe(keys[WAYS]), Some(known(3, 1)));
    }
}
