//! Changes of the file, within a transaction.

use play::{Player, SeatKey, Time, Version};
use rules::Tile;
use sqlx::{Row, SqliteConnection};

use super::{analyses, appends, forgetting, matches, outages, quotas, retention, summaries, tiles};
use crate::quota::StorageChange;
use crate::{
    Accuracy, Added, AnalysisSummary, Append, AppendOutcome, Arrival, Error, MatchSummary,
    NewMatch, Outage, Owner, PutAnalysis, RetentionBatch, Writer,
};

/// The connection that changes the file.
#[derive(Debug)]
pub struct SqliteWriter {
    pub(super) connection: SqliteConnection,
}

impl SqliteWriter {
    pub(super) async fn execute(&mut self, sql: &'static str) -> Result<(), Error> {
        sqlx::query(sql).execute(&mut self.connection).await?;
        Ok(())
    }
}

impl Writer for SqliteWriter {
    async fn create_match(&mut self, owner: &Owner, new: &NewMatch) -> Result<Version, Error> {
        matches::create(&mut self.connection, owner, new).await
    }

    async fn create_matches(&mut self, owner: &Owner, new: &[NewMatch]) -> Result<(), Error> {
        matches::create_all(&mut self.connection, owner, new).await
    }

    async fn append_all(
        &mut self,
        appends: &[&Append],
    ) -> Result<Vec<Result<AppendOutcome, Error>>, Error> {
        appends::append_all(&mut self.connection, appends).await
    }

    async fn put_match_summary(&mut self, id: &str, summary: &MatchSummary) -> Result<(), Error> {
        summaries::put(&mut self.connection, vec![summaries::encode(id, summary)?]).await
    }

    async fn put_accuracy(
        &mut self,
        id: &str,
        version: Version,
        accuracy: Accuracy,
    ) -> Result<(), Error> {
        summaries::put_accuracy(&mut self.connection, id, version, accuracy).await
    }

    async fn add_participant(
        &mut self,
        id: &str,
        profile: &str,
        player: Option<Player>,
    ) -> Result<(), Error> {
        matches::add_participant(&mut self.connection, id, profile, player).await
    }

    async fn forget_matches(&mut self, profile: &str, ids: &[String]) -> Result<u64, Error> {
        forgetting::forget_matches(&mut self.connection, profile, ids).await
    }

    async fn delete_profile(&mut self, profile: &str) -> Result<(), Error> {
        forgetting::delete_profile(&mut self.connection, profile).await
    }

    async fn set_seat_key(&mut self, id: &str, key: SeatKey) -> Result<(), Error> {
        matches::set_seat_key(&mut self.connection, id, key).await
    }

    async fn mark_helped(&mut self, id: &str) -> Result<(), Error> {
        matches::mark_helped(&mut self.connection, id).await
    }

    async fn record_arrivals(&mut self, arrivals: &[Arrival], at: Time) -> Result<(), Error> {
        matches::record_arrivals(&mut self.connection, arrivals, at).await
    }

    async fn delete_matches(&mut self, ids: &[String], before: Time) -> Result<u64, Error> {
        retention::delete_matches(&mut self.connection, ids, before).await
    }

    async fn delete_leftovers(
        &mut self,
        before: Time,
        now: Time,
        limit: u32,
    ) -> Result<RetentionBatch, Error> {
        retention::delete_leftovers(&mut self.connection, before, now, limit).await
    }

    async fn record_heartbeat(&mut self, at: Time) -> Result<(), Error> {
        outages::record_heartbeat(&mut self.connection, at).await
    }

    async fn record_start(&mut self, at: Time, outage_min_ms: u64) -> Result<Vec<Outage>, Error> {
        outages::record_start(&mut self.connection, at, outage_min_ms).await
    }

    async fn probe(&mut self) -> Result<(), Error> {
        // The first page is written though nothing in it changes, as it would not be by an UPDATE with the same values.
        self.execute("PRAGMA application_id = 0").await
    }

    async fn put_profile(&mut self, owner: &Owner, document: &str) -> Result<(), Error> {
        let replaced =
            sqlx::query("SELECT length(CAST(document AS BLOB)) FROM profiles WHERE id = ?1")
                .bind(&owner.profile)
                .fetch_optional(&mut self.connection)
                .await?;
        let replaced = replaced.map(|row| row.try_get(0)).transpose()?;
        let change = StorageChange::put(document.len(), replaced);
        quotas::check(&mut self.connection, owner, change).await?;
        sqlx::query(
            "INSERT INTO profiles (id, document, network) VALUES (?1, ?2, ?3)
             ON CONFLICT (id) DO UPDATE SET document = excluded.document,
               network = excluded.network, unchanged_since = NULL",
        )
        .bind(&owner.profile)
        .bind(document)
        .bind(&owner.network)
        .execute(&mut self.connection)
        .await?;
        Ok(())
    }

    async fn put_analysis(&mut self, put: &PutAnalysis) -> Result<Version, Error> {
        analyses::put(&mut self.connection, put).await
    }

    async fn put_analysis_summary(
        &mut self,
        owner: &str,
        id: &str,
        version: Version,
        summary: &AnalysisSummary,
    ) -> Result<(), Error> {
        analyses::put_summary(&mut self.connection, owner, id, version, summary).await
    }

    async fn delete_analysis(&mut self, owner: &str, id: &str) -> Result<(), Error> {
        analyses::delete(&mut self.connection, owner, id).await
    }

    async fn change_tile(
        &mut self,
        owner: &Owner,
        before: Option<&Tile>,
        after: Option<&Tile>,
    ) -> Result<(), Error> {
        tiles::change(&mut self.connection, owner, before, after).await
    }

    async fn add_tiles(&mut self, owner: &Owner, tiles: &[Tile]) -> Result<Vec<Added>, Error> {
        tiles::add(&mut self.connection, owner, tiles).await
    }
}
