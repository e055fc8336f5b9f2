//! Room actor: one task owns the room of a match, and everybody else sends it requests.
//!
//! [`::room::Room`] decides what happens and is pure. The actor connects it with sockets, the store,
//! the engine and the time.

mod engine_search;
mod handle;

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use ::room::{EngineTask, Input, Output, Room, StoreReply, StoreRequest, SubscriberId};
use axum::extract::ws::Utf8Bytes;
use engine::{AnyReport, Entry};
use play::{Event, Match, Version};
use store::Store;
use tokio::time::{Instant, sleep_until};
use wire::{MatchState, ToClient};

use crate::blocking::{Tenant, WorkBudget};
use crate::channel::{Receiver, channel};
use crate::http::Error;
use crate::hub::Service;
use crate::protected_positions::may_be_analysed;
use crate::socket_loop::{Outbox, encode};
use engine_search::{EngineSearch, next_report};
use handle::Request;
pub(crate) use handle::{Closed, Handle};

/// How long a room stays open when nobody needs it.
const ROOM_IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// How often subscribers are sent the progress of a search.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);
/// When a search is tried again that found no place in the queue.
const ENGINE_RETRY_DELAY: Duration = Duration::from_millis(250);
/// How many requests may wait for the actor.
const ROOM_MAX_REQUESTS: usize = 64;
/// Events that are replayed on a worker thread of the async runtime; longer matches are replayed elsewhere.
const INLINE_REPLAY_MAX_EVENTS: usize = 32;
/// How many jobs may wait for the store before no more requests are taken.
const ROOM_MAX_BACKLOG: usize = 64;

type StoreCall = Pin<Box<dyn Future<Output = StoreReply> + Send>>;

/// Actor that owns the room of a match.
pub(crate) struct RoomActor {
    room: Room,
    service: Arc<Service>,
    /// Index of the game in the catalogue.
    game: usize,
    outboxes: HashMap<SubscriberId, Outbox>,
    /// The store request that is under way.
    store_call: Option<StoreCall>,
    search: Option<EngineSearch>,
    /// A task for which there was no place in the queue, and when it is tried again.
    search_retry: Option<(EngineTask, Version, Instant)>,
    /// When subscribers were last sent the progress of a search.
    progress_at: Instant,
    /// Whether the metrics count a running clock of this room.
    clock_runs: bool,
    requests: Receiver<Request>,
}

/// Why a room cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OpenError {
    NotFound,
    /// There are too many rooms.
    Busy,
    Failed(String),
}

impl From<Error> for OpenError {
    fn from(error: Error) -> Self {
        match error {
            Error::Busy | Error::Overdue => Self::Busy,
            Error::Failed(cause) => Self::Failed(cause),
            other => Self::Failed(format!("{other:?}")),
        }
    }
}

impl RoomActor {
    /// Opens the room of a match from the store.
    pub(crate) async fn open(
        id: String,
        service: Arc<Service>,
    ) -> Result<(Handle, Box<Self>), OpenError> {
        let events = service.store.load(&id).await.map_err(|error| match error {
            store::Error::NotFound => OpenError::NotFound,
            error => OpenError::Failed(error.to_string()),
        })?;
        let (room, outputs) = if events.len() > INLINE_REPLAY_MAX_EVENTS {
            let shared = Arc::clone(&service);
            let replay = move |_: &WorkBudget| replay(id, &events, &shared);
            service.blocking.run(Tenant::Rooms, 0, replay).await?
        } else {
            replay(id, &events, &service)?
        };
        let Some(game) = service.game_index(room.game().info().id) else {
            return Err(OpenError::NotFound);
        };
        let (sender, requests) = channel(ROOM_MAX_REQUESTS);
        let mut actor = Box::new(Self {
            room,
            service,
            game,
            outboxes: HashMap::new(),
            store_call: None,
            search: None,
            search_retry: None,
            progress_at: Instant::now(),
            clock_runs: false,
            requests,
        });
        actor.perform(outputs);
        // Nobody is shown clocks that are about to be corrected.
        while actor.room.is_resuming()
            && let Some(call) = actor.store_call.take()
        {
            let reply = call.await;
            actor.handle(Input::Stored(reply));
        }
        actor.publish();
        Ok((Handle::new(sender), actor))
    }

