//! A match being played: one task owns it, and everybody else sends requests.
//!
//! What happens in a room is decided by [`::room::Room`], which is pure. Here is what it is decided
//! for: sockets, the store, the computer and the time.

mod computer;
mod handle;

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use ::room::{Duty, Input, Output, Reader, StoreReply, StoreRequest};
use axum::extract::ws::Utf8Bytes;
use engine::{AnyReport, Entry};
use play::{Match, Version};
use store::Store;
use tokio::time::{Instant, sleep_until};
use wire::{MatchState, ToClient};

use crate::channel::{Receiver, channel};
use crate::hub::Service;
use crate::protected_positions::may_be_analysed;
use crate::socket_loop::{Outbox, encode};
use crate::time::now;
use computer::{Thinks, next_thought};
pub(crate) use handle::{Closed, Handle};
use handle::{Joins, Request};

/// How long a room stays open when nobody needs it.
const IDLE: Duration = Duration::from_secs(30);
/// How often those who watch hear of the computer's thinking.
const NEWS: Duration = Duration::from_millis(100);
/// When to try again if there was no place to think.
const RETRY: Duration = Duration::from_millis(250);
/// How many requests may wait.
const QUEUE: usize = 64;
/// How many orders may wait for the store.
const BACKLOG: usize = 64;

type StoreCall = Pin<Box<dyn Future<Output = StoreReply> + Send>>;

/// A match being played.
pub(crate) struct Room {
    core: ::room::Room,
    service: Arc<Service>,
    /// The place of the game in the catalogue.
    game: usize,
    readers: HashMap<Reader, Outbox>,
    /// What the store is being asked for.
    store_call: Option<StoreCall>,
    thinking: Option<Thinks>,
    /// There was no place to think about this: try again then.
    waiting: Option<(Duty, Version, Instant)>,
    /// When everybody was last told how far the computer has come.
    told_at: Instant,
    /// Whether a clock was running when it was last looked at.
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

impl Room {
    /// Opens a match from the store.
    pub(crate) async fn open(
        id: String,
        service: Arc<Service>,
    ) -> Result<(Handle, Box<Self>), OpenError> {
        let events = service.store.load(&id).await.map_err(|error| match error {
            store::Error::NotFound => OpenError::NotFound,
            error => OpenError::Failed(error.to_string()),
        })?;
        let games = Arc::clone(&service.games);
        let opened =
            ::room::Room::open(id, &events, games, service.limits.rooms, &service.outages, now());
        let (core, outputs) = opened.map_err(|error| OpenError::Failed(error.to_string()))?;
        let Some(game) = service.place(core.game().info().id) else {
            return Err(OpenError::NotFound);
        };
        let (sender, requests) = channel(QUEUE);
        let mut room = Box::new(Self {
            core,
            service,
            game,
            readers: HashMap::new(),
            store_call: None,
            thinking: None,
            waiting: None,
            told_at: Instant::now(),
            clock_runs: false,
            requests,
        });
        room.perform(outputs);
        // Nobody shall see clocks that are about to be put right.
        while room.core.is_resuming()
            && let Some(call) = room.store_call.take()
        {
            let reply = call.await;
            room.happen(Input::Stored(reply));
        }
        room.look_at_match();
        Ok((Handle::new(sender), room))
    }

    /// Plays until nobody needs the room any more; what has been asked for by then is still done.
    pub(crate) async fn run(mut self: Box<Self>) {
        let mut idle_since = Instant::now();
        loop {
            let alarm = self.alarm(idle_since);
            let patient = self.core.backlog() < BACKLOG;
            tokio::select! {
                // What came in before a flag fell is heard before it falls.
                biased;
                reply = next_reply(&mut self.store_call) => self.happen(Input::Stored(reply)),
                request = self.requests.recv(), if patient => {
                    let Some(request) = request else { break };
                    if let Request::Close = request {
                        break;
                    }
                    self.serve(request);
                    idle_since = Instant::now();
                }
                thought = next_thought(&mut self.thinking) => {
                    self.thought(thought);
                    idle_since = Instant::now();
                }
                due = ring(alarm) => match due {
                    Due::Wake => self.happen(Input::Wake),
                    Due::Retry => self.think_again(),
                    Due::News => self.tell_progress(),
                    // From here on no request comes in; those that are here already are served.
                    Due::Idle => self.requests.close(),
                },
            }
        }
        // What the store has been asked for is done, though nobody may hear of it.
        if let Some(call) = self.store_call.take() {
            let _ = call.await;
        }
        self.service.lobby.set(self.core.id(), None);
        if self.clock_runs {
            self.service.metrics.clock_runs(false);
        }
    }

    /// What is due next, and when.
    fn alarm(&self, idle_since: Instant) -> Option<(Instant, Due)> {
        let wakes = self.core.wakes_at().map(|at| {
            let left = Duration::from_millis(at.0.saturating_sub(now().0));
            (Instant::now() + left, Due::Wake)
        });
        let retry = self.waiting.map(|(_, _, at)| (at, Due::Retry));
        let news = self.thinking.as_ref().map(|_| (self.told_at + NEWS, Due::News));
        let idle = self.is_idle().then_some((idle_since + IDLE, Due::Idle));
        [wakes, retry, news, idle].into_iter().flatten().min_by_key(|(at, _)| *at)
    }

