//! Changes of the file, within a transaction.

use play::{Time, Version};
use rules::Tile;
use sqlx::SqliteConnection;

use super::{analyses, appends, matches, outages, summaries, tiles};
use crate::{
    Added, AnalysisSummary, Append, AppendOutcome, Error, MatchSummary, NewMatch, Outage,
    PutAnalysis, Writer,
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
    async fn create_match(&mut self, owner: &str, new: &NewMatch) -> Result<Version, Error> {
        matches::create(&mut self.connection, owner, new).await
    }

    async fn create_matches(&mut self, owner: &str, new: &[NewMatch]) -> Result<(), Error> {
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

    async fn add_participant(&mut self, id: &str, profile: &str) -> Result<(), Error> {
        matches::add_participant(&mut self.connection, id, profile).await
    }

    async fn delete_older_than(&mut self, before: Time) -> Result<u64, Error> {
        matches::delete_older_than(&mut self.connection, before).await
    }

    async fn record_heartbeat(&mut self, at: Time) -> Result<(), Error> {
        outages::record_heartbeat(&mut self.connection, at).await
    }

    async fn record_start(&mut self, at: Time) -> Result<Vec<Outage>, Error> {
        outages::record_start(&mut self.connection, at).await
    }

    async fn probe(&mut self) -> Result<(), Error> {
        // A page is written all the same.
        self.execute("UPDATE heartbeat SET at = at").await
    }

    async fn put_profile(&mut self, id: &str, document: &str) -> Result<(), Error> {
        sqlx::query(
            "INSERT INTO profiles (id, document) VALUES (?1, ?2)
             ON CONFLICT (id) DO UPDATE SET document = excluded.document",
        )
        .bind(id)
        .bind(document)
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
        profile: &str,
        before: Option<&Tile>,
        after: Option<&Tile>,
    ) -> Result<(), Error> {
        tiles::change(&mut self.connection, profile, before, after).await
    }

    async fn add_tiles(&mut self, profile: &str, tiles: &[Tile]) -> Result<Vec<Added>, Error> {
        tiles::add(&mut self.connection, profile, tiles).await
    }
}
