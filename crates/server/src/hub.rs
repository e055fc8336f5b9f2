//! Hub: the open rooms of the server.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ::room::{OutageLog, SubscriberId, TimeSource};
use api::{Backfill, Error, Games, OpenError, WorkBudget};
use engine::Entry;
use rules::Live;
use store::{Outage, Store};
use tokio::sync::OnceCell;

use crate::blocking::{BlockingPool, WorkClass};
use crate::cluster::Nodes;
use crate::engine_pool::EnginePool;
use crate::fair_play::{FairPlay, Lookahead};
use crate::limits::ServerLimits;
use crate::lobby::LobbyIndex;
use crate::metrics::Metrics;
use crate::room::{Handle, RoomActor};
use crate::visitor::VisitorId;

/// What rooms and requests share.
pub(crate) struct Service {
    pub(crate) games: Games,
    pub(crate) store: Store,
    pub(crate) pool: EnginePool,
    /// Threads that parse texts and replay games.
    pub(crate) blocking: BlockingPool,
    pub(crate) limits: ServerLimits,
    pub(crate) lobby: Arc<LobbyIndex>,
    pub(crate) metrics: Arc<Metrics>,
    /// The clocks by which matches are played.
    pub(crate) time: Arc<dyn TimeSource>,
    /// The other nodes of the site; `None` if this is the only one.
    pub(crate) nodes: Option<Arc<Nodes>>,
    outages: Mutex<OutageLog>,
    /// The running games between people, in which the engine helps nobody.
    pub(crate) fair_play: FairPlay,
    /// Summaries of matches and analyses of earlier versions of the program.
    pub(crate) backfill: Backfill,
}

impl Service {
    pub(crate) fn new(
        catalogue: Arc<[Entry]>,
        store: Store,
        pool: EnginePool,
        blocking: BlockingPool,
        limits: &ServerLimits,
        time: Arc<dyn TimeSource>,
    ) -> Self {
        let (lobby, metrics) = (Arc::default(), Arc::default());
        Self {
            games: Games::new(catalogue),
            store,
            pool,
            blocking,
            limits: limits.clone(),
            lobby,
            metrics,
            outages: Mutex::new(OutageLog::new(Vec::new(), time.now())),
            time,
            nodes: None,
            fair_play: FairPlay::new(limits.player_absence),
            backfill: Backfill::default(),
        }
    }

    /// Takes in the outages that the store knows of.
    pub(crate) fn replace_outages(&self, outages: Vec<Outage>) {
        let mut log = self.outages.lock().unwrap_or_else(PoisonError::into_inner);
        *log = OutageLog::new(outages, self.time.now());
    }

    /// When the server did not run, the latest last.
    pub(crate) fn outages(&self) -> Vec<Outage> {
        let mut log = self.outages.lock().unwrap_or_else(PoisonError::into_inner);
        log.until(self.time.now()).to_vec()
    }

    /// Refuses help with a position that belongs to a game which the visitor plays against a person, here or
    /// [elsewhere](Self::games_elsewhere).
    pub(crate) async fn check_fair_play(
        self: &Arc<Self>,
        visitor: &VisitorId,
        entry: Entry,
        live: Box<dyn Live>,
    ) -> Result<Box<dyn Live>, Error> {
        let elsewhere = self.games_elsewhere(visitor, entry.game.info().id).await?;
        let (service, asks) = (Arc::clone(self), visitor.clone());
        let check = move |_: &dyn WorkBudget| {
            let (lookahead, now) = (Lookahead::TwoPlies, service.time.now().monotonic);
            let is_bound = service.fair_play.forbids(&asks, entry.game, &*live, lookahead, now)
                || Self::is_bound_elsewhere(&elsewhere, entry.game, &*live, lookahead);
            let refused = || Error::Refused(texts::text("problem-own-game", &[]));
            if is_bound { Err(refused()) } else { Ok(live) }
        };
        self.blocking.run(WorkClass::new(visitor.tenant, 0), check).await
    }
}

/// Slot of a room, which is filled once the room has been opened.
type RoomSlot = Arc<OnceCell<Handle>>;

#[derive(Default)]
struct Rooms {
    by_id: HashMap<String, RoomSlot>,
    /// The node drains: other nodes open the rooms that are not open here.
    draining: bool,
    /// The server ends: no room is opened any more.
    closed: bool,
}

/// The rooms by the names of their matches: opened on demand, closed when nobody needs them.
pub(crate) struct Hub {
    service: Arc<Service>,
    rooms: Mutex<Rooms>,
    next_subscriber: AtomicU64,
}