    fn serve(&mut self, request: Request) {
        match request {
            Request::Join(joins) => {
                let Joins { reader, key, queue } = *joins;
                self.readers.insert(reader, queue);
                self.happen(Input::Hello { from: reader, key });
            }
            Request::Input(input) => {
                if let Input::Gone(reader) = *input {
                    self.readers.remove(&reader);
                }
                self.happen(*input);
            }
            Request::MoveNow(reader) => {
                if let Some(thinks) = &self.thinking
                    && self.core.may_hurry(reader)
                {
                    thinks.hurry();
                }
            }
            Request::Look(look) => look(self),
            Request::Close => {}
        }
    }

    /// Something happens, and what follows is done.
    fn happen(&mut self, input: Input) {
        let outputs = self.core.handle(input, now());
        self.perform(outputs);
    }

    fn perform(&mut self, outputs: Vec<Output>) {
        let mut slow = Vec::new();
        for output in outputs {
            match output {
                Output::Tell { to, message } => {
                    let message = encode(&message);
                    slow.extend(to.into_iter().filter(|reader| !self.tell(*reader, &message)));
                }
                Output::Store(request) => {
                    let store = self.service.store.clone();
                    self.store_call = Some(Box::pin(call_store(store, request)));
                }
                Output::Think { duty, version } => self.think(duty, version),
                Output::Rest => (self.thinking, self.waiting) = (None, None),
                Output::Dismiss(reader) => {
                    self.readers.remove(&reader);
                }
                Output::Changed => {
                    self.service.lobby.set(self.core.id(), self.core.summary());
                    self.look_at_match();
                }
            }
        }
        // Who cannot listen as fast as this is not told any more: the client comes back.
        for reader in slow {
            if self.readers.remove(&reader).is_some() {
                self.service.metrics.slow_reader();
                self.happen(Input::Gone(reader));
            }
        }
    }

    /// Tells others what they must know of the match.
    fn look_at_match(&mut self) {
        if let Some(matching) = self.core.table().matching() {
            self.service.protected_positions.update(self.core.id(), matching);
        }
        let runs = self.core.has_running_clock();
        if runs != self.clock_runs {
            self.clock_runs = runs;
            self.service.metrics.clock_runs(runs);
        }
    }

    /// Whether the message is on its way: the queue of one who does not read is full.
    fn tell(&self, reader: Reader, message: &Utf8Bytes) -> bool {
        self.readers.get(&reader).is_none_or(|queue| queue.try_send(message.clone()).is_ok())
    }

    fn think(&mut self, duty: Duty, version: Version) {
        (self.thinking, self.waiting) = (None, None);
        let Some(matching) = self.core.table().matching() else { return };
        let (id, pool) = (self.core.id(), &self.service.pool);
        match Thinks::begin(duty, version, id, self.entry(), matching, pool, now()) {
            Ok(thinks) => self.thinking = Some(thinks),
            Err(_) => self.waiting = Some((duty, version, Instant::now() + RETRY)),
        }
    }

    fn think_again(&mut self) {
        if let Some((duty, version, _)) = self.waiting.take() {
            self.think(duty, version);
        }
    }

    /// The computer has thought.
    fn thought(&mut self, thought: Option<AnyReport>) {
        let Some(thinks) = self.thinking.take() else { return };
        let matching = self.core.table().matching();
        let command = matching
            .zip(thought)
            .and_then(|(matching, thought)| thinks.command(matching, &thought));
        self.happen(Input::Thought { version: thinks.version, command });
    }

    /// Tells everybody how far the computer has come.
    fn tell_progress(&mut self) {
        self.told_at = Instant::now();
        let Some(thinking) = self.thinking.as_mut().and_then(Thinks::progress) else { return };
        let message = encode(&ToClient::Thinking(thinking));
        // Who is too slow for this is not too slow for the match.
        for queue in self.readers.values() {
            let _ = queue.try_send(message.clone());
        }
    }

    fn is_idle(&self) -> bool {
        self.core.is_idle() && self.store_call.is_none() && self.waiting.is_none()
    }

    /// The match as it stands, once it has started.
    pub(crate) const fn matching(&self) -> Option<&Match> {
        self.core.table().matching()
    }

    /// The match as it stands, if it may be analysed.
    pub(crate) fn analysable(&self) -> Option<&Match> {
        self.matching().filter(|matching| may_be_analysed(matching))
    }

    /// The room without its surroundings.
    pub(crate) const fn core(&self) -> &::room::Room {
        &self.core
    }

    /// The game and everybody who can play it.
    pub(crate) fn entry(&self) -> Entry {
        self.service.catalogue[self.game]
    }

    /// The match as it stands, for those without a seat.
    pub(crate) fn state(&self) -> MatchState {
        self.core.state(now())
    }
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

/// What a room does by the passing of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Due {
    /// The match wants to hear of the time.
    Wake,
    /// There may be a place to think.
    Retry,
    /// Those who watch hear of the computer's thinking.
    News,
    /// Nobody has needed the room for long.
    Idle,
}

/// Waits until something is due; for ever if nothing is.
async fn ring(alarm: Option<(Instant, Due)>) -> Due {
    match alarm {
        Some((instant, due)) => {
            sleep_until(instant).await;
            due
        }
        None => std::future::pending().await,
    }
}
