//! All rooms of the server.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::Entry;
use store::Store;
use tokio::sync::OnceCell;

use crate::fair::Secrets;
use crate::room::{Handle, OpenError, Room};
use crate::thinking::Pool;

/// What rooms work with.
#[derive(Clone)]
pub(crate) struct Service {
    pub(crate) catalogue: Arc<[Entry]>,
    pub(crate) store: Store,
    pub(crate) pool: Pool,
    /// The matches that nobody may analyse now.
    pub(crate) secrets: Arc<Secrets>,
}

impl Service {
    /// The game of that name.
    pub(crate) fn entry(&self, game: &str) -> Option<Entry> {
        self.catalogue.iter().find(|entry| entry.game.info().id == game).copied()
    }
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
    service: Service,
    rooms: Mutex<Rooms>,
    last_subscriber: AtomicU64,
}

impl Hub {
    pub(crate) fn new(service: Service) -> Arc<Self> {
        Arc::new(Self { service, rooms: Mutex::default(), last_subscriber: AtomicU64::new(0) })
    }

    /// A number for somebody who joins a room.
    pub(crate) fn subscriber(&self) -> u64 {
        self.last_subscriber.fetch_add(1, Relaxed)
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
        let (handle, room) = Room::open(id.to_owned(), self.service.clone()).await?;
        let (hub, id, place) = (Arc::clone(self), id.to_owned(), Arc::clone(place));
        tokio::spawn(async move {
            let room = tokio::spawn(room.run());
            if let Err(error) = room.await {
                tracing::error!(id, %error, "a room fell");
            }
            hub.forget(&id, &place);
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

#[cfg(test)]
mod tests;