impl Hub {
    pub(crate) fn new(service: Arc<Service>) -> Arc<Self> {
        Arc::new(Self { service, rooms: Mutex::default(), next_subscriber: AtomicU64::new(0) })
    }

    /// Id for a connection that follows a match.
    pub(crate) fn next_subscriber(&self) -> SubscriberId {
        SubscriberId(self.next_subscriber.fetch_add(1, Relaxed))
    }

    /// How many rooms are open.
    pub(crate) fn count(&self) -> usize {
        self.rooms().by_id.len()
    }

    /// The room of a match, for `visitor`. It may close again before it is asked for anything.
    pub(crate) async fn open(
        self: &Arc<Self>,
        id: &str,
        visitor: &VisitorId,
    ) -> Result<Handle, OpenError> {
        loop {
            let slot = self.slot(id)?;
            let opened = slot.get_or_try_init(|| self.start(id, visitor, &slot)).await;
            match opened {
                Ok(handle) if handle.is_closed() => self.forget(id, &slot),
                Ok(handle) => return Ok(handle.clone()),
                Err(error) => {
                    self.forget(id, &slot);
                    return Err(error);
                }
            }
        }
    }

    fn slot(&self, id: &str) -> Result<RoomSlot, OpenError> {
        let mut rooms = self.rooms();
        if rooms.closed {
            return Err(OpenError::Busy);
        }
        if let Some(slot) = rooms.by_id.get(id) {
            return Ok(Arc::clone(slot));
        }
        if rooms.draining || rooms.by_id.len() >= self.service.limits.open_rooms {
            return Err(OpenError::Busy);
        }
        Ok(Arc::clone(rooms.by_id.entry(id.to_owned()).or_default()))
    }

    /// What `look` returns for the room of a match, which `visitor` asks for.
    pub(crate) async fn look<T: Send + 'static>(
        self: &Arc<Self>,
        id: &str,
        visitor: &VisitorId,
        look: impl FnOnce(&RoomActor) -> T + Clone + Send + 'static,
    ) -> Result<T, OpenError> {
        loop {
            // A room that closes just now is opened again.
            if let Ok(seen) = self.open(id, visitor).await?.look(look.clone()).await {
                return Ok(seen);
            }
        }
    }

    async fn start(
        self: &Arc<Self>,
        id: &str,
        visitor: &VisitorId,
        slot: &RoomSlot,
    ) -> Result<Handle, OpenError> {
        let service = Arc::clone(&self.service);
        let (handle, actor) = RoomActor::open(id.to_owned(), visitor.clone(), service).await?;
        let guard = RoomGuard { hub: Arc::clone(self), id: id.to_owned(), slot: Arc::clone(slot) };
        tokio::spawn(async move {
            let _guard = guard;
            actor.run().await;
        });
        Ok(handle)
    }

    /// Opens no more rooms: other nodes do.
    pub(crate) fn drain(&self) {
        self.rooms().draining = true;
    }

    /// Closes a room, if it is open, so that whoever opens it next sees what is stored.
    pub(crate) async fn close_room(&self, id: &str) {
        let slot = self.rooms().by_id.get(id).cloned();
        if let Some(handle) = slot.as_ref().and_then(|slot| slot.get()) {
            handle.close().await;
        }
    }

    /// Closes every room and waits until they have.
    pub(crate) async fn close(&self) {
        let slots: Vec<_> = {
            let mut rooms = self.rooms();
            rooms.closed = true;
            rooms.by_id.drain().map(|(_, slot)| slot).collect()
        };
        for slot in &slots {
            if let Some(handle) = slot.get() {
                handle.close().await;
            }
        }
    }

    fn forget(&self, id: &str, slot: &RoomSlot) {
        let mut rooms = self.rooms();
        if rooms.by_id.get(id).is_some_and(|other| Arc::ptr_eq(other, slot)) {
            rooms.by_id.remove(id);
        }
    }

    fn rooms(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Guard of a running room actor: dropping it removes the room from the hub.
struct RoomGuard {
    hub: Arc<Hub>,
    id: String,
    slot: RoomSlot,
}

impl Drop for RoomGuard {
    fn drop(&mut self) {
        if std::thread::panicking() {
            tracing::error!(id = self.id, "a room fell");
        }
        self.hub.forget(&self.id, &self.slot);
    }
}

#[cfg(test)]
mod tests;
