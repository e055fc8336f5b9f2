//! What is known of the pawns of one side, kept for the next time: a search meets the pawns of one side again with
//! those of the other moved.

use std::cell::RefCell;

use rules::{Bitboard, SplitMix64};

use super::terms::Gathering;

/// Number of entries, a power of two: 4,096 fit the second-level cache of a processor.
const ENTRIES: usize = 1 << 12;

/// A direct-mapped cache of one search thread.
#[derive(Debug, Default)]
pub(super) struct GatheringCache(RefCell<Vec<Gathering>>);

impl GatheringCache {
    /// Forgets everything: what is known depends on the board.
    pub(super) fn clear(&mut self) {
        self.0.get_mut().clear();
    }

    /// What is known of those pawns, from the cache or from `compute`.
    #[inline]
    pub(super) fn get_or_insert_with(
        &self,
        pawns: Bitboard,
        compute: impl FnOnce() -> Gathering,
    ) -> Gathering {
        let mut entries = self.0.borrow_mut();
        if entries.is_empty() {
            entries.resize(ENTRIES, Gathering::NONE);
        }
        let entry = &mut entries[SplitMix64::mix(pawns.0) as usize % ENTRIES];
        if entry.pawns != pawns {
            *entry = compute();
        }
        *entry
    }
}

/// A clone starts empty: every thread fills its own.
impl Clone for GatheringCache {
    fn clone(&self) -> Self {
        Self::default()
    }
}
