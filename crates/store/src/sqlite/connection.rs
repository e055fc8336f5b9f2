//! Connections to the file: opened, closed, and how they fail.

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use crate::Error;

/// The result code of a disk without room, as the database numbers it.
const SQLITE_FULL: u32 = 13;

pub(super) async fn open(options: &SqliteConnectOptions) -> Result<SqliteConnection, Error> {
    options.connect().await.map_err(|error| Error::Unopenable(error.to_string()))
}

/// Closes a connection that has failed or is not needed any more.
pub(super) async fn close(connection: SqliteConnection) {
    // Whatever is wrong with it, it is gone.
    let _ = connection.close().await;
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        let code = error.as_database_error().and_then(|error| error.code()?.parse::<u32>().ok());
        // The lowest byte is the result code, the others say more about it.
        if code.is_some_and(|code| code & 0xff == SQLITE_FULL) {
            return Self::DiskFull(error.to_string());
        }
        Self::failed(error)
    }
}
