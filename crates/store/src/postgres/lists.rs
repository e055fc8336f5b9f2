//! Lists of matches, from their summaries.

use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};

use super::connection::text;
use super::summaries;
use crate::sql::{moment, time, word};
use crate::{Accuracy, Error, ListedMatch, MatchFilter, MatchResult, OpponentKind, PageRequest};

/// A page of the matches of a profile that the filter selects. Summaries that are out of date are left out.
pub(super) async fn matches(
    db: &mut PgConnection,
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
        "SELECT * FROM
           (SELECT matches.id, matches.changed, summary.version, game, rules, kind, first, second,
                   entries, finished, winner, reason, created, ended,
                   CASE WHEN kind = 'online' THEN attendance.player ELSE person END AS you,
                   accuracy_one, accuracy_two, conduct, is_helped, opponent, name_one, name_two
            FROM matches
              LEFT JOIN attendances AS attendance
                ON attendance.profile = $1 AND attendance.match_id = matches.id
              LEFT JOIN match_summaries AS summary
                ON summary.match_id = matches.id
                AND summary.version = (SELECT max(version) FROM events WHERE match_id = matches.id)
            WHERE matches.id IN (SELECT id FROM matches WHERE owner = $1
                                 UNION SELECT match_id FROM attendances WHERE profile = $1)
              AND ($2::int8 IS NULL OR (matches.changed, matches.id) < ($2, $3))) AS listed
         WHERE version IS NULL OR
               ($5::text IS NULL OR game = $5)
               AND ($6::text IS NULL OR finished <> 0 AND $6 = CASE
                 WHEN winner IS NULL
                   THEN CASE WHEN reason IS DISTINCT FROM 'aborted' THEN 'drawn' END
                 WHEN you IS NULL THEN NULL
                 WHEN winner = you THEN 'won' ELSE 'lost' END)
               AND ($7::text IS NULL OR opponent = $7)
               AND ($8::int8 IS NULL OR finished = $8)
               AND ($9::text IS NULL OR strpos(name_one, $9) > 0 OR strpos(name_two, $9) > 0
                    OR strpos(lower(rules), $9) > 0 OR strpos(id, $9) > 0)
         ORDER BY changed DESC, id DESC LIMIT $4",
    )
    .bind(text(profile))
    .bind(cursor.map(|cursor| time(cursor.changed)))
    .bind(text(cursor.map_or("", |cursor| &cursor.id)))
    .bind(i64::from(page.limit))
    .bind(filter.game.as_deref().map(text))
    .bind(result)
    .bind(filter.opponent.map(OpponentKind::word))
    .bind(filter.finished.map(i64::from))
    .bind(filter.search_text().as_deref().map(text))
    .fetch_all(db)
    .await?;
    rows.iter().map(listed).collect()
}

fn listed(row: &PgRow) -> Result<ListedMatch, Error> {
    let (id, changed): (String, i64) = (row.try_get(0)?, row.try_get(1)?);
    // A damaged summary is made again from the events.
    let summary = summaries::decode(row).unwrap_or_default();
    let you = row.try_get::<Option<String>, _>(14)?.and_then(|you| word(&you));
    let thousandths = |at: usize| -> Result<Option<u16>, Error> {
        Ok(row.try_get::<Option<i64>, _>(at)?.and_then(|number| u16::try_from(number).ok()))
    };
    let accuracy = Accuracy { first: thousandths(15)?, second: thousandths(16)? };
    let accuracy = (accuracy != Accuracy::default()).then_some(accuracy);
    let you = you.filter(|_| summary.is_some());
    let is_helped = row.try_get::<i64, _>("is_helped")? != 0;
    Ok(ListedMatch { id, changed: moment(changed), summary, you, accuracy, is_helped })
}
