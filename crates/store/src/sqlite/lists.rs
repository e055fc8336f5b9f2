//! Lists of matches, from their summaries.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::{moment, summaries, time};
use crate::{Accuracy, Error, ListedMatch, MatchFilter, MatchResult, OpponentKind, PageRequest};

/// A page of the matches of a profile that the filter selects. Summaries that are out of date are left out.
pub(super) async fn matches(
    db: &mut SqliteConnection,
    profile: &str,
    filter: &MatchFilter,
    page: &PageRequest,
) -> Result<Vec<ListedMatch>, Error> {
    let cursor = page.before.as_ref();
    let result = filter.result.map(|result| match result {
        MatchResult::Won => "won",
        MatchResult::Lost => "lost",
        MatchResult::Drawn => "drawn",
    });
    let rows = sqlx::query(
        "SELECT matches.id, matches.changed, summary.version, game, rules, kind, first, second,
                entries, finished, winner, reason, created, ended,
                iif(kind = 'online', attendance.player, person) AS you, accuracy_one, accuracy_two,
                conduct, is_helped
         FROM matches
           LEFT JOIN attendances AS attendance
             ON attendance.profile = ?1 AND attendance.match_id = matches.id
           LEFT JOIN match_summaries AS summary
             ON summary.match_id = matches.id
             AND summary.version = (SELECT max(version) FROM events WHERE match_id = matches.id)
         WHERE matches.id IN (SELECT id FROM matches WHERE owner = ?1
                              UNION SELECT match_id FROM attendances WHERE profile = ?1)
           AND (?2 IS NULL OR (matches.changed, matches.id) < (?2, ?3))
           AND (summary.version IS NULL OR
                (?5 IS NULL OR game = ?5)
                AND (?6 IS NULL OR finished AND ?6 = CASE
                  WHEN winner IS NULL THEN iif(reason IS 'aborted', NULL, 'drawn')
                  WHEN you IS NULL THEN NULL
                  WHEN winner = you THEN 'won' ELSE 'lost' END)
                AND (?7 IS NULL OR opponent = ?7)
                AND (?8 IS NULL OR finished = ?8)
                AND (?9 IS NULL OR instr(name_one, ?9) OR instr(name_two, ?9)
                     OR instr(lower(rules), ?9) OR instr(matches.id, ?9)))
         ORDER BY matches.changed DESC, matches.id DESC LIMIT ?4",
    )
    .bind(profile)
    .bind(cursor.map(|cursor| time(cursor.changed)))
    .bind(cursor.map_or("", |cursor| &cursor.id))
    .bind(page.limit)
    .bind(&filter.game)
    .bind(result)
    .bind(filter.opponent.map(OpponentKind::word))
    .bind(filter.finished)
    .bind(filter.search_text())
    .fetch_all(db)
    .await?;
    rows.iter().map(listed).collect()
}

fn listed(row: &SqliteRow) -> Result<ListedMatch, Error> {
    let (id, changed): (String, i64) = (row.try_get(0)?, row.try_get(1)?);
    // A damaged summary is made again from the events.
    let summary = summaries::decode(row).unwrap_or_default();
    let you = row.try_get::<Option<String>, _>(14)?.and_then(|word| summaries::word(&word));
    let thousandths = |at: usize| -> Result<Option<u16>, Error> {
        Ok(row.try_get::<Option<i64>, _>(at)?.and_then(|number| u16::try_from(number).ok()))
    };
    let accuracy = Accuracy { first: thousandths(15)?, second: thousandths(16)? };
    let accuracy = (accuracy != Accuracy::default()).then_some(accuracy);
    let you = you.filter(|_| summary.is_some());
    let is_helped = row.try_get("is_helped")?;
    Ok(ListedMatch { id, changed: moment(changed), summary, you, accuracy, is_helped })
}
