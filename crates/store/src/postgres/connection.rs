//! Connections to the server: opened, closed, and how long they may take.

use std::borrow::Cow;
use std::future::Future;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor, PgConnection};
use tokio::time::timeout;

use crate::Error;

/// Time for a connection to be made.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Time for an answer. A connection that has broken without a word is noticed by it.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);
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
        connection.execute(SESSION_SETTINGS).await?;
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
pub(super) async fn alive(mut connection: PgConnection) -> Option<PgConnection> {
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

/// A text as PostgreSQL can store and find it: without the character of the number zero, which it has no room for.
pub(super) fn text(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { text.replace('\0', "\u{fffd}").into() } else { text.into() }
}
