//! The backend that keeps everything in memory, for tests.

use std::collections::{BTreeSet, HashMap};
use std::future::{Future, ready};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use play::{Event, Time, Version};
use rules::Tile;

use crate::model::newest;
use crate::tiles::TileCollection;
use crate::{
    Added, Analysis, AnalysisSummary, Append, AppendOutcome, Backend, Cursor, Error,
    ListedAnalysis, ListedMatch, MatchSummary, NewMatch, Outage, PageRequest, PutAnalysis, Reader,
    Writer,
};

/// Keeps everything in memory: gone when the last copy of this handle is. Changes are visible at once.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    state: Arc<Mutex<MemoryState>>,
}

#[derive(Debug, Default)]
struct MemoryState {
    matches: HashMap<String, StoredMatch>,
    profiles: HashMap<String, String>,
    heartbeat: Option<Time>,
    outages: Vec<Outage>,
    /// By owner and id.
    analyses: HashMap<(String, String), StoredAnalysis>,
    tiles: HashMap<String, TileCollection>,
}

#[derive(Debug)]
struct StoredMatch {
    owner: String,
    /// Other profiles whose lists have it.
    participants: BTreeSet<String>,
    changed: Time,
    events: Vec<Event>,
    commands: HashMap<String, Version>,
    summary: Option<MatchSummary>,
}

impl StoredMatch {
    const fn version(&self) -> Version {
        Version(self.events.len() as u64)
    }
}

#[derive(Debug)]
struct StoredAnalysis {
    analysis: Analysis,
    summary: Option<AnalysisSummary>,
}

impl Memory {
    fn state(&self) -> MutexGuard<'_, MemoryState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All events of a match, if there is one of that id.
    pub fn events(&self, id: &str) -> Option<Vec<Event>> {
        self.state().matches.get(id).map(|stored| stored.events.clone())
    }

    /// How many events a match has.
    pub fn version(&self, id: &str) -> Version {
        self.state().matches.get(id).map_or(Version(0), StoredMatch::version)
    }

    /// Creates a match at once.
    pub fn create_now(&self, owner: &str, new: &NewMatch) -> Result<Version, Error> {
        self.state().create(owner, new)
    }

    /// Appends at once.
    pub fn append_now(&self, append: &Append) -> Result<AppendOutcome, Error> {
        self.state().append(append)
    }

    /// The version that a command led to.
    pub fn find_command_now(&self, id: &str, idempotency_key: &str) -> Option<Version> {
        self.state().matches.get(id)?.commands.get(idempotency_key).copied()
    }

    /// Records a heartbeat at once.
    pub fn record_heartbeat_now(&self, at: Time) {
        self.state().heartbeat = Some(at);
    }

    /// Records a start at once: see [`Writer::record_start`].
    pub fn record_start_now(&self, at: Time) -> Vec<Outage> {
        let mut state = self.state();
        let began = state.heartbeat.replace(at).filter(|began| *began < at);
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
    async fn create_match(&mut self, owner: &str, new: &NewMatch) -> Result<Version, Error> {
        self.create_now(owner, new)
    }

    async fn create_matches(&mut self, owner: &str, new: &[NewMatch]) -> Result<(), Error> {
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
        let stored = state.matches.get_mut(id).ok_or(Error::NotFound)?;
        if stored.version() == summary.version {
            stored.summary = Some(summary.clone());
        }
        Ok(())
    }

    async fn add_participant(&mut self, id: &str, profile: &str) -> Result<(), Error> {
        let mut state = self.state();
        let stored = state.matches.get_mut(id).ok_or(Error::NotFound)?;
        stored.participants.insert(profile.to_owned());
        Ok(())
    }

    async fn delete_older_than(&mut self, before: Time) -> Result<u64, Error> {
        let mut state = self.state();
        let all = state.matches.len();
        state.matches.retain(|_, stored| stored.changed >= before);
        Ok((all - state.matches.len()) as u64)
    }

    async fn record_heartbeat(&mut self, at: Time) -> Result<(), Error> {
        self.record_heartbeat_now(at);
        Ok(())
    }

    async fn record_start(&mut self, at: Time) -> Result<Vec<Outage>, Error> {
        Ok(self.record_start_now(at))
    }

    async fn probe(&mut self) -> Result<(), Error> {
        Ok(())
    }

    async fn put_profile(&mut self, id: &str, document: &str) -> Result<(), Error> {
        self.state().profiles.insert(id.to_owned(), document.to_owned());
        Ok(())
    }

    async fn put_analysis(&mut self, put: &PutAnalysis) -> Result<Version, Error> {
        let PutAnalysis { owner, id, expected_version, changed, document, summary } = put.clone();
        let mut state = self.state();
        let key = (owner, id.clone());
        let version = state.analyses.get(&key).map_or(Version(0), |found| found.analysis.version);
        if version != expected_version {
            return Err(Error::Conflict { version });
        }
        let version = Version(version.0 + 1);
        let analysis = Analysis { id, version, changed, document };
        state.analyses.insert(key, StoredAnalysis { analysis, summary });
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
            stored.summary = Some(summary.clone());
        }
        Ok(())
    }

