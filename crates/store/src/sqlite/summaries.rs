//! What lists say of matches.

use play::{Kind, Player, Version, Who};
use rules::BySeat;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::{moment, number, time};
use crate::{Conduct, Error, MatchSummary};

/// A summary as a row for [`put`].
pub(super) fn encode(id: &str, summary: &MatchSummary) -> Result<Value, Error> {
    let MatchSummary { version, game, rules, kind, players, entries, .. } = summary;
    let MatchSummary { finished, winner, reason, created, ended, conduct, .. } = summary;
    let Conduct { host, swapped, usual_start, taken_back, played_ms, start, opening } = conduct;
    let who = |who: &Option<Who>| who.as_ref().map(serde_json::to_string).transpose();
    let first = who(&players.first).map_err(Error::failed)?;
    let second = who(&players.second).map_err(Error::failed)?;
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
        host,
        u8::from(*swapped),
        u8::from(*usual_start),
        u8::from(*taken_back),
        number(*played_ms),
        start,
        opening,
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
                                      host, swapped, usual_start, taken_back, played_ms,
                                      start_position, opening)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
                value ->> 6, value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11,
                value ->> 12, value ->> 13, value ->> 14, value ->> 15, value ->> 16,
                value ->> 17, value ->> 18, value ->> 19
         FROM json_each(?1)
         WHERE (SELECT max(version) FROM events WHERE match_id = value ->> 0) = value ->> 1
         ON CONFLICT (match_id) DO UPDATE SET version = excluded.version, game = excluded.game,
           rules = excluded.rules, kind = excluded.kind, first = excluded.first,
           second = excluded.second, entries = excluded.entries, finished = excluded.finished,
           winner = excluded.winner, reason = excluded.reason, created = excluded.created,
           ended = excluded.ended, host = excluded.host, swapped = excluded.swapped,
           usual_start = excluded.usual_start, taken_back = excluded.taken_back,
           played_ms = excluded.played_ms, start_position = excluded.start_position,
           opening = excluded.opening",
    )
    .bind(Value::Array(rows).to_string())
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

fn conduct(row: &SqliteRow) -> Result<Conduct, Error> {
    let host: Option<String> = row.try_get("host")?;
    let played_ms: i64 = row.try_get("played_ms")?;
    Ok(Conduct {
        host: host.and_then(|host| word::<Player>(&host)),
        swapped: row.try_get("swapped")?,
        usual_start: row.try_get("usual_start")?,
        taken_back: row.try_get("taken_back")?,
        played_ms: played_ms.max(0) as u64,
        start: row.try_get("start_position")?,
        opening: row.try_get("opening")?,
    })
}

/// One of the words that stand for the variants of an enum.
pub(super) fn word<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_value(Value::String(text.to_owned())).ok()
}
