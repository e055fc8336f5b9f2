//! Positions that plain minimax visits, counted without a search.

use rules::{MoveList, Position};

use super::TreeCost;
use super::build::NodeBudget;

/// The cost of plain minimax from `root`, and the number of positions at each depth.
pub(super) fn count<P: Position>(
    root: &P,
    depth: u16,
    budget: &NodeBudget<'_>,
) -> (TreeCost, Vec<u64>) {
    let widths = vec![0; usize::from(depth) + 1];
    let mut counter = Counter { budget, visited: 0, widths, leaves: 0 };
    let complete = counter.visit(root, depth).is_some();
    let positions = counter.widths.iter().sum();
    (TreeCost { positions, leaves: counter.leaves, complete }, counter.widths)
}

struct Counter<'a> {
    budget: &'a NodeBudget<'a>,
    visited: u64,
    widths: Vec<u64>,
    leaves: u64,
}

impl Counter<'_> {
    /// `None` if the budget is used up.
    fn visit<P: Position>(&mut self, position: &P, left: u16) -> Option<()> {
        if self.budget.is_over(self.visited) {
            return None;
        }
        self.visited += 1;
        let level = self.widths.len() - 1 - usize::from(left);
        self.widths[level] += 1;
        // The positions of the last level are as many as there are moves: they need not be made.
        if left == 1 {
            let moves = position.count_moves() as u64;
            self.widths[level + 1] += moves;
            self.leaves += moves.max(1);
            return Some(());
        }
        let moves = if left == 0 { MoveList::new() } else { position.legal_moves() };
        if moves.is_empty() {
            self.leaves += 1;
        }
        moves.into_iter().try_for_each(|m| self.visit(&position.play(m), left - 1))
    }
}