    async fn delete_analysis(&mut self, owner: &str, id: &str) -> Result<(), Error> {
        self.state().analyses.remove(&(owner.to_owned(), id.to_owned()));
        Ok(())
    }

    async fn change_tile(
        &mut self,
        profile: &str,
        before: Option<&Tile>,
        after: Option<&Tile>,
    ) -> Result<(), Error> {
        let mut state = self.state();
        let tiles = state.tiles.entry(profile.to_owned()).or_default();
        if let Some(edit) = tiles.change(before, after)? {
            tiles.apply(edit);
        }
        Ok(())
    }

    async fn add_tiles(&mut self, profile: &str, tiles: &[Tile]) -> Result<Vec<Added>, Error> {
        let mut state = self.state();
        let own = state.tiles.entry(profile.to_owned()).or_default();
        let add = |tile| {
            let (added, edit) = own.add(tile);
            if let Some(edit) = edit {
                own.apply(edit);
            }
            added
        };
        Ok(tiles.iter().map(add).collect())
    }
}

impl Reader for Memory {
    async fn load(&mut self, id: &str) -> Result<Vec<Event>, Error> {
        self.events(id).ok_or(Error::NotFound)
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
        page: &PageRequest,
    ) -> Result<Vec<ListedMatch>, Error> {
        let state = self.state();
        let own = state
            .matches
            .iter()
            .filter(|(_, stored)| stored.owner == profile || stored.participants.contains(profile));
        let listed = own.map(|(id, stored)| ListedMatch {
            id: id.clone(),
            changed: stored.changed,
            summary: stored.summary.clone().filter(|summary| summary.version == stored.version()),
        });
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
        Ok(self.state().profiles.get(id).cloned())
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
        let tiles = self.state().tiles.get(profile).cloned().unwrap_or_default();
        Ok(tiles.into_tiles())
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
    fn create(&mut self, owner: &str, new: &NewMatch) -> Result<Version, Error> {
        if self.matches.contains_key(&new.id) {
            return Err(Error::Taken);
        }
        let stored = StoredMatch {
            owner: owner.to_owned(),
            participants: BTreeSet::new(),
            changed: newest(&new.events).unwrap_or_default(),
            events: new.events.clone(),
            commands: HashMap::new(),
            summary: new.summary.clone(),
        };
        let version = stored.version();
        self.matches.insert(new.id.clone(), stored);
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
        if let Some(next) = &append.next {
            let (owner, participants) = (stored.owner.clone(), stored.participants.clone());
            self.create(&owner, next)?;
            let created = self.matches.entry(next.id.clone());
            created.and_modify(|created| created.participants = participants);
        }
        let stored = self.matches.get_mut(&append.match_id).ok_or(Error::NotFound)?;
        stored.events.extend(append.events.iter().cloned());
        stored.changed = newest(&append.events).unwrap_or(stored.changed);
        stored.summary.clone_from(&append.summary);
        let version = append.version();
        stored.commands.extend(append.idempotency_key.clone().map(|key| (key, version)));
        Ok(AppendOutcome::Stored(version))
    }
}
