//! What lists say of matches.

use play::{Kind, Player, Version, Who};
use rules::BySeat;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};

use super::connection::text;
use crate::sql::{moment, number, player_word, time, word};
use crate::{Accuracy, Conduct, Error, MatchSummary};

/// Columns of summaries that are stored together.
#[derive(Debug, Default)]
pub(super) struct SummaryColumns {
    match_ids: Vec<String>,
    versions: Vec<i64>,
    games: Vec<String>,
    rules: Vec<Option<String>>,
    kinds: Vec<&'static str>,
    first: Vec<Option<String>>,
    second: Vec<Option<String>>,
    entries: Vec<i64>,
    finished: Vec<i64>,
    winners: Vec<Option<&'static str>>,
    reasons: Vec<Option<String>>,
    created: Vec<i64>,
    ended: Vec<Option<i64>>,
    opponents: Vec<&'static str>,
    persons: Vec<Option<&'static str>>,
    names_one: Vec<Option<String>>,
    names_two: Vec<Option<String>>,
    conducts: Vec<Option<String>>,
}

impl SummaryColumns {
    pub(super) fn push(&mut self, id: &str, summary: &MatchSummary) -> Result<(), Error> {
        let MatchSummary { version, game, rules, kind, players, entries, .. } = summary;
        let MatchSummary { finished, winner, reason, created, ended, conduct, .. } = summary;
        let who = |who: &Option<Who>| who.as_ref().map(serde_json::to_string).transpose();
        self.match_ids.push(text(id).into_owned());
        self.versions.push(number(version.0));
        self.games.push(text(game).into_owned());
        self.rules.push(rules.as_deref().map(|rules| text(rules).into_owned()));
        self.kinds.push(kind_word(*kind));
        self.first.push(who(&players.first).map_err(Error::failed)?);
        self.second.push(who(&players.second).map_err(Error::failed)?);
        self.entries.push(i64::from(*entries));
        self.finished.push(i64::from(*finished));
        self.winners.push(winner.map(player_word));
        self.reasons.push(reason.as_deref().map(|reason| text(reason).into_owned()));
        self.created.push(time(*created));
        self.ended.push(ended.map(time));
        self.opponents.push(summary.opponent().word());
        self.persons.push(summary.person().map(player_word));
        let names = summary.search_names();
        self.names_one.push(names.first.map(|name| text(&name).into_owned()));
        self.names_two.push(names.second.map(|name| text(&name).into_owned()));
        let conduct = conduct.as_ref().map(serde_json::to_string).transpose();
        self.conducts.push(conduct.map_err(Error::failed)?);
        Ok(())
    }

    /// Replaces the summaries of matches that are at the versions of the summaries.
    pub(super) async fn put(self, db: &mut PgConnection) -> Result<(), Error> {
        if self.match_ids.is_empty() {
            return Ok(());
        }
        sqlx::query(
            "INSERT INTO match_summaries AS known
               (match_id, version, game, rules, kind, first, second, entries, finished, winner,
                reason, created, ended, opponent, person, name_one, name_two, conduct)
             SELECT * FROM unnest($1::text[], $2::int8[], $3::text[], $4::text[], $5::text[],
                 $6::text[], $7::text[], $8::int8[], $9::int8[], $10::text[], $11::text[],
                 $12::int8[], $13::int8[], $14::text[], $15::text[], $16::text[], $17::text[],
                 $18::text[])
               AS new (match_id, version, game, rules, kind, first, second, entries, finished,
                       winner, reason, created, ended, opponent, person, name_one, name_two,
                       conduct)
             WHERE (SELECT max(version) FROM events WHERE match_id = new.match_id) = new.version
             ON CONFLICT (match_id) DO UPDATE SET version = excluded.version, game = excluded.game,
               rules = excluded.rules, kind = excluded.kind, first = excluded.first,
               second = excluded.second, entries = excluded.entries, finished = excluded.finished,
               winner = excluded.winner, reason = excluded.reason, created = excluded.created,
               ended = excluded.ended, opponent = excluded.opponent, person = excluded.person,
               name_one = excluded.name_one, name_two = excluded.name_two,
               conduct = excluded.conduct,
               accuracy_one = CASE WHEN known.finished <> 0 AND excluded.finished <> 0
                 AND known.entries = excluded.entries THEN known.accuracy_one END,
               accuracy_two = CASE WHEN known.finished <> 0 AND excluded.finished <> 0
                 AND known.entries = excluded.entries THEN known.accuracy_two END",
        )
        .bind(self.match_ids)
        .bind(self.versions)
        .bind(self.games)
        .bind(self.rules)
        .bind(self.kinds)
        .bind(self.first)
        .bind(self.second)
        .bind(self.entries)
        .bind(self.finished)
        .bind(self.winners)
        .bind(self.reasons)
        .bind(self.created)
        .bind(self.ended)
        .bind(self.opponents)
        .bind(self.persons)
        .bind(self.names_one)
        .bind(self.names_two)
        .bind(self.conducts)
        .execute(db)
        .await?;
        Ok(())
    }
}

/// How the kind of a match is stored.
const fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Local => "local",
        Kind::Online => "online",
    }
}

/// The summary in a row of a list, behind the id and the time; `None` also where it cannot be read.
pub(super) fn decode(row: &PgRow) -> Result<Option<MatchSummary>, Error> {
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
        finished: row.try_get::<i64, _>(9)? != 0,
        winner: winner.and_then(|winner| word::<Player>(&winner)),
        reason: row.try_get(11)?,
        created: moment(created),
        ended: row.try_get::<Option<i64>, _>(13)?.map(moment),
        conduct: conduct(row)?,
    }))
}

/// How the match was played; `None` also where that cannot be read.
fn conduct(row: &PgRow) -> Result<Option<Conduct>, Error> {
    let text: Option<String> = row.try_get("conduct")?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
}

/// Stores how well a finished match was played, if it is at this version.
pub(super) async fn put_accuracy(
    db: &mut PgConnection,
    id: &str,
    version: Version,
    accuracy: Accuracy,
) -> Result<(), Error> {
    let known = sqlx::query("SELECT 1 FROM matches WHERE id = $1").bind(text(id));
    known.fetch_optional(&mut *db).await?.ok_or(Error::NotFound)?;
    sqlx::query(
        "UPDATE match_summaries SET accuracy_one = $3, accuracy_two = $4
         WHERE match_id = $1 AND version = $2 AND finished <> 0",
    )
    .bind(text(id))
    .bind(number(version.0))
    .bind(accuracy.first.map(i64::from))
    .bind(accuracy.second.map(i64::from))
    .execute(db)
    .await?;
    Ok(())
}
