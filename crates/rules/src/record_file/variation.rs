//! Variations: moves that were not played.

use super::Note;

/// Nesting depth of variations.
pub const VARIATION_MAX_DEPTH: usize = 64;

/// Alternative to the move after which it is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variation {
    /// The moves, at least one.
    pub moves: Vec<VariationMove>,
}

/// Move of a variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariationMove {
    /// In exact notation, or `swap`.
    pub entry: String,
    /// The notes to it.
    pub notes: Vec<Note>,
    /// The alternatives to it.
    pub variations: Vec<Variation>,
}

impl VariationMove {
    /// A move without notes and variations.
    pub fn new(entry: impl Into<String>) -> Self {
        Self { entry: entry.into(), notes: Vec::new(), variations: Vec::new() }
    }
}
