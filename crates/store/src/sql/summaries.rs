//! What lists say of matches.

use play::{Kind, Who};
use rules::BySeat;
use serde_json::{Value, json};

use super::{Arg, Row, Sql, number, word};
use crate::{Accuracy, Conduct, Error, MatchSummary};

/// How many columns [`decode`] reads.
pub(super) const COLUMNS: usize = 13;

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
        number(created.0),
        ended.map(|ended| number(ended.0)),
        summary.opponent().word(),
        summary.person(),
        names.first,
        names.second,
        conduct,
    ]))
}

/// Replaces the summaries of matches that are at the versions of the summaries.
pub(super) async fn put(db: &mut impl Sql, rows: Vec<Value>) -> Result<(), Error> {
    if rows.is_empty() {
        return Ok(());
    }
    db.execute(
        "INSERT INTO match_summaries AS known
           (match_id, version, game, rules, kind, first, second, entries, finished, winner, reason,
            created, ended, opponent, person, name_one, name_two, conduct)
         SELECT value ->> 0, CAST(value ->> 1 AS BIGINT), value ->> 2, value ->> 3, value ->> 4,
                value ->> 5, value ->> 6, CAST(value ->> 7 AS BIGINT), CAST(value ->> 8 AS BIGINT),
                value ->> 9, value ->> 10, CAST(value ->> 11 AS BIGINT),
                CAST(value ->> 12 AS BIGINT), value ->> 13, value ->> 14, value ->> 15,
                value ->> 16, value ->> 17
         FROM json_each($1)
         WHERE (SELECT max(version) FROM events WHERE match_id = value ->> 0)
             = CAST(value ->> 1 AS BIGINT)
         ON CONFLICT (match_id) DO UPDATE SET version = excluded.version, game = excluded.game,
           rules = excluded.rules, kind = excluded.kind, first = excluded.first,
           second = excluded.second, entries = excluded.entries, finished = excluded.finished,
           winner = excluded.winner, reason = excluded.reason, created = excluded.created,
           ended = excluded.ended, opponent = excluded.opponent, person = excluded.person,
           name_one = excluded.name_one, name_two = excluded.name_two, conduct = excluded.conduct,
           accuracy_one = CASE WHEN known.finished <> 0 AND excluded.finished <> 0
             AND known.entries = excluded.entries THEN known.accuracy_one END,
           accuracy_two = CASE WHEN known.finished <> 0 AND excluded.finished <> 0
             AND known.entries = excluded.entries THEN known.accuracy_two END",
        &[Arg::Rows(rows)],
    )
    .await?;
    Ok(())
}

/// The summary in a row of a list, from that column on; `None` also where it cannot be read.
pub(super) fn decode(row: &Row, first: usize) -> Option<MatchSummary> {
    let who = |at: usize| -> Option<Option<Who>> {
        let text: Option<String> = row.get(first + at).ok()?;
        Some(text.and_then(|text| serde_json::from_str(&text).ok()))
    };
    let winner: Option<String> = row.get(first + 8).ok()?;
    let conduct: Option<String> = row.get(first + 12).ok()?;
    Some(MatchSummary {
        version: row.get(first).ok()?,
        game: row.get(first + 1).ok()?,
        rules: row.get(first + 2).ok()?,
        kind: word::<Kind>(&row.get::<String>(first + 3).ok()?)?,
        players: BySeat { first: who(4)?, second: who(5)? },
        entries: row.get(first + 6).ok()?,
        finished: row.get(first + 7).ok()?,
        winner: winner.and_then(|winner| word(&winner)),
        reason: row.get(first + 9).ok()?,
        created: row.get(first + 10).ok()?,
        ended: row.get(first + 11).ok()?,
        conduct: conduct.and_then(|text| serde_json::from_str::<Conduct>(&text).ok()),
    })
}

/// The accuracy in two columns of a row; `None` also where none of the players has one.
pub(super) fn accuracy(row: &Row, first: usize) -> Option<Accuracy> {
    let thousandths = |at: usize| row.get::<Option<i64>>(at).ok().flatten();
    let thousandths = |at| thousandths(at).and_then(|number| u16::try_from(number).ok());
    let accuracy = Accuracy { first: thousandths(first), second: thousandths(first + 1) };
    (accuracy != Accuracy::default()).then_some(accuracy)
}
