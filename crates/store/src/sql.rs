//! The backends that keep everything in a database: one set of statements, over the two methods of [`Sql`] that each
//! database has.
//!
//! The schemas have texts and integers only, and the statements what all databases understand: parameters are `$1`,
//! truth is an integer, lists of rows come as JSON. What differs stays with the databases: connections, transactions,
//! locks and migrations.

mod analyses;
mod appends;
mod args;
mod events;
mod lists;
mod matches;
mod profiles;
mod puzzles;
mod quotas;
mod reports;
mod row;
mod service;
mod summaries;
mod tiles;

use std::future::{Future, ready};

use play::Time;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sqlx::SqlSafeStr;

use crate::service::local_time;
use crate::{Error, LockKeys};
pub(crate) use args::Arg;
pub(crate) use row::{Column, Row};

/// Result code of a disk without room, as SQLite numbers it.
#[cfg(feature = "sqlite")]
const SQLITE_FULL: u32 = 13;
/// Condition of a disk without room, as the SQL standard codes it.
#[cfg(feature = "postgres")]
const SQLSTATE_DISK_FULL: &str = "53100";

/// Connection to a database.
pub(crate) trait Sql: Send + 'static {
    /// Whether several servers may be connected to the database at once.
    const IS_SHARED: bool;
    /// Statement that writes something and changes nothing.
    const PROBE: &'static str;
    /// Query for the bytes of all that is stored.
    const STORED_BYTES: &'static str;

    /// Rows that a statement yields.
    fn rows(
        &mut self,
        sql: impl SqlSafeStr + Send,
        args: &[Arg<'_>],
    ) -> impl Future<Output = Result<Vec<Row>, Error>> + Send;

    /// Carries out a statement, and counts the rows that it has changed.
    fn execute(
        &mut self,
        sql: impl SqlSafeStr + Send,
        args: &[Arg<'_>],
    ) -> impl Future<Output = Result<u64, Error>> + Send;

    /// The first row that a statement yields.
    fn row(
        &mut self,
        sql: &'static str,
        args: &[Arg<'_>],
    ) -> impl Future<Output = Result<Option<Row>, Error>> + Send {
        async move { Ok(self.rows(sql, args).await?.into_iter().next()) }
    }

    /// Waits until no other transaction changes what this one is about to change.
    fn lock(&mut self, _keys: &LockKeys) -> impl Future<Output = Result<(), Error>> + Send {
        ready(Ok(()))
    }

    /// Time of the clock of the machine that keeps the data.
    fn now(&mut self) -> impl Future<Output = Result<Time, Error>> + Send {
        ready(Ok(local_time()))
    }
}

/// The databases have no numbers without a sign.
pub(crate) fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// One of the words that stand for the variants of an enum.
fn word<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_value(Value::String(text.to_owned())).ok()
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        if is_disk_full(&error) { Self::DiskFull(error.to_string()) } else { Self::failed(error) }
    }
}

fn is_disk_full(error: &sqlx::Error) -> bool {
    let Some(database) = error.as_database_error() else { return false };
    #[cfg(feature = "sqlite")]
    if database.try_downcast_ref::<sqlx::sqlite::SqliteError>().is_some() {
        let code = database.code().and_then(|code| code.parse::<u32>().ok());
        // The lowest byte is the result code, the others say more about it.
        return code.is_some_and(|code| code & 0xff == SQLITE_FULL);
    }
    #[cfg(feature = "postgres")]
    if let Some(error) = database.try_downcast_ref::<sqlx::postgres::PgDatabaseError>() {
        return error.code() == SQLSTATE_DISK_FULL;
    }
    false
}

#[cfg(all(test, feature = "sqlite"))]
mod tests {
    use sqlx::sqlite::SqliteConnectOptions;
    use sqlx::{ConnectOptions, SqliteConnection};

    use super::*;

    async fn run(db: &mut SqliteConnection, sql: &'static str) -> Error {
        sqlx::raw_sql(sql).execute(db).await.unwrap_err().into()
    }

    /// A database that may not grow answers as one whose disk has no room does.
    #[tokio::test]
    async fn only_a_disk_without_room_is_full() {
        let mut db = SqliteConnectOptions::new().in_memory(true).connect().await.unwrap();
        let schema = "PRAGMA page_size = 1024; CREATE TABLE kept (id INTEGER NOT NULL PRIMARY KEY, text TEXT);
             INSERT INTO kept (id) VALUES (1); PRAGMA max_page_count = 4";
        sqlx::raw_sql(schema).execute(&mut db).await.unwrap();
        let full = run(&mut db, "INSERT INTO kept (text) VALUES (zeroblob(9000))").await;
        assert!(matches!(full, Error::DiskFull(_)), "{full:?}");
        assert!(full.is_retryable());
        for other in [
            "INSERT INTO kept (id) VALUES (1)",
            "INSERT INTO kept (id) VALUES (NULL), ('x')",
            "SELECT * FROM nothing",
            "PRAGMA query_only = 1; DELETE FROM kept",
        ] {
            let failed = run(&mut db, other).await;
            assert!(matches!(failed, Error::Failed(_)), "{other}: {failed:?}");
        }
        assert!(matches!(Error::from(sqlx::Error::RowNotFound), Error::Failed(_)));
    }
}
