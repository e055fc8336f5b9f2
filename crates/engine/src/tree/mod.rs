//! Search trees of minimax and alpha-beta, for people who study them.
//!
//! This is the textbook search, not the engine's. *Max* is the player to move, *Min* the other; every
//! value is Max's. The tree has each visited position, in the order of the search, down to a level that
//! leaves it small enough to display; values always come from the full depth.

mod build;
mod count;
mod steps;

use std::fmt;

use rules::{Ending, Seat, Text};

pub use steps::{StepKind, TreeStep};

pub(crate) use build::build;

use crate::{Bound, Term};

/// The most nodes and pruned branches of a tree.
pub const TREE_MAX_NODES: usize = 20_000;

/// The usual node limit of each search.
pub const TREE_DEFAULT_VISITS: u64 = 1_000_000;

/// Parameters of a search tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TreePlan {
    /// Search depth in plies: 1 to [`MAX_DEPTH`](Self::MAX_DEPTH).
    pub depth: u16,
    /// The search algorithm.
    pub method: TreeMethod,
    /// The order in which moves are searched.
    pub order: MoveOrder,
}

impl TreePlan {
    /// The greatest depth, that of the deepest classic player.
    pub const MAX_DEPTH: u16 = 8;
}

/// Search algorithm of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum TreeMethod {
    /// Every move of every position.
    #[default]
    Minimax,
    /// Without the moves that cannot change the result.
    AlphaBeta,
}

/// The order in which moves are searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum MoveOrder {
    /// As the rules list them.
    #[default]
    Listed,
    /// The best first for the side to move, by the static evaluation after them.
    Best,
    /// The worst first.
    Worst,
}

impl MoveOrder {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Listed, Self::Best, Self::Worst];

    /// The name in commands and links.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Listed => "listed",
            Self::Best => "best",
            Self::Worst => "worst",
        }
    }
}

/// A search tree.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    /// How it was searched.
    pub plan: TreePlan,
    /// Who is Max: the player to move.
    pub max: Seat,
    /// The levels that are kept below the root: fewer than the depth if the tree is too large.
    pub levels: u16,
    /// The nodes in the order of the search, each behind its parent; the first is the root.
    pub nodes: Vec<TreeNode>,
    /// Positions that plain minimax visits.
    pub minimax: TreeCost,
    /// Positions that alpha-beta visits.
    pub alpha_beta: TreeCost,
    /// Whether the search was stopped, so that some nodes have no value.
    pub stopped: bool,
}

/// A visited position.
#[derive(Clone, PartialEq, Debug)]
pub struct TreeNode {
    /// The parent node.
    pub parent: Option<usize>,
    /// The move from the parent.
    pub notation: String,
    /// Plies from the root.
    pub depth: u16,
    /// Who is to move.
    pub side: TreeSide,
    /// The alpha-beta window when it was entered.
    pub window: TreeWindow,
    /// Its value for Max; `None` if the search was stopped before.
    pub value: Option<TreeValue>,
    /// The kept node that the value comes from.
    pub best: Option<usize>,
    /// The cutoff that pruned its other moves.
    pub cut: Option<Cutoff>,
    /// The terms of the static evaluation of a leaf.
    pub terms: Vec<Term>,
    /// How the game ended, if it has.
    pub ending: Option<Ending>,
    /// Positions visited below it, kept or not.
    pub below: u64,
}

/// The two sides of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum TreeSide {
    /// Wants a large value.
    Max,
    /// Wants a small one.
    Min,
}

/// The value of a node for Max.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeValue {
    /// In points of the evaluation.
    pub points: i32,
    /// Its relation to the minimax value.
    pub bound: Bound,
}

/// The points, with a sign if only a bound is known: `≥12`.
impl fmt::Display for TreeValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.bound {
            Bound::Exact => "",
            Bound::Lower => "≥",
            Bound::Upper => "≤",
        };
        write!(f, "{sign}{}", self.points)
    }
}

/// Alpha-beta window; always open in plain minimax.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TreeWindow {
    /// Alpha: Max can force at least this.
    pub alpha: Option<WindowEdge>,
    /// Beta: Min can force at most this.
    pub beta: Option<WindowEdge>,
}

/// One side of a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WindowEdge {
    /// Value that it has at that moment.
    pub points: i32,
    /// The kept node that it comes from.
    pub node: Option<usize>,
}

/// A cutoff: the rest of a node's moves cannot change the result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cutoff {
    /// The value that the other side can force elsewhere, so that it avoids this node.
    pub against: WindowEdge,
    /// The moves that were pruned, in the order in which they would have been searched.
    pub skipped: Vec<String>,
}

/// Cost of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
pub struct TreeCost {
    /// Positions, the root included.
    pub positions: u64,
    /// Those of them that were evaluated.
    pub leaves: u64,
    /// Whether the search was complete: otherwise it was stopped.
    pub complete: bool,
}

impl Tree {
    /// The moves that lead from the root to a node.
    pub fn path(&self, node: usize) -> Vec<&str> {
        let mut path = Vec::new();
        let mut at = node;
        while let Some(parent) = self.nodes[at].parent {
            path.push(self.nodes[at].notation.as_str());
            at = parent;
        }
        path.reverse();
        path
    }

    /// The nodes of the best line, from the root on.
    pub fn best_line(&self) -> Vec<usize> {
        let next = |&node: &usize| self.nodes[node].best;
        std::iter::successors(Some(0), next).collect()
    }

    /// The kept nodes below each node, in the order of the search.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                children[parent].push(index);
            }
        }
        children
    }

    /// The terms of all evaluations: each label once, with its weight.
    pub fn labels(&self) -> Vec<(&'static Text, i32)> {
        let mut labels = Vec::new();
        for term in self.nodes.iter().flat_map(|node| &node.terms) {
            let label = (term.label, term.weight);
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
        labels
    }
}

impl TreeNode {
    /// The terms of a leaf as a sum, such as `6+0-4`.
    pub fn sum(&self) -> String {
        let mut sum = String::new();
        for term in &self.terms {
            let points = term.points();
            let plus = if sum.is_empty() || points < 0 { "" } else { "+" };
            sum.push_str(plus);
            sum.push_str(&points.to_string());
        }
        sum
    }
}

impl TreeSide {
    /// Whether `new` is better for this side than `old`.
    pub const fn prefers(self, new: i32, old: i32) -> bool {
        match self {
            Self::Max => new > old,
            Self::Min => new < old,
        }
    }
}

impl TreeWindow {
    /// Whether alpha has reached beta.
    fn is_closed(&self) -> bool {
        matches!((self.alpha, self.beta), (Some(alpha), Some(beta)) if alpha.points >= beta.points)
    }

    /// Raises alpha or lowers beta to a value that `side` can force.
    pub fn narrow(&mut self, side: TreeSide, found: WindowEdge) {
        let edge = match side {
            TreeSide::Max => &mut self.alpha,
            TreeSide::Min => &mut self.beta,
        };
        if edge.is_none_or(|edge| side.prefers(found.points, edge.points)) {
            *edge = Some(found);
        }
    }

    /// The side of the window that belongs to the opponent of `side`.
    const fn against(&self, side: TreeSide) -> Option<WindowEdge> {
        match side {
            TreeSide::Max => self.beta,
            TreeSide::Min => self.alpha,
        }
    }
}
