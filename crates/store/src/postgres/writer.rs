//! Changes of the database, within a transaction.

use play::{Player, SeatKey, Time, Version};
use rules::Tile;
use sqlx::{Executor, PgConnection, Row};

use super::connection::{text, timed};
use super::{analyses, appends, forgetting, matches, outages, quotas, retention, summaries, tiles};
use crate::quota::StorageChange;
use crate::{
    Accuracy, Added, AnalysisSummary, Append, AppendOutcome, Arrival, Error, LockKeys,
    MatchSummary, NewMatch, Outage, Owner, PutAnalysis, RetentionBatch, Writer,
};

/// A connection that changes the database.
#[derive(Debug)]
pub struct PostgresWriter {
    pub(super) connection: PgConnection,
}

impl PostgresWriter {
    pub(super) async fn execute(&mut self, sql: &'static str) -> Result<(), Error> {
        timed(async {
            self.connection.execute(sql).await?;
            Ok(())
        })
        .await
    }
}

impl Writer for PostgresWriter {
    async fn lock(&mut self, keys: &LockKeys<'_>) -> Result<(), Error> {
        let LockKeys { matches, profiles, new_matches } = keys;
        let names = profiles.iter().map(|profile| format!("profile {}", text(profile)));
        let names = names.chain(new_matches.iter().map(|id| format!("match {}", text(id))));
        let names: Vec<_> = names.collect();
        timed(async {
            if !names.is_empty() {
                lock_names(&mut self.connection, names).await?;
            }
            if !matches.is_empty() {
                matches::lock(&mut self.connection, matches.iter().copied()).await?;
            }
            Ok(())
        })
        .await
    }

    async fn create_match(&mut self, owner: &Owner, new: &NewMatch) -> Result<Version, Error> {
        timed(matches::create(&mut self.connection, owner, new)).await
    }

    async fn create_matches(&mut self, owner: &Owner, new: &[NewMatch]) -> Result<(), Error> {
        timed(matches::create_all(&mut self.connection, owner, new)).await
    }

    async fn append_all(
        &mut self,
        appends: &[&Append],
    ) -> Result<Vec<Result<AppendOutcome, Error>>, Error> {
        timed(appends::append_all(&mut self.connection, appends)).await
    }

    async fn put_match_summary(&mut self, id: &str, summary: &MatchSummary) -> Result<(), Error> {
        timed(matches::put_summary(&mut self.connection, id, summary)).await
    }

    async fn put_accuracy(
        &mut self,
        id: &str,
        version: Version,
        accuracy: Accuracy,
    ) -> Result<(), Error> {
        timed(summaries::put_accuracy(&mut self.connection, id, version, accuracy)).await
    }

    async fn add_participant(
        &mut self,
        id: &str,
        profile: &str,
        player: Option<Player>,
    ) -> Result<(), Error> {
        timed(matches::add_participant(&mut self.connection, id, profile, player)).await
    }

    async fn forget_matches(&mut self, profile: &str, ids: &[String]) -> Result<u64, Error> {
        timed(forgetting::forget_matches(&mut self.connection, profile, ids)).await
    }

    async fn delete_profile(&mut self, profile: &str) -> Result<(), Error> {
        timed(forgetting::delete_profile(&mut self.connection, profile)).await
    }

    async fn set_seat_key(&mut self, id: &str, key: SeatKey) -> Result<(), Error> {
        timed(matches::set_seat_key(&mut self.connection, id, key)).await
    }

    async fn mark_helped(&mut self, id: &str) -> Result<(), Error> {
        timed(matches::mark_helped(&mut self.connection, id)).await
    }

    async fn record_arrivals(&mut self, arrivals: &[Arrival], at: Time) -> Result<(), Error> {
        timed(matches::record_arrivals(&mut self.connection, arrivals, at)).await
    }

    async fn delete_matches(&mut self, ids: &[String], before: Time) -> Result<u64, Error> {
        timed(retention::delete_matches(&mut self.connection, ids, before)).await
    }

    async fn delete_leftovers(
        &mut self,
        before: Time,
        now: Time,
        limit: u32,
    ) -> Result<RetentionBatch, Error> {
        timed(retention::delete_leftovers(&mut self.connection, before, now, limit)).await
    }

    async fn record_heartbeat(&mut self, at: Time) -> Result<(), Error> {
        timed(outages::record_heartbeat(&mut self.connection, at)).await
    }

    async fn record_start(&mut self, at: Time, outage_min_ms: u64) -> Result<Vec<Outage>, Error> {
        timed(outages::record_start(&mut self.connection, at, outage_min_ms)).await
    }

    async fn probe(&mut self) -> Result<(), Error> {
        // The row is written all the same.
        self.execute("UPDATE heartbeat SET at = at").await
    }

    async fn put_profile(&mut self, owner: &Owner, document: &str) -> Result<(), Error> {
        timed(put_profile(&mut self.connection, owner, document)).await
    }

    async fn put_analysis(&mut self, put: &PutAnalysis) -> Result<Version, Error> {
        timed(analyses::put(&mut self.connection, put)).await
    }

    async fn put_analysis_summary(
        &mut self,
        owner: &str,
        id: &str,
        version: Version,
        summary: &AnalysisSummary,
    ) -> Result<(), Error> {
        timed(analyses::put_summary(&mut self.connection, owner, id, version, summary)).await
    }

    async fn delete_analysis(&mut self, owner: &str, id: &str) -> Result<(), Error> {
        timed(analyses::delete(&mut self.connection, owner, id)).await
    }

    async fn change_tile(
        &mut self,
        owner: &Owner,
        before: Option<&Tile>,
        after: Option<&Tile>,
    ) -> Result<(), Error> {
        timed(tiles::change(&mut self.connection, owner, before, after)).await
    }

    async fn add_tiles(&mut self, owner: &Owner, tiles: &[Tile]) -> Result<Vec<Added>, Error> {
        timed(tiles::add(&mut self.connection, owner, tiles)).await
    }
}

/// Locks names of profiles and matches, which need not be there, until the transaction ends; all in the same order.
async fn lock_names(db: &mut PgConnection, names: Vec<String>) -> Result<(), Error> {
    sqlx::query(
        "SELECT pg_advisory_xact_lock(key)
         FROM (SELECT DISTINCT hashtextextended(name, 0) AS key FROM unnest($1::text[]) AS name
               ORDER BY key) AS keys",
    )
    .bind(names)
    .execute(db)
    .await?;
    Ok(())
}

async fn put_profile(db: &mut PgConnection, owner: &Owner, document: &str) -> Result<(), Error> {
    let replaced = sqlx::query("SELECT octet_length(document)::int8 FROM profiles WHERE id = $1")
        .bind(text(&owner.profile))
        .fetch_optional(&mut *db)
        .await?;
    let replaced = replaced.map(|row| row.try_get(0)).transpose()?;
    quotas::check(db, owner, StorageChange::put(document.len(), replaced)).await?;
    sqlx::query(
        "INSERT INTO profiles (id, document, network) VALUES ($1, $2, $3)
         ON CONFLICT (id) DO UPDATE SET document = excluded.document,
           network = excluded.network, unchanged_since = NULL",
    )
    .bind(text(&owner.profile))
    .bind(text(document))
    .bind(&owner.network)
    .execute(db)
    .await?;
    Ok(())
}
