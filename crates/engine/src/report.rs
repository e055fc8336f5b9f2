//! What a search has found.

use std::time::Duration;

use crate::Value;

/// What a search has found so far, or in the end.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// The best moves, best first: as many as were asked for, if there are so many.
    pub lines: Vec<BestLine<M>>,
    /// The depth that is complete, in plies.
    pub depth: u16,
    /// Positions visited, all threads together.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// How sure the result is, in percent, where moves were left out on suspicion.
    pub surety: Option<u8>,
}

/// A move with its value and what is expected to follow.
#[derive(Clone, PartialEq, Debug)]
pub struct BestLine<M> {
    /// The moves, the one in question first.
    pub moves: Vec<M>,
    /// What the move is worth to the side that makes it.
    pub value: Value,
    /// Whether the value is proved, not estimated.
    pub exact: bool,
}

impl<M: Copy> Report<M> {
    /// The best move; `None` only where there is no move at all.
    pub fn best(&self) -> Option<M> {
        self.lines.first()?.moves.first().copied()
    }
}
