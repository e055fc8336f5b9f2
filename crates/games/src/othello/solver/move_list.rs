//! Scored moves of a node, picked best first.

use arrayvec::ArrayVec;

/// Most moves of a position.
const CAPACITY: usize = 34;

/// A move with its flipped discs and its score for move ordering.
#[derive(Clone, Copy)]
pub(super) struct ScoredMove {
    pub(super) square: u8,
    pub(super) score: i32,
    pub(super) flips: u64,
}

/// List of moves from which the best is taken one by one (selection sort: after a cutoff the rest stays
/// unsorted).
pub(super) struct MoveList(ArrayVec<ScoredMove, CAPACITY>);

impl MoveList {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self(ArrayVec::new_const())
    }

    #[inline(always)]
    pub(super) fn push(&mut self, scored: ScoredMove) {
        self.0.push(scored);
    }

    #[inline(always)]
    pub(super) fn as_mut_slice(&mut self) -> &mut [ScoredMove] {
        &mut self.0
    }

    /// Squares and flips of all moves.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = (u8, u64)> {
        self.0.iter().map(|scored| (scored.square, scored.flips))
    }

    /// Removes the move with the highest score.
    #[inline(always)]
    pub(super) fn take_best(&mut self) -> Option<ScoredMove> {
        let (mut best, mut at) = (i32::MIN, 0);
        for (index, scored) in self.0.iter().enumerate() {
            if scored.score > best {
                (best, at) = (scored.score, index);
            }
        }
        self.0.swap_pop(at)
    }
}
