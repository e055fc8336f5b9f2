//! The public tables, as they are now.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use wire::http::{Lobby, LobbyFilter, RoomSummary};

/// How many tables a list has at most.
const LISTED: usize = 100;

/// The public tables. Rooms say themselves how they are to be listed.
pub(crate) struct Tables {
    rooms: Mutex<BTreeMap<String, RoomSummary>>,
    changes: watch::Sender<u64>,
}

impl Default for Tables {
    fn default() -> Self {
        Self { rooms: Mutex::default(), changes: watch::Sender::new(0) }
    }
}

impl Tables {
    /// How a room is to be listed from now on; `None` for not at all.
    pub(crate) fn set(&self, id: &str, summary: Option<RoomSummary>) {
        let mut rooms = self.rooms();
        let changed = match summary {
            Some(summary) => {
                let differs = rooms.get(id) != Some(&summary);
                rooms.insert(id.to_owned(), summary);
                differs
            }
            None => rooms.remove(id).is_some(),
        };
        drop(rooms);
        if changed {
            self.changes.send_modify(|count| *count += 1);
        }
    }

    /// The tables that `filter` asks for.
    pub(crate) fn list(&self, filter: &LobbyFilter) -> Lobby {
        let rooms = self.rooms();
        let mut wanted: Vec<_> = rooms.values().filter(|room| filter.wants(room)).collect();
        let total = wanted.len();
        wanted.sort_by_key(|room| (room.stage, std::cmp::Reverse(room.at)));
        wanted.truncate(LISTED);
        Lobby { rooms: wanted.into_iter().cloned().collect(), total }
    }

    /// Hears of every change, of several at once if they come quickly.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    fn rooms(&self) -> MutexGuard<'_, BTreeMap<String, RoomSummary>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
