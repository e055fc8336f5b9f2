//! Room actor: one task owns the room of a match, and everybody else sends it requests.
//!
//! [`RoomDriver`] decides what happens and is pure. The actor carries out its effects: it connects the room with sockets,
//! the store, the engine (`search`) and the time, and tells the rest of the server (`observers`).

mod handle;
mod observers;
mod pending_commands;
mod search;

use std::collections::{BTreeMap, HashMap};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use ::room::{Input, Monotonic, Output, Room, StoreReply, StoreRequest, SubscriberId};
use api::{DriverInput, Effect, Error, OpenError, OpenRoom, RoomDriver, WorkBudget, call_store};
use axum::extract::ws::Utf8Bytes;
use engine::Entry;
use play::{Event, Match, Time};
use tokio::time::{Instant, sleep};
use wire::{MatchState, ToServer};

use crate::blocking::WorkClass;
use crate::channel::{Receiver, channel};
use crate::fair_play::is_between_people;
use crate::hub::Service;
use crate::metrics::UnstoredRoom;
use crate::socket_loop::{Outbox, encode};
use crate::tenant::Tenant;
use crate::visitor::VisitorId;
pub(crate) use handle::Handle;
use handle::Request;
use pending_commands::PendingCommands;
use search::EngineSearch;

/// How many requests may wait for the actor.
const ROOM_MAX_REQUESTS: usize = 64;
/// Events that are replayed on a worker thread of the async runtime; longer matches are replayed elsewhere.
const INLINE_REPLAY_MAX_EVENTS: usize = 32;
/// How many jobs may wait for the store before no more requests are taken.
const ROOM_MAX_BACKLOG: usize = 64;

type StoreCall = Pin<Box<dyn Future<Output = StoreReply> + Send>>;

/// Actor that owns the room of a match.
pub(crate) struct RoomActor {
    driver: RoomDriver,
    service: Arc<Service>,
    outboxes: HashMap<SubscriberId, Outbox>,
    /// The visitors behind the connections.
    visitors: BTreeMap<SubscriberId, VisitorId>,
    /// The visitor who gave the last command, or may do so; before that, the one for whom the room was opened.
    commander: VisitorId,
    /// Until when a game between people counts as running though no player has come back yet.
    live_until: Instant,
    /// The store request that is under way.
    store_call: Option<StoreCall>,
    search: Option<EngineSearch>,
    /// Whether the metrics count a running clock of this room.
    clock_runs: bool,
    /// Counts the room among those with a change that waits because the store fails.
    unstored: Option<UnstoredRoom>,
    /// Whether a newer version of the program has played on: the match is left to it.
    is_outdated: bool,
    pending: PendingCommands,
    requests: Receiver<Request>,
}

impl RoomActor {
    /// Opens the room of a match from the store, for `opener`.
    pub(crate) async fn open(
        id: String,
        opener: VisitorId,
        service: Arc<Service>,
    ) -> Result<(Handle, Box<Self>), OpenError> {
        let events = service.store.load(&id).await.map_err(|error| match error {
            store::Error::NotFound => OpenError::NotFound,
            store::Error::UnknownEvent(cause) => OpenError::Incompatible(cause),
            error => OpenError::Failed(error.to_string()),
        })?;
        let live_until = Instant::now() + live_for(&events, &service);
        let (room, outputs) = if events.len() > INLINE_REPLAY_MAX_EVENTS {
            let shared = Arc::clone(&service);
            let replay = move |_: &dyn WorkBudget| replay(id, &events, &shared);
            service.blocking.run(WorkClass::new(Tenant::Rooms, 0), replay).await?
        } else {
            replay(id, &events, &service)?
        };
        let Some(entry) = service.games.entry(room.game().info().id) else {
            return Err(OpenError::NotFound);
        };
        let (most, now) = (service.limits.move_time_max, service.time.now());
        let (driver, effects) = RoomDriver::new(room, entry, most, outputs, now);
        let (sender, requests) = channel(ROOM_MAX_REQUESTS);
        let mut actor = Box::new(Self {
            driver,
            service,
            outboxes: HashMap::new(),
            visitors: BTreeMap::new(),
            commander: opener,
            live_until,
            store_call: None,
            search: None,
            clock_runs: false,
            unstored: None,
            is_outdated: false,
            pending: PendingCommands::default(),
            requests,
        });
        actor.perform(effects);
        // Nobody is shown clocks that are about to be corrected.
        while actor.room().is_resuming()
            && let Some(call) = actor.store_call.take()
        {
            let reply = call.await;
            actor.handle(Input::Stored(reply));
        }
        actor.publish();
        let handle = Handle::new(sender);
        if let Some(nodes) = actor.service.nodes.clone() {
            let view = nodes.view(actor.room().id());
            actor.handle(Input::Peers(view));
            nodes.announce(actor.room_news(), Some(&handle));
        }
        Ok((handle, actor))
    }

