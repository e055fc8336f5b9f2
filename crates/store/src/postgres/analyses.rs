//! Analyses in the database. Whoever changes those of a profile has locked it.

use play::Version;
use rules::BySeat;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};

use super::connection::text;
use super::quotas;
use crate::quota::StorageChange;
use crate::sql::{moment, number, time};
use crate::{Analysis, AnalysisSummary, Error, ListedAnalysis, PageRequest, PutAnalysis};

pub(super) async fn get(
    db: &mut PgConnection,
    owner: &str,
    id: &str,
) -> Result<Option<Analysis>, Error> {
    let row = sqlx::query(
        "SELECT id, version, changed, document FROM analyses WHERE owner = $1 AND id = $2",
    )
    .bind(text(owner))
    .bind(text(id))
    .fetch_optional(db)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let (version, changed): (i64, i64) = (row.try_get(1)?, row.try_get(2)?);
    Ok(Some(Analysis {
        id: row.try_get(0)?,
        version: Version(version as u64),
        changed: moment(changed),
        document: row.try_get(3)?,
    }))
}

pub(super) async fn put(db: &mut PgConnection, put: &PutAnalysis) -> Result<Version, Error> {
    let PutAnalysis { owner, id, expected_version, changed, document, summary } = put;
    let row = sqlx::query("SELECT version, bytes FROM analyses WHERE owner = $1 AND id = $2")
        .bind(text(&owner.profile))
        .bind(text(id))
        .fetch_optional(&mut *db)
        .await?;
    let version: i64 = row.as_ref().map_or(Ok(0), |row| row.try_get(0))?;
    let replaced: Option<i64> = row.map(|row| row.try_get(1)).transpose()?;
    let version = Version(version as u64);
    if version != *expected_version {
        return Err(Error::Conflict { version });
    }
    quotas::check(db, owner, StorageChange::put(document.len(), replaced)).await?;
    let version = Version(version.0 + 1);
    sqlx::query(
        "INSERT INTO analyses (owner, id, version, changed, document, network, bytes)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (owner, id) DO UPDATE SET version = excluded.version,
         changed = excluded.changed, document = excluded.document, network = excluded.network,
         bytes = excluded.bytes",
    )
    .bind(text(&owner.profile))
    .bind(text(id))
    .bind(number(version.0))
    .bind(time(*changed))
    .bind(text(document))
    .bind(&owner.network)
    .bind(number(document.len() as u64))
    .execute(&mut *db)
    .await?;
    if let Some(summary) = summary {
        put_summary(db, &owner.profile, id, version, summary).await?;
    }
    Ok(version)
}

/// Replaces the summary of an analysis that is at this version.
pub(super) async fn put_summary(
    db: &mut PgConnection,
    owner: &str,
    id: &str,
    version: Version,
    summary: &AnalysisSummary,
) -> Result<(), Error> {
    let AnalysisSummary { game, players, entries, variations, of_match } = summary;
    sqlx::query(
        "INSERT INTO analysis_summaries
           (owner, id, version, game, first, second, entries, variations, of_match)
         SELECT owner, id, version, $4, $5, $6, $7, $8, $9 FROM analyses
         WHERE owner = $1 AND id = $2 AND version = $3
         ON CONFLICT (owner, id) DO UPDATE SET version = excluded.version, game = excluded.game,
           first = excluded.first, second = excluded.second, entries = excluded.entries,
           variations = excluded.variations, of_match = excluded.of_match",
    )
    .bind(text(owner))
    .bind(text(id))
    .bind(number(version.0))
    .bind(text(game))
    .bind(players.first.as_deref().map(text))
    .bind(players.second.as_deref().map(text))
    .bind(i64::from(*entries))
    .bind(i64::from(*variations))
    .bind(i64::from(*of_match))
    .execute(db)
    .await?;
    Ok(())
}

/// A page of the analyses of a profile. Summaries that are out of date are left out, documents always.
pub(super) async fn list(
    db: &mut PgConnection,
    owner: &str,
    page: &PageRequest,
) -> Result<Vec<ListedAnalysis>, Error> {
    let cursor = page.before.as_ref();
    let rows = sqlx::query(
        "SELECT analyses.id, analyses.version, changed, game, first, second, entries, variations,
                of_match
         FROM analyses LEFT JOIN analysis_summaries AS summary
           ON summary.owner = analyses.owner AND summary.id = analyses.id
           AND summary.version = analyses.version
         WHERE analyses.owner = $1 AND ($2::int8 IS NULL OR (changed, analyses.id) < ($2, $3))
         ORDER BY changed DESC, analyses.id DESC LIMIT $4",
    )
    .bind(text(owner))
    .bind(cursor.map(|cursor| time(cursor.changed)))
    .bind(text(cursor.map_or("", |cursor| &cursor.id)))
    .bind(i64::from(page.limit))
    .fetch_all(db)
    .await?;
    rows.iter().map(listed).collect()
}

fn listed(row: &PgRow) -> Result<ListedAnalysis, Error> {
    let (version, changed): (i64, i64) = (row.try_get(1)?, row.try_get(2)?);
    let game: Option<String> = row.try_get(3)?;
    let summary = match game {
        None => None,
        Some(game) => {
            let players = BySeat { first: row.try_get(4)?, second: row.try_get(5)? };
            let (entries, variations): (i64, i64) = (row.try_get(6)?, row.try_get(7)?);
            let (entries, variations) = (entries as u32, variations as u32);
            let of_match = row.try_get::<i64, _>(8)? != 0;
            Some(AnalysisSummary { game, players, entries, variations, of_match })
        }
    };
    let (id, changed) = (row.try_get(0)?, moment(changed));
    Ok(ListedAnalysis { id, version: Version(version as u64), changed, summary })
}

pub(super) async fn delete(db: &mut PgConnection, owner: &str, id: &str) -> Result<(), Error> {
    for table in [
        "DELETE FROM analysis_summaries WHERE owner = $1 AND id = $2",
        "DELETE FROM analyses WHERE owner = $1 AND id = $2",
    ] {
        sqlx::query(table).bind(text(owner)).bind(text(id)).execute(&mut *db).await?;
    }
    Ok(())
}
