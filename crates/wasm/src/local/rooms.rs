//! Open rooms. A room decides; what it puts out is carried out here, and what takes time becomes a task whose result is
//! an input of the room again.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use api::{
    Context, OpenError, OpenRoom, RoomClosed, RoomConnection, call_store, computer_command,
    engine_request, thinking,
};
use engine::{AnyReport, Entry};
use futures_util::future::{AbortHandle, Abortable};
use play::{Match, RefusalCode, Version};
use room::{EngineTask, Input, Monotonic, Now, Output, Room, Settings, SubscriberId};
use rules::Text;
use wire::{MatchState, ToClient};
use work::{WorkPriority, WorkResult, WorkUpdate};

use super::Core;
use super::pool::JobEvent;

/// How long a room stays open when nobody needs it, in milliseconds.
const ROOM_IDLE_TIMEOUT_MS: u64 = 30_000;
/// When a search is tried again whose engine failed, as without a network when its data was never loaded, in
/// milliseconds.
const ENGINE_RETRY_DELAY_MS: u64 = 3_000;
/// How often subscribers are sent the progress of a search, in milliseconds.
const PROGRESS_INTERVAL_MS: u64 = 100;

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
    room: Room,
    entry: Entry,
    /// Tells the room from others of the same match before and after it.
    number: u64,
    connected: HashSet<SubscriberId>,
    search: Option<EngineSearch>,
    /// A task whose engine failed, and when it is tried again.
    search_retry: Option<(EngineTask, Version, Monotonic)>,
    progress_at: Monotonic,
    used_at: Monotonic,
    /// When it was last looked at.
    now: Now,
}

/// A search for a computer player. Dropping it stops the search.
struct EngineSearch {
    task: EngineTask,
    version: Version,
    work: u64,
    /// Progress that has not been sent yet.
    progress: Arc<Mutex<Option<AnyReport>>>,
    abort: AbortHandle,
}

impl Drop for EngineSearch {
    fn drop(&mut self) {
        self.abort.abort();
    }
}

impl OpenRoom for LocalRoom {
    fn room(&self) -> &Room {
        &self.room
    }

    fn entry(&self) -> Entry {
        self.entry
    }

    fn state(&self) -> MatchState {
        self.room.state(self.now)
    }

    // All matches are played at this screen.
    fn analysable(&self) -> Option<&Match> {
        self.current_match()
    }
}

impl LocalRoom {
    /// When something is to be done without an input.
    fn wakes_at(&self) -> Option<Monotonic> {
        let progress = self.search.as_ref().filter(|search| lock(&search.progress).is_some());
        let progress = progress.map(|_| self.progress_at.after(PROGRESS_INTERVAL_MS));
        let idle = self.room.is_idle().then(|| self.used_at.after(ROOM_IDLE_TIMEOUT_MS));
        let retry = self.search_retry.map(|(_, _, at)| at);
        [self.room.wakes_at(), progress, idle, retry].into_iter().flatten().min()
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
        room.now = self.now();
        room.used_at = room.now.monotonic;
        Ok(look(room))
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
        let (mut room, mut outputs) =
            Room::open(id.to_owned(), &events, games, Settings::default(), &[], now)
                .map_err(OpenError::failed)?;
        let entry = self.games().entry(room.game().info().id).ok_or(OpenError::NotFound)?;
        // Nobody is shown clocks that are about to be corrected.
        while room.is_resuming()
            && let Some(place) = outputs.iter().position(|one| matches!(one, Output::Store(_)))
            && let Output::Store(request) = outputs.remove(place)
        {
            let reply = call_store(self.store().clone(), request).await;
            outputs.extend(room.handle(Input::Stored(reply), self.now()));
        }
        let now = self.now();
        let mut open = self.open_rooms();
        open.count += 1;
        let mut room = LocalRoom {
            room,
            entry,
            number: open.count,
            connected: HashSet::new(),
            search: None,
            search_retry: None,
            progress_at: now.monotonic,
            used_at: now.monotonic,
            now,
        };
        self.perform(&mut room, outputs);
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
        self.handle(room, input);
        Ok(())
    }

    /// Has the room with that number handle the result of a task, if it is still open.
    fn task_input(&self, id: &str, number: u64, input: Input) {
        let mut open = self.open_rooms();
        if let Some(room) = open.rooms.get_mut(id).filter(|room| room.number == number) {
            self.handle(room, input);
        }
    }

    /// Does what is due in all rooms.
    pub(super) fn wake_rooms(&self) {
        let now = self.now().monotonic;
        let mut open = self.open_rooms();
        open.rooms.retain(|_, room| {
            let is_unused = now.since(room.used_at) >= ROOM_IDLE_TIMEOUT_MS;
            !(is_unused && room.room.is_idle() && room.search.is_none())
        });
        for room in open.rooms.values_mut() {
            if room.room.wakes_at().is_some_and(|at| at <= now) {
                self.handle(room, Input::Wake);
            }
            if let Some((task, version, _)) = room.search_retry.take_if(|(_, _, at)| *at <= now) {
                self.start_search(room, task, version);
            }
            if now.since(room.progress_at) >= PROGRESS_INTERVAL_MS {
                self.send_progress(room, now);
            }
        }
    }

