//! Currently-searching table of simplified ABDADA (Tom Kerrigan,
//! <https://www.chessprogramming.org/ABDADA>): threads that search the same tree defer the moves that another
//! thread is searching, until its result may be in the transposition table.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const TABLE_BITS: u32 = 12;

/// Nodes that some thread is searching, by hash. Collisions and races make it wrong now and then, which costs
/// time only.
pub(crate) struct CurrentlySearching {
    slots: Box<[AtomicU64]>,
}

impl CurrentlySearching {
    pub(crate) fn new() -> Self {
        Self { slots: (0..1 << TABLE_BITS).map(|_| AtomicU64::new(0)).collect() }
    }

    #[inline]
    fn slot(&self, hash: u64) -> &AtomicU64 {
        &self.slots[(hash >> (u64::BITS - TABLE_BITS)) as usize]
    }

    /// Whether some thread is searching the node, so that its move should be deferred.
    #[inline]
    pub(crate) fn contains(&self, hash: u64) -> bool {
        self.slot(hash).load(Relaxed) == hash
    }

    /// Marks the start of a node's search.
    #[inline]
    pub(crate) fn start(&self, hash: u64) {
        self.slot(hash).store(hash, Relaxed);
    }

    /// Marks the end of a node's search.
    #[inline]
    pub(crate) fn finish(&self, hash: u64) {
        let _ = self.slot(hash).compare_exchange(hash, 0, Relaxed, Relaxed);
    }
}
