//! Open rooms. A driver decides; its effects are carried out here, and what takes time becomes a task whose result is an
//! input again.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use api::{
    Context, DriverInput, Effect, MOVE_TIME_MAX, OpenError, OpenRoom, RoomClosed, RoomConnection,
    RoomDriver, call_store,
};
use futures_util::future::{AbortHandle, Abortable};
use play::Version;
use room::{Input, Monotonic, Room, Settings, SubscriberId};
use work::{WorkPriority, WorkRequest, WorkResult, WorkUpdate};

use super::Core;
use super::pool::JobEvent;

/// When a search is tried again whose engine failed, as without a network when its data was never loaded, in
/// milliseconds.
const ENGINE_RETRY_DELAY_MS: u64 = 3_000;

/// The open rooms, by the ids of their matches.
#[derive(Default)]
pub(super) struct Rooms {
    open: Mutex<OpenRooms>,
    /// Held while a room is opened, so that none is opened twice.
    opening: futures_util::lock::Mutex<()>,
}

#[derive(Default)]
struct OpenRooms {
    rooms: HashMap<String, LocalRoom>,
    /// How many rooms have been opened.
    count: u64,
}

/// Open room of a match.
struct LocalRoom {
    driver: RoomDriver,
    /// Tells the room from others of the same match before and after it.
    number: u64,
    connected: HashSet<SubscriberId>,
    search: Option<EngineSearch>,
}

/// A search for a computer player. Dropping it stops the search.
struct EngineSearch {
    work: u64,
    abort: AbortHandle,
}

impl Drop for EngineSearch {
    fn drop(&mut self) {
        self.abort.abort();
    }
}

impl LocalRoom {
    fn id(&self) -> &str {
        self.driver.room().id()
    }

    /// When something is to be done without an input.
    fn wakes_at(&self) -> Option<Monotonic> {
        [self.driver.wakes_at(), self.driver.closes_at()].into_iter().flatten().min()
    }
}

/// Functions of rooms.
impl Core {
    /// What `look` returns for the room of a match, which is opened if it is not open.
    pub(super) async fn look_at_room<T>(
        &self,
        id: &str,
        look: impl FnOnce(&dyn OpenRoom) -> T,
    ) -> Result<T, OpenError> {
        self.open_room(id).await?;
        self.look_at_open(id, look).map_err(|RoomClosed| OpenError::Busy)
    }

    fn look_at_open<T>(
        &self,
        id: &str,
        look: impl FnOnce(&dyn OpenRoom) -> T,
    ) -> Result<T, RoomClosed> {
        let mut open = self.open_rooms();
        let room = open.rooms.get_mut(id).ok_or(RoomClosed)?;
        room.driver.touch(self.now());
        Ok(look(&room.driver))
    }

    /// Opens the room of a match, if it is not open.
    pub(super) async fn open_room(&self, id: &str) -> Result<(), OpenError> {
        let _turn = self.shared().rooms.opening.lock().await;
        if self.open_rooms().rooms.contains_key(id) {
            return Ok(());
        }
        let events = self.store().load(id).await.map_err(|error| match error {
            store::Error::NotFound => OpenError::NotFound,
            store::Error::UnknownEvent(cause) => OpenError::Incompatible(cause),
            error => OpenError::failed(error),
        })?;
        let (games, now) = (Arc::new(self.games().clone()), self.now());
        let (room, outputs) =
            Room::open(id.to_owned(), &events, games, Settings::default(), &[], now)
                .map_err(OpenError::failed)?;
        let entry = self.games().entry(room.game().info().id).ok_or(OpenError::NotFound)?;
        let (mut driver, mut effects) =
            RoomDriver::new(room, entry, Some(MOVE_TIME_MAX), outputs, now);
        // Nobody is shown clocks that are about to be corrected.
        while driver.room().is_resuming()
            && let Some(place) = effects.iter().position(|one| matches!(one, Effect::Store(_)))
            && let Effect::Store(request) = effects.remove(place)
        {
            let reply = call_store(self.store().clone(), request).await;
            effects.extend(driver.handle(DriverInput::Room(Input::Stored(reply)), self.now()));
        }
        let mut open = self.open_rooms();
        open.count += 1;
        let number = open.count;
        let mut room = LocalRoom { driver, number, connected: HashSet::new(), search: None };
        self.perform(&mut room, effects);
        open.rooms.insert(id.to_owned(), room);
        Ok(())
    }

    /// Closes the room of a match, and the sockets of those who follow it.
    pub(super) fn close_open_room(&self, id: &str) {
        let closed = self.open_rooms().rooms.remove(id);
        for subscriber in closed.into_iter().flat_map(|room| room.connected) {
            self.close_socket(subscriber.0);
        }
    }

