//! Connections to the server: opened, closed, and how long they may take.

use std::future::Future;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use play::Time;
use serde_json::Value;
use sqlx::postgres::{PgArguments, PgConnectOptions, PgRow};
use sqlx::query::Query;
use sqlx::{ConnectOptions, Connection, PgConnection, Row as _, SqlSafeStr, TypeInfo, ValueRef};
use tokio::time::timeout;

use crate::quota::TILE_BYTES;
use crate::sql::{Arg, Column, Row, Sql};
use crate::{Error, LockKeys, Reader, ReaderConnection};

/// Time for a connection to be made.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Time for an answer. A connection that has broken without a word is noticed by it.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);
/// How long a connection that was not used is taken to work.
const IDLE_TRUST: Duration = Duration::from_secs(1);
/// Time for a connection to be closed in good order.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// Classes of SQL conditions that waiting does not change: authorisation, missing database, syntax and access rules.
const FINAL_CLASSES: [&str; 3] = ["28", "3D", "42"];
/// Settings of a session. The server gives up the locks of a process that stands still in a transaction, so that
/// others go on.
const SESSION_SETTINGS: &str = "SET idle_in_transaction_session_timeout = '2s'";

pub(super) async fn open(options: &PgConnectOptions) -> Result<PgConnection, Error> {
    let connected = async {
        let mut connection = options.connect().await?;
        sqlx::query(SESSION_SETTINGS).execute(&mut connection).await?;
        Ok::<_, sqlx::Error>(connection)
    };
    match timeout(CONNECT_TIMEOUT, connected).await {
        Ok(connected) => connected.map_err(unconnected),
        Err(_) => Err(Error::Unreachable("no connection in time".to_owned())),
    }
}

/// Why there is no connection. A wrong password or database is none that a server which starts or ends would have.
fn unconnected(error: sqlx::Error) -> Error {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    let is_final =
        code.is_some_and(|code| FINAL_CLASSES.contains(&code.get(..2).unwrap_or_default()));
    if is_final || matches!(error, sqlx::Error::Tls(_) | sqlx::Error::Configuration(_)) {
        return Error::failed(error);
    }
    Error::Unreachable(error.to_string())
}

/// Closes a connection that has failed or is not needed any more.
pub(super) async fn disconnect(connection: PgConnection) {
    // Whatever is wrong with it, it is gone.
    let _ = timeout(CLOSE_TIMEOUT, connection.close_hard()).await;
}

/// The connection, if it works.
async fn alive(mut connection: PgConnection) -> Option<PgConnection> {
    let answered = timeout(CONNECT_TIMEOUT, connection.ping()).await;
    if matches!(answered, Ok(Ok(()))) {
        return Some(connection);
    }
    disconnect(connection).await;
    None
}

/// Waits for an answer of the server, but not for ever.
pub(super) async fn timed<T>(answer: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    let answer = timeout(ANSWER_TIMEOUT, answer).await;
    answer.unwrap_or_else(|_| Err(Error::Failed("the database does not answer".to_owned())))
}

const _: () = assert!(TILE_BYTES == 128, "as in `STORED_BYTES`");

