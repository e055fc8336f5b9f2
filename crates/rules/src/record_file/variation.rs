//! Moves that were not played.

use super::Note;

/// How deep variations may stand within each other.
pub const DEEPEST_VARIATION: usize = 64;

/// Moves that might have been played instead of the one behind which they stand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variation {
    /// The moves, at least one.
    pub moves: Vec<Aside>,
}

/// A move of a variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aside {
    /// The move.
    pub entry: String,
    /// What is noted at it.
    pub notes: Vec<Note>,
    /// What might have been played instead of it.
    pub variations: Vec<Variation>,
}

impl Aside {
    /// A move with nothing said about it.
    pub fn new(entry: impl Into<String>) -> Self {
        Self { entry: entry.into(), notes: Vec::new(), variations: Vec::new() }
    }
}
