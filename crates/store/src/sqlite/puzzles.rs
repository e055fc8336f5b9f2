//! Results at puzzles.

use sqlx::{Row, SqliteConnection};

use super::{moment, time};
use crate::{Error, PuzzleResult};

pub(super) async fn put(
    db: &mut SqliteConnection,
    profile: &str,
    result: &PuzzleResult,
) -> Result<(), Error> {
    sqlx::query(
        "INSERT INTO puzzle_results (profile, puzzle, game, at, is_won, is_solved, rating, day)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (profile, puzzle) DO UPDATE SET
           is_solved = max(is_solved, excluded.is_solved), day = coalesce(day, excluded.day)",
    )
    .bind(profile)
    .bind(&result.puzzle)
    .bind(&result.game)
    .bind(time(result.at))
    .bind(i64::from(result.is_won))
    .bind(i64::from(result.is_solved))
    .bind(i64::from(result.rating))
    .bind(result.day.map(i64::from))
    .execute(db)
    .await?;
    Ok(())
}

pub(super) async fn list(
    db: &mut SqliteConnection,
    profile: &str,
) -> Result<Vec<PuzzleResult>, Error> {
    let rows = sqlx::query(
        "SELECT puzzle, game, at, is_won, is_solved, rating, day FROM puzzle_results
         WHERE profile = ?1 ORDER BY at, puzzle",
    )
    .bind(profile)
    .fetch_all(db)
    .await?;
    let result = |row: &sqlx::sqlite::SqliteRow| {
        let (won, solved): (i64, i64) = (row.try_get(3)?, row.try_get(4)?);
        let (rating, day): (i64, Option<i64>) = (row.try_get(5)?, row.try_get(6)?);
        Ok(PuzzleResult {
            puzzle: row.try_get(0)?,
            game: row.try_get(1)?,
            at: moment(row.try_get(2)?),
            is_won: won != 0,
            is_solved: solved != 0,
            rating: u32::try_from(rating).unwrap_or_default(),
            day: day.and_then(|day| u32::try_from(day).ok()),
        })
    };
    rows.iter().map(result).collect()
}
