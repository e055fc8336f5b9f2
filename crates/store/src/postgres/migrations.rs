//! The schema, and how a database gets it. Servers that start together take turns.

use sqlx::migrate::Migrate;
use sqlx::{Executor, PgConnection, Row};

use crate::Error;
use crate::migrations::{self, OLDEST_COMPATIBLE_SCHEMA, SchemaState, Step};

/// Encoding that texts need.
const ENCODING: &str = "UTF8";

/// The schema, in the steps in which it came about. Numbers are those of the embedded database, which has no step 11.
pub(super) const STEPS: &[Step] = &[
    (8, "base", include_str!("../../migrations/postgres/0008_base.sql")),
    (9, "arrivals", include_str!("../../migrations/postgres/0009_arrivals.sql")),
    (10, "puzzles", include_str!("../../migrations/postgres/0010_puzzles.sql")),
    (11, "lists", include_str!("../../migrations/postgres/0011_lists.sql")),
];

/// Brings a database up to date, under an advisory lock. Returns its schema if that is a newer one that can be used.
pub(super) async fn run(db: &mut PgConnection) -> Result<Option<i64>, Error> {
    let encoding: String =
        sqlx::query("SHOW server_encoding").fetch_one(&mut *db).await?.try_get(0)?;
    if encoding != ENCODING {
        return Err(Error::Failed(format!(
            "the database has the encoding {encoding}, not {ENCODING}"
        )));
    }
    db.lock().await.map_err(migrations::failed)?;
    // If this fails, the connection is given up, and the lock with it.
    let newer_schema = migrate(db).await?;
    db.unlock().await.map_err(migrations::failed)?;
    Ok(newer_schema)
}

async fn migrate(db: &mut PgConnection) -> Result<Option<i64>, Error> {
    db.execute("SET client_min_messages = warning").await?;
    let state = migrations::state(db, STEPS).await?;
    match state {
        SchemaState::Current => {}
        SchemaState::Newer(version) => {
            migrations::check_newer(version, oldest_compatible(db).await?, STEPS)?;
        }
        SchemaState::Outdated(_) => {
            migrations::run(db, STEPS).await?;
            store_oldest_compatible(db).await?;
        }
    }
    db.execute("RESET client_min_messages").await?;
    Ok(if let SchemaState::Newer(version) = state { Some(version) } else { None })
}

/// Oldest schema whose programs work on that of the database.
async fn oldest_compatible(db: &mut PgConnection) -> Result<Option<i64>, Error> {
    let exists = sqlx::query("SELECT to_regclass('schema_compatibility') IS NOT NULL");
    if !exists.fetch_one(&mut *db).await?.try_get::<bool, _>(0)? {
        return Ok(None);
    }
    let row =
        sqlx::query("SELECT oldest_schema FROM schema_compatibility").fetch_optional(db).await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}

async fn store_oldest_compatible(db: &mut PgConnection) -> Result<(), Error> {
    db.execute(
        "CREATE TABLE IF NOT EXISTS schema_compatibility (
           \"only\" BIGINT NOT NULL PRIMARY KEY CHECK (\"only\" = 1), oldest_schema BIGINT NOT NULL)",
    )
    .await?;
    sqlx::query(
        "INSERT INTO schema_compatibility (\"only\", oldest_schema) VALUES (1, $1)
         ON CONFLICT (\"only\") DO UPDATE SET oldest_schema = excluded.oldest_schema",
    )
    .bind(OLDEST_COMPATIBLE_SCHEMA)
    .execute(db)
    .await?;
    Ok(())
}
