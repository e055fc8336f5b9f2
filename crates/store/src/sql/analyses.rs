//! Analyses in a database. Whoever changes those of a profile has locked it.

use async_trait::async_trait;
use play::{Time, Version};
use rules::BySeat;

use super::{Arg, Row, Sql, quotas};
use crate::quota::StorageChange;
use crate::{
    Analysis, AnalysisReader, AnalysisSummary, AnalysisWriter, Error, ListedAnalysis, PageRequest,
    PutAnalysis,
};

#[async_trait]
impl<S: Sql> AnalysisWriter for S {
    async fn put_analysis(&mut self, put: PutAnalysis) -> Result<Version, Error> {
        let PutAnalysis { owner, id, expected_version, changed, document, summary } = put;
        let known = "SELECT version, bytes FROM analyses WHERE owner = $1 AND id = $2";
        let known = self.row(known, &[(&owner.profile).into(), (&id).into()]).await?;
        let version = known.as_ref().map_or(Ok(Version(0)), |row| row.get(0))?;
        let replaced: Option<i64> = known.map(|row| row.get(1)).transpose()?;
        if version != expected_version {
            return Err(Error::Conflict { version });
        }
        quotas::check(self, &owner, StorageChange::put(document.len(), replaced)).await?;
        let version = Version(version.0 + 1);
        self.execute(
            "INSERT INTO analyses (owner, id, version, changed, document, network, bytes)
             VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (owner, id) DO UPDATE SET version = excluded.version,
             changed = excluded.changed, document = excluded.document, network = excluded.network,
             bytes = excluded.bytes",
            &[
                (&owner.profile).into(),
                (&id).into(),
                version.into(),
                changed.into(),
                (&document).into(),
                (&owner.network).into(),
                document.len().into(),
            ],
        )
        .await?;
        if let Some(summary) = summary {
            self.put_analysis_summary(owner.profile, id, version, summary).await?;
        }
        Ok(version)
    }

    async fn put_analysis_summary(
        &mut self,
        owner: String,
        id: String,
        version: Version,
        summary: AnalysisSummary,
    ) -> Result<(), Error> {
        let AnalysisSummary { game, players, entries, variations, of_match } = summary;
        self.execute(
            "INSERT INTO analysis_summaries
               (owner, id, version, game, first, second, entries, variations, of_match)
             SELECT owner, id, version, $4, $5, $6, $7, $8, $9 FROM analyses
             WHERE owner = $1 AND id = $2 AND version = $3
             ON CONFLICT (owner, id) DO UPDATE SET version = excluded.version, game = excluded.game,
               first = excluded.first, second = excluded.second, entries = excluded.entries,
               variations = excluded.variations, of_match = excluded.of_match",
            &[
                (&owner).into(),
                (&id).into(),
                version.into(),
                (&game).into(),
                (&players.first).into(),
                (&players.second).into(),
                entries.into(),
                variations.into(),
                of_match.into(),
            ],
        )
        .await?;
        Ok(())
    }

    async fn delete_analysis(&mut self, owner: String, id: String) -> Result<(), Error> {
        for table in [
            "DELETE FROM analysis_summaries WHERE owner = $1 AND id = $2",
            "DELETE FROM analyses WHERE owner = $1 AND id = $2",
        ] {
            self.execute(table, &[(&owner).into(), (&id).into()]).await?;
        }
        Ok(())
    }
}

#[async_trait]
impl<S: Sql> AnalysisReader for S {
    async fn analysis(&mut self, owner: String, id: String) -> Result<Option<Analysis>, Error> {
        let select =
            "SELECT id, version, changed, document FROM analyses WHERE owner = $1 AND id = $2";
        let Some(row) = self.row(select, &[(&owner).into(), (&id).into()]).await? else {
            return Ok(None);
        };
        let (id, version) = (row.get(0)?, row.get(1)?);
        Ok(Some(Analysis { id, version, changed: row.get(2)?, document: row.get(3)? }))
    }

    /// Summaries that are out of date are left out, documents always.
    async fn list_analyses(
        &mut self,
        owner: String,
        page: PageRequest,
    ) -> Result<Vec<ListedAnalysis>, Error> {
        let (changed, id) = cursor(&page);
        let rows = self
            .rows(
                "SELECT analyses.id, analyses.version, changed, game, first, second, entries,
                        variations, of_match
                 FROM analyses LEFT JOIN analysis_summaries AS summary
                   ON summary.owner = analyses.owner AND summary.id = analyses.id
                   AND summary.version = analyses.version
                 WHERE analyses.owner = $1
                   AND (CAST($2 AS BIGINT) IS NULL OR (changed, analyses.id) < ($2, $3))
                 ORDER BY changed DESC, analyses.id DESC LIMIT $4",
                &[(&owner).into(), changed, id, page.limit.into()],
            )
            .await?;
        rows.iter().map(listed).collect()
    }
}

/// Time and id of the element behind which a page begins.
pub(super) fn cursor(page: &PageRequest) -> (Arg<'static>, Arg<'_>) {
    let changed = page.before.as_ref().map(|cursor| cursor.changed);
    let id = page.before.as_ref().map_or("", |cursor| &cursor.id);
    (changed.map_or(Arg::Integer(None), |changed: Time| changed.into()), id.into())
}

fn listed(row: &Row) -> Result<ListedAnalysis, Error> {
    let summary = match row.get::<Option<String>>(3)? {
        None => None,
        Some(game) => Some(AnalysisSummary {
            game,
            players: BySeat { first: row.get(4)?, second: row.get(5)? },
            entries: row.get(6)?,
            variations: row.get(7)?,
            of_match: row.get(8)?,
        }),
    };
    let (id, version) = (row.get(0)?, row.get(1)?);
    Ok(ListedAnalysis { id, version, changed: row.get(2)?, summary })
}
