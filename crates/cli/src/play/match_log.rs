//! Storage of the match: its events go into the store of the page as they happen.

use std::path::PathBuf;

use play::{Event, Version};
use rules::{AnyGame, SplitMix64, Text};
use store::{Append, Error, NewMatch};

use crate::blocking_store::BlockingStore;
use crate::failure::Failure;
use crate::{data, messages};

/// Ids that are tried for a new match.
const ID_ATTEMPTS_MAX: usize = 8;

/// The events of a match, and how many of them are stored.
pub(super) struct MatchLog {
    game: &'static dyn AnyGame,
    /// All events, of which those behind `stored` could not be stored yet.
    events: Vec<Event>,
    stored: usize,
    /// `None` until something is stored.
    id: Option<String>,
    target: StoreTarget,
    /// Whether the player was helped, and that is not stored yet.
    helped: bool,
}

/// Where a match is stored.
pub(super) enum StoreTarget {
    /// Nowhere.
    None,
    /// In a data folder, which is created with the first move.
    Folder {
        /// `None` if the system has no place for it.
        path: Option<PathBuf>,
        /// Source of match ids.
        ids: SplitMix64,
    },
    /// In a store that is open.
    Open(Box<BlockingStore>, SplitMix64),
}

/// Why events are not stored.
pub(super) enum LogError {
    /// The match has been played on elsewhere: these are its events.
    Conflict(Vec<Event>),
    /// They cannot be stored now; the next ones take them along.
    Failed(Text),
}

impl MatchLog {
    /// Log of a match that begins with these events and is stored with the next.
    pub(super) const fn new(
        game: &'static dyn AnyGame,
        events: Vec<Event>,
        target: StoreTarget,
    ) -> Self {
        Self { game, events, stored: 0, id: None, target, helped: false }
    }

    /// Log of a stored match.
    pub(super) fn resume(
        game: &'static dyn AnyGame,
        id: String,
        events: Vec<Event>,
        store: BlockingStore,
    ) -> Self {
        let target = StoreTarget::Open(Box::new(store), SplitMix64::new(0));
        Self { game, stored: events.len(), events, id: Some(id), target, helped: false }
    }

    /// Id of the match, if all its events are stored.
    pub(super) fn stored_id(&self) -> Option<&str> {
        self.id.as_deref().filter(|_| self.stored == self.events.len())
    }

    /// Where the next match is stored.
    pub(super) fn into_target(self) -> StoreTarget {
        self.target
    }

    /// The player was helped: the match does not count for a rating.
    pub(super) fn mark_helped(&mut self) {
        self.helped = true;
        self.store_help();
    }

    /// Stores that the player was helped, once the match is stored.
    fn store_help(&mut self) {
        if let (true, Some(id), StoreTarget::Open(store, _)) = (self.helped, &self.id, &self.target)
        {
            // What fails now is tried again with the next events.
            self.helped = store.mark_helped(id).is_err();
        }
    }

    /// Stores events.
    pub(super) fn append(&mut self, new: &[Event]) -> Result<(), LogError> {
        self.events.extend_from_slice(new);
        if matches!(self.target, StoreTarget::None) {
            return Ok(());
        }
        match self.store() {
            Ok(()) => {
                self.store_help();
                Ok(())
            }
            Err(StoreFailure::Conflict(events)) => {
                self.events.clone_from(&events);
                self.stored = events.len();
                Err(LogError::Conflict(events))
            }
            Err(StoreFailure::Failed(text)) => Err(LogError::Failed(text)),
        }
    }

    /// Stores what is not stored yet.
    fn store(&mut self) -> Result<(), StoreFailure> {
        if let StoreTarget::Folder { path, ids } = &self.target {
            let folder = data::create(path.clone())?;
            let store = BlockingStore::open(&folder.join(data::DATABASE_FILE))?;
            self.target = StoreTarget::Open(Box::new(store), ids.clone());
        }
        let StoreTarget::Open(store, ids) = &mut self.target else { return Ok(()) };
        let summary = room::summarise(|_| Some(self.game), &self.events).ok();
        let Some(id) = &self.id else {
            for _ in 0..ID_ATTEMPTS_MAX {
                let id = room::match_id(ids.draw());
                let new = NewMatch {
                    id: id.clone(),
                    events: self.events.clone(),
                    summary: summary.clone(),
                };
                match store.create_match(new) {
                    Err(Error::Taken) => {}
                    Err(error) => return Err(StoreFailure::new(&error)),
                    Ok(Version(stored)) => {
                        (self.id, self.stored) = (Some(id), stored as usize);
                        return Ok(());
                    }
                }
            }
            return Err(StoreFailure::new(&Error::Taken));
        };
        let append = Append {
            match_id: id.clone(),
            expected_version: Version(self.stored as u64),
            idempotency_key: None,
            events: self.events[self.stored..].to_vec(),
            summary,
            next: None,
            next_quota: None,
            absence: None,
        };
        match store.append(append) {
            Ok(_) => {
                self.stored = self.events.len();
                Ok(())
            }
            Err(Error::Conflict { .. }) => match store.load(id) {
                // The answer to an earlier append was lost.
                Ok(events) if events == self.events => {
                    self.stored = events.len();
                    Ok(())
                }
                Ok(events) => Err(StoreFailure::Conflict(events)),
                Err(error) => Err(StoreFailure::new(&error)),
            },
            Err(error) => Err(StoreFailure::new(&error)),
        }
    }
}

enum StoreFailure {
    Conflict(Vec<Event>),
    Failed(Text),
}

impl StoreFailure {
    fn new(error: &Error) -> Self {
        Self::Failed(messages::play::store_reason(error))
    }
}

impl From<Failure> for StoreFailure {
    fn from(failure: Failure) -> Self {
        let unknown = || Text::new("", "");
        Self::Failed(failure.text().unwrap_or_else(unknown))
    }
}
