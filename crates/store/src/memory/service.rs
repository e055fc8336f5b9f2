//! The service: when it ran, and deletion of what is old.

use std::sync::Arc;

use async_trait::async_trait;
use play::Time;

use super::{Memory, MemoryState};
use crate::service::local_time;
use crate::{Error, LOCAL, Outage, RetentionBatch, ServiceReader, ServiceWriter, StorageAmount};

#[async_trait]
impl ServiceWriter for Memory {
    async fn record_heartbeat(&mut self, at: Time) -> Result<(), Error> {
        self.record_heartbeat_now(at);
        Ok(())
    }

    async fn record_start(&mut self, at: Time, outage_min_ms: u64) -> Result<Vec<Outage>, Error> {
        Ok(self.record_start_now(at, outage_min_ms))
    }

    async fn delete_leftovers(
        &mut self,
        before: Time,
        now: Time,
        _: u32,
    ) -> Result<RetentionBatch, Error> {
        let deleted = self.state().delete_leftovers(before, now);
        Ok(RetentionBatch { deleted, is_last: deleted == 0 })
    }

    async fn probe(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

#[async_trait]
impl ServiceReader for Memory {
    async fn now(&mut self) -> Result<Time, Error> {
        Ok(local_time())
    }

    async fn stored_in(&mut self, prefix: String) -> Result<StorageAmount, Error> {
        let begins =
            |_: &str, network: Option<&str>| network.is_some_and(|it| it.starts_with(&prefix));
        Ok(self.state().amount(begins))
    }

    async fn stored_bytes(&mut self) -> Result<u64, Error> {
        Ok(self.state().amount(|_, _| true).bytes)
    }
}

impl MemoryState {
    fn delete_leftovers(&mut self, before: Time, now: Time) -> u64 {
        let count = |state: &Self| {
            let tiles: usize = state.tiles.values().map(|stored| stored.tiles.0.len()).sum();
            let analyses = state.analyses.len();
            let results = state.puzzle_results.len();
            analyses + tiles + results + state.profiles.len() + state.visitors.len()
        };
        let all = count(self);
        self.analyses.retain(|_, stored| stored.analysis.changed >= before);
        self.puzzle_results.retain(|_, result| result.at >= before);
        let is_active = |state: &Self, profile: &str| {
            let mut matches = state.matches.values();
            matches.any(|one| one.is_listed_for(profile))
                || state.analyses.keys().any(|(owner, _)| owner == profile)
                || state.puzzle_results.keys().any(|(of, _)| of == profile)
        };
        let mut tiles = std::mem::take(&mut self.tiles);
        tiles.retain(|profile, stored| {
            *Arc::make_mut(stored).unchanged_since.get_or_insert(now) >= before
                || is_active(self, profile)
        });
        self.tiles = tiles;
        let mut profiles = std::mem::take(&mut self.profiles);
        profiles.retain(|profile, stored| {
            let unchanged_since = &mut Arc::make_mut(stored).unchanged_since;
            let is_new = *unchanged_since.get_or_insert(now) >= before;
            is_new
                || profile == LOCAL
                || is_active(self, profile)
                || self.tiles.contains_key(profile)
        });
        self.profiles = profiles;
        let mut visitors = std::mem::take(&mut self.visitors);
        visitors.delete_older_than(before, |profile| {
            is_active(self, profile) || self.profiles.contains_key(profile)
        });
        self.visitors = visitors;
        (all - count(self)) as u64
    }
}
