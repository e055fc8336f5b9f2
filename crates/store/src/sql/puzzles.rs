//! Results at puzzles.

use async_trait::async_trait;

use super::{Arg, Row, Sql};
use crate::{Error, PuzzleReader, PuzzleResult, PuzzleWriter};

#[async_trait]
impl<S: Sql> PuzzleWriter for S {
    async fn put_puzzle_result(
        &mut self,
        profile: String,
        result: PuzzleResult,
    ) -> Result<(), Error> {
        self.execute(
            "INSERT INTO puzzle_results AS known
               (profile, puzzle, game, at, is_won, is_solved, rating, day)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
             ON CONFLICT (profile, puzzle) DO UPDATE SET
               is_solved = CASE WHEN known.is_solved <> 0 THEN 1 ELSE excluded.is_solved END,
               day = coalesce(known.day, excluded.day)",
            &[
                (&profile).into(),
                (&result.puzzle).into(),
                (&result.game).into(),
                result.at.into(),
                result.is_won.into(),
                result.is_solved.into(),
                result.rating.into(),
                Arg::Integer(result.day.map(i64::from)),
            ],
        )
        .await?;
        Ok(())
    }
}

#[async_trait]
impl<S: Sql> PuzzleReader for S {
    async fn puzzle_results(&mut self, profile: String) -> Result<Vec<PuzzleResult>, Error> {
        let rows = self
            .rows(
                "SELECT puzzle, game, at, is_won, is_solved, rating, day FROM puzzle_results
                 WHERE profile = $1 ORDER BY at, puzzle",
                &[(&profile).into()],
            )
            .await?;
        let result = |row: &Row| {
            Ok(PuzzleResult {
                puzzle: row.get(0)?,
                game: row.get(1)?,
                at: row.get(2)?,
                is_won: row.get(3)?,
                is_solved: row.get(4)?,
                rating: row.get(5)?,
                day: row.get(6)?,
            })
        };
        rows.iter().map(result).collect()
    }
}
