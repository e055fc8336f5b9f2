//! All rooms of the server.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ::room::Reader;
use engine::Entry;
use play::Event;
use rules::AnyGame;
use store::{NewMatch, Outage, Store};
use tokio::sync::OnceCell;

use crate::engine_pool::EnginePool;
use crate::limits::Limits;
use crate::listing::Backfill;
use crate::lobby::LobbyIndex;
use crate::metrics::Metrics;
use crate::protected_positions::ProtectedPositions;
use crate::room::{Handle, OpenError, Room};

/// What rooms work with.
pub(crate) struct Service {
    pub(crate) catalogue: Arc<[Entry]>,
    /// What rooms must know of games.
    pub(crate) games: Arc<dyn ::room::Catalogue>,
    pub(crate) store: Store,
    pub(crate) pool: EnginePool,
    pub(crate) limits: Limits,
    pub(crate) lobby: Arc<LobbyIndex>,
    pub(crate) metrics: Arc<Metrics>,
    /// When the server did not run.
    pub(crate) outages: Arc<[Outage]>,
    /// The matches that nobody may analyse now.
    pub(crate) protected_positions: Arc<ProtectedPositions>,
    /// Summaries of matches and analyses of earlier versions of the program.
    pub(crate) backfill: Backfill,
}

impl Service {
    pub(crate) fn new(
        catalogue: Arc<[Entry]>,
        store: Store,
        pool: EnginePool,
        limits: &Limits,
    ) -> Self {
        let (lobby, metrics, protected_positions) =
            (Arc::default(), Arc::default(), Arc::default());
        let games = Arc::new(Games(Arc::clone(&catalogue)));
        Self {
            catalogue,
            games,
            store,
            pool,
            limits: limits.clone(),
            lobby,
            metrics,
            outages: Arc::new([]),
            protected_positions,
            backfill: Backfill::default(),
        }
    }

    /// The game of that name.
    pub(crate) fn entry(&self, game: &str) -> Option<Entry> {
        entry(&self.catalogue, game)
    }

    /// A match to be created, with what lists say of it.
    pub(crate) fn new_match(&self, id: String, events: Vec<Event>) -> NewMatch {
        ::room::new_match(|game| self.games.game(game), id, events)
    }

    /// Where the game of that name stands in the catalogue.
    pub(crate) fn place(&self, game: &str) -> Option<usize> {
        self.catalogue.iter().position(|entry| entry.game.info().id == game)
    }
}

struct Games(Arc<[Entry]>);

impl ::room::Catalogue for Games {
    fn game(&self, id: &str) -> Option<&'static dyn AnyGame> {
        entry(&self.0, id).map(|entry| entry.game)
    }

    fn has_opponent(&self, game: &str, opponent: &str) -> bool {
        entry(&self.0, game).is_some_and(|entry| entry.opponent(opponent).is_some())
    }
}

fn entry(catalogue: &[Entry], game: &str) -> Option<Entry> {
    catalogue.iter().find(|entry| entry.game.info().id == game).copied()
}

type Place = Arc<OnceCell<Handle>>;

#[derive(Default)]
struct Rooms {
    by_id: HashMap<String, Place>,
    /// The server ends: no room is opened any more.
    closed: bool,
}

/// The rooms by the names of their matches: opened on demand, closed when nobody needs them.
pub(crate) struct Hub {
    service: Arc<Service>,
    rooms: Mutex<Rooms>,
    last_reader: AtomicU64,
}

impl Hub {
    pub(crate) fn new(service: Arc<Service>) -> Arc<Self> {
        Arc::new(Self { service, rooms: Mutex::default(), last_reader: AtomicU64::new(0) })
    }

    /// A number for somebody who comes into a room.
    pub(crate) fn reader(&self) -> Reader {
        Reader(self.last_reader.fetch_add(1, Relaxed))
    }

    /// How many rooms are open.
    pub(crate) fn count(&self) -> usize {
        self.rooms().by_id.len()
    }

    /// The room of a match. It may close again before it is asked for anything.
    pub(crate) async fn open(self: &Arc<Self>, id: &str) -> Result<Handle, OpenError> {
        loop {
            let place = self.place(id)?;
            let opened = place.get_or_try_init(|| self.start(id, &place)).await;
            match opened {
                Ok(handle) if handle.is_closed() => self.forget(id, &place),
                Ok(handle) => return Ok(handle.clone()),
                Err(error) => {
                    self.forget(id, &place);
                    return Err(error);
                }
            }
        }
    }

    fn place(&self, id: &str) -> Result<Place, OpenError> {
        let mut rooms = self.rooms();
        if rooms.closed {
            return Err(OpenError::Failed("the server ends".to_owned()));
        }
        if let Some(place) = rooms.by_id.get(id) {
            return Ok(Arc::clone(place));
        }
        if rooms.by_id.len() >= self.service.limits.open_rooms {
            return Err(OpenError::Busy);
        }
        Ok(Arc::clone(rooms.by_id.entry(id.to_owned()).or_default()))
    }

    /// What `look` sees in the room of a match.
    pub(crate) async fn look<T: Send + 'static>(
        self: &Arc<Self>,
        id: &str,
        look: impl FnOnce(&Room) -> T + Clone + Send + 'static,
    ) -> Result<T, OpenError> {
        loop {
            // A room that closes just now is opened again.
            if let Ok(seen) = self.open(id).await?.look(look.clone()).await {
                return Ok(seen);
            }
        }
    }

    async fn start(self: &Arc<Self>, id: &str, place: &Place) -> Result<Handle, OpenError> {
        let (handle, room) = Room::open(id.to_owned(), Arc::clone(&self.service)).await?;
        let lodged = Lodged { hub: Arc::clone(self), id: id.to_owned(), place: Arc::clone(place) };
        tokio::spawn(async move {
            let _lodged = lodged;
            room.run().await;
        });
        Ok(handle)
    }

    /// Closes every room and waits until they have.
    pub(crate) async fn close(&self) {
        let places: Vec<_> = {
            let mut rooms = self.rooms();
            rooms.closed = true;
            rooms.by_id.drain().map(|(_, place)| place).collect()
        };
        for place in &places {
            if let Some(handle) = place.get() {
                handle.close().await;
            }
        }
    }

    fn forget(&self, id: &str, place: &Place) {
        let mut rooms = self.rooms();
        if rooms.by_id.get(id).is_some_and(|other| Arc::ptr_eq(other, place)) {
            rooms.by_id.remove(id);
        }
    }

    fn rooms(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A room that the hub knows as long as this is there.
struct Lodged {
    hub: Arc<Hub>,
    id: String,
    place: Place,
}

impl Drop for Lodged {
    fn drop(&mut self) {
        if std::thread::panicking() {
            tracing::error!(id = self.id, "a room fell");
        }
        self.hub.forget(&self.id, &self.place);
    }
}

#[cfg(test)]
mod tests;