    /// When something is next due in any room.
    pub(super) fn next_room_wake(&self) -> Option<Monotonic> {
        self.open_rooms().rooms.values().filter_map(LocalRoom::wakes_at).min()
    }

    fn handle(&self, room: &mut LocalRoom, input: Input) {
        let now = self.now();
        room.used_at = now.monotonic;
        let outputs = room.room.handle(input, now);
        self.perform(room, outputs);
    }

    fn perform(&self, room: &mut LocalRoom, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Send { to, message } => {
                    let to = to.into_iter().filter(|one| room.connected.contains(one));
                    self.send_to_all(to, &message);
                }
                Output::Store(request) => {
                    let (core, id, number) = (self.clone(), room.room.id().to_owned(), room.number);
                    self.spawn(async move {
                        let reply = call_store(core.store().clone(), request).await;
                        core.task_input(&id, number, Input::Stored(reply));
                    });
                }
                Output::StartEngine { task, version } => self.start_search(room, task, version),
                Output::HurryEngine => {
                    room.search.iter().for_each(|search| self.pool().stop(search.work));
                }
                Output::StopEngine => (room.search, room.search_retry) = (None, None),
                Output::Disconnect(subscriber) => {
                    room.connected.remove(&subscriber);
                    self.close_socket(subscriber.0);
                }
                Output::Changed
                | Output::Appended(_)
                | Output::Arrived(_)
                | Output::Greeted { .. } => {}
            }
        }
    }

    fn start_search(&self, room: &mut LocalRoom, task: EngineTask, version: Version) {
        (room.search, room.search_retry) = (None, None);
        let Some(current_match) = room.room.session().current_match() else { return };
        let now = room.room.time(self.now());
        let request = engine_request(task, &room.entry, current_match, now);
        let progress = Arc::<Mutex<Option<AnyReport>>>::default();
        let latest = Arc::clone(&progress);
        let mut handle = self.pool().submit(WorkPriority::Match, request);
        let work = handle.id();
        let (abort, registration) = AbortHandle::new_pair();
        let (core, id, number) = (self.clone(), room.room.id().to_owned(), room.number);
        let search = async move {
            let report = loop {
                match handle.next().await {
                    Some(JobEvent::Update(WorkUpdate::Report(report))) => {
                        *lock(&latest) = Some(report);
                    }
                    Some(JobEvent::Update(WorkUpdate::Entry(_))) => {}
                    Some(JobEvent::Ended(Some(WorkResult::Report(report)), _)) => {
                        break Some(report);
                    }
                    Some(JobEvent::Ended(..)) | None => break None,
                }
            };
            core.finish_search(&id, number, report);
        };
        self.spawn(async move {
            let _ = Abortable::new(search, registration).await;
        });
        room.search = Some(EngineSearch { task, version, work, progress, abort });
    }

    fn finish_search(&self, id: &str, number: u64, report: Option<AnyReport>) {
        let mut open = self.open_rooms();
        let Some(room) = open.rooms.get_mut(id).filter(|room| room.number == number) else {
            return;
        };
        let Some(search) = room.search.take() else { return };
        let Some(report) = report else {
            // The room would play any move instead.
            let at = self.now().monotonic.after(ENGINE_RETRY_DELAY_MS);
            room.search_retry = Some((search.task, search.version, at));
            return self.send_notice(room, texts::text("refused-no-engine", &[]));
        };
        if let Some(text) = report.notice.clone() {
            self.send_notice(room, text);
        }
        let current_match = room.room.session().current_match();
        let command = current_match
            .and_then(|current_match| computer_command(search.task, current_match, &report));
        self.handle(room, Input::EngineReply { version: search.version, command });
    }

    /// Tells all subscribers what became of a search: a refusal of nothing that they have asked for.
    fn send_notice(&self, room: &LocalRoom, text: Text) {
        let message = ToClient::Refused { id: None, code: RefusalCode::TryAgain, text };
        self.send_to_all(room.connected.iter().copied(), &message);
    }

    fn send_progress(&self, room: &mut LocalRoom, now: Monotonic) {
        let Some(search) = &room.search else { return };
        let Some(progress) = lock(&search.progress).take() else { return };
        room.progress_at = now;
        if let Some(thinking) = thinking(search.task, search.version, &progress) {
            self.send_to_all(room.connected.iter().copied(), &ToClient::Thinking(thinking));
        }
    }

    fn send_to_all(&self, to: impl Iterator<Item = SubscriberId>, message: &ToClient) {
        let text = serde_json::to_vec(message).unwrap_or_default();
        for subscriber in to {
            self.send_socket_text(subscriber.0, &text);
        }
    }

    fn open_rooms(&self) -> MutexGuard<'_, OpenRooms> {
        lock(&self.shared().rooms.open)
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