impl Sql for PgConnection {
    const IS_SHARED: bool = true;
    // The row is written all the same.
    const PROBE: &'static str = "UPDATE heartbeat SET at = at";
    // As quotas count them: the size of a database does not shrink when something is deleted.
    const STORED_BYTES: &'static str = "SELECT CAST(
           (SELECT coalesce(sum(bytes), 0) FROM matches)
         + (SELECT coalesce(sum(bytes), 0) FROM analyses)
         + (SELECT count(*) FROM tiles) * 128
         + (SELECT coalesce(sum(octet_length(document)), 0) FROM profiles) AS BIGINT)";

    async fn rows(
        &mut self,
        sql: impl SqlSafeStr + Send,
        args: &[Arg<'_>],
    ) -> Result<Vec<Row>, Error> {
        let query = bind(sql, args);
        let rows = timed(async { Ok(query.fetch_all(self).await?) }).await?;
        rows.iter().map(read).collect()
    }

    async fn execute(
        &mut self,
        sql: impl SqlSafeStr + Send,
        args: &[Arg<'_>],
    ) -> Result<u64, Error> {
        let query = bind(sql, args);
        timed(async { Ok(query.execute(self).await?.rows_affected()) }).await
    }

    /// Locks names of profiles and of matches, which need not be there, and then matches, each in one order.
    async fn lock(&mut self, keys: &LockKeys) -> Result<(), Error> {
        let LockKeys { matches, profiles, new_matches } = keys;
        let profiles = profiles.iter().map(|profile| format!("profile {profile}"));
        let names: Vec<_> =
            profiles.chain(new_matches.iter().map(|id| format!("match {id}"))).collect();
        if !names.is_empty() {
            self.execute(
                "SELECT pg_advisory_xact_lock(key)
                 FROM (SELECT DISTINCT hashtextextended(value ->> 0, 0) AS key FROM json_each($1)
                       ORDER BY key) AS keys",
                &[Arg::list(&names)],
            )
            .await?;
        }
        if !matches.is_empty() {
            self.execute(
                "SELECT FROM matches WHERE id IN (SELECT value ->> 0 FROM json_each($1))
                 ORDER BY id FOR NO KEY UPDATE",
                &[Arg::list(matches)],
            )
            .await?;
        }
        Ok(())
    }

    async fn now(&mut self) -> Result<Time, Error> {
        let now = "SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT)";
        let row = self.row(now, &[]).await?;
        row.ok_or_else(|| Error::Failed("the database knows no time".to_owned()))?.get(0)
    }
}

fn bind<'q>(sql: impl SqlSafeStr, args: &[Arg<'_>]) -> Query<'q, sqlx::Postgres, PgArguments> {
    args.iter().fold(sqlx::query(sql), |query, arg| match arg {
        Arg::Text(text) => query.bind(text.as_deref().map(storable)),
        Arg::Integer(number) => query.bind(*number),
        Arg::Rows(rows) => query.bind(rows.iter().map(storable_row).collect::<Value>().to_string()),
    })
}

/// A text as PostgreSQL can store and find it: without the character of the number zero, which it has no room for.
fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

fn storable_row(row: &Value) -> Value {
    match row {
        Value::Array(values) => values.iter().map(storable_row).collect(),
        Value::String(text) => storable(text).into(),
        value => value.clone(),
    }
}

fn read(row: &PgRow) -> Result<Row, Error> {
    let column = |index| {
        let value = row.try_get_raw(index)?;
        Ok(match value.type_info().name() {
            _ if value.is_null() => Column::Null,
            "INT8" => Column::Integer(row.try_get(index)?),
            "INT4" => Column::Integer(row.try_get::<i32, _>(index)?.into()),
            "BOOL" => Column::Integer(row.try_get::<bool, _>(index)?.into()),
            _ => Column::Text(row.try_get::<&str, _>(index)?.into()),
        })
    };
    (0..row.len()).map(column).collect::<Result<_, sqlx::Error>>().map(Row).map_err(Error::from)
}

/// A connection for questions.
#[derive(Debug)]
pub struct PostgresReader {
    options: PgConnectOptions,
    /// `None` before the first question and after a failure.
    connection: Option<PgConnection>,
    last_used: Instant,
}

impl PostgresReader {
    pub(super) fn new(options: PgConnectOptions) -> Self {
        Self { options, connection: None, last_used: Instant::now() }
    }
}

#[async_trait]
impl ReaderConnection for PostgresReader {
    /// A connection that has been idle is asked for a sign of life first: the server may have ended it.
    async fn connected(&mut self) -> Result<&mut (dyn Reader + 'static), Error> {
        let connection = match self.connection.take() {
            Some(connection) if self.last_used.elapsed() < IDLE_TRUST => Some(connection),
            Some(connection) => alive(connection).await,
            None => None,
        };
        let connection = match connection {
            Some(connection) => connection,
            None => open(&self.options).await?,
        };
        self.last_used = Instant::now();
        Ok(self.connection.insert(connection))
    }

    async fn disconnect(&mut self) {
        if let Some(connection) = self.connection.take() {
            disconnect(connection).await;
        }
    }
}
