//! Matches in memory.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use play::{Event, Player, SeatKey, Time, Version};

use super::stored_match::{StoredMatch, size};
use super::{Memory, MemoryState, paged};
use crate::model::{host, newest};
use crate::quota::StorageChange;
use crate::{
    Accuracy, Append, AppendOutcome, Arrival, Error, ListedMatch, MatchFilter, MatchReader,
    MatchSummary, MatchWriter, NewMatch, Owner, PageRequest,
};

#[async_trait]
impl MatchWriter for Memory {
    async fn create_match(&mut self, owner: Owner, new: NewMatch) -> Result<Version, Error> {
        self.state().create(&owner, &new)
    }

    async fn create_matches(&mut self, owner: Owner, new: Vec<NewMatch>) -> Result<(), Error> {
        let mut state = self.state();
        if new.iter().any(|new| state.matches.contains_key(&new.id)) {
            return Err(Error::Taken);
        }
        let before = state.matches.clone();
        let created = new.iter().try_for_each(|new| state.create(&owner, new).map(|_| ()));
        if created.is_err() {
            state.matches = before;
        }
        created
    }

    async fn append_all(
        &mut self,
        appends: &[&Append],
    ) -> Result<Vec<Result<AppendOutcome, Error>>, Error> {
        Ok(appends.iter().map(|append| self.append_now(append)).collect())
    }

    async fn put_match_summary(&mut self, id: String, summary: MatchSummary) -> Result<(), Error> {
        let mut state = self.state();
        let stored = state.match_mut(&id).ok_or(Error::NotFound)?;
        if stored.version() == summary.version {
            stored.set_summary(&summary);
        }
        Ok(())
    }

    async fn put_accuracy(
        &mut self,
        id: String,
        version: Version,
        accuracy: Accuracy,
    ) -> Result<(), Error> {
        let mut state = self.state();
        let stored = state.match_mut(&id).ok_or(Error::NotFound)?;
        let summary = stored.summary.as_ref();
        if summary.is_some_and(|summary| summary.finished && summary.version == version) {
            stored.accuracy = Some(accuracy);
        }
        Ok(())
    }

    async fn add_participant(
        &mut self,
        id: String,
        profile: String,
        player: Option<Player>,
    ) -> Result<(), Error> {
        let mut state = self.state();
        let stored = state.match_mut(&id).ok_or(Error::NotFound)?;
        if stored.owner == profile && player.is_none() {
            return Ok(());
        }
        let known = stored.participants.entry(profile).or_insert(player);
        if player.is_some() && *known != player {
            *known = None;
        }
        Ok(())
    }

    async fn set_seat_key(&mut self, id: String, key: SeatKey) -> Result<(), Error> {
        let mut state = self.state();
        state.match_mut(&id).ok_or(Error::NotFound)?.seat_key = Some(key);
        Ok(())
    }

    async fn mark_helped(&mut self, id: String) -> Result<(), Error> {
        let mut state = self.state();
        state.match_mut(&id).ok_or(Error::NotFound)?.is_helped = true;
        Ok(())
    }

    async fn record_arrivals(&mut self, arrivals: Vec<Arrival>, at: Time) -> Result<(), Error> {
        for arrival in &arrivals {
            self.record_arrival_now(arrival, at);
        }
        Ok(())
    }

    async fn forget_matches(&mut self, profile: String, ids: Vec<String>) -> Result<u64, Error> {
        Ok(self.state().forget_matches(&profile, &ids))
    }

    async fn delete_matches(&mut self, ids: Vec<String>, before: Time) -> Result<u64, Error> {
        let mut state = self.state();
        let all = state.matches.len();
        state.matches.retain(|id, stored| stored.changed >= before || !ids.contains(id));
        Ok((all - state.matches.len()) as u64)
    }
}

#[async_trait]
impl MatchReader for Memory {
    async fn load(&mut self, id: String) -> Result<Vec<Event>, Error> {
        self.events(&id).ok_or(Error::NotFound)
    }

    async fn load_tail(&mut self, id: String, after: Version) -> Result<Vec<Event>, Error> {
        Ok(self.tail(&id, after))
    }

    async fn versions(&mut self, ids: Vec<String>) -> Result<Vec<(String, Version)>, Error> {
        let state = self.state();
        let version = |id: String| {
            let version = state.matches.get(&id)?.version();
            Some((id, version))
        };
        Ok(ids.into_iter().filter_map(version).collect())
    }

    async fn may_command(
        &mut self,
        id: String,
        profile: String,
        key: Option<SeatKey>,
    ) -> Result<bool, Error> {
        let state = self.state();
        let stored = state.matches.get(&id).ok_or(Error::NotFound)?;
        let has_key = key.is_some() && stored.seat_key == key;
        Ok(has_key || stored.is_listed_for(&profile))
    }

    async fn find_command(
        &mut self,
        id: String,
        idempotency_key: String,
    ) -> Result<Option<Version>, Error> {
        Ok(self.find_command_now(&id, &idempotency_key))
    }

