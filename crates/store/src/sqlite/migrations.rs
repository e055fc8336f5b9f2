//! How a file gets the newest schema. A file that has another one is copied before.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use sqlx::{Row, SqlSafeStr, SqliteConnection};

use super::MIGRATIONS;
use crate::Error;
use crate::migrations::{self, OLDEST_COMPATIBLE_SCHEMA, SchemaState};

/// Brings the file at `path` up to date. Returns its schema if that is a newer one that can be used.
pub(super) async fn run(db: &mut SqliteConnection, path: &Path) -> Result<Option<i64>, Error> {
    match migrations::state(db, MIGRATIONS).await? {
        SchemaState::Current => return Ok(None),
        SchemaState::Newer(version) => {
            let row = sqlx::query("PRAGMA user_version").fetch_one(db).await?;
            migrations::check_newer(version, Some(row.try_get(0)?), MIGRATIONS)?;
            return Ok(Some(version));
        }
        SchemaState::Outdated(None) => {}
        SchemaState::Outdated(Some(version)) => copy(db, path, version).await?,
    }
    migrations::run(db, MIGRATIONS).await?;
    let mark = format!("PRAGMA user_version = {OLDEST_COMPATIBLE_SCHEMA}");
    sqlx::raw_sql(sqlx::AssertSqlSafe(mark).into_sql_str()).execute(db).await?;
    Ok(None)
}

/// Where the copy of a file with an earlier schema is.
fn copy_path(path: &Path, version: i64) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".schema-{version}"));
    name.into()
}

/// Copies the file beside itself. Without room for that there is no migration.
async fn copy(db: &mut SqliteConnection, path: &Path, version: i64) -> Result<(), Error> {
    let copy = copy_path(path, version);
    let part = copy.with_extension(format!("schema-{version}.part"));
    let copied = write_copy(db, &part, &copy).await;
    if copied.is_err() {
        let _ = fs::remove_file(&part);
    }
    copied.map_err(|error| {
        let explained =
            format!("it cannot be copied to {} before its migration: {error}", copy.display());
        match error {
            Error::DiskFull(_) => Error::DiskFull(explained),
            _ => Error::Failed(explained),
        }
    })
}

async fn write_copy(db: &mut SqliteConnection, part: &Path, copy: &Path) -> Result<(), Error> {
    match fs::remove_file(part) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(Error::failed(error));
        }
        _ => {}
    }
    let Some(name) = part.to_str() else {
        return Err(Error::Failed("its path is not UTF-8".to_owned()));
    };
    sqlx::query("VACUUM INTO ?1").bind(name).execute(db).await?;
    let synced = File::open(part).and_then(|file| file.sync_all());
    synced.and_then(|()| fs::rename(part, copy)).map_err(Error::failed)
}
