//! Scored moves of a node, picked best first.

/// Most moves of a position.
const CAPACITY: usize = 34;

/// A move with its flipped discs and its score for move ordering.
#[derive(Clone, Copy)]
pub(super) struct ScoredMove {
    pub(super) square: u8,
    pub(super) score: i32,
    pub(super) flips: u64,
    /// The enemy's legal moves after it.
    pub(super) replies: u64,
}

/// List of moves from which the best is taken one by one (selection sort: after a cutoff the rest stays
/// unsorted). An array, as the functions of a vector have no target features and are not inlined.
pub(super) struct MoveList {
    moves: [ScoredMove; CAPACITY],
    len: usize,
}

impl MoveList {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self { moves: [ScoredMove { square: 0, score: 0, flips: 0, replies: 0 }; CAPACITY], len: 0 }
    }

    #[inline(always)]
    pub(super) const fn push(&mut self, scored: ScoredMove) {
        self.moves[self.len] = scored;
        self.len += 1;
    }

    #[inline(always)]
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub(super) fn as_mut_slice(&mut self) -> &mut [ScoredMove] {
        &mut self.moves[..self.len]
    }

    /// Removes the move with the highest score.
    #[inline(always)]
    pub(super) fn take_best(&mut self) -> Option<ScoredMove> {
        if self.len == 0 {
            return None;
        }
        let mut at = 0;
        for index in 1..self.len {
            if self.moves[index].score > self.moves[at].score {
                at = index;
            }
        }
        let best = self.moves[at];
        self.len -= 1;
        self.moves[at] = self.moves[self.len];
        Some(best)
    }
}
