//! Local transposition table of one thread for the endgame, small enough for the processor's second-level cache.

use super::cpu::Cpu;
use super::transposition_table::{HashMove, SCORE_MAX};

/// Exact bounds of a position and its best move.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct LocalEntry {
    own: u64,
    enemy: u64,
    pub(super) lower: i8,
    pub(super) upper: i8,
    pub(super) best_move: HashMove,
}

impl LocalEntry {
    /// The entry of no position: a board has discs.
    const EMPTY: Self = Self { own: 0, enemy: 0, lower: 0, upper: 0, best_move: HashMove::NONE };
}

const LOCAL_TABLE_BITS: u32 = 12;
const LOCAL_TABLE_ENTRIES: usize = 1 << LOCAL_TABLE_BITS;

/// The table: one entry a bucket, always replaced.
pub(super) struct LocalTable {
    entries: Box<[LocalEntry; LOCAL_TABLE_ENTRIES]>,
}

impl LocalTable {
    /// An empty table.
    pub(super) fn new() -> Self {
        let entries = vec![LocalEntry::EMPTY; LOCAL_TABLE_ENTRIES].into_boxed_slice();
        let Ok(entries) = entries.try_into() else {
            unreachable!("the slice is as long as the array")
        };
        Self { entries }
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.entries.fill(LocalEntry::EMPTY);
    }

    #[inline(always)]
    const fn index(hash: u64) -> usize {
        (hash >> (u64::BITS - LOCAL_TABLE_BITS)) as usize
    }

    /// Prefetches the entry of a hash.
    #[inline(always)]
    pub(super) fn prefetch<C: Cpu>(&self, cpu: C, hash: u64) {
        cpu.prefetch(&raw const self.entries[Self::index(hash)]);
    }

    /// The entry of a position.
    #[inline(always)]
    pub(super) fn probe(&self, hash: u64, own: u64, enemy: u64) -> Option<&LocalEntry> {
        let entry = &self.entries[Self::index(hash)];
        (entry.own == own && entry.enemy == enemy).then_some(entry)
    }

    /// Stores the result of a null window search at `alpha`.
    #[inline(always)]
    pub(super) fn store(
        &mut self,
        hash: u64,
        own: u64,
        enemy: u64,
        alpha: i32,
        score: i32,
        best_move: HashMove,
    ) {
        let entry = &mut self.entries[Self::index(hash)];
        if entry.own != own || entry.enemy != enemy {
            let (lower, upper) = (-(SCORE_MAX as i8), SCORE_MAX as i8);
            *entry = LocalEntry { own, enemy, lower, upper, best_move };
        }
        if score > alpha {
            entry.lower = entry.lower.max(score as i8);
            entry.best_move = best_move;
        } else {
            entry.upper = entry.upper.min(score as i8);
        }
    }
}
