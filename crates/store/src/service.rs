//! The service itself: when it ran, what it deletes by and by, how much is stored, and the clock of its machine.

use std::time::{SystemTime, UNIX_EPOCH};

use async_trait::async_trait;
use play::Time;

use crate::request::ChangeScope;
use crate::{Error, LockKeys, Outage, RetentionBatch, StorageAmount, Store};

/// How many old rows of a table are deleted in one change.
const RETENTION_BATCH_ROWS: u32 = 200;

/// Changes that concern the service.
#[async_trait]
pub trait ServiceWriter: Send {
    /// Waits until no other transaction changes what this one is about to change. A backend with one writer has
    /// nothing to wait for.
    async fn lock(&mut self, _keys: &LockKeys) -> Result<(), Error> {
        Ok(())
    }

    /// Records a heartbeat: the server is running now.
    async fn record_heartbeat(&mut self, at: Time) -> Result<(), Error>;

    /// The server starts: all intervals in which it did not run, the earliest first. One that ends now and is shorter
    /// than `outage_min_ms` is none.
    async fn record_start(&mut self, at: Time, outage_min_ms: u64) -> Result<Vec<Outage>, Error>;

    /// Deletes at most `limit` each of the analyses that have not been changed since, and of the tiles and profiles of
    /// visitors of whom nothing else is left.
    async fn delete_leftovers(
        &mut self,
        before: Time,
        now: Time,
        limit: u32,
    ) -> Result<RetentionBatch, Error>;

    /// Writes something that changes nothing, to find out whether that works.
    async fn probe(&mut self) -> Result<(), Error>;
}

/// Questions that concern the service.
#[async_trait]
pub trait ServiceReader: Send {
    /// Time of the clock of the machine that keeps the data.
    async fn now(&mut self) -> Result<Time, Error>;

    /// What is stored of the networks whose names begin with `prefix`.
    async fn stored_in(&mut self, prefix: String) -> Result<StorageAmount, Error>;

    /// Bytes of all that is stored.
    async fn stored_bytes(&mut self) -> Result<u64, Error>;
}

/// Time of this machine's clock.
pub(crate) fn local_time() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

impl Store {
    /// The server runs at this moment.
    pub async fn record_heartbeat(&self, at: Time) -> Result<(), Error> {
        self.change(ChangeScope::service(), move |writer| writer.record_heartbeat(at)).await
    }

    /// The server starts: all intervals in which it did not run, the earliest first.
    pub async fn record_start(&self, at: Time) -> Result<Vec<Outage>, Error> {
        self.record_join(at, 1).await
    }

    /// One of several servers starts: all intervals in which none ran, the earliest first. The last heartbeat of
    /// another may be a little old: what is shorter than `outage_min_ms` is no outage.
    pub async fn record_join(&self, at: Time, outage_min_ms: u64) -> Result<Vec<Outage>, Error> {
        let scope = ChangeScope::service();
        self.change(scope, move |writer| writer.record_start(at, outage_min_ms)).await
    }

    /// Deletes matches and analyses that have not been changed since `before`, and then the tiles and profiles of
    /// visitors of whom nothing else is left; counts all of them. It takes many small changes, so that no move waits
    /// for long.
    pub async fn delete_older_than(&self, before: Time, now: Time) -> Result<u64, Error> {
        let mut deleted = self.delete_old_matches(before).await?;
        loop {
            let limit = RETENTION_BATCH_ROWS;
            let scope = ChangeScope::service();
            let delete =
                self.change(scope, move |writer| writer.delete_leftovers(before, now, limit));
            let batch = delete.await?;
            deleted += batch.deleted;
            if batch.is_last {
                return Ok(deleted);
            }
        }
    }

    /// Time of the clock of the machine that keeps the data.
    pub(crate) async fn now(&self) -> Result<Time, Error> {
        self.read(|reader| reader.now()).await
    }

    /// What is stored of the networks whose names begin with `prefix`.
    pub async fn stored_in(&self, prefix: impl Into<String>) -> Result<StorageAmount, Error> {
        let prefix = prefix.into();
        self.read(move |reader| reader.stored_in(prefix)).await
    }

    /// Bytes of all that is stored: the pages of a file that are in use, or the texts in a database.
    pub async fn stored_bytes(&self) -> Result<u64, Error> {
        self.read(|reader| reader.stored_bytes()).await
    }
}