    /// Runs until nobody needs the room any more; requests that have come in by then are still served.
    pub(crate) async fn run(mut self: Box<Self>) {
        let mut idle_since = Instant::now();
        loop {
            let next_timer = self.next_timer(idle_since);
            let takes_requests = self.room.backlog() < ROOM_MAX_BACKLOG;
            tokio::select! {
                // A request that came in before a flag fell is served before it falls.
                biased;
                reply = next_reply(&mut self.store_call) => self.handle(Input::Stored(reply)),
                request = self.requests.recv(), if takes_requests => {
                    let Some(request) = request else { break };
                    if let Request::Close = request {
                        break;
                    }
                    self.serve(request);
                    idle_since = Instant::now();
                }
                report = next_report(&mut self.search) => {
                    self.finish_search(report);
                    idle_since = Instant::now();
                }
                timer = elapsed(next_timer) => match timer {
                    Timer::RoomWake => self.handle(Input::Wake),
                    Timer::SearchRetry => self.retry_search(),
                    Timer::Progress => self.send_progress(),
                    // No request comes in any more; those that wait are still served.
                    Timer::Idle => self.requests.close(),
                },
            }
        }
        // The store request under way is completed, though nobody may be told.
        if let Some(call) = self.store_call.take() {
            let _ = call.await;
        }
        self.service.lobby.set(self.room.id(), None);
        if self.clock_runs {
            self.service.metrics.clock_runs(false);
        }
    }

    /// The timer that elapses next.
    fn next_timer(&self, idle_since: Instant) -> Option<(Instant, Timer)> {
        let wake = self.room.wakes_at().map(|at| {
            let left = Duration::from_millis(at.since(self.service.time.now().monotonic));
            (Instant::now() + left, Timer::RoomWake)
        });
        let retry = self.search_retry.map(|(_, _, at)| (at, Timer::SearchRetry));
        let progress = self.search.as_ref();
        let progress = progress.map(|_| (self.progress_at + PROGRESS_INTERVAL, Timer::Progress));
        let idle = self.is_idle().then_some((idle_since + ROOM_IDLE_TIMEOUT, Timer::Idle));
        [wake, retry, progress, idle].into_iter().flatten().min_by_key(|(at, _)| *at)
    }

    fn serve(&mut self, request: Request) {
        match request {
            Request::Connect(subscriber, outbox) => {
                self.outboxes.insert(subscriber, outbox);
            }
            Request::Input(input) => {
                if let Input::Gone(subscriber) = input {
                    self.outboxes.remove(&subscriber);
                }
                self.handle(input);
            }
            Request::Look(look) => look(self),
            Request::Close => {}
        }
    }

    /// Has the room handle an input, and carries out what follows.
    fn handle(&mut self, input: Input) {
        let outputs = self.room.handle(input, self.service.time.now());
        self.perform(outputs);
    }

    fn perform(&mut self, outputs: Vec<Output>) {
        // Lists and the analysis of games know of a change before its clients do.
        if outputs.iter().any(|output| matches!(output, Output::Changed)) {
            self.service.lobby.set(self.room.id(), self.room.summary());
            self.publish();
        }
        let mut slow = Vec::new();
        for output in outputs {
            match output {
                Output::Send { to, message } => {
                    let message = encode(&message);
                    slow.extend(to.into_iter().filter(|to| !self.try_send(*to, &message)));
                }
                Output::Store(request) => {
                    let store = self.service.store.clone();
                    self.store_call = Some(Box::pin(call_store(store, request)));
                }
                Output::StartEngine { task, version } => self.start_search(task, version),
                Output::HurryEngine => self.search.iter().for_each(EngineSearch::hurry),
                Output::StopEngine => (self.search, self.search_retry) = (None, None),
                Output::Disconnect(subscriber) => {
                    self.outboxes.remove(&subscriber);
                }
                Output::Changed => {}
            }
        }
        // A subscriber whose outbox is full is disconnected: the client connects again.
        for subscriber in slow {
            if self.outboxes.remove(&subscriber).is_some() {
                self.service.metrics.slow_reader();
                self.handle(Input::Gone(subscriber));
            }
        }
    }

    /// Updates what the rest of the server knows of the match.
    fn publish(&mut self) {
        if let Some(current_match) = self.room.session().current_match() {
            self.service.protected_positions.update(self.room.id(), current_match);
        }
        let runs = self.room.has_running_clock();
        if runs != self.clock_runs {
            self.clock_runs = runs;
            self.service.metrics.clock_runs(runs);
        }
    }

