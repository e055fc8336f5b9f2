//! Copies of a whole store from one database to another, every table verbatim.

mod rows;
mod table;

use std::fmt;
use std::path::PathBuf;

use sqlx::{Connection, PgConnection, SqliteConnection};

use crate::sql::{Row, Sql};
use crate::{Error, Postgres, PostgresUrl, Sqlite};
use rows::RowDigest;
use table::Table;

/// Where a store is kept.
#[derive(Clone, Debug)]
pub enum StoreLocation {
    /// In a file of the embedded database.
    File(PathBuf),
    /// In a PostgreSQL database.
    Server(PostgresUrl),
}

/// Why a store is not copied. The target is as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CopyError {
    /// There is something in the target already.
    TargetNotEmpty,
    /// A server has the database open, by so many connections.
    InUse(i64),
    /// What is in the target is not what was read.
    Differs { table: String },
    /// The database of the source failed.
    Source(Error),
    /// The database of the target failed.
    Target(Error),
}

impl fmt::Display for CopyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TargetNotEmpty => f.write_str("the target is not empty"),
            Self::InUse(connections) => {
                write!(f, "a server has it open ({connections} connections)")
            }
            Self::Differs { table } => write!(f, "the copy of the table {table} differs"),
            Self::Source(error) | Self::Target(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CopyError {}

/// A table that was copied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CopiedTable {
    pub name: String,
    /// How many rows it has.
    pub rows: u64,
    /// SHA-256 of all values, in the order of the primary key.
    pub checksum: [u8; 32],
}

/// Copies every table of a store into another one, which must be empty, in one transaction, and compares counts and
/// checksums. No server may run on either. `progress` is told how many rows of a table have been copied.
pub async fn copy(
    from: &StoreLocation,
    to: &StoreLocation,
    mut progress: impl FnMut(&str, u64),
) -> Result<Vec<CopiedTable>, CopyError> {
    let mut source = OpenStore::open(from).await.map_err(CopyError::Source)?;
    let mut target = OpenStore::open(to).await.map_err(CopyError::Target)?;
    for (store, failed) in [
        (&mut source, CopyError::Source as fn(Error) -> CopyError),
        (&mut target, CopyError::Target),
    ] {
        let connections = store.other_connections().await.map_err(failed)?;
        if connections > 0 {
            return Err(CopyError::InUse(connections));
        }
    }
    let tables = Table::all().await.map_err(CopyError::Source)?;
    source.begin_reading().await.map_err(CopyError::Source)?;
    target.begin_writing().await.map_err(CopyError::Target)?;
    for table in &tables {
        if !target.read(table, None).await.map_err(CopyError::Target)?.is_empty() {
            return Err(CopyError::TargetNotEmpty);
        }
    }
    let mut copied = Vec::new();
    for table in &tables {
        let mut digest = RowDigest::default();
        let mut after: Option<Row> = None;
        loop {
            let rows = source.read(table, after.as_ref()).await.map_err(CopyError::Source)?;
            let Some(last) = rows.last() else { break };
            after = Some(last.clone());
            digest.add_all(&rows);
            target.insert(table, &rows).await.map_err(CopyError::Target)?;
            progress(&table.name, digest.rows);
        }
        let (rows, checksum) = digest.finish();
        copied.push(CopiedTable { name: table.name.clone(), rows, checksum });
    }
    for (table, copied) in tables.iter().zip(&copied) {
        let found = target.digest(table).await.map_err(CopyError::Target)?;
        if found.finish() != (copied.rows, copied.checksum) {
            return Err(CopyError::Differs { table: table.name.clone() });
        }
    }
    target.commit().await.map_err(CopyError::Target)?;
    source.close().await;
    Ok(copied)
}

/// A database that is copied from or to.
enum OpenStore {
    File(SqliteConnection),
    Server(PgConnection),
}

impl OpenStore {
    /// Opens a store and brings it up to date.
    async fn open(location: &StoreLocation) -> Result<Self, Error> {
        match location {
            StoreLocation::File(path) => Ok(Self::File(Sqlite::open(path).await?.into_current()?)),
            StoreLocation::Server(url) => {
                let mut connection = Postgres::open(url).await?.into_current()?;
                // A batch may have to wait for the other database.
                connection.execute("SET idle_in_transaction_session_timeout = 0", &[]).await?;
                Ok(Self::Server(connection))
            }
        }
    }

    /// Connections of servers to a database; those to a file are not known.
    async fn other_connections(&mut self) -> Result<i64, Error> {
        match self {
            Self::File(_) => Ok(0),
            Self::Server(db) => {
                let others = db
                    .row(
                        "SELECT count(*) FROM pg_stat_activity
                         WHERE datname = current_database() AND pid <> pg_backend_pid()
                           AND application_name = current_setting('application_name')",
                        &[],
                    )
                    .await?;
                others.map_or(Ok(0), |row| row.get(0))
            }
        }
    }

    /// Sees everything as it is now from now on.
    async fn begin_reading(&mut self) -> Result<(), Error> {
        match self {
            Self::File(db) => db.execute("BEGIN", &[]).await?,
            Self::Server(db) => {
                db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", &[]).await?
            }
        };
        Ok(())
    }

    async fn begin_writing(&mut self) -> Result<(), Error> {
        match self {
            Self::File(db) => db.execute("BEGIN IMMEDIATE", &[]).await?,
            Self::Server(db) => db.execute("BEGIN", &[]).await?,
        };
        Ok(())
    }

    async fn read(&mut self, table: &Table, after: Option<&Row>) -> Result<Vec<Row>, Error> {
        match self {
            Self::File(db) => rows::read(db, table, after).await,
            Self::Server(db) => rows::read(db, table, after).await,
        }
    }

    async fn insert(&mut self, table: &Table, rows: &[Row]) -> Result<(), Error> {
        match self {
            Self::File(db) => rows::insert(db, table, rows).await,
            Self::Server(db) => rows::insert(db, table, rows).await,
        }
    }

    /// Count and checksum of a table.
    async fn digest(&mut self, table: &Table) -> Result<RowDigest, Error> {
        let mut digest = RowDigest::default();
        let mut after: Option<Row> = None;
        loop {
            let rows = self.read(table, after.as_ref()).await?;
            let Some(last) = rows.last() else { return Ok(digest) };
            after = Some(last.clone());
            digest.add_all(&rows);
        }
    }

    /// Commits what was inserted, and closes the database.
    async fn commit(mut self) -> Result<(), Error> {
        match &mut self {
            Self::File(db) => db.execute("COMMIT", &[]).await?,
            Self::Server(db) => {
                // The next report gets the number behind the last one.
                db.execute(
                    "SELECT setval(pg_get_serial_sequence('reports', 'number'), max(number))
                     FROM reports HAVING count(*) > 0",
                    &[],
                )
                .await?;
                db.execute("COMMIT", &[]).await?;
                // The planner knows nothing of the tables yet.
                db.execute("ANALYZE", &[]).await?
            }
        };
        self.close().await;
        Ok(())
    }

    async fn close(self) {
        let _ = match self {
            Self::File(db) => db.close().await,
            Self::Server(db) => db.close().await,
        };
    }
}
