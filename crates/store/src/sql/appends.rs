//! Appending to matches: many at once, by as many statements as one would take. Every statement is a journey to the
//! database and back, so what the matches of one transaction have in common is asked and said together.

use play::{Time, Version};
use serde_json::{Value, json};

use super::{Arg, Row, Sql, events, matches, number, summaries};
use crate::model::newest;
use crate::{Append, AppendOutcome, Error};

/// Appends to different matches, which are locked. Each has an answer of its own.
pub(super) async fn append_all(
    db: &mut impl Sql,
    appends: &[&Append],
) -> Result<Vec<Result<AppendOutcome, Error>>, Error> {
    let mut answers = check(db, appends).await?;
    let mut rows = AppendRows::default();
    for (append, answer) in appends.iter().zip(&mut answers) {
        if !matches!(answer, Ok(AppendOutcome::Stored(_))) {
            continue;
        }
        match create_next(db, append).await {
            Ok(()) => rows.push(append)?,
            Err(error) if error.is_retryable() => return Err(error),
            Err(refused) => *answer = Err(refused),
        }
    }
    rows.insert(db).await?;
    Ok(answers)
}

/// Creates the match that follows, if there is one.
async fn create_next(db: &mut impl Sql, append: &Append) -> Result<(), Error> {
    let Some(next) = &append.next else { return Ok(()) };
    matches::create_next(db, &append.match_id, next, append.next_quota).await
}

/// Outcome of each append, or why it is impossible.
async fn check(
    db: &mut impl Sql,
    appends: &[&Append],
) -> Result<Vec<Result<AppendOutcome, Error>>, Error> {
    let asked = appends.iter().map(|append| {
        let next = append.next.as_ref().map(|next| &next.id);
        let absent = append.absence.map(|absence| absence.player);
        json!([append.match_id, append.idempotency_key, next, absent])
    });
    let rows = db
        .rows(
            "SELECT (SELECT version FROM events
                     WHERE match_id = asked.value ->> 0 AND command = asked.value ->> 1),
                    (SELECT max(version) FROM events WHERE match_id = asked.value ->> 0),
                    EXISTS (SELECT 1 FROM matches WHERE id = asked.value ->> 2),
                    (SELECT CASE asked.value ->> 3 WHEN 'one' THEN arrived_one
                                                   WHEN 'two' THEN arrived_two END
                     FROM matches WHERE id = asked.value ->> 0 AND asked.value ->> 3 IS NOT NULL)
             FROM json_each($1) AS asked ORDER BY asked.key",
            &[Arg::Rows(asked.collect())],
        )
        .await?;
    appends.iter().zip(&rows).map(|(append, row)| answer(append, row)).collect()
}

/// Outcome of an append, by what is known of its match.
fn answer(append: &Append, row: &Row) -> Result<Result<AppendOutcome, Error>, Error> {
    let (applied, version): (Option<Version>, Option<Version>) = (row.get(0)?, row.get(1)?);
    let (is_next_taken, arrived): (bool, Option<Time>) = (row.get(2)?, row.get(3)?);
    Ok(match (applied, version) {
        (Some(applied), _) => Ok(AppendOutcome::AlreadyApplied(applied)),
        (None, None) => Err(Error::NotFound),
        (None, Some(version)) if version != append.expected_version => {
            Err(Error::Conflict { version })
        }
        _ if is_next_taken => Err(Error::Taken),
        _ => {
            let checked = append.absence.map_or(Ok(()), |absence| absence.check(arrived));
            checked.map(|()| AppendOutcome::Stored(append.version()))
        }
    })
}

/// Rows that appends add and change.
#[derive(Default)]
struct AppendRows {
    events: Vec<Value>,
    changes: Vec<Value>,
    summaries: Vec<Value>,
}

impl AppendRows {
    fn push(&mut self, append: &Append) -> Result<(), Error> {
        let Append { match_id, expected_version, idempotency_key, events, summary, .. } = append;
        let (texts, bytes) = events::encode_all(events)?;
        let last = texts.len();
        for (text, index) in texts.into_iter().zip(1..) {
            // A command is found by the last of its events.
            let key = idempotency_key.as_ref().filter(|_| index == last);
            let version = number(expected_version.0 + index as u64);
            self.events.push(json!([match_id, version, key, text]));
        }
        let changed = newest(events).map(|at| number(at.0));
        self.changes.push(json!([match_id, changed, bytes]));
        // Any other is out of date already.
        if let Some(summary) = summary.as_ref().filter(|it| it.version == append.version()) {
            self.summaries.push(summaries::encode(match_id, summary)?);
        }
        Ok(())
    }

    /// Inserts events, says when their matches changed and by how many bytes, and replaces their summaries.
    async fn insert(self, db: &mut impl Sql) -> Result<(), Error> {
        if self.changes.is_empty() {
            return Ok(());
        }
        insert_events(db, self.events).await?;
        db.execute(
            "UPDATE matches SET changed = coalesce(news.at, changed), bytes = bytes + news.more
             FROM (SELECT value ->> 0 AS id, CAST(value ->> 1 AS BIGINT) AS at,
                          CAST(value ->> 2 AS BIGINT) AS more
                   FROM json_each($1)) AS news
             WHERE matches.id = news.id",
            &[Arg::Rows(self.changes)],
        )
        .await?;
        summaries::put(db, self.summaries).await
    }
}

async fn insert_events(db: &mut impl Sql, rows: Vec<Value>) -> Result<(), Error> {
    db.execute(
        "INSERT INTO events (match_id, version, command, event)
         SELECT value ->> 0, CAST(value ->> 1 AS BIGINT), value ->> 2, value ->> 3
         FROM json_each($1)",
        &[Arg::Rows(rows)],
    )
    .await?;
    Ok(())
}

/// Inserts the encoded events that a match begins with.
pub(super) async fn begin(db: &mut impl Sql, id: &str, texts: &[String]) -> Result<(), Error> {
    let row = |(text, version): (&String, u64)| json!([id, version, Value::Null, text]);
    insert_events(db, texts.iter().zip(1..).map(row).collect()).await
}
