//! The server's side: rooms that crash, and a store that survives.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use games::CATALOGUE;
use play::{Event, Time};
use room::{
    Catalogue, Input, Output, RateLimit, Room, Settings, StoreReply, StoreRequest, SubscriberId,
};
use rules::AnyGame;
use store::{Append, AppendOutcome, Error, Memory, NewMatch, Outage};

/// The games, as rooms know them.
pub(crate) struct Games;

impl Catalogue for Games {
    fn game(&self, id: &str) -> Option<&'static dyn AnyGame> {
        CATALOGUE.iter().map(|entry| entry.game).find(|game| game.info().id == id)
    }

    fn has_opponent(&self, _: &str, opponent: &str) -> bool {
        opponent == "easy"
    }
}

/// An append that the store has carried out.
pub(crate) struct Performed {
    pub(crate) id: String,
    /// The name under which the room knows the command, whatever the store was told.
    pub(crate) command: Option<String>,
    pub(crate) events: Vec<Event>,
    /// The version of the match after it.
    pub(crate) version: u64,
}

/// The process that may crash, and the store that does not.
pub(crate) struct Server {
    store: Memory,
    pub(crate) performed: Vec<Performed>,
    /// All matches that ever were.
    pub(crate) matches: BTreeSet<String>,
    pub(crate) rooms: BTreeMap<String, Room>,
    /// Who has greeted where.
    pub(crate) greeted: BTreeMap<SubscriberId, String>,
    outages: Vec<Outage>,
    pub(crate) running: bool,
}

impl Server {
    pub(crate) fn new(id: &str, opened: Event) -> Self {
        let store = Memory::default();
        let new = NewMatch { id: id.to_owned(), events: vec![opened], summary: None };
        store.create_now("a", &new).expect("it is the first");
        Self {
            store,
            performed: Vec::new(),
            matches: BTreeSet::from([id.to_owned()]),
            rooms: BTreeMap::new(),
            greeted: BTreeMap::new(),
            outages: Vec::new(),
            running: true,
        }
    }

    /// All that the store has of a match.
    pub(crate) fn events(&self, id: &str) -> Vec<Event> {
        self.store.events(id).unwrap_or_default()
    }

    /// Carries out what a room has asked for; `command` is the room's own name for it.
    pub(crate) fn perform(
        &mut self,
        request: &StoreRequest,
        command: Option<String>,
    ) -> StoreReply {
        match request {
            StoreRequest::Append(append) => {
                let answer = self.store.append_now(append);
                if let Ok(AppendOutcome::Stored(version)) = answer {
                    let Append { match_id, events, next, .. } = &**append;
                    self.matches.extend(next.iter().map(|next| next.id.clone()));
                    let (id, events) = (match_id.clone(), events.clone());
                    self.performed.push(Performed { id, command, events, version: version.0 });
                }
                StoreReply::Appended(answer)
            }
            StoreRequest::FindCommand { match_id, idempotency_key } => {
                StoreReply::Found(Ok(self.store.find_command_now(match_id, idempotency_key)))
            }
            StoreRequest::Load { match_id } => {
                StoreReply::Loaded(self.store.events(match_id).ok_or(Error::NotFound))
            }
        }
    }

    /// The version of a match in the store.
    pub(crate) fn version(&self, id: &str) -> u64 {
        self.store.version(id).0
    }

    pub(crate) fn beat(&mut self, now: Time) {
        self.store.record_heartbeat_now(now);
    }

    pub(crate) fn crash(&mut self) {
        self.rooms.clear();
        self.greeted.clear();
        self.running = false;
    }

    pub(crate) fn restart(&mut self, now: Time) {
        self.outages = self.store.record_start_now(now);
        self.running = true;
    }

    /// Opens the room of a match, if it is not open.
    pub(crate) fn open(&mut self, id: &str, now: Time) -> Result<Vec<Output>, String> {
        if self.rooms.contains_key(id) {
            return Ok(Vec::new());
        }
        let events = self.events(id);
        let opened =
            Room::open(id.to_owned(), &events, Arc::new(Games), settings(), &self.outages, now);
        let (room, outputs) = opened.map_err(|error| error.to_string())?;
        self.rooms.insert(id.to_owned(), room);
        Ok(outputs)
    }

    pub(crate) fn handle(&mut self, id: &str, input: Input, now: Time) -> Vec<Output> {
        self.rooms.get_mut(id).map(|room| room.handle(input, now)).unwrap_or_default()
    }
}

/// Shorter times, so that more happens.
fn settings() -> Settings {
    Settings {
        gone_with_clocks_ms: 4_000,
        gone_without_clocks_ms: 6_000,
        gone_after_leaving_ms: 1_000,
        gone_before_start_ms: 5_000,
        max_watchers: 3,
        max_events: 10_000,
        greetings: RateLimit { burst: 2, interval_ms: 500 },
        commands: RateLimit { burst: 10, interval_ms: 50 },
        retry_ms: 250,
        retry_max_ms: 1_000,
    }
}
