//! Analyses in the database.

use play::{Time, Version};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::{number, time};
use crate::{Analysis, Answer, Error, PutAnalysis};

pub(super) async fn get(db: &mut SqliteConnection, owner: &str, id: &str) -> Result<Answer, Error> {
    let row = sqlx::query(
        "SELECT id, version, changed, document FROM analyses WHERE owner = ?1 AND id = ?2",
    )
    .bind(owner)
    .bind(id)
    .fetch_optional(db)
    .await?;
    Ok(Answer::Analysis(row.as_ref().map(read).transpose()?))
}

pub(super) async fn put(db: &mut SqliteConnection, put: &PutAnalysis) -> Result<Answer, Error> {
    let PutAnalysis { owner, id, after, changed, document } = put;
    let row = sqlx::query("SELECT version FROM analyses WHERE owner = ?1 AND id = ?2")
        .bind(owner)
        .bind(id)
        .fetch_optional(&mut *db)
        .await?;
    let version: Option<i64> = row.map(|row| row.try_get(0)).transpose()?;
    let version = Version(version.unwrap_or(0) as u64);
    if version != *after {
        return Err(Error::Conflict { version });
    }
    let version = Version(version.0 + 1);
    sqlx::query(
        "INSERT INTO analyses (owner, id, version, changed, document) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (owner, id) DO UPDATE SET version = excluded.version,
         changed = excluded.changed, document = excluded.document",
    )
    .bind(owner)
    .bind(id)
    .bind(number(version.0))
    .bind(time(*changed))
    .bind(document)
    .execute(db)
    .await?;
    Ok(Answer::Version(version))
}

pub(super) async fn list(
    db: &mut SqliteConnection,
    owner: &str,
    limit: u32,
) -> Result<Answer, Error> {
    let rows = sqlx::query(
        "SELECT id, version, changed, document FROM analyses WHERE owner = ?1
         ORDER BY changed DESC, id DESC LIMIT ?2",
    )
    .bind(owner)
    .bind(limit)
    .fetch_all(db)
    .await?;
    Ok(Answer::Analyses(rows.iter().map(read).collect::<Result<_, _>>()?))
}

pub(super) async fn remove(
    db: &mut SqliteConnection,
    owner: &str,
    id: &str,
) -> Result<Answer, Error> {
    sqlx::query("DELETE FROM analyses WHERE owner = ?1 AND id = ?2")
        .bind(owner)
        .bind(id)
        .execute(db)
        .await?;
    Ok(Answer::Done)
}

fn read(row: &SqliteRow) -> Result<Analysis, Error> {
    let (version, changed): (i64, i64) = (row.try_get(1)?, row.try_get(2)?);
    Ok(Analysis {
        id: row.try_get(0)?,
        version: Version(version as u64),
        changed: Time(changed as u64),
        document: row.try_get(3)?,
    })
}
