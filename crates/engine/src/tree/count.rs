//! What plain minimax visits, counted rather than searched.

use rules::{MoveList, Position};

use super::Cost;
use super::grow::Patience;

/// What plain minimax visits below `root`, in all and on each level.
pub(super) fn count<P: Position>(
    root: &P,
    depth: u16,
    patience: &Patience<'_>,
) -> (Cost, Vec<u64>) {
    let widths = vec![0; usize::from(depth) + 1];
    let mut counter = Counter { patience, visited: 0, widths, leaves: 0 };
    let complete = counter.visit(root, depth).is_some();
    let positions = counter.widths.iter().sum();
    (Cost { positions, leaves: counter.leaves, complete }, counter.widths)
}

struct Counter<'a> {
    patience: &'a Patience<'a>,
    visited: u64,
    widths: Vec<u64>,
    leaves: u64,
}

impl Counter<'_> {
    /// `None` if it is to stop.
    fn visit<P: Position>(&mut self, position: &P, left: u16) -> Option<()> {
        if self.patience.is_over(self.visited) {
            return None;
        }
        self.visited += 1;
        let level = self.widths.len() - 1 - usize::from(left);
        self.widths[level] += 1;
        // The last level is as wide as there are moves: nobody need make them.
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
