//! Deletion of what is old, in batches.

use play::Time;
use serde_json::json;
use sqlx::{Row, SqliteConnection};

use super::time;
use crate::{Error, LOCAL, RetentionBatch};

/// Ids of matches in which nothing has happened since. It reads all matches: an index on their times would have to be
/// changed by every move.
pub(super) async fn old_matches(
    db: &mut SqliteConnection,
    before: Time,
    limit: u32,
) -> Result<Vec<String>, Error> {
    let query = sqlx::query("SELECT id FROM matches WHERE changed < ?1 LIMIT ?2");
    let rows = query.bind(time(before)).bind(limit).fetch_all(db).await?;
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

/// Deletes those of the matches in which nothing has happened since.
pub(super) async fn delete_matches(
    db: &mut SqliteConnection,
    ids: &[String],
    before: Time,
) -> Result<u64, Error> {
    let ids = json!(ids).to_string();
    let mut deleted = 0;
    for table in [
        "DELETE FROM attendances WHERE match_id IN
           (SELECT id FROM matches WHERE changed < ?2 AND id IN (SELECT value FROM json_each(?1)))",
        "DELETE FROM match_summaries WHERE match_id IN
           (SELECT id FROM matches WHERE changed < ?2 AND id IN (SELECT value FROM json_each(?1)))",
        "DELETE FROM events WHERE match_id IN
           (SELECT id FROM matches WHERE changed < ?2 AND id IN (SELECT value FROM json_each(?1)))",
        "DELETE FROM matches WHERE changed < ?2 AND id IN (SELECT value FROM json_each(?1))",
    ] {
        let query = sqlx::query(table).bind(&ids).bind(time(before));
        deleted = query.execute(&mut *db).await?.rows_affected();
    }
    Ok(deleted)
}

/// Deletes a match.
pub(super) async fn delete_match(db: &mut SqliteConnection, id: &str) -> Result<(), Error> {
    for table in [
        "DELETE FROM attendances WHERE match_id = ?1",
        "DELETE FROM match_summaries WHERE match_id = ?1",
        "DELETE FROM events WHERE match_id = ?1",
        "DELETE FROM matches WHERE id = ?1",
    ] {
        sqlx::query(table).bind(id).execute(&mut *db).await?;
    }
    Ok(())
}

/// Deletes a batch of analyses, or of tiles and profiles of visitors of whom nothing else is left. The settings of the
/// server's own machine stay.
pub(super) async fn delete_leftovers(
    db: &mut SqliteConnection,
    before: Time,
    now: Time,
    limit: u32,
) -> Result<RetentionBatch, Error> {
    let deleted = delete_analyses(db, before, limit).await?;
    if deleted > 0 {
        return Ok(RetentionBatch { deleted, is_last: false });
    }
    let (mut deleted, mut marked) = (0, 0);
    for statement in [
        "UPDATE tiles SET unchanged_since = ?1 WHERE (profile, word) IN
           (SELECT profile, word FROM tiles WHERE unchanged_since IS NULL LIMIT ?2)",
        "UPDATE profiles SET unchanged_since = ?1 WHERE id IN
           (SELECT id FROM profiles WHERE unchanged_since IS NULL LIMIT ?2)",
    ] {
        let query = sqlx::query(statement).bind(time(now)).bind(limit);
        marked += query.execute(&mut *db).await?.rows_affected();
    }
    for statement in [
        "DELETE FROM tiles WHERE (profile, word) IN
           (SELECT profile, word FROM tiles AS tile WHERE unchanged_since < ?1
              AND NOT EXISTS (SELECT 1 FROM matches WHERE owner = tile.profile)
              AND NOT EXISTS (SELECT 1 FROM attendances WHERE profile = tile.profile)
              AND NOT EXISTS (SELECT 1 FROM analyses WHERE owner = tile.profile)
              AND NOT EXISTS (SELECT 1 FROM puzzle_results WHERE profile = tile.profile)
            LIMIT ?2)",
        "DELETE FROM profiles WHERE id IN
           (SELECT id FROM profiles AS one WHERE unchanged_since < ?1 AND id <> ?3
              AND NOT EXISTS (SELECT 1 FROM matches WHERE owner = one.id)
              AND NOT EXISTS (SELECT 1 FROM attendances WHERE profile = one.id)
              AND NOT EXISTS (SELECT 1 FROM analyses WHERE owner = one.id)
              AND NOT EXISTS (SELECT 1 FROM puzzle_results WHERE profile = one.id)
              AND NOT EXISTS (SELECT 1 FROM tiles WHERE profile = one.id)
            LIMIT ?2)",
        "DELETE FROM devices WHERE key IN
           (SELECT key FROM devices AS device WHERE added < ?1 AND profile <> ?3
              AND NOT EXISTS (SELECT 1 FROM matches WHERE owner = device.profile)
              AND NOT EXISTS (SELECT 1 FROM attendances WHERE profile = device.profile)
              AND NOT EXISTS (SELECT 1 FROM analyses WHERE owner = device.profile)
              AND NOT EXISTS (SELECT 1 FROM puzzle_results WHERE profile = device.profile)
              AND NOT EXISTS (SELECT 1 FROM profiles WHERE id = device.profile)
            LIMIT ?2)",
        "DELETE FROM profile_links WHERE profile IN
           (SELECT profile FROM profile_links WHERE expires < ?1 LIMIT ?2)",
        "DELETE FROM reports WHERE number IN
           (SELECT number FROM reports WHERE at < ?1 LIMIT ?2)",
        "DELETE FROM puzzle_results WHERE (profile, puzzle) IN
           (SELECT profile, puzzle FROM puzzle_results WHERE at < ?1 LIMIT ?2)",
    ] {
        let query = sqlx::query(statement).bind(time(before)).bind(limit);
        let query = if statement.contains("?3") { query.bind(LOCAL) } else { query };
        deleted += query.execute(&mut *db).await?.rows_affected();
    }
    Ok(RetentionBatch { deleted, is_last: deleted + marked == 0 })
}

async fn delete_analyses(
    db: &mut SqliteConnection,
    before: Time,
    limit: u32,
) -> Result<u64, Error> {
    let mut deleted = 0;
    for table in [
        "DELETE FROM analysis_summaries WHERE (owner, id) IN
           (SELECT owner, id FROM analyses WHERE changed < ?1 ORDER BY changed, owner, id LIMIT ?2)",
        "DELETE FROM analyses WHERE (owner, id) IN
           (SELECT owner, id FROM analyses WHERE changed < ?1 ORDER BY changed, owner, id LIMIT ?2)",
    ] {
        let query = sqlx::query(table).bind(time(before)).bind(limit);
        deleted = query.execute(&mut *db).await?.rows_affected();
    }
    Ok(deleted)
}
