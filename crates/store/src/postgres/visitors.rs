//! Requests about visitors: their devices, and the names that they report.

use play::{Player, SeatKey, Time};

use super::connection::timed;
use super::reader::PostgresReader;
use super::writer::PostgresWriter;
use super::{devices, puzzles, quotas, reports};
use crate::{
    Device, Error, Participant, ProfileLink, PuzzleResult, Report, StorageAmount, VisitorReader,
    VisitorWriter,
};

impl VisitorWriter for PostgresWriter {
    async fn put_profile_link(&mut self, link: &ProfileLink) -> Result<(), Error> {
        timed(devices::put_link(&mut self.connection, link)).await
    }

    async fn take_profile_link(&mut self, key: SeatKey, device: &Device) -> Result<String, Error> {
        timed(devices::take_link(&mut self.connection, key, device)).await
    }

    async fn remove_devices(&mut self, profile: &str, key: Option<SeatKey>) -> Result<u64, Error> {
        timed(devices::remove(&mut self.connection, profile, key)).await
    }

    async fn add_report(&mut self, report: &Report) -> Result<(), Error> {
        timed(reports::add(&mut self.connection, report)).await
    }

    async fn delete_reports(&mut self, until: Time) -> Result<u64, Error> {
        timed(reports::delete(&mut self.connection, until)).await
    }

    async fn put_puzzle_result(
        &mut self,
        profile: &str,
        result: &PuzzleResult,
    ) -> Result<(), Error> {
        timed(puzzles::put(&mut self.connection, profile, result)).await
    }
}

impl VisitorReader for PostgresReader {
    async fn device_profile(&mut self, key: SeatKey) -> Result<Option<String>, Error> {
        let answer = timed(devices::profile_of(self.connected().await?, key)).await;
        self.checked(answer).await
    }

    async fn devices(&mut self, profile: &str) -> Result<Vec<Device>, Error> {
        let answer = timed(devices::list(self.connected().await?, profile)).await;
        self.checked(answer).await
    }

    async fn reports(&mut self) -> Result<Vec<Report>, Error> {
        let answer = timed(reports::list(self.connected().await?)).await;
        self.checked(answer).await
    }

    async fn participant(
        &mut self,
        match_id: &str,
        player: Player,
    ) -> Result<Option<Participant>, Error> {
        let answer = timed(reports::participant(self.connected().await?, match_id, player)).await;
        self.checked(answer).await
    }

    async fn puzzle_results(&mut self, profile: &str) -> Result<Vec<PuzzleResult>, Error> {
        let answer = timed(puzzles::list(self.connected().await?, profile)).await;
        self.checked(answer).await
    }

    async fn stored_in(&mut self, prefix: &str) -> Result<StorageAmount, Error> {
        let answer = timed(quotas::stored_in(self.connected().await?, prefix)).await;
        self.checked(answer).await
    }

    async fn stored_bytes(&mut self) -> Result<u64, Error> {
        let answer = timed(quotas::stored_bytes(self.connected().await?)).await;
        self.checked(answer).await
    }
}