    /// Puts a message into the outbox of a subscriber; false if that is full.
    fn try_send(&self, to: SubscriberId, message: &Utf8Bytes) -> bool {
        self.outboxes.get(&to).is_none_or(|outbox| outbox.try_send(message.clone()).is_ok())
    }

    fn start_search(&mut self, task: EngineTask, version: Version) {
        (self.search, self.search_retry) = (None, None);
        let Some(current_match) = self.room.session().current_match() else { return };
        let (id, pool) = (self.room.id(), &self.service.pool);
        let now = self.room.time(self.service.time.now());
        match EngineSearch::start(task, version, id, self.entry(), current_match, pool, now) {
            Ok(search) => self.search = Some(search),
            Err(_) => {
                self.search_retry = Some((task, version, Instant::now() + ENGINE_RETRY_DELAY));
            }
        }
    }

    fn retry_search(&mut self) {
        if let Some((task, version, _)) = self.search_retry.take() {
            self.start_search(task, version);
        }
    }

    fn finish_search(&mut self, report: Option<AnyReport>) {
        let Some(search) = self.search.take() else { return };
        let current_match = self.room.session().current_match();
        let command = current_match
            .zip(report)
            .and_then(|(current_match, report)| search.command(current_match, &report));
        self.handle(Input::EngineReply { version: search.version, command });
    }

    /// Sends all subscribers the progress of the search.
    fn send_progress(&mut self) {
        self.progress_at = Instant::now();
        let Some(progress) = self.search.as_mut().and_then(EngineSearch::progress) else { return };
        let message = encode(&ToClient::Thinking(progress));
        // Progress that does not fit into an outbox is dropped: the next replaces it.
        for outbox in self.outboxes.values() {
            let _ = outbox.try_send(message.clone());
        }
    }

    fn is_idle(&self) -> bool {
        self.room.is_idle() && self.store_call.is_none() && self.search_retry.is_none()
    }

    /// The match; `None` before its start.
    pub(crate) const fn current_match(&self) -> Option<&Match> {
        self.room.session().current_match()
    }

    /// The match, if it may be analysed.
    pub(crate) fn analysable(&self) -> Option<&Match> {
        self.current_match().filter(|current_match| may_be_analysed(current_match))
    }

    /// The room that the actor owns.
    pub(crate) const fn room(&self) -> &Room {
        &self.room
    }

    /// The game and everybody who can play it.
    pub(crate) fn entry(&self) -> Entry {
        self.service.catalogue[self.game]
    }

    /// The match as somebody without a seat sees it.
    pub(crate) fn state(&self) -> MatchState {
        self.room.state(self.service.time.now())
    }
}

/// The room of the match that has had these events.
fn replay(id: String, events: &[Event], service: &Service) -> Result<(Room, Vec<Output>), Error> {
    let (games, outages) = (Arc::clone(&service.games), service.outages());
    let (settings, now) = (service.limits.rooms, service.time.now());
    Room::open(id, events, games, settings, &outages, now).map_err(Error::failed)
}

async fn call_store(store: Store, request: StoreRequest) -> StoreReply {
    match request {
        StoreRequest::Append(append) => StoreReply::Appended(store.append(*append).await),
        StoreRequest::FindCommand { match_id, idempotency_key } => {
            StoreReply::Found(store.find_command(match_id, idempotency_key).await)
        }
        StoreRequest::Load { match_id } => StoreReply::Loaded(store.load(match_id).await),
    }
}

async fn next_reply(store_call: &mut Option<StoreCall>) -> StoreReply {
    match store_call {
        Some(call) => {
            let reply = call.await;
            *store_call = None;
            reply
        }
        None => std::future::pending().await,
    }
}

/// Timer of a room actor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Timer {
    /// The room wants to be woken.
    RoomWake,
    /// There may be a place for a search.
    SearchRetry,
    /// Subscribers are sent the progress of the search.
    Progress,
    /// Nobody has needed the room for long.
    Idle,
}

/// Waits until a timer has elapsed; for ever if there is none.
async fn elapsed(timer: Option<(Instant, Timer)>) -> Timer {
    match timer {
        Some((instant, timer)) => {
            sleep_until(instant).await;
            timer
        }
        None => std::future::pending().await,
    }
}
