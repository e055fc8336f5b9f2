//! Appending to matches: many at once, by as many statements as one would take. What the matches of one transaction have
//! in common is asked and said together, as arrays.

use play::Version;
use sqlx::{PgConnection, Row};

use super::connection::text;
use super::matches;
use super::summaries::SummaryColumns;
use crate::model::newest;
use crate::sql::{encode_event, moment, number, player_word, time};
use crate::{Absence, Append, AppendOutcome, Error};

/// Appends to different matches, which are locked. Each has an answer of its own.
pub(super) async fn append_all(
    db: &mut PgConnection,
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
async fn create_next(db: &mut PgConnection, append: &Append) -> Result<(), Error> {
    let Some(next) = &append.next else { return Ok(()) };
    matches::create_next(db, &append.match_id, next, append.next_quota).await
}

/// Outcome of each append, or why it is impossible.
async fn check(
    db: &mut PgConnection,
    appends: &[&Append],
) -> Result<Vec<Result<AppendOutcome, Error>>, Error> {
    let ids: Vec<_> = appends.iter().map(|append| text(&append.match_id)).collect();
    let commands: Vec<_> =
        appends.iter().map(|append| append.idempotency_key.as_deref().map(text)).collect();
    let next: Vec<_> =
        appends.iter().map(|append| append.next.as_ref().map(|next| text(&next.id))).collect();
    let absent: Vec<_> = appends.iter().map(|append| append.absence.map(absent_word)).collect();
    let rows = sqlx::query(
        "SELECT (SELECT version FROM events WHERE match_id = asked.id AND command = asked.command),
                (SELECT max(version) FROM events WHERE match_id = asked.id),
                EXISTS (SELECT 1 FROM matches WHERE id = asked.next),
                (SELECT CASE asked.absent WHEN 'one' THEN arrived_one WHEN 'two' THEN arrived_two END
                 FROM matches WHERE id = asked.id AND asked.absent IS NOT NULL)
         FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY
           AS asked (id, command, next, absent, place)
         ORDER BY place",
    )
    .bind(ids)
    .bind(commands)
    .bind(next)
    .bind(absent)
    .fetch_all(db)
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
    Ok(answers)
}

fn absent_word(absence: Absence) -> &'static str {
    player_word(absence.player)
}

/// Columns of the rows that appends add and change.
#[derive(Debug, Default)]
struct AppendRows {
    match_ids: Vec<String>,
    versions: Vec<i64>,
    commands: Vec<Option<String>>,
    events: Vec<String>,
    changed_ids: Vec<String>,
    changed_at: Vec<Option<i64>>,
    more_bytes: Vec<i64>,
    summaries: SummaryColumns,
}

impl AppendRows {
    fn push(&mut self, append: &Append) -> Result<(), Error> {
        let Append { match_id, expected_version, idempotency_key, events, summary, .. } = append;
        let mut bytes = 0;
        for (index, event) in events.iter().enumerate() {
            // A command is found by the last of its events.
            let key = idempotency_key.as_deref().filter(|_| index + 1 == events.len());
            let encoded = encode_event(event)?;
            bytes += encoded.len();
            self.match_ids.push(match_id.clone());
            self.versions.push(number(expected_version.0 + 1 + index as u64));
            self.commands.push(key.map(|key| text(key).into_owned()));
            self.events.push(encoded);
        }
        self.changed_ids.push(match_id.clone());
        self.changed_at.push(newest(events).map(time));
        self.more_bytes.push(number(bytes as u64));
        // Any other is out of date already.
        if let Some(summary) = summary.as_ref().filter(|it| it.version == append.version()) {
            self.summaries.push(match_id, summary)?;
        }
        Ok(())
    }

    /// Inserts events, says when their matches changed and by how many bytes, and replaces their summaries.
    async fn insert(self, db: &mut PgConnection) -> Result<(), Error> {
        if self.changed_ids.is_empty() {
            return Ok(());
        }
        sqlx::query(
            "WITH changes AS (
               UPDATE matches SET changed = coalesce(news.at, changed), bytes = bytes + news.more
               FROM unnest($5::text[], $6::int8[], $7::int8[]) AS news (id, at, more)
               WHERE matches.id = news.id)
             INSERT INTO events (match_id, version, command, event)
             SELECT * FROM unnest($1::text[], $2::int8[], $3::text[], $4::text[])",
        )
        .bind(self.match_ids)
        .bind(self.versions)
        .bind(self.commands)
        .bind(self.events)
        .bind(self.changed_ids)
        .bind(self.changed_at)
        .bind(self.more_bytes)
        .execute(&mut *db)
        .await?;
        self.summaries.put(db).await
    }
}

/// Inserts the encoded events that a match begins with.
pub(super) async fn begin(db: &mut PgConnection, id: &str, texts: &[String]) -> Result<(), Error> {
    sqlx::query(
        "INSERT INTO events (match_id, version, event)
         SELECT $1, place, event FROM unnest($2::text[]) WITH ORDINALITY AS one (event, place)",
    )
    .bind(text(id))
    .bind(texts)
    .execute(db)
    .await?;
    Ok(())
}
