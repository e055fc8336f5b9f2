//! Connections to the file: opened, closed, and how they fail.

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use crate::Error;

pub(super) async fn open(options: &SqliteConnectOptions) -> Result<SqliteConnection, Error> {
    options.connect().await.map_err(|error| Error::Unopenable(error.to_string()))
}

/// Closes a connection that has failed or is not needed any more.
pub(super) async fn close(connection: SqliteConnection) {
    // Whatever is wrong with it, it is gone.
    let _ = connection.close().await;
}
