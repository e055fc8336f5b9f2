//! What the SQL backends share: numbers, times, errors.

use play::{Event, Player, Time};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::Error;

/// Result code of a disk without room, as SQLite numbers it.
#[cfg(feature = "sqlite")]
const SQLITE_FULL: u32 = 13;
/// Condition of a disk without room, as the SQL standard codes it.
#[cfg(feature = "postgres")]
const SQLSTATE_DISK_FULL: &str = "53100";

/// The databases have no numbers without a sign.
pub(crate) fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(crate) fn time(Time(at): Time) -> i64 {
    number(at)
}

pub(crate) fn moment(at: i64) -> Time {
    Time(at.max(0) as u64)
}

/// An event as it is stored.
pub(crate) fn encode_event(event: &Event) -> Result<String, Error> {
    serde_json::to_string(event).map_err(Error::failed)
}

/// Reads an event of a match. One that is well-formed and that this program does not know is from a newer one: what
/// follows from it cannot be known either.
pub(crate) fn decode_event(id: &str, text: &[u8]) -> Result<Event, Error> {
    serde_json::from_slice(text).map_err(|error| {
        let kind = serde_json::from_slice::<Value>(text).ok();
        match kind.as_ref().and_then(|event| event.get("type")?.as_str()) {
            Some(kind) => Error::UnknownEvent(format!(
                "match {id} has an event '{kind}' that this version of the program does not know: {error}"
            )),
            None => Error::Damaged(format!("an event of match {id} is damaged: {error}")),
        }
    })
}

/// One of the words that stand for the variants of an enum.
pub(crate) fn word<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_value(Value::String(text.to_owned())).ok()
}

/// How a player is stored.
pub(crate) const fn player_word(player: Player) -> &'static str {
    match player {
        Player::One => "one",
        Player::Two => "two",
    }
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
