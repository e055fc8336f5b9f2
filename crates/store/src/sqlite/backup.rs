//! Hot backups of a file: while servers and commands change it.

use std::fs::File;
use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteRow};
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};

use super::BUSY_TIMEOUT;
use crate::Error;

/// What a backup holds, as it was counted in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BackupContent {
    pub matches: u64,
    /// Events of all matches.
    pub events: u64,
}

/// Copies the file at `from` to the empty file at `to`, as it is at one moment, while others change it: all that was
/// answered before is in it. The copy is checked and on the disk when this ends. The schema stays as it is.
pub async fn back_up(from: &Path, to: &Path) -> Result<BackupContent, Error> {
    let name = to.to_str().ok_or_else(|| Error::Failed("its path is not UTF-8".to_owned()))?;
    let mut source = connect(from).await?;
    let copied = sqlx::query("VACUUM INTO ?1").bind(name).execute(&mut source).await;
    let closed = source.close().await;
    copied?;
    closed?;
    let mut copy = connect(to).await?;
    let checked = check(&mut copy).await;
    let closed = copy.close().await;
    let content = checked?;
    closed?;
    let synced = File::options().write(true).open(to).and_then(|file| file.sync_all());
    synced.map_err(Error::failed)?;
    Ok(content)
}

async fn connect(path: &Path) -> Result<SqliteConnection, Error> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(false)
        .busy_timeout(BUSY_TIMEOUT)
        .disable_statement_logging();
    options.connect().await.map_err(|error| Error::Unopenable(error.to_string()))
}

/// Fails with [`Error::Damaged`] unless the database finds nothing wrong with the file.
async fn check(db: &mut SqliteConnection) -> Result<BackupContent, Error> {
    let text = |row: &SqliteRow| row.try_get::<String, _>(0);
    let rows = sqlx::query("PRAGMA integrity_check").fetch_all(&mut *db).await?;
    let found = rows.iter().map(text).collect::<Result<Vec<_>, _>>()?;
    if found != ["ok"] {
        return Err(Error::Damaged(found.join("; ")));
    }
    let orphans = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut *db).await?;
    if let Some(orphan) = orphans.first() {
        let table = text(orphan)?;
        return Err(Error::Damaged(format!("a row of {table} belongs to one that is missing")));
    }
    let counts = "SELECT (SELECT count(*) FROM matches), (SELECT count(*) FROM events)";
    let row = sqlx::query(counts).fetch_one(db).await?;
    let count = |index: usize| row.try_get::<i64, _>(index).map(i64::unsigned_abs);
    Ok(BackupContent { matches: count(0)?, events: count(1)? })
}
