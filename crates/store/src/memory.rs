//! The backend that keeps everything in memory: for tests, and beneath `rows`.

mod forgetting;
mod quotas;
mod retention;
mod rows;
mod stored_match;
mod visitors;

use std::collections::HashMap;
use std::future::{Future, ready};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use play::{Event, Player, SeatKey, Time, Version};
use rules::Tile;
use serde::{Deserialize, Serialize};

use crate::model::{host, newest};
use crate::quota::StorageChange;
use crate::tiles::TileCollection;
use crate::{
    Accuracy, Added, Analysis, AnalysisSummary, Append, AppendOutcome, Arrival, Backend, Cursor,
    Error, ListedAnalysis, ListedMatch, MatchFilter, MatchSummary, NewMatch, Outage, Owner,
    PageRequest, PutAnalysis, PuzzleResult, Reader, RetentionBatch, Writer,
};
pub use rows::{RowBackend, RowChange, RowLog};
use visitors::VisitorState;

use stored_match::{StoredMatch, size};

/// Keeps everything in memory: gone when the last copy of this handle is. Changes are visible at once.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    state: Arc<Mutex<MemoryState>>,
}

/// All that is stored. A copy shares what neither changes.
#[derive(Clone, Debug, Default)]
struct MemoryState {
    matches: HashMap<String, Arc<StoredMatch>>,
    profiles: HashMap<String, Arc<StoredProfile>>,
    heartbeat: Option<Time>,
    outages: Vec<Outage>,
    /// By owner and id.
    analyses: HashMap<(String, String), Arc<StoredAnalysis>>,
    tiles: HashMap<String, Arc<StoredTiles>>,
    /// By profile and puzzle.
    puzzle_results: HashMap<(String, String), Arc<PuzzleResult>>,
    visitors: VisitorState,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct StoredProfile {
    document: String,
    network: Option<String>,
    /// When the retention first saw it as it is.
    unchanged_since: Option<Time>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct StoredTiles {
    tiles: TileCollection,
    network: Option<String>,
    /// When the retention first saw them as they are.
    unchanged_since: Option<Time>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct StoredAnalysis {
    analysis: Analysis,
    network: Option<String>,
    summary: Option<AnalysisSummary>,
}

impl Memory {
    fn of(state: MemoryState) -> Self {
        Self { state: Arc::new(Mutex::new(state)) }
    }

    fn state(&self) -> MutexGuard<'_, MemoryState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All events of a match, if there is one of that id.
    pub fn events(&self, id: &str) -> Option<Vec<Event>> {
        self.state().matches.get(id).map(|stored| stored.events.clone())
    }

    /// The events of a match after a version.
    pub fn tail(&self, id: &str, after: Version) -> Vec<Event> {
        let state = self.state();
        let events = state.matches.get(id).map(|stored| &stored.events[..]).unwrap_or_default();
        events.get(after.0 as usize..).unwrap_or_default().to_vec()
    }

    /// How many events a match has.
    pub fn version(&self, id: &str) -> Version {
        self.state().matches.get(id).map_or(Version(0), |stored| stored.version())
    }

    /// Creates a match at once.
    pub fn create_now(&self, owner: impl Into<Owner>, new: &NewMatch) -> Result<Version, Error> {
        self.state().create(&owner.into(), new)
    }

    /// Appends at once.
    pub fn append_now(&self, append: &Append) -> Result<AppendOutcome, Error> {
        self.state().append(append)
    }

    /// The version that a command led to.
    pub fn find_command_now(&self, id: &str, idempotency_key: &str) -> Option<Version> {
        self.state().matches.get(id)?.commands.get(idempotency_key).copied()
    }

    /// Notes at once when a player has come to a match.
    pub fn record_arrival_now(&self, arrival: &Arrival, at: Time) {
        if let Some(stored) = self.state().match_mut(&arrival.match_id) {
            let arrived = &mut stored.arrived[arrival.player as usize];
            *arrived = (*arrived).max(Some(at));
        }
    }

    /// Records a heartbeat at once.
    pub fn record_heartbeat_now(&self, at: Time) {
        self.state().heartbeat = Some(at);
    }

    /// Records a start at once: see [`Writer::record_start`].
    pub fn record_start_now(&self, at: Time, outage_min_ms: u64) -> Vec<Outage> {
        let mut state = self.state();
        let is_outage = |began: &Time| began.0.saturating_add(outage_min_ms) <= at.0;
        let began = state.heartbeat.replace(at).filter(is_outage);
        state.outages.extend(began.map(|began| Outage { began, ended: at }));
        state.outages.clone()
    }
}

impl Backend for Memory {
    type Writer = Self;
    type Reader = Self;

    fn reader(&self) -> Self {
        self.clone()
    }

    fn begin(&mut self) -> impl Future<Output = Result<&mut Self, Error>> + Send {
        ready(Ok(self))
    }

    fn commit(&mut self) -> impl Future<Output = Result<(), Error>> + Send {
        ready(Ok(()))
    }

    // Nothing here fails half way.
    async fn rollback(&mut self) {}

    fn close(self) -> impl Future<Output = Result<(), Error>> + Send {
        ready(Ok(()))
    }
}

impl Writer for Memory {
    async fn create_match(&mut self, owner: &Owner, new: &NewMatch) -> Result<Version, Error> {
        self.state().create(owner, new)
    }

    async fn create_matches(&mut self, owner: &Owner, new: &[NewMatch]) -> Result<(), Error> {
        let mut state = self.state();
        if new.iter().any(|new| state.matches.contains_key(&new.id)) {
            return Err(Error::Taken);
        }
        new.iter().try_for_each(|new| state.create(owner, new).map(|_| ()))
    }

    async fn append_all(
        &mut self,
        appends: &[&Append],
    ) -> Result<Vec<Result<AppendOutcome, Error>>, Error> {
        Ok(appends.iter().map(|append| self.append_now(append)).collect())
    }

    async fn put_match_summary(&mut self, id: &str, summary: &MatchSummary) -> Result<(), Error> {
        let mut state = self.state();
        let stored = state.match_mut(id).ok_or(Error::NotFound)?;
        if stored.version() == summary.version {
            stored.set_summary(summary);
        }
        Ok(())
    }

    async fn put_accuracy(
        &mut self,
        id: &str,
        version: Version,
        accuracy: Accuracy,
    ) -> Result<(), Error> {
        let mut state = self.state();
        let stored = state.match_mut(id).ok_or(Error::NotFound)?;
        let summary = stored.summary.as_ref();
        if summary.is_some_and(|summary| summary.finished && summary.version == version) {
            stored.accuracy = Some(accuracy);
        }
        Ok(())
    }

    async fn add_participant(
        &mut self,
        id: &str,
        profile: &str,
        player: Option<Player>,
    ) -> Result<(), Error> {
        let mut state = self.state();
        let stored = state.match_mut(id).ok_or(Error::NotFound)?;
        if stored.owner == profile && player.is_none() {
            return Ok(());
        }
        let known = stored.participants.entry(profile.to_owned()).or_insert(player);
        if player.is_some() && *known != player {
            *known = None;
        }
        Ok(())
    }

    async fn forget_matches(&mut self, profile: &str, ids: &[String]) -> Result<u64, Error> {
        Ok(self.state().forget_matches(profile, ids))
    }

    async fn delete_profile(&mut self, profile: &str) -> Result<(), Error> {
        self.state().delete_profile(profile);
        Ok(())
    }

    async fn record_arrivals(&mut self, arrivals: &[Arrival], at: Time) -> Result<(), Error> {
        for arrival in arrivals {
            self.record_arrival_now(arrival, at);
        }
        Ok(())
    }

    async fn set_seat_key(&mut self, id: &str, key: SeatKey) -> Result<(), Error> {
        let mut state = self.state();
        state.match_mut(id).ok_or(Error::NotFound)?.seat_key = Some(key);
        Ok(())
    }

    async fn mark_helped(&mut self, id: &str) -> Result<(), Error> {
        let mut state = self.state();
        state.match_mut(id).ok_or(Error::NotFound)?.is_helped = true;
        Ok(())
    }

    async fn delete_matches(&mut self, ids: &[String], before: Time) -> Result<u64, Error> {
        let mut state = self.state();
        let all = state.matches.len();
        state.matches.retain(|id, stored| stored.changed >= before || !ids.contains(id));
        Ok((all - state.matches.len()) as u64)
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

    async fn record_heartbeat(&mut self, at: Time) -> Result<(), Error> {
        self.record_heartbeat_now(at);
        Ok(())
    }

    async fn record_start(&mut self, at: Time, outage_min_ms: u64) -> Result<Vec<Outage>, Error> {
        Ok(self.record_start_now(at, outage_min_ms))
    }

    async fn probe(&mut self) -> Result<(), Error> {
        Ok(())
    }

    async fn put_profile(&mut self, owner: &Owner, document: &str) -> Result<(), Error> {
        let mut state = self.state();
        let replaced = state.profiles.get(&owner.profile).map(|stored| stored.document.len());
        let replaced = replaced.map(|bytes| bytes as i64);
        state.check(owner, StorageChange::put(document.len(), replaced))?;
        let (document, network) = (document.to_owned(), owner.network.clone());
        let stored = StoredProfile { document, network, unchanged_since: None };
        state.profiles.insert(owner.profile.clone(), Arc::new(stored));
        Ok(())
    }

    async fn put_analysis(&mut self, put: &PutAnalysis) -> Result<Version, Error> {
        let PutAnalysis { owner, id, expected_version, changed, document, summary } = put.clone();
        let mut state = self.state();
        let key = (owner.profile.clone(), id.clone());
        let found = state.analyses.get(&key).map(|found| &found.analysis);
        let version = found.map_or(Version(0), |found| found.version);
        let replaced = found.map(|found| found.document.len() as i64);
        if version != expected_version {
            return Err(Error::Conflict { version });
        }
        state.check(&owner, StorageChange::put(document.len(), replaced))?;
        let version = Version(version.0 + 1);
        let analysis = Analysis { id, version, changed, document };
        let network = owner.network;
        let stored = StoredAnalysis { analysis, network, summary };
        state.analyses.insert(key, Arc::new(stored));
        Ok(version)
    }

    async fn put_analysis_summary(
        &mut self,
        owner: &str,
        id: &str,
        version: Version,
        summary: &AnalysisSummary,
    ) -> Result<(), Error> {
        let mut state = self.state();
        if let Some(stored) = state.analyses.get_mut(&(owner.to_owned(), id.to_owned()))
            && stored.analysis.version == version
        {
            Arc::make_mut(stored).summary = Some(summary.clone());
        }
        Ok(())
    }

    async fn delete_analysis(&mut self, owner: &str, id: &str) -> Result<(), Error> {
        self.state().analyses.remove(&(owner.to_owned(), id.to_owned()));
        Ok(())
    }

    async fn change_tile(
        &mut self,
        owner: &Owner,
        before: Option<&Tile>,
        after: Option<&Tile>,
    ) -> Result<(), Error> {
        let mut state = self.state();
        let mut tiles = state.tiles_of(&owner.profile);
        if let Some(edit) = tiles.change(before, after)? {
            if edit.remove.is_none() {
                state.check(owner, StorageChange::tiles(1))?;
            }
            tiles.apply(edit);
            state.put_tiles(owner, tiles);
        }
        Ok(())
    }

    async fn add_tiles(&mut self, owner: &Owner, tiles: &[Tile]) -> Result<Vec<Added>, Error> {
        let mut state = self.state();
        let mut own = state.tiles_of(&owner.profile);
        let mut added = Vec::new();
        let mut new = 0;
        for tile in tiles {
            let (one, edit) = own.add(tile);
            added.push(one);
            if let Some(edit) = edit {
                own.apply(edit);
                new += 1;
            }
        }
        state.check(owner, StorageChange::tiles(new))?;
        state.put_tiles(owner, own);
        Ok(added)
    }
}

impl Reader for Memory {
    async fn load(&mut self, id: &str) -> Result<Vec<Event>, Error> {
        self.events(id).ok_or(Error::NotFound)
    }

    async fn load_tail(&mut self, id: &str, after: Version) -> Result<Vec<Event>, Error> {
        Ok(self.tail(id, after))
    }

    async fn versions(&mut self, ids: &[String]) -> Result<Vec<(String, Version)>, Error> {
        let state = self.state();
        let found =
            ids.iter().filter_map(|id| Some((id.clone(), state.matches.get(id)?.version())));
        Ok(found.collect())
    }

    async fn may_command(
        &mut self,
        id: &str,
        profile: &str,
        key: Option<SeatKey>,
    ) -> Result<bool, Error> {
        let state = self.state();
        let stored = state.matches.get(id).ok_or(Error::NotFound)?;
        let has_key = key.is_some() && stored.seat_key == key;
        Ok(has_key || stored.is_listed_for(profile))
    }

    async fn old_matches(&mut self, before: Time, limit: u32) -> Result<Vec<String>, Error> {
        let state = self.state();
        let old = state.matches.iter().filter(|(_, stored)| stored.changed < before);
        Ok(old.map(|(id, _)| id.clone()).take(limit as usize).collect())
    }

    async fn find_command(
        &mut self,
        id: &str,
        idempotency_key: &str,
    ) -> Result<Option<Version>, Error> {
        Ok(self.find_command_now(id, idempotency_key))
    }

    async fn list_matches(
        &mut self,
        profile: &str,
        filter: &MatchFilter,
        page: &PageRequest,
    ) -> Result<Vec<ListedMatch>, Error> {
        let state = self.state();
        let own = state.matches.iter().filter(|(_, stored)| stored.is_listed_for(profile));
        let listed = own.map(|(id, stored)| stored.listed(id, profile));
        let listed = listed.filter(|listed| filter.selects(listed));
        Ok(paged(listed, page, |listed| (listed.changed, &listed.id)))
    }

    async fn match_ids(
        &mut self,
        prefix: &str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<String>, Error> {
        let state = self.state();
        let found = state.matches.keys();
        let found = found.filter(|id| id.starts_with(prefix) && id.as_str() > after);
        let mut ids: Vec<_> = found.cloned().collect();
        ids.sort_unstable();
        ids.truncate(limit as usize);
        Ok(ids)
    }

    async fn profile(&mut self, id: &str) -> Result<Option<String>, Error> {
        Ok(self.state().profiles.get(id).map(|stored| stored.document.clone()))
    }

    async fn analysis(&mut self, owner: &str, id: &str) -> Result<Option<Analysis>, Error> {
        let state = self.state();
        let found = state.analyses.get(&(owner.to_owned(), id.to_owned()));
        Ok(found.map(|stored| stored.analysis.clone()))
    }

    async fn list_analyses(
        &mut self,
        owner: &str,
        page: &PageRequest,
    ) -> Result<Vec<ListedAnalysis>, Error> {
        let state = self.state();
        let own = state.analyses.iter().filter(|((other, _), _)| other == owner);
        let listed = own.map(|((_, id), stored)| ListedAnalysis {
            id: id.clone(),
            version: stored.analysis.version,
            changed: stored.analysis.changed,
            summary: stored.summary.clone(),
        });
        Ok(paged(listed, page, |listed| (listed.changed, &listed.id)))
    }

    async fn tiles(&mut self, profile: &str) -> Result<Vec<Tile>, Error> {
        Ok(self.state().tiles_of(profile).into_tiles())
    }

    async fn close(&mut self) {}
}

/// A page of a list, the last changed first.
fn paged<T>(
    all: impl Iterator<Item = T>,
    page: &PageRequest,
    key: impl Fn(&T) -> (Time, &String),
) -> Vec<T> {
    let mut found: Vec<_> = match &page.before {
        None => all.collect(),
        Some(Cursor { changed, id }) => all.filter(|one| key(one) < (*changed, id)).collect(),
    };
    found.sort_by(|a, b| key(b).cmp(&key(a)));
    found.truncate(page.limit as usize);
    found
}

impl MemoryState {
    fn match_mut(&mut self, id: &str) -> Option<&mut StoredMatch> {
        self.matches.get_mut(id).map(Arc::make_mut)
    }

    fn tiles_of(&self, profile: &str) -> TileCollection {
        self.tiles.get(profile).map(|stored| stored.tiles.clone()).unwrap_or_default()
    }

    fn put_tiles(&mut self, owner: &Owner, tiles: TileCollection) {
        let stored = StoredTiles { tiles, network: owner.network.clone(), unchanged_since: None };
        self.tiles.insert(owner.profile.clone(), Arc::new(stored));
    }

    fn create(&mut self, owner: &Owner, new: &NewMatch) -> Result<Version, Error> {
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

    fn append(&mut self, append: &Append) -> Result<AppendOutcome, Error> {
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
}
