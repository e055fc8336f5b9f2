//! What there is to learn from a game's minimax players: their trees, and positions worth a look.

use std::sync::atomic::AtomicBool;

use rules::{Record, ReplayError, Text};

use crate::tree::{Plan, Tree, grow};
use crate::{Judge, Limits};

/// The trees of a game's minimax players.
#[derive(Clone, Copy)]
pub struct Lesson {
    /// Positions worth a look.
    pub examples: &'static [Example],
    grow: fn(&Record, Plan, &Limits, &AtomicBool) -> Result<Tree, ReplayError>,
}

/// A position worth a look.
#[derive(Debug)]
pub struct Example {
    /// The name in commands and links.
    pub id: &'static str,
    /// The name for people.
    pub title: Text,
    /// What there is to see.
    pub about: Text,
    /// The position, in the game's notation.
    pub start: &'static str,
    /// The tree to look at.
    pub plan: Plan,
    /// Another depth to compare it with: there the player chooses another move.
    pub deeper: Option<u16>,
}

impl Lesson {
    /// The trees of the players that judge as `J` does.
    pub const fn of<J: Judge>(examples: &'static [Example]) -> Self {
        Self { examples, grow: grow::<J> }
    }

    /// The tree of the position at the end of a record. Time and positions are limited by `limits`,
    /// for each of the searches that it takes; what it has by then comes with a word that it was
    /// stopped.
    pub fn tree(
        &self,
        record: &Record,
        plan: Plan,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Tree, ReplayError> {
        (self.grow)(record, plan, limits, stop)
    }

    /// The example of that name.
    pub fn example(&self, id: &str) -> Option<&'static Example> {
        self.examples.iter().find(|example| example.id.eq_ignore_ascii_case(id))
    }
}
