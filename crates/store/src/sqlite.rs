//! The backend that keeps everything in one file, in the database within the program.

mod backup;
mod connection;
mod lazy;
mod migrations;

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, SqliteConnection};

use crate::migrations::{Step, unknown_schema};
use crate::sql::Sql;
use crate::{Backend, Error};
pub use backup::{BackupContent, back_up};
use connection::{SqliteReader, close};
pub use lazy::LazySqlite;

/// How long to wait for another program that has locked the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// Page cache of a connection that only reads: 512 KiB instead of 2 MiB. There are several such connections, and
/// the operating system caches the file anyway.
const READER_CACHE_SIZE: &str = "-512";

/// The schema, in the steps in which it came about. A step never changes once it has been released.
const MIGRATIONS: &[Step] = &[
    (1, "matches", include_str!("../migrations/0001_matches.sql")),
    (2, "analyses", include_str!("../migrations/0002_analyses.sql")),
    (3, "tiles", include_str!("../migrations/0003_tiles.sql")),
    (4, "online", include_str!("../migrations/0004_online.sql")),
    (5, "summaries", include_str!("../migrations/0005_summaries.sql")),
    (6, "quotas", include_str!("../migrations/0006_quotas.sql")),
    (7, "history", include_str!("../migrations/0007_history.sql")),
    (8, "you", include_str!("../migrations/0008_you.sql")),
    (9, "arrivals", include_str!("../migrations/0009_arrivals.sql")),
    (10, "puzzles", include_str!("../migrations/0010_puzzles.sql")),
];

/// Keeps everything in a file. What it answers has reached the disk.
///
/// Changes go through one connection, questions through connections of their own that can only read. A transaction
/// that fails costs its connection: whatever state it is in, the next one begins with a new connection.
#[derive(Debug)]
pub struct Sqlite {
    options: SqliteConnectOptions,
    /// `None` after a failure.
    writer: Option<SqliteConnection>,
    /// Schema of the file, if this program does not know it.
    newer_schema: Option<i64>,
}

impl Sqlite {
    /// Opens a file, which is created if it does not exist, and brings it up to date. A file with an earlier schema is
    /// copied beside itself before.
    pub async fn open(path: &Path) -> Result<Self, Error> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .journal_mode(SqliteJournalMode::Wal)
            // NORMAL would lose acknowledged moves on power loss.
            .synchronous(SqliteSynchronous::Full)
            // The same on macOS, where an ordinary fsync stops at the drive's cache.
            .pragma("fullfsync", "1")
            .foreign_keys(true)
            // What somebody has deleted is overwritten.
            .pragma("secure_delete", "1")
            .busy_timeout(BUSY_TIMEOUT)
            .disable_statement_logging();
        let create = options.clone().create_if_missing(true);
        let mut connection = create.connect().await.map_err(Error::failed)?;
        let newer_schema = migrations::run(&mut connection, path).await?;
        // A file that is gone later is not replaced by an empty one.
        let options = options.create_if_missing(false);
        Ok(Self { options, writer: Some(connection), newer_schema })
    }

    /// Gives an empty database the newest schema.
    #[cfg(feature = "postgres")]
    pub(crate) async fn migrate(db: &mut SqliteConnection) -> Result<(), Error> {
        crate::migrations::run(db, MIGRATIONS).await
    }

    /// The connection alone, to a file with the newest schema.
    #[cfg(feature = "postgres")]
    pub(crate) fn into_current(self) -> Result<SqliteConnection, Error> {
        let newer =
            self.newer_schema.map_or(Ok(()), |version| Err(unknown_schema(version, MIGRATIONS)));
        newer.and_then(|()| self.writer.ok_or(Error::Closed))
    }

    /// What the database finds wrong with its file: nothing, it is to be hoped.
    pub async fn damage(&mut self) -> Result<Vec<String>, Error> {
        let writer = self.connected().await?;
        let rows = writer.rows("PRAGMA integrity_check", &[]).await?;
        let mut damage = rows.iter().map(|row| row.get(0)).collect::<Result<Vec<String>, _>>()?;
        damage.retain(|line| line != "ok");
        Ok(damage)
    }

    /// The writer, with a new connection if the last one failed.
    async fn connected(&mut self) -> Result<&mut SqliteConnection, Error> {
        let writer = match self.writer.take() {
            Some(writer) => writer,
            None => connection::open(&self.options).await?,
        };
        Ok(self.writer.insert(writer))
    }

    /// Gives the connection up, with whatever transaction it has.
    async fn disconnect(&mut self) {
        if let Some(connection) = self.writer.take() {
            close(connection).await;
        }
    }
}

impl Backend for Sqlite {
    type Writer = SqliteConnection;
    type Reader = SqliteReader;

    fn reader(&self) -> SqliteReader {
        SqliteReader::new(self.options.clone().pragma("cache_size", READER_CACHE_SIZE))
    }

    async fn begin(&mut self) -> Result<&mut SqliteConnection, Error> {
        let begun = self.connected().await?.execute("BEGIN IMMEDIATE", &[]).await;
        if let Err(error) = begun {
            self.disconnect().await;
            return Err(error);
        }
        self.connected().await
    }

    async fn commit(&mut self) -> Result<(), Error> {
        let committed = self.connected().await?.execute("COMMIT", &[]).await;
        if committed.is_err() {
            self.disconnect().await;
        }
        committed.map(drop)
    }

    async fn rollback(&mut self) {
        self.disconnect().await;
    }

    async fn close(self) -> Result<(), Error> {
        use sqlx::Connection;
        match self.writer {
            Some(writer) => writer.close().await.map_err(Error::failed),
            None => Ok(()),
        }
    }
}
