//! Going on with matches: many at once, by as many statements as one would take.
//!
//! The database works in a thread of its own, and every statement is a journey there and back. What the
//! matches of one commit have in common is therefore asked and said together, as lists in JSON.

use std::collections::HashSet;

use play::{Event, Version};
use serde_json::{Value, json};
use sqlx::{Row, SqliteConnection};

use super::{encode, number, time, upkeep};
use crate::backend::newest;
use crate::{Answer, Append, Error, Operation};

/// The appends to different matches with which the operations begin.
pub(super) fn first_run(operations: &[Operation]) -> Vec<&Append> {
    let mut ids = HashSet::new();
    let appends = operations.iter().map_while(Operation::append);
    appends.take_while(|append| ids.insert(append.id.as_str())).collect()
}

/// Goes on with different matches. Each has an answer of its own.
pub(super) async fn append_all(
    db: &mut SqliteConnection,
    appends: &[&Append],
) -> Result<Vec<Result<Answer, Error>>, Error> {
    let answers = check(db, appends).await?;
    let accepted = || {
        let pairs = appends.iter().zip(&answers);
        pairs.filter(|(_, answer)| answer.is_ok()).map(|(append, _)| *append)
    };
    let (mut rows, mut changes) = (Vec::new(), Vec::new());
    for append in accepted() {
        let Append { id, after, command, events, next } = append;
        if let Some(next) = next {
            upkeep::follow(db, id, next).await?;
        }
        for (index, event) in events.iter().enumerate() {
            // A command is found by the last of its events.
            let command = command.as_ref().filter(|_| index + 1 == events.len());
            let version = number(after.0 + 1 + index as u64);
            rows.push(json!([id, version, command, encode(event)?]));
        }
        changes.extend(newest(events).map(|changed| json!([id, time(changed)])));
    }
    add(db, rows, changes).await?;
    Ok(answers)
}

/// What each would be answered: the version that it leads to, or why it cannot be.
async fn check(
    db: &mut SqliteConnection,
    appends: &[&Append],
) -> Result<Vec<Result<Answer, Error>>, Error> {
    let asked = appends.iter().map(|append| json!([append.id, append.command])).collect();
    let rows = sqlx::query(
        "SELECT (SELECT version FROM events
                 WHERE \"match\" = asked.value ->> 0 AND command = asked.value ->> 1),
                (SELECT max(version) FROM events WHERE \"match\" = asked.value ->> 0)
         FROM json_each(?1) AS asked ORDER BY asked.key",
    )
    .bind(Value::Array(asked).to_string())
    .fetch_all(&mut *db)
    .await?;
    let mut answers = Vec::with_capacity(appends.len());
    for (append, row) in appends.iter().zip(rows) {
        let versions: [Option<i64>; 2] = [row.try_get(0)?, row.try_get(1)?];
        let versions = versions.map(|version| version.map(|version| Version(version as u64)));
        answers.push(match versions {
            [Some(version), _] => Err(Error::AlreadyApplied { version }),
            [None, None] => Err(Error::NotFound),
            [None, Some(version)] if version != append.after => Err(Error::Conflict { version }),
            [None, Some(_)] => Ok(Answer::Version(append.version())),
        });
    }
    Ok(answers)
}

/// Adds events, and says when their matches changed.
async fn add(
    db: &mut SqliteConnection,
    rows: Vec<Value>,
    changes: Vec<Value>,
) -> Result<(), Error> {
    if !rows.is_empty() {
        sqlx::query(
            "INSERT INTO events (\"match\", version, command, event)
             SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?1)",
        )
        .bind(Value::Array(rows).to_string())
        .execute(&mut *db)
        .await?;
    }
    if !changes.is_empty() {
        sqlx::query(
            "UPDATE matches SET changed = news.at
             FROM (SELECT value ->> 0 AS id, value ->> 1 AS at FROM json_each(?1)) AS news
             WHERE matches.id = news.id",
        )
        .bind(Value::Array(changes).to_string())
        .execute(db)
        .await?;
    }
    Ok(())
}

/// The events with which a match begins.
pub(super) async fn begin(
    db: &mut SqliteConnection,
    id: &str,
    events: &[Event],
) -> Result<(), Error> {
    let mut rows = Vec::with_capacity(events.len());
    for (event, version) in events.iter().zip(1..) {
        rows.push(json!([id, version, Value::Null, encode(event)?]));
    }
    add(db, rows, Vec::new()).await
}
