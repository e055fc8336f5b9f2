//! Minimax made visible: the whole tree of a search, for people who study it.
//!
//! This is the textbook's search, not the engine's. *Max* is the player to move, *Min* the other; every
//! value is Max's. The tree has each position that was visited, in the order of the search, down to a
//! level that leaves it small enough to look at; values always come from the full depth.

mod count;
mod grow;
mod steps;

use rules::{Ending, Seat, Text};

pub use steps::{Happening, Step};

pub(crate) use grow::grow;

use crate::Term;

/// The most nodes and branches that a tree keeps.
pub const KEPT: usize = 20_000;

/// The positions that a search usually visits at most.
pub const VISITS: u64 = 1_000_000;

/// Which tree is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// How many plies deep: 1 to [`DEEPEST`](Self::DEEPEST).
    pub depth: u16,
    /// How it is searched.
    pub method: Method,
    /// In which order moves are tried.
    pub order: Order,
}

impl Plan {
    /// The greatest depth, that of the deepest classic player.
    pub const DEEPEST: u16 = 8;
}

/// How a tree is searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// Every move of every position.
    #[default]
    Minimax,
    /// Without the moves that cannot change the result.
    AlphaBeta,
}

/// In which order moves are tried.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Order {
    /// As the rules list them.
    #[default]
    Listed,
    /// The best first for the side to move, as its judge sees them at once.
    Best,
    /// The worst first.
    Worst,
}

impl Order {
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

/// A search, node by node.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    /// What was wanted.
    pub plan: Plan,
    /// Who is Max: the player to move.
    pub max: Seat,
    /// The levels that are kept below the root: fewer than the depth if the tree is too large.
    pub levels: u16,
    /// The nodes in the order of the search, each behind its parent; the first is the root.
    pub nodes: Vec<Node>,
    /// What plain minimax visits.
    pub minimax: Cost,
    /// What alpha-beta visits.
    pub alpha_beta: Cost,
    /// Whether the search was broken off, so that some nodes have no value.
    pub stopped: bool,
}

/// A position that was visited.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// The position before it.
    pub parent: Option<usize>,
    /// The move that led here from there.
    pub notation: String,
    /// Plies from the root.
    pub depth: u16,
    /// Who is to move.
    pub side: Side,
    /// What the players were sure of when it was entered.
    pub window: Window,
    /// What it is worth to Max; `None` if the search was broken off before it was known.
    pub value: Option<Value>,
    /// The kept node that the value comes from.
    pub best: Option<usize>,
    /// Why its other moves were left out.
    pub cut: Option<Cut>,
    /// How the value is made up, where the search ended.
    pub terms: Vec<Term>,
    /// How the game ended, if it has.
    pub ending: Option<Ending>,
    /// The positions visited below it, kept or not.
    pub below: u64,
}

/// The two sides of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Wants a large value.
    Max,
    /// Wants a small one.
    Min,
}

/// What a node is worth to Max.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// In the judge's points.
    pub points: i32,
    /// How much is known of it.
    pub bound: Bound,
}

/// How much is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// It is that.
    Exact,
    /// It is that or more.
    AtLeast,
    /// It is that or less.
    AtMost,
}

/// What the players are sure of elsewhere in the tree; nothing in plain minimax.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Window {
    /// Alpha: Max gets this at least.
    pub alpha: Option<Sure>,
    /// Beta: Min concedes this at most.
    pub beta: Option<Sure>,
}

/// What a player is sure of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sure {
    /// The value.
    pub points: i32,
    /// The kept node that it was found at.
    pub node: Option<usize>,
}

/// Why the rest of a node's moves were left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// What the other player is sure of elsewhere, and will therefore not come here.
    pub against: Sure,
    /// The moves that were left out, in the order in which they would have been tried.
    pub skipped: Vec<String>,
}

/// What a search visits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// Positions, the root included.
    pub positions: u64,
    /// Those of them that were judged.
    pub leaves: u64,
    /// Whether that is all: otherwise the count was broken off.
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

    /// What judges have counted: each label once, with the points that one is worth.
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

impl Side {
    /// Whether `new` is better for this side than `old`.
    pub const fn prefers(self, new: i32, old: i32) -> bool {
        match self {
            Self::Max => new > old,
            Self::Min => new < old,
        }
    }
}

impl Window {
    /// Whether nothing that is left can matter.
    fn is_closed(&self) -> bool {
        matches!((self.alpha, self.beta), (Some(alpha), Some(beta)) if alpha.points >= beta.points)
    }

    /// What `side` can be sure of, after it has found something that good.
    fn narrow(&mut self, side: Side, found: Sure) {
        let edge = match side {
            Side::Max => &mut self.alpha,
            Side::Min => &mut self.beta,
        };
        if edge.is_none_or(|edge| side.prefers(found.points, edge.points)) {
            *edge = Some(found);
        }
    }

    /// What the opponent of `side` is sure of.
    const fn against(&self, side: Side) -> Option<Sure> {
        match side {
            Side::Max => self.beta,
            Side::Min => self.alpha,
        }
    }
}
