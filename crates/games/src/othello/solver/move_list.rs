//! Scored moves of a node, picked best first.

/// A move with its flipped discs and its score for move ordering.
#[derive(Clone, Copy)]
pub(super) struct ScoredMove {
    pub(super) square: u8,
    pub(super) score: i32,
    pub(super) flips: u64,
}

/// List of moves from which the best is taken one by one (selection sort: after a cutoff the rest stays
/// unsorted).
pub(super) struct MoveList<const CAPACITY: usize = 34> {
    moves: [ScoredMove; CAPACITY],
    len: usize,
}

impl<const CAPACITY: usize> MoveList<CAPACITY> {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self { moves: [ScoredMove { square: 0, score: 0, flips: 0 }; CAPACITY], len: 0 }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, scored: ScoredMove) {
        if let Some(slot) = self.moves.get_mut(self.len) {
            *slot = scored;
            self.len += 1;
        }
    }

    #[inline(always)]
    pub(super) fn as_mut_slice(&mut self) -> &mut [ScoredMove] {
        &mut self.moves[..self.len]
    }

    /// Removes the move with the highest score.
    #[inline(always)]
    pub(super) fn take_best(&mut self) -> Option<ScoredMove> {
        let (mut best, mut at) = (i32::MIN, self.len);
        for (index, scored) in self.moves[..self.len].iter().enumerate() {
            if scored.score > best {
                (best, at) = (scored.score, index);
            }
        }
        let taken = *self.moves[..self.len].get(at)?;
        self.len -= 1;
        self.moves[at] = self.moves[self.len];
        Some(taken)
    }
}
