//! Results at puzzles in memory.

use std::sync::Arc;

use async_trait::async_trait;

use super::Memory;
use crate::{Error, PuzzleReader, PuzzleResult, PuzzleWriter};

#[async_trait]
impl PuzzleWriter for Memory {
    async fn put_puzzle_result(
        &mut self,
        profile: String,
        result: PuzzleResult,
    ) -> Result<(), Error> {
        let key = (profile, result.puzzle.clone());
        let mut state = self.state();
        let stored = state.puzzle_results.entry(key).or_insert_with(|| Arc::new(result.clone()));
        Arc::make_mut(stored).add(&result);
        Ok(())
    }
}

#[async_trait]
impl PuzzleReader for Memory {
    async fn puzzle_results(&mut self, profile: String) -> Result<Vec<PuzzleResult>, Error> {
        let state = self.state();
        let theirs = state.puzzle_results.iter().filter(|((of, _), _)| *of == profile);
        let mut results: Vec<_> = theirs.map(|(_, result)| PuzzleResult::clone(result)).collect();
        results.sort_by(|one, other| (one.at, &one.puzzle).cmp(&(other.at, &other.puzzle)));
        Ok(results)
    }
}
