//! Lists of matches, from their summaries.

use play::Player;

use super::analyses::cursor;
use super::{Arg, Row, Sql, summaries, word};
use crate::{Error, ListedMatch, MatchFilter, MatchResult, OpponentKind, PageRequest};

/// A page of the matches of a profile that the filter selects. Summaries that are out of date are left out.
pub(super) async fn matches(
    db: &mut impl Sql,
    profile: &str,
    filter: &MatchFilter,
    page: &PageRequest,
) -> Result<Vec<ListedMatch>, Error> {
    let (changed, id) = cursor(page);
    let result = filter.result.map(|result| match result {
        MatchResult::Won => "won",
        MatchResult::Lost => "lost",
        MatchResult::Drawn => "drawn",
    });
    // What contains a text is another one without it.
    let rows = db
        .rows(
            "SELECT * FROM
               (SELECT matches.id, matches.changed, summary.version, game, rules, kind, first,
                       second, entries, finished, winner, reason, created, ended, conduct,
                       CASE WHEN kind = 'online' THEN attendance.player ELSE person END AS you,
                       accuracy_one, accuracy_two, is_helped, opponent, name_one, name_two
                FROM matches
                  LEFT JOIN attendances AS attendance
                    ON attendance.profile = $1 AND attendance.match_id = matches.id
                  LEFT JOIN match_summaries AS summary
                    ON summary.match_id = matches.id
                    AND summary.version
                      = (SELECT max(version) FROM events WHERE match_id = matches.id)
                WHERE matches.id IN (SELECT id FROM matches WHERE owner = $1
                                     UNION SELECT match_id FROM attendances WHERE profile = $1)
                  AND (CAST($2 AS BIGINT) IS NULL OR (matches.changed, matches.id) < ($2, $3)))
               AS listed
             WHERE version IS NULL OR
                   (CAST($5 AS TEXT) IS NULL OR game = $5)
                   AND (CAST($6 AS TEXT) IS NULL OR finished <> 0 AND $6 = CASE
                     WHEN winner IS NULL
                       THEN CASE WHEN reason IS DISTINCT FROM 'aborted' THEN 'drawn' END
                     WHEN you IS NULL THEN NULL
                     WHEN winner = you THEN 'won' ELSE 'lost' END)
                   AND (CAST($7 AS TEXT) IS NULL OR opponent = $7)
                   AND (CAST($8 AS BIGINT) IS NULL OR finished = $8)
                   AND (CAST($9 AS TEXT) IS NULL OR replace(name_one, $9, '') <> name_one
                        OR replace(name_two, $9, '') <> name_two
                        OR replace(lower(rules), $9, '') <> lower(rules)
                        OR replace(id, $9, '') <> id)
             ORDER BY changed DESC, id DESC LIMIT $4",
            &[
                profile.into(),
                changed,
                id,
                page.limit.into(),
                (&filter.game).into(),
                result.into(),
                filter.opponent.map(OpponentKind::word).into(),
                Arg::Integer(filter.finished.map(i64::from)),
                filter.search_text().as_deref().into(),
            ],
        )
        .await?;
    rows.iter().map(listed).collect()
}

fn listed(row: &Row) -> Result<ListedMatch, Error> {
    // A damaged summary is made again from the events.
    let summary = summaries::decode(row, 2);
    let after = 2 + summaries::COLUMNS;
    let you = row.get::<Option<String>>(after)?.and_then(|you| word::<Player>(&you));
    Ok(ListedMatch {
        id: row.get(0)?,
        changed: row.get(1)?,
        you: you.filter(|_| summary.is_some()),
        summary,
        accuracy: summaries::accuracy(row, after + 1),
        is_helped: row.get(after + 3)?,
    })
}
