//! The server's side: rooms that crash, and a store that survives.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use games::CATALOGUE;
use play::{Event, Time};
use room::{Catalogue, Input, Output, Pace, Reader, Room, Settings};
use rules::AnyGame;
use store::{Answer, Append, Error, Memory, Operation, Outage};

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
    pub(crate) greeted: BTreeMap<Reader, String>,
    outages: Vec<Outage>,
    pub(crate) running: bool,
}

impl Server {
    pub(crate) fn new(id: &str, opened: Event) -> Self {
        let mut store = Memory::default();
        let create =
            Operation::Create { id: id.to_owned(), owner: "a".to_owned(), events: vec![opened] };
        store.perform_one(&create).expect("it is the first");
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
        self.store.events(id).map(<[Event]>::to_vec).unwrap_or_default()
    }

    /// Carries out what a room has asked for; `command` is the room's own name for it.
    pub(crate) fn perform(
        &mut self,
        operation: &Operation,
        command: Option<String>,
    ) -> Result<Answer, Error> {
        let answer = self.store.perform_one(operation);
        if let (Operation::Append(Append { id, events, next, .. }), Ok(Answer::Version(version))) =
            (operation, &answer)
        {
            self.matches.extend(next.iter().map(|next| next.id.clone()));
            let (id, events) = (id.clone(), events.clone());
            self.performed.push(Performed { id, command, events, version: version.0 });
        }
        answer
    }

    /// The version of a match in the store.
    pub(crate) fn version(&self, id: &str) -> u64 {
        self.store.events(id).map_or(0, |events| events.len() as u64)
    }

    pub(crate) fn beat(&mut self, now: Time) {
        let _ = self.store.perform_one(&Operation::Beat { at: now });
    }

    pub(crate) fn crash(&mut self) {
        self.rooms.clear();
        self.greeted.clear();
        self.running = false;
    }

    pub(crate) fn restart(&mut self, now: Time) {
        if let Ok(Answer::Outages(outages)) = self.store.perform_one(&Operation::Wake { at: now }) {
            self.outages = outages;
        }
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
        gone_with_clocks: 4_000,
        gone_without: 6_000,
        gone_after_leaving: 1_000,
        gone_before_start: 5_000,
        watchers: 3,
        greetings: Pace { burst: 2, every: 500 },
        orders: Pace { burst: 10, every: 50 },
        retry: 250,
    }
}
