//! Connections to the file: opened, closed, and what they carry out.

use async_trait::async_trait;
use serde_json::Value;
use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteRow};
use sqlx::{
    ConnectOptions, Connection, Row as _, SqlSafeStr, SqliteConnection, TypeInfo, ValueRef,
};

use crate::sql::{Arg, Column, Row, Sql};
use crate::{Error, Reader, ReaderConnection};

pub(super) async fn open(options: &SqliteConnectOptions) -> Result<SqliteConnection, Error> {
    options.connect().await.map_err(|error| Error::Unopenable(error.to_string()))
}

/// Closes a connection that has failed or is not needed any more.
pub(super) async fn close(connection: SqliteConnection) {
    // Whatever is wrong with it, it is gone.
    let _ = connection.close().await;
}

impl Sql for SqliteConnection {
    const IS_SHARED: bool = false;
    // The first page is written though nothing in it changes, as it would not be by an UPDATE with the same values.
    const PROBE: &'static str = "PRAGMA application_id = 0";
    // Those pages of the file that are in use.
    const STORED_BYTES: &'static str = "SELECT (page_count - freelist_count) * page_size
         FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()";

    async fn rows(
        &mut self,
        sql: impl SqlSafeStr + Send,
        args: &[Arg<'_>],
    ) -> Result<Vec<Row>, Error> {
        let rows = bind(sql, args).fetch_all(self).await?;
        rows.iter().map(read).collect()
    }

    async fn execute(
        &mut self,
        sql: impl SqlSafeStr + Send,
        args: &[Arg<'_>],
    ) -> Result<u64, Error> {
        Ok(bind(sql, args).execute(self).await?.rows_affected())
    }
}

fn bind<'q>(sql: impl SqlSafeStr, args: &[Arg<'_>]) -> Query<'q, sqlx::Sqlite, SqliteArguments> {
    args.iter().fold(sqlx::query(sql), |query, arg| match arg {
        Arg::Text(text) => query.bind(text.as_deref().map(str::to_owned)),
        Arg::Integer(number) => query.bind(*number),
        Arg::Rows(rows) => query.bind(Value::from(rows.clone()).to_string()),
    })
}

fn read(row: &SqliteRow) -> Result<Row, Error> {
    let column = |index| {
        let value = row.try_get_raw(index)?;
        Ok(match value.type_info().name() {
            _ if value.is_null() => Column::Null,
            "INTEGER" => Column::Integer(row.try_get(index)?),
            _ => Column::Text(row.try_get::<&[u8], _>(index)?.to_vec()),
        })
    };
    (0..row.len()).map(column).collect::<Result<_, sqlx::Error>>().map(Row).map_err(Error::from)
}

/// A connection that can only read.
#[derive(Debug)]
pub struct SqliteReader {
    options: SqliteConnectOptions,
    /// `None` before the first question and after a failure.
    connection: Option<SqliteConnection>,
}

impl SqliteReader {
    pub(super) fn new(options: SqliteConnectOptions) -> Self {
        Self { options: options.read_only(true), connection: None }
    }
}

#[async_trait]
impl ReaderConnection for SqliteReader {
    async fn connected(&mut self) -> Result<&mut (dyn Reader + 'static), Error> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => open(&self.options).await?,
        };
        Ok(self.connection.insert(connection))
    }

    async fn disconnect(&mut self) {
        if let Some(connection) = self.connection.take() {
            close(connection).await;
        }
    }
}
