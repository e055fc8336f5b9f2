//! The rows of a tree that are shown.

use super::ThinkScreen;

/// What a row is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Row {
    Node(usize),
    /// The moves of the node that were left out.
    Cutoff(usize),
}

/// A row with the branches in front of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BranchRow {
    pub(super) row: Row,
    pub(super) branches: String,
}

impl ThinkScreen {
    /// The rows, from the root on.
    pub(super) fn rows(&self) -> Vec<BranchRow> {
        let mut rows = vec![BranchRow { row: Row::Node(0), branches: String::new() }];
        self.add_rows(0, "", &mut rows);
        rows
    }

    /// Adds what is below a node.
    fn add_rows(&self, node: usize, before: &str, rows: &mut Vec<BranchRow>) {
        if !self.unfolded.contains(&node) {
            return;
        }
        let is_cut = self.replay.node(node).is_some_and(|state| state.is_cut);
        let reached = |child: &&usize| self.replay.node(**child).is_some();
        let children: Vec<_> = self.children[node].iter().filter(reached).collect();
        for (number, &&child) in children.iter().enumerate() {
            let is_last = number + 1 == children.len() && !is_cut;
            let (branch, gap) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            let branches = format!("{before}{branch}");
            rows.push(BranchRow { row: Row::Node(child), branches });
            self.add_rows(child, &format!("{before}{gap}"), rows);
        }
        if is_cut {
            rows.push(BranchRow { row: Row::Cutoff(node), branches: format!("{before}└─ ") });
        }
    }
}
