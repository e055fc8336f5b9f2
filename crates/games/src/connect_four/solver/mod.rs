//! The exact solver.
//!
//! A score is 22 minus the number of discs that the winner has played when the game ends, positive if
//! the side to move wins, negative if it loses, 0 for a draw.

#![expect(
    clippy::inline_always,
    reason = "a node costs a few dozen instructions, so every call counts"
)]

mod bits;
mod node;
mod order;
mod search;
mod table;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rules::Position;

use super::ConnectFour;
pub(super) use bits::threats;
use node::{Node, Settled, win_after};
use order::History;
use search::Searcher;
use table::{Cache, Table};

/// Finds exact scores, and remembers what it found.
pub struct Solver {
    table: Arc<Table>,
    cache: Cache,
    history: History,
    nodes: u64,
}

impl Solver {
    /// A solver with a table of so many MiB.
    pub fn new(mebibytes: usize) -> Self {
        Self::with(Arc::new(Table::new(mebibytes)))
    }

    fn with(table: Arc<Table>) -> Self {
        Self { table, cache: Cache::new(), history: History::new(), nodes: 0 }
    }

    /// Another solver for another thread, with the same table.
    pub fn partner(&self) -> Self {
        Self::with(Arc::clone(&self.table))
    }

    /// Forgets everything; a table that is shared stays as it is.
    pub fn clear(&mut self) {
        if let Some(table) = Arc::get_mut(&mut self.table) {
            table.clear();
        }
        self.cache.clear();
        self.history = History::new();
        self.nodes = 0;
    }

    /// Positions visited.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The score of a position that is not over; `None` if it was stopped. `watch` hears of every
    /// improvement of the lower and the upper bound.
    pub fn score(
        &mut self,
        position: &ConnectFour,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(i32, i32),
    ) -> Option<i32> {
        let turn = position.turn();
        let (own, other) = (position.discs(turn), position.discs(!turn));
        let discs = (own | other).count_ones() as i32;
        let Some(node) = Node::new(own, other) else { return Some(win_after(discs)) };
        match node.settle() {
            Settled::Draw => Some(0),
            Settled::Lost { discs: end } => {
                let loss = -win_after(end + 1);
                Some(if (end - discs) & 1 == 0 { loss } else { -loss })
            }
            Settled::Open(node, moves) => {
                if (node.discs - discs) & 1 == 0 {
                    self.close_in(&node, moves, stop, watch)
                } else {
                    let score =
                        self.close_in(&node, moves, stop, &mut |low, high| watch(-high, -low))?;
                    Some(-score)
                }
            }
        }
    }

    /// Narrows the bounds, the far ends first, because they are the quickest to rule out.
    fn close_in(
        &mut self,
        node: &Node,
        moves: u64,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(i32, i32),
    ) -> Option<i32> {
        let (mut low, mut high) = (-win_after(node.discs + 3), win_after(node.discs + 2));
        let mut searcher = Searcher::new(&self.table, &mut self.cache, &mut self.history, stop);
        while low < high {
            watch(low, high);
            let goal = next_goal(low, high);
            let found = searcher.reaches(node, moves, goal);
            if found.is_none() {
                self.nodes += searcher.nodes;
                return None;
            }
            let found = found?;
            if found >= goal {
                low = found.min(high);
            } else {
                high = found.max(low);
            }
        }
        self.nodes += searcher.nodes;
        watch(low, high);
        Some(low)
    }
}

/// The score to ask for next.
const fn next_goal(low: i32, high: i32) -> i32 {
    let middle = low + (high - low) / 2;
    if middle <= 0 && low / 2 < middle {
        low / 2 + 1
    } else if middle >= 0 && high / 2 > middle {
        high / 2 + 1
    } else {
        middle + 1
    }
}