    /// Runs until nobody needs the room any more; requests that have come in by then are still served.
    pub(crate) async fn run(mut self: Box<Self>) {
        while !self.is_outdated {
            let takes_requests = self.room().backlog() < ROOM_MAX_BACKLOG;
            let closes_at = self.driver.closes_at();
            let timer = [self.driver.wakes_at(), closes_at].into_iter().flatten().min();
            let now = self.service.time.now().monotonic;
            tokio::select! {
                // A request that came in before a flag fell is served before it falls.
                biased;
                reply = next_reply(&mut self.store_call) => self.handle(Input::Stored(reply)),
                request = self.requests.recv(), if takes_requests => match request {
                    Some(Request::Close) | None => break,
                    Some(request) => self.serve(request),
                },
                news = search::next_news(&mut self.search) => self.handle_search(news),
                () = elapsed(timer, now) => {
                    let now = self.service.time.now().monotonic;
                    if closes_at.is_some_and(|at| at <= now) {
                        // No request comes in any more; those that wait are still served.
                        self.requests.close();
                    } else {
                        self.drive(DriverInput::Wake);
                    }
                }
            }
        }
        // The store request under way is completed, though nobody may be told.
        if let Some(call) = self.store_call.take() {
            let _ = call.await;
        }
        self.leave();
    }

    fn serve(&mut self, request: Request) {
        self.driver.touch(self.service.time.now());
        match request {
            Request::Connect(subscriber, visitor, outbox) => {
                self.outboxes.insert(subscriber, outbox);
                self.visitors.insert(subscriber, visitor);
            }
            Request::Input(input, received) => {
                self.pending.received(&input, received);
                self.receive(input);
            }
            Request::Hurry => self.search.iter().for_each(EngineSearch::hurry),
            Request::Look(look) => look(self),
            Request::Close => {}
        }
    }

    /// Has the room handle an input of a connection.
    fn receive(&mut self, input: Input) {
        let mut players_change = false;
        match &input {
            Input::Gone(subscriber) => {
                self.outboxes.remove(subscriber);
                players_change = self.visitors.remove(subscriber).is_some();
            }
            Input::Grant(subscriber) => self.set_commander(*subscriber),
            Input::Message(message) => match &message.message {
                ToServer::Hello { .. } => players_change = true,
                ToServer::Command { .. } | ToServer::Join { .. } | ToServer::MoveNow
                    if self.room().may_command(message.from) =>
                {
                    self.set_commander(message.from);
                }
                _ => {}
            },
            _ => {}
        }
        let effects = self.effects(DriverInput::Room(input));
        // Whoever has been told the state of a game can ask the engine about it.
        if players_change {
            self.publish_players();
        }
        self.perform(effects);
    }

    fn set_commander(&mut self, subscriber: SubscriberId) {
        if let Some(visitor) = self.visitors.get(&subscriber) {
            self.commander = visitor.clone();
        }
    }

    /// Has the room handle an input, and carries out what follows.
    fn handle(&mut self, input: Input) {
        self.drive(DriverInput::Room(input));
    }

    fn drive(&mut self, input: DriverInput) {
        let effects = self.effects(input);
        self.perform(effects);
    }

