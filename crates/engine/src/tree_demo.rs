//! Demonstrations of minimax: search trees of a game's classic players, and example positions.

use std::sync::atomic::AtomicBool;

use rules::{Record, ReplayError, Seat, Text};

use crate::tree::{Tree, TreeCost, TreePlan, build};
use crate::{ClassicEvaluator, Limits};

/// Search trees of a game's minimax players, for people to look at.
#[derive(Clone, Copy)]
pub struct TreeDemo {
    /// Positions to begin with.
    pub examples: &'static [TreeExample],
    build: fn(&Record, TreePlan, &Limits, &AtomicBool) -> Result<Tree, ReplayError>,
}

/// An example position whose search tree shows a property of minimax or alpha-beta.
#[derive(Debug)]
pub struct TreeExample {
    /// The name in commands and links.
    pub id: &'static str,
    /// The name for people.
    pub title: Text,
    /// What the tree shows.
    pub about: Text,
    /// The position, in the game's notation.
    pub start: &'static str,
    /// The tree to show first.
    pub plan: TreePlan,
    /// Another depth to compare it with: there the player chooses another move.
    pub deeper: Option<u16>,
}

impl TreeDemo {
    /// The search trees with that evaluation.
    pub const fn of<C: ClassicEvaluator>(examples: &'static [TreeExample]) -> Self {
        if cfg!(without_search) {
            return Self { examples: &[], build: no_tree };
        }
        Self { examples, build: build::<C> }
    }

    /// The search tree of the position at the end of a record. The limits hold for each of the
    /// searches that this takes; a tree that was stopped by them says so.
    pub fn tree(
        &self,
        record: &Record,
        plan: TreePlan,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Tree, ReplayError> {
        (self.build)(record, plan, limits, stop)
    }

    /// The example of that name.
    pub fn example(&self, id: &str) -> Option<&'static TreeExample> {
        self.examples.iter().find(|example| example.id.eq_ignore_ascii_case(id))
    }
}

/// Stands for all searches in a program that has its work done elsewhere (`--cfg without_search`): the tree is empty.
/// Its page has the examples as a file.
#[expect(clippy::unnecessary_wraps, reason = "it has the type of a search")]
fn no_tree(_: &Record, plan: TreePlan, _: &Limits, _: &AtomicBool) -> Result<Tree, ReplayError> {
    let (max, none) = (Seat::First, TreeCost::default());
    Ok(Tree {
        plan,
        max,
        levels: 0,
        nodes: Vec::new(),
        minimax: none,
        alpha_beta: none,
        stopped: true,
    })
}
