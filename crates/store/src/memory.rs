//! The backend that keeps everything in memory: for tests, and beneath `rows`.

mod analyses;
mod matches;
mod profiles;
mod puzzles;
mod quotas;
mod reports;
mod rows;
mod service;
mod stored_match;
mod tiles;
mod visitors;

use std::collections::HashMap;
use std::future::{Future, ready};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use play::{Event, Time, Version};
use serde::{Deserialize, Serialize};

use crate::tile_collection::TileCollection;
use crate::{
    Analysis, AnalysisSummary, Append, AppendOutcome, Arrival, Backend, Cursor, Error, NewMatch,
    Outage, Owner, PageRequest, PuzzleResult, Reader, ReaderConnection,
};
pub use rows::{RowBackend, RowChange, RowLog};
use stored_match::StoredMatch;
use visitors::VisitorState;

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

    /// Records a start at once: see [`ServiceWriter::record_start`](crate::ServiceWriter::record_start).
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

#[async_trait]
impl ReaderConnection for Memory {
    async fn connected(&mut self) -> Result<&mut (dyn Reader + 'static), Error> {
        Ok(self)
    }

    async fn disconnect(&mut self) {}
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