    async fn find_matches(
        &mut self,
        profile: String,
        filter: MatchFilter,
        page: PageRequest,
    ) -> Result<Vec<ListedMatch>, Error> {
        let state = self.state();
        let own = state.matches.iter().filter(|(_, stored)| stored.is_listed_for(&profile));
        let listed = own.map(|(id, stored)| stored.listed(id, &profile));
        let listed = listed.filter(|listed| filter.selects(listed));
        Ok(paged(listed, &page, |listed| (listed.changed, &listed.id)))
    }

    async fn match_ids(
        &mut self,
        prefix: String,
        after: String,
        limit: u32,
    ) -> Result<Vec<String>, Error> {
        let state = self.state();
        let found = state.matches.keys();
        let found = found.filter(|id| id.starts_with(&prefix) && **id > after);
        let mut ids: Vec<_> = found.cloned().collect();
        ids.sort_unstable();
        ids.truncate(limit as usize);
        Ok(ids)
    }

    async fn old_matches(&mut self, before: Time, limit: u32) -> Result<Vec<String>, Error> {
        let state = self.state();
        let old = state.matches.iter().filter(|(_, stored)| stored.changed < before);
        Ok(old.map(|(id, _)| id.clone()).take(limit as usize).collect())
    }
}

impl MemoryState {
    pub(super) fn match_mut(&mut self, id: &str) -> Option<&mut StoredMatch> {
        self.matches.get_mut(id).map(Arc::make_mut)
    }

    pub(super) fn create(&mut self, owner: &Owner, new: &NewMatch) -> Result<Version, Error> {
        if self.matches.contains_key(&new.id) {
            return Err(Error::Taken);
        }
        self.check(owner, StorageChange::put(size(&new.events) as usize, None))?;
        let stored = StoredMatch {
            owner: owner.profile.clone(),
            network: owner.network.clone(),
            seat_key: None,
            is_helped: false,
            participants: host(&new.events)
                .map(|host| (owner.profile.clone(), Some(host)))
                .into_iter()
                .collect(),
            arrived: [None; 2],
            changed: newest(&new.events).unwrap_or_default(),
            events: new.events.clone(),
            commands: HashMap::new(),
            summary: new.summary.clone(),
            accuracy: None,
        };
        let version = stored.version();
        self.matches.insert(new.id.clone(), Arc::new(stored));
        Ok(version)
    }

    pub(super) fn append(&mut self, append: &Append) -> Result<AppendOutcome, Error> {
        let stored = self.matches.get(&append.match_id).ok_or(Error::NotFound)?;
        if let Some(key) = &append.idempotency_key
            && let Some(version) = stored.commands.get(key)
        {
            return Ok(AppendOutcome::AlreadyApplied(*version));
        }
        let version = stored.version();
        if version != append.expected_version {
            return Err(Error::Conflict { version });
        }
        if let Some(absence) = append.absence {
            absence.check(stored.arrived[absence.player as usize])?;
        }
        if let Some(next) = &append.next {
            let (profile, network) = (stored.owner.clone(), stored.network.clone());
            let quota = append.next_quota.filter(|_| network.is_some());
            let owner = Owner { profile, network, quota };
            // They exchange their sides.
            let participants = stored.participants.iter();
            let participants = participants
                .map(|(profile, player)| (profile.clone(), player.map(Player::other)))
                .collect();
            self.create(&owner, next)?;
            if let Some(created) = self.match_mut(&next.id) {
                created.participants = participants;
            }
        }
        let stored = self.match_mut(&append.match_id).ok_or(Error::NotFound)?;
        stored.events.extend(append.events.iter().cloned());
        stored.changed = newest(&append.events).unwrap_or(stored.changed);
        if let Some(summary) = &append.summary {
            stored.set_summary(summary);
        }
        let version = append.version();
        stored.commands.extend(append.idempotency_key.clone().map(|key| (key, version)));
        Ok(AppendOutcome::Stored(version))
    }

    fn forget_matches(&mut self, profile: &str, ids: &[String]) -> u64 {
        let mut forgotten = 0;
        for id in ids {
            let Some(stored) = self.matches.get(id) else { continue };
            if !stored.is_listed_for(profile) || stored.is_played_online() {
                continue;
            }
            forgotten += 1;
            let Some(stored) = self.match_mut(id) else { continue };
            let player = stored.participants.remove(profile).flatten();
            if stored.owner == profile {
                let Some((next, _)) = stored.participants.first_key_value() else {
                    self.matches.remove(id);
                    continue;
                };
                stored.owner.clone_from(next);
            }
            let Some(player) = player else { continue };
            for event in &mut stored.events {
                event.forget_name(player);
            }
            if let Some(summary) = &mut stored.summary
                && let Some(play::Who::Human { name }) = &mut summary.players[player.first_seat()]
            {
                name.clear();
            }
        }
        forgotten
    }
}
