//! Migrations of the SQL backends: which are left to do, and whether a schema of a newer program can be used.
//!
//! A migration only expands: it adds tables, columns with defaults and indexes, so that the previous version of the
//! program runs on the new schema while servers are replaced one by one. What is not used any more goes a version
//! later, with [`OLDEST_COMPATIBLE_SCHEMA`] raised.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migrate, MigrateError, Migration, MigrationType, Migrator};

use crate::Error;

/// Oldest schema whose programs work on the newest one. It is stored with the schema.
pub(crate) const OLDEST_COMPATIBLE_SCHEMA: i64 = 6;
/// Where applied migrations are listed.
const MIGRATIONS_TABLE: &str = "_sqlx_migrations";

/// Number, name and statements of a migration. It never changes once it has been released.
pub(crate) type Step = (i64, &'static str, &'static str);

/// Schema of a database, as seen by this program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SchemaState {
    /// The newest one.
    Current,
    /// Migrations are left to do; `None` if there is nothing yet.
    Outdated(Option<i64>),
    /// One that this program does not know.
    Newer(i64),
}

/// Finds out which schema a database has.
pub(crate) async fn state<C: Migrate>(db: &mut C, steps: &[Step]) -> Result<SchemaState, Error> {
    db.ensure_migrations_table(MIGRATIONS_TABLE).await.map_err(failed)?;
    let applied = db.list_applied_migrations(MIGRATIONS_TABLE).await.map_err(failed)?;
    let applied = applied.iter().map(|migration| migration.version).max();
    Ok(match applied {
        Some(applied) if applied > newest(steps) => SchemaState::Newer(applied),
        Some(applied) if applied == newest(steps) => SchemaState::Current,
        applied => SchemaState::Outdated(applied),
    })
}

/// Carries out the migrations that are left.
pub(crate) async fn run<C: Migrate>(db: &mut C, steps: &[Step]) -> Result<(), Error> {
    let migrations = steps.iter().map(|&(version, name, sql)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    let mut migrator = Migrator::with_migrations(migrations.collect());
    migrator.set_locking(false);
    // Not `run`, whose future the compiler does not let other threads have.
    migrator.run_direct(None, db, false).await.map_err(failed)
}

/// Checks that a newer schema, for which programs must know the schema `oldest_compatible`, can be used.
pub(crate) fn check_newer(
    version: i64,
    oldest_compatible: Option<i64>,
    steps: &[Step],
) -> Result<(), Error> {
    let known = newest(steps);
    if oldest_compatible.is_some_and(|oldest| (1..=known).contains(&oldest)) {
        return Ok(());
    }
    Err(unknown_schema(version, steps))
}

/// Why a newer schema cannot be used.
pub(crate) fn unknown_schema(version: i64, steps: &[Step]) -> Error {
    let known = newest(steps);
    Error::Failed(format!(
        "the database has schema {version}, but this version of the program knows only schemas up to {known}: \
         use a newer version"
    ))
}

/// Number of the newest schema.
pub(crate) fn newest(steps: &[Step]) -> i64 {
    steps.last().map_or(0, |(version, ..)| *version)
}

pub(crate) fn failed(error: MigrateError) -> Error {
    match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
        error => Error::failed(error),
    }
}
