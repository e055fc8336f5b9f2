//! Results of visitors at puzzles.

use async_trait::async_trait;
use play::Time;
use serde::{Deserialize, Serialize};

use crate::request::ChangeScope;
use crate::{Error, Store};

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

/// Changes of results at puzzles.
#[async_trait]
pub trait PuzzleWriter: Send {
    /// Stores the result at a puzzle. Of an earlier one at the same puzzle all that counts stays as it is.
    async fn put_puzzle_result(
        &mut self,
        profile: String,
        result: PuzzleResult,
    ) -> Result<(), Error>;
}

/// Questions about results at puzzles.
#[async_trait]
pub trait PuzzleReader: Send {
    /// The results of a profile at puzzles, the oldest first.
    async fn puzzle_results(&mut self, profile: String) -> Result<Vec<PuzzleResult>, Error>;
}

/// Results at puzzles.
impl Store {
    /// Stores the result of a profile at a puzzle. The first one counts; a later one only adds that it is solved.
    pub async fn put_puzzle_result(
        &self,
        profile: impl Into<String>,
        result: PuzzleResult,
    ) -> Result<(), Error> {
        let profile = profile.into();
        let scope = ChangeScope::of_profile(&profile);
        self.change(scope, move |writer| writer.put_puzzle_result(profile, result)).await
    }

    /// The results of a profile at puzzles, the oldest first.
    pub async fn puzzle_results(
        &self,
        profile: impl Into<String>,
    ) -> Result<Vec<PuzzleResult>, Error> {
        let profile = profile.into();
        self.read(move |reader| reader.puzzle_results(profile)).await
    }
}
