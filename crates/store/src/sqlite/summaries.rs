//! What lists say of matches.

use play::{Kind, Player, Version, Who};
use rules::BySeat;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::{moment, number, time};
pub(super) use crate::sql::{player_word, word};
use crate::{Accuracy, Conduct, Error, MatchSummary};

/// A summary as a row for [`put`].
pub(super) fn encode(id: &str, summary: &MatchSummary) -> Result<Value, Error> {
    let MatchSummary { version, game, rules, kind, players, entries, .. } = summary;
    let MatchSummary { finished, winner, reason, created, ended, conduct, .. } = summary;
    let who = |who: &Option<Who>| who.as_ref().map(serde_json::to_string).transpose();
    let first = who(&players.first).map_err(Error::failed)?;
    let second = who(&players.second).map_err(Error::failed)?;
    let names = summary.search_names();
    let conduct = conduct.as_ref().map(serde_json::to_string).transpose();
    let conduct = conduct.map_err(Error::failed)?;
    Ok(json!([
        id,
        number(version.0),
        game,
        rules,
        kind,
        first,
        second,
        entries,
        u8::from(*finished),
        winner,
        reason,
        time(*created),
        ended.map(time),
        summary.opponent().word(),
        summary.person(),
        names.first,
        names.second,
        conduct,
    ]))
}

/// Replaces the summaries of matches that are at the versions of the summaries.
pub(super) async fn put(db: &mut SqliteConnection, rows: Vec<Value>) -> Result<(), Error> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "INSERT INTO match_summaries (match_id, version, game, rules, kind, first, second,
                                      entries, finished, winner, reason, created, ended,
                                      opponent, person, name_one, name_two, conduct)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
                value ->> 6, value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11,
                value ->> 12, value ->> 13, value ->> 14, value ->> 15, value ->> 16, value ->> 17
         FROM json_each(?1)
         WHERE (SELECT max(version) FROM events WHERE match_id = value ->> 0) = value ->> 1
         ON CONFLICT (match_id) DO UPDATE SET version = excluded.version, game = excluded.game,
           rules = excluded.rules, kind = excluded.kind, first = excluded.first,
           second = excluded.second, entries = excluded.entries, finished = excluded.finished,
           winner = excluded.winner, reason = excluded.reason, created = excluded.created,
           ended = excluded.ended, opponent = excluded.opponent, person = excluded.person,
           name_one = excluded.name_one, name_two = excluded.name_two, conduct = excluded.conduct,
           accuracy_one = iif(finished AND excluded.finished AND entries = excluded.entries,
                              accuracy_one, NULL),
           accuracy_two = iif(finished AND excluded.finished AND entries = excluded.entries,
                              accuracy_two, NULL)",
    )
    .bind(Value::Array(rows).to_string())
    .execute(db)
    .await?;
    Ok(())
}

/// Stores how well a finished match was played, if it is at this version.
pub(super) async fn put_accuracy(
    db: &mut SqliteConnection,
    id: &str,
    version: Version,
    accuracy: Accuracy,
) -> Result<(), Error> {
    let known = sqlx::query("SELECT 1 FROM matches WHERE id = ?1").bind(id);
    known.fetch_optional(&mut *db).await?.ok_or(Error::NotFound)?;
    sqlx::query(
        "UPDATE match_summaries SET accuracy_one = ?3, accuracy_two = ?4
         WHERE match_id = ?1 AND version = ?2 AND finished",
    )
    .bind(id)
    .bind(number(version.0))
    .bind(accuracy.first)
    .bind(accuracy.second)
    .execute(db)
    .await?;
    Ok(())
}

/// The summary in a row of a list, behind the id and the time; `None` also where it cannot be read.
pub(super) fn decode(row: &SqliteRow) -> Result<Option<MatchSummary>, Error> {
    let Some(version) = row.try_get::<Option<i64>, _>(2)? else { return Ok(None) };
    let who = |at: usize| -> Result<Option<Who>, Error> {
        let text: Option<String> = row.try_get(at)?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    };
    let Some(kind) = word::<Kind>(&row.try_get::<String, _>(5)?) else { return Ok(None) };
    let winner: Option<String> = row.try_get(10)?;
    let (entries, created): (i64, i64) = (row.try_get(8)?, row.try_get(12)?);
    Ok(Some(MatchSummary {
        version: Version(version as u64),
        game: row.try_get(3)?,
        rules: row.try_get(4)?,
        kind,
        players: BySeat { first: who(6)?, second: who(7)? },
        entries: entries as u32,
        finished: row.try_get(9)?,
        winner: winner.and_then(|winner| word::<Player>(&winner)),
        reason: row.try_get(11)?,
        created: moment(created),
        ended: row.try_get::<Option<i64>, _>(13)?.map(moment),
        conduct: conduct(row)?,
    }))
}

/// How the match was played; `None` also where that cannot be read.
fn conduct(row: &SqliteRow) -> Result<Option<Conduct>, Error> {
    let text: Option<String> = row.try_get("conduct")?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
}
