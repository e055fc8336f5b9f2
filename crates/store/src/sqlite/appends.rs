//! Appending to matches: many at once, by as many statements as one would take.
//!
//! The database works in a thread of its own, and every statement is a journey there and back. What the
//! matches of one commit have in common is therefore asked and said together, as lists in JSON.

use play::{Event, Version};
use serde_json::{Value, json};
use sqlx::{Row, SqliteConnection};

use super::{matches, moment, number, summaries, time};
use crate::model::newest;
use crate::sql::player_word;
use crate::{Append, AppendOutcome, Error};

/// Appends to different matches. Each has an answer of its own.
pub(super) async fn append_all(
    db: &mut SqliteConnection,
    appends: &[&Append],
) -> Result<Vec<Result<AppendOutcome, Error>>, Error> {
    let answers = check(db, appends).await?;
    let accepted = || {
        let pairs = appends.iter().zip(&answers);
        pairs
            .filter(|(_, answer)| matches!(answer, Ok(AppendOutcome::Stored(_))))
            .map(|(append, _)| *append)
    };
    let (mut rows, mut changes, mut listed) = (Vec::new(), Vec::new(), Vec::new());
    for append in accepted() {
        let mut bytes = 0;
        let Append { match_id, expected_version, idempotency_key, events, summary, next, .. } =
            append;
        if let Some(next) = next {
            matches::create_next(db, match_id, next).await?;
        }
        for (index, event) in events.iter().enumerate() {
            // A command is found by the last of its events.
            let key = idempotency_key.as_ref().filter(|_| index + 1 == events.len());
            let version = number(expected_version.0 + 1 + index as u64);
            let text = encode(event)?;
            bytes += text.len();
            rows.push(json!([match_id, version, key, text]));
        }
        changes.push(json!([match_id, newest(events).map(time), bytes]));
        if let Some(summary) = summary {
            listed.push(summaries::encode(match_id, summary)?);
        }
    }
    insert(db, rows, changes).await?;
    summaries::put(db, listed).await?;
    Ok(answers)
}

/// Outcome of each append, or why it is impossible.
async fn check(
    db: &mut SqliteConnection,
    appends: &[&Append],
) -> Result<Vec<Result<AppendOutcome, Error>>, Error> {
    let asked = appends.iter().map(|append| {
        let next = append.next.as_ref().map(|next| &next.id);
        let absent = append.absence.map(|absence| player_word(absence.player));
        json!([append.match_id, append.idempotency_key, next, absent])
    });
    let rows = sqlx::query(
        "SELECT (SELECT version FROM events
                 WHERE match_id = asked.value ->> 0 AND command = asked.value ->> 1),
                (SELECT max(version) FROM events WHERE match_id = asked.value ->> 0),
                EXISTS (SELECT 1 FROM matches WHERE id = asked.value ->> 2),
                (SELECT CASE asked.value ->> 3 WHEN 'one' THEN arrived_one WHEN 'two' THEN arrived_two END
                 FROM matches WHERE id = asked.value ->> 0 AND asked.value ->> 3 IS NOT NULL)
         FROM json_each(?1) AS asked ORDER BY asked.key",
    )
    .bind(Value::Array(asked.collect()).to_string())
    .fetch_all(&mut *db)
    .await?;
    let mut answers = Vec::with_capacity(appends.len());
    for (append, row) in appends.iter().zip(rows) {
        let versions: [Option<i64>; 2] = [row.try_get(0)?, row.try_get(1)?];
        let versions = versions.map(|version| version.map(|version| Version(version as u64)));
        let taken: bool = row.try_get(2)?;
        answers.push(match versions {
            [Some(version), _] => Ok(AppendOutcome::AlreadyApplied(version)),
            [None, None] => Err(Error::NotFound),
            [None, Some(version)] if version != append.expected_version => {
                Err(Error::Conflict { version })
            }
            [None, Some(_)] if taken => Err(Error::Taken),
            [None, Some(_)] => {
                let arrived = row.try_get::<Option<i64>, _>(3)?.map(moment);
                let checked = append.absence.map_or(Ok(()), |absence| absence.check(arrived));
                checked.map(|()| AppendOutcome::Stored(append.version()))
            }
        });
    }
    for (append, answer) in appends.iter().zip(&mut answers) {
        let Append { match_id, next: Some(next), next_quota: Some(quota), .. } = append else {
            continue;
        };
        if !matches!(answer, Ok(AppendOutcome::Stored(_))) {
            continue;
        }
        match matches::check_next(db, match_id, next, *quota).await {
            Err(Error::QuotaExceeded) => *answer = Err(Error::QuotaExceeded),
            checked => checked?,
        }
    }
    Ok(answers)
}

/// Inserts events, and says when their matches changed and by how many bytes.
async fn insert(
    db: &mut SqliteConnection,
    rows: Vec<Value>,
    changes: Vec<Value>,
) -> Result<(), Error> {
    if !rows.is_empty() {
        sqlx::query(
            "INSERT INTO events (match_id, version, command, event)
             SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?1)",
        )
        .bind(Value::Array(rows).to_string())
        .execute(&mut *db)
        .await?;
    }
    if !changes.is_empty() {
        sqlx::query(
            "UPDATE matches SET changed = coalesce(news.at, changed), bytes = matches.bytes + news.more
             FROM (SELECT value ->> 0 AS id, value ->> 1 AS at, value ->> 2 AS more
                   FROM json_each(?1)) AS news
             WHERE matches.id = news.id",
        )
        .bind(Value::Array(changes).to_string())
        .execute(db)
        .await?;
    }
    Ok(())
}

/// Inserts the encoded events that a match begins with.
pub(super) async fn begin(
    db: &mut SqliteConnection,
    id: &str,
    texts: &[String],
) -> Result<(), Error> {
    let rows = texts.iter().zip(1..);
    let rows = rows.map(|(text, version)| json!([id, version, Value::Null, text]));
    insert(db, rows.collect(), Vec::new()).await
}

/// An event as it is stored.
pub(super) fn encode(event: &Event) -> Result<String, Error> {
    serde_json::to_string(event).map_err(Error::failed)
}