    /// Has an open room handle an input.
    fn room_input(&self, id: &str, input: Input) -> Result<(), RoomClosed> {
        let mut open = self.open_rooms();
        let room = open.rooms.get_mut(id).ok_or(RoomClosed)?;
        if let Input::Gone(subscriber) = &input {
            room.connected.remove(subscriber);
        }
        self.handle(room, DriverInput::Room(input));
        Ok(())
    }

    /// Has the room with that number handle the result of a task, if it is still open.
    fn task_input(&self, id: &str, number: u64, input: DriverInput) {
        let mut open = self.open_rooms();
        if let Some(room) = open.rooms.get_mut(id).filter(|room| room.number == number) {
            self.handle(room, input);
        }
    }

    /// Does what is due in all rooms.
    pub(super) fn wake_rooms(&self) {
        let now = self.now().monotonic;
        let mut open = self.open_rooms();
        let is_due = |at: Option<Monotonic>| at.is_some_and(|at| at <= now);
        open.rooms.retain(|_, room| !is_due(room.driver.closes_at()));
        for room in open.rooms.values_mut().filter(|room| is_due(room.driver.wakes_at())) {
            self.handle(room, DriverInput::Wake);
        }
    }

    /// When something is next due in any room.
    pub(super) fn next_room_wake(&self) -> Option<Monotonic> {
        self.open_rooms().rooms.values().filter_map(LocalRoom::wakes_at).min()
    }

    fn handle(&self, room: &mut LocalRoom, input: DriverInput) {
        let effects = room.driver.handle(input, self.now());
        self.perform(room, effects);
    }

    fn perform(&self, room: &mut LocalRoom, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Send { to, message } => {
                    let text = serde_json::to_vec(&message).unwrap_or_default();
                    for subscriber in to.into_iter().filter(|one| room.connected.contains(one)) {
                        self.send_socket_text(subscriber.0, &text);
                    }
                }
                Effect::Store(request) => {
                    let (core, id, number) = (self.clone(), room.id().to_owned(), room.number);
                    self.spawn(async move {
                        let reply = call_store(core.store().clone(), request).await;
                        core.task_input(&id, number, DriverInput::Room(Input::Stored(reply)));
                    });
                }
                Effect::Search { version, request } => self.search(room, version, request),
                Effect::HurrySearch => {
                    room.search.iter().for_each(|search| self.pool().stop(search.work));
                }
                Effect::StopSearch => room.search = None,
                Effect::Disconnect(subscriber) => {
                    room.connected.remove(&subscriber);
                    self.close_socket(subscriber.0);
                }
                Effect::Changed | Effect::Arrived(_) | Effect::Greeted { .. } => {}
            }
        }
    }

    fn search(&self, room: &mut LocalRoom, version: Version, request: WorkRequest) {
        let mut handle = self.pool().submit(WorkPriority::Match, request);
        let work = handle.id();
        let (abort, registration) = AbortHandle::new_pair();
        let (core, id, number) = (self.clone(), room.id().to_owned(), room.number);
        let search = async move {
            loop {
                let (input, has_ended) = search_input(version, handle.next().await);
                core.task_input(&id, number, input);
                if has_ended {
                    return;
                }
            }
        };
        self.spawn(async move {
            let _ = Abortable::new(search, registration).await;
        });
        room.search = Some(EngineSearch { work, abort });
    }

    fn open_rooms(&self) -> MutexGuard<'_, OpenRooms> {
        lock(&self.shared().rooms.open)
    }
}

/// What follows for a room from what becomes of its search, and whether that has ended.
fn search_input(version: Version, event: Option<JobEvent>) -> (DriverInput, bool) {
    match event {
        Some(JobEvent::Update(WorkUpdate::Report(report))) => {
            (DriverInput::SearchUpdated(version, report), false)
        }
        Some(JobEvent::Ended(Some(WorkResult::Report(report)), _)) => {
            (DriverInput::SearchEnded(version, Some(report)), true)
        }
        // The room would play any move instead.
        _ => {
            let notice = Some(texts::text("refused-no-engine", &[]));
            let retry_ms = ENGINE_RETRY_DELAY_MS;
            (DriverInput::SearchPostponed { version, retry_ms, notice }, true)
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Connection of a socket to the room of a match.
pub(super) struct LocalConnection {
    pub(super) core: Core,
    pub(super) id: String,
    pub(super) subscriber: SubscriberId,
}

impl RoomConnection for LocalConnection {
    async fn connect(&mut self) -> Result<(), RoomClosed> {
        let mut open = self.core.open_rooms();
        let room = open.rooms.get_mut(&self.id).ok_or(RoomClosed)?;
        room.connected.insert(self.subscriber);
        Ok(())
    }

    async fn input(&self, input: Input) -> Result<(), RoomClosed> {
        self.core.room_input(&self.id, input)
    }

    async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&dyn OpenRoom) -> T + Send + 'static,
    ) -> Result<T, RoomClosed> {
        self.core.look_at_open(&self.id, look)
    }
}
