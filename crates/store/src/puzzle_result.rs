//! Results of visitors at puzzles.

use play::Time;
use serde::{Deserialize, Serialize};

/// Result of a visitor at a puzzle, of which there is one for each puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PuzzleResult {
    /// Id of the puzzle.
    pub puzzle: String,
    /// Id of its game.
    pub game: String,
    /// When the first attempt was decided.
    pub at: Time,
    /// Whether the first attempt, which alone counts for a rating, was right and without help.
    pub is_won: bool,
    /// Whether it has been solved, perhaps later.
    pub is_solved: bool,
    /// Rating of the puzzle at the first attempt.
    pub rating: u32,
    /// Day since 1970 whose daily puzzle it was when it was solved.
    pub day: Option<u32>,
}

impl PuzzleResult {
    /// Adds what a later attempt says. The first one stays what counts.
    pub(crate) fn add(&mut self, later: &Self) {
        self.is_solved |= later.is_solved;
        self.day = self.day.or(later.day);
    }
}
