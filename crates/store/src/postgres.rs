//! The backend that keeps everything in a PostgreSQL database, which several servers may share.

mod connection;
mod migrations;
mod url;

use sqlx::PgConnection;
use sqlx::postgres::PgConnectOptions;

use crate::migrations::unknown_schema;
use crate::sql::Sql;
use crate::{Backend, Error};
use connection::{PostgresReader, disconnect, timed};
pub use url::PostgresUrl;

/// How many writers there are. While one waits for the disk, the others fill their transactions.
const WRITERS: usize = 4;

/// Keeps everything in a PostgreSQL database. What it answers is as durable as the server's `synchronous_commit` says.
///
/// Several servers may have the same database. A transaction locks the matches that it changes before it looks at
/// their versions, so that of two servers one finds what the other has stored.
#[derive(Debug)]
pub struct Postgres {
    options: PgConnectOptions,
    /// `None` after a failure.
    writer: Option<PgConnection>,
    /// How many writers this value stands for.
    writers: usize,
    /// Schema of the database, if this program does not know it.
    newer_schema: Option<i64>,
}

impl Postgres {
    /// Connects to a database and brings it up to date.
    pub async fn open(url: &PostgresUrl) -> Result<Self, Error> {
        let options = url.options();
        let mut connection = connection::open(&options).await?;
        let newer_schema = migrations::run(&mut connection).await?;
        Ok(Self { options, writer: Some(connection), writers: WRITERS, newer_schema })
    }

    /// The connection alone, to a database with the newest schema.
    #[cfg(feature = "sqlite")]
    pub(crate) fn into_current(self) -> Result<PgConnection, Error> {
        let newer = self
            .newer_schema
            .map_or(Ok(()), |version| Err(unknown_schema(version, migrations::STEPS)));
        newer.and_then(|()| self.writer.ok_or(Error::Closed))
    }

    /// What the database finds wrong with itself: nothing, it is to be hoped.
    pub async fn damage(&mut self) -> Result<Vec<String>, Error> {
        let writer = self.connected().await?;
        let rows = writer
            .rows(
                "SELECT 'index ' || indexrelid::regclass || ' is not valid' FROM pg_index
                 WHERE NOT indisvalid
                 UNION ALL
                 SELECT checksum_failures || ' pages with a wrong checksum' FROM pg_stat_database
                 WHERE datname = current_database() AND checksum_failures > 0",
                &[],
            )
            .await?;
        rows.iter().map(|row| row.get(0)).collect()
    }

    /// The writer, with a new connection if the last one failed.
    async fn connected(&mut self) -> Result<&mut PgConnection, Error> {
        let writer = match self.writer.take() {
            Some(writer) => writer,
            None => connection::open(&self.options).await?,
        };
        Ok(self.writer.insert(writer))
    }

    /// Gives the connection up, with whatever transaction it has.
    async fn disconnect(&mut self) {
        if let Some(connection) = self.writer.take() {
            disconnect(connection).await;
        }
    }
}

impl Backend for Postgres {
    type Writer = PgConnection;
    type Reader = PostgresReader;

    fn more_writers(&self) -> Vec<Self> {
        let more = |_| {
            let (options, newer_schema) = (self.options.clone(), self.newer_schema);
            Self { options, writer: None, writers: 1, newer_schema }
        };
        (1..self.writers).map(more).collect()
    }

    fn reader(&self) -> PostgresReader {
        PostgresReader::new(self.options.clone())
    }

    async fn begin(&mut self) -> Result<&mut PgConnection, Error> {
        // The server may have ended the connection in the meantime; nothing has been asked on it yet.
        if self.writer.is_some() && self.connected().await?.execute("BEGIN", &[]).await.is_ok() {
            return self.connected().await;
        }
        self.disconnect().await;
        let begun = self.connected().await?.execute("BEGIN", &[]).await;
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
            Some(writer) => timed(async { Ok(writer.close().await?) }).await,
            None => Ok(()),
        }
    }
}