    /// What follows from an input, which is to be carried out.
    fn effects(&mut self, input: DriverInput) -> Vec<Effect> {
        match &input {
            DriverInput::Room(Input::Stored(StoreReply::Appended(Err(
                store::Error::Conflict { .. },
            )))) => self.service.metrics.conflicted(),
            DriverInput::Room(Input::Stored(StoreReply::Loaded(Err(
                store::Error::UnknownEvent(cause),
            )))) => {
                tracing::error!(id = self.room().id(), %cause, "the match is left to a newer version");
                self.is_outdated = true;
            }
            _ => {}
        }
        self.driver.handle(input, self.service.time.now())
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        // Lists and the analysis of games know of a change before its clients do.
        self.observe(&effects);
        let mut slow = Vec::new();
        for effect in effects {
            match effect {
                Effect::Send { to, message } => {
                    self.pending.answered(&to, &message, &self.service.metrics);
                    let message = encode(&message);
                    slow.extend(to.into_iter().filter(|to| !self.try_send(*to, &message)));
                }
                Effect::Store(request) => {
                    if let StoreRequest::Load { .. } | StoreRequest::LoadTail { .. } = request {
                        self.service.metrics.reloaded();
                    }
                    let store = self.service.store.clone();
                    self.store_call = Some(Box::pin(call_store(store, request)));
                }
                Effect::Search { version, request } => self.start_search(version, request),
                Effect::HurrySearch => self.search.iter().for_each(EngineSearch::hurry),
                Effect::StopSearch => self.search = None,
                Effect::Disconnect(subscriber) => {
                    self.outboxes.remove(&subscriber);
                    self.visitors.remove(&subscriber);
                }
                Effect::Changed | Effect::Arrived(_) | Effect::Greeted { .. } => {}
            }
        }
        // A subscriber whose outbox is full is disconnected: the client connects again.
        for subscriber in slow {
            if self.outboxes.remove(&subscriber).is_some() {
                self.service.metrics.slow_reader();
                self.receive(Input::Gone(subscriber));
            }
        }
    }

    /// Puts a message into the outbox of a subscriber; false if that is full.
    fn try_send(&self, to: SubscriberId, message: &Utf8Bytes) -> bool {
        self.outboxes.get(&to).is_none_or(|outbox| outbox.try_send(message.clone()).is_ok())
    }

    /// Whether a player is there, or was lately.
    fn is_live(&self) -> bool {
        let now = self.service.time.now().monotonic;
        Instant::now() < self.live_until
            || self.service.fair_play.is_live(self.room().id(), now)
            || self.service.fair_play.is_followed_elsewhere(self.room().id(), now)
    }
}

impl OpenRoom for RoomActor {
    fn room(&self) -> &Room {
        self.driver.room()
    }

    fn entry(&self) -> Entry {
        self.driver.entry()
    }

    fn state(&self) -> MatchState {
        self.room().state(self.service.time.now())
    }

    fn analysable(&self) -> Option<&Match> {
        self.current_match()
            .filter(|current_match| !(is_between_people(current_match) && self.is_live()))
    }
}

/// How long a game between people with these events counts as running though no player comes back.
fn live_for(events: &[Event], service: &Service) -> Duration {
    let newest = events.iter().rev().find_map(Event::at).unwrap_or(Time(0));
    let quiet_ms = service.time.now().wall.since(newest);
    service.limits.player_absence.saturating_sub(Duration::from_millis(quiet_ms))
}

/// The room of the match that has had these events.
fn replay(id: String, events: &[Event], service: &Service) -> Result<(Room, Vec<Output>), Error> {
    let (games, outages) = (Arc::new(service.games.clone()), service.outages());
    let storage = Some(service.limits.storage);
    let settings = ::room::Settings { storage, ..service.limits.rooms };
    let now = service.time.now();
    Room::open(id, events, games, settings, &outages, now).map_err(Error::failed)
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

/// Waits until that time; for ever if there is none.
async fn elapsed(at: Option<Monotonic>, now: Monotonic) {
    match at {
        Some(at) => sleep(Duration::from_millis(at.since(now))).await,
        None => std::future::pending().await,
    }
}
