//! Room actor: one task owns the room of a match, and everybody else sends it requests.
//!
//! [`::room::Room`] decides what happens and is pure. The actor connects it with sockets, the store,
//! the engine and the time.

mod engine_search;
mod handle;
mod pending_commands;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use ::room::{EngineTask, Input, Output, Room, StoreReply, StoreRequest, SubscriberId, refusal};
use api::{Error, OpenError, OpenRoom, WorkBudget, call_store};
use axum::extract::ws::Utf8Bytes;
use cluster::{News, RoomNews, VisitorPrint};
use engine::{AnyReport, Entry};
use play::{Event, Match, Player, RefusalCode, Time, Version};
use rules::Text;
use tokio::time::{Instant, sleep_until};
use wire::{MatchState, ToClient, ToServer};

use crate::blocking::WorkClass;
use crate::channel::{Receiver, channel};
use crate::fair_play::{Lookahead, helps_elsewhere, is_between_people, print};
use crate::hub::Service;
use crate::lobby::LobbyEntry;
use crate::metrics::UnstoredRoom;
use crate::nodes::Nodes;
use crate::socket_loop::{Outbox, encode};
use crate::tenant::Tenant;
use crate::visitor::VisitorId;
use engine_search::{EngineSearch, next_report};
pub(crate) use handle::Handle;
use handle::Request;
use pending_commands::PendingCommands;

/// How long a room stays open when nobody needs it.
const ROOM_IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// How often subscribers are sent the progress of a search.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);
/// When a search is tried again that found no place in the queue.
const ENGINE_RETRY_DELAY: Duration = Duration::from_millis(250);
/// When a search is tried again that would help a player of another game.
const FAIR_PLAY_RETRY_DELAY: Duration = Duration::from_secs(10);
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
    /// The game and everybody who can play it.
    entry: Entry,
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
    /// A task for which there was no place in the queue, and when it is tried again.
    search_retry: Option<(EngineTask, Version, Instant)>,
    /// When subscribers were last sent the progress of a search.
    progress_at: Instant,
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
        let (sender, requests) = channel(ROOM_MAX_REQUESTS);
        let mut actor = Box::new(Self {
            room,
            service,
            entry,
            outboxes: HashMap::new(),
            visitors: BTreeMap::new(),
            commander: opener,
            live_until,
            store_call: None,
            search: None,
            search_retry: None,
            progress_at: Instant::now(),
            clock_runs: false,
            unstored: None,
            is_outdated: false,
            pending: PendingCommands::default(),
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
        let handle = Handle::new(sender);
        if let Some(nodes) = actor.service.nodes.clone() {
            let view = nodes.view(actor.room.id());
            actor.handle(Input::Peers(view));
            nodes.announce(actor.room_news(), Some(&handle));
        }
        Ok((handle, actor))
    }

    /// Runs until nobody needs the room any more; requests that have come in by then are still served.
    pub(crate) async fn run(mut self: Box<Self>) {
        let mut idle_since = Instant::now();
        while !self.is_outdated {
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
        if let Some(nodes) = &self.service.nodes {
            nodes.retract(self.room.id(), self.room.session().version());
        }
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
                    if self.room.may_command(message.from) =>
                {
                    self.set_commander(message.from);
                }
                _ => {}
            },
            _ => {}
        }
        let outputs = self.outputs(input);
        // Whoever has been told the state of a game can ask the engine about it.
        if players_change {
            self.publish_players();
        }
        self.perform(outputs);
    }

    fn set_commander(&mut self, subscriber: SubscriberId) {
        if let Some(visitor) = self.visitors.get(&subscriber) {
            self.commander = visitor.clone();
        }
    }

    /// Has the room handle an input, and carries out what follows.
    fn handle(&mut self, input: Input) {
        let outputs = self.outputs(input);
        self.perform(outputs);
    }

    /// Has the room handle an input; what follows is to be carried out.
    fn outputs(&mut self, input: Input) -> Vec<Output> {
        if let Input::Stored(StoreReply::Appended(Err(store::Error::Conflict { .. }))) = &input {
            self.service.metrics.conflicted();
        }
        if let Input::Stored(StoreReply::Loaded(Err(store::Error::UnknownEvent(cause)))) = &input {
            tracing::error!(id = self.room.id(), %cause, "the match is left to a newer version");
            self.is_outdated = true;
        }
        self.room.handle(input, self.service.time.now())
    }

    fn perform(&mut self, outputs: Vec<Output>) {
        // Lists and the analysis of games know of a change before its clients do.
        if outputs.iter().any(|output| matches!(output, Output::Changed)) {
            self.service.lobby.set(self.room.id(), self.lobby_entry());
            self.publish();
        }
        if let Some(nodes) = &self.service.nodes {
            self.tell_nodes(nodes, &outputs);
        }
        let mut slow = Vec::new();
        for output in outputs {
            match output {
                Output::Send { to, message } => {
                    self.pending.answered(&to, &message, &self.service.metrics);
                    let message = encode(&message);
                    slow.extend(to.into_iter().filter(|to| !self.try_send(*to, &message)));
                }
                Output::Store(request) => {
                    if let StoreRequest::Load { .. } | StoreRequest::LoadTail { .. } = request {
                        self.service.metrics.reloaded();
                    }
                    let store = self.service.store.clone();
                    self.store_call = Some(Box::pin(call_store(store, request)));
                }
                Output::StartEngine { task, version } => self.start_search(task, version),
                Output::HurryEngine => self.search.iter().for_each(EngineSearch::hurry),
                Output::StopEngine => (self.search, self.search_retry) = (None, None),
                Output::Disconnect(subscriber) => {
                    self.outboxes.remove(&subscriber);
                    self.visitors.remove(&subscriber);
                }
                Output::Changed
                | Output::Appended(_)
                | Output::Arrived(_)
                | Output::Greeted { .. } => {}
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

    /// What other nodes are told of the room.
    fn room_news(&self) -> RoomNews {
        let players = Player::ALL.map(|player| self.room.local_player(player));
        let summary = self.room.summary();
        RoomNews {
            id: self.room.id().to_owned(),
            version: self.room.session().version(),
            open: true,
            present: players.map(|player| player.present),
            left: players.map(|player| player.left),
            lag_ms: players.map(|player| player.lag_ms),
            watchers: self.room.local_watchers(),
            bound: self.bound_players(),
            host: summary.as_ref().map(|_| self.host_tenant().fingerprints()).unwrap_or_default(),
            lobby: summary.map(Box::new),
        }
    }

    fn lobby_entry(&self) -> Option<LobbyEntry> {
        let summary = self.room.summary()?;
        Some(LobbyEntry { summary, host: self.host_tenant().fingerprints() })
    }

    /// The tenant by whom a public table is counted: its host, or whoever else plays there.
    fn host_tenant(&self) -> Tenant {
        let host = self.room.session().opening().map(|opening| opening.host);
        let seated = self.visitors.iter().filter_map(|(subscriber, visitor)| {
            let player = self.room.holder(*subscriber)?;
            Some((Some(player) != host, visitor.tenant))
        });
        seated.min().map_or(self.commander.tenant, |(_, tenant)| tenant)
    }

    /// The players of a game between people who are here.
    fn bound_players(&self) -> Vec<VisitorPrint> {
        if !self.current_match().is_some_and(is_between_people) {
            return Vec::new();
        }
        let players = self.visitors.iter().filter(|(one, _)| self.room.holder(**one).is_some());
        let prints: BTreeSet<_> = players.map(|(_, visitor)| print(visitor)).collect();
        prints.into_iter().collect()
    }

    /// Tells other nodes what is new.
    fn tell_nodes(&self, nodes: &Nodes, outputs: &[Output]) {
        for output in outputs {
            match output {
                Output::Greeted { player, greeting } => {
                    let (id, player, greeting) = (self.room.id().to_owned(), *player, *greeting);
                    nodes.send(News::Greeted { id, player, greeting });
                }
                Output::Arrived(player) => nodes.arrived(self.room.id(), *player),
                Output::HurryEngine if self.search.is_none() => {
                    nodes.send(News::MoveNow { id: self.room.id().to_owned() });
                }
                _ => {}
            }
        }
        nodes.announce(self.room_news(), None);
    }

    /// Updates what the rest of the server knows of the match.
    fn publish(&mut self) {
        self.publish_players();
        let runs = self.room.has_running_clock();
        if runs != self.clock_runs {
            self.clock_runs = runs;
            self.service.metrics.clock_runs(runs);
        }
        if self.room.is_unstored() != self.unstored.is_some() {
            let count = || UnstoredRoom::new(Arc::clone(&self.service.metrics));
            self.unstored = self.room.is_unstored().then(count);
        }
    }

    /// Tells fair play who plays which game.
    fn publish_players(&self) {
        let Some(current_match) = self.current_match() else { return };
        let has_seat = |subscriber: &SubscriberId| self.room.holder(*subscriber).is_some();
        let players = self.visitors.iter().filter(|(subscriber, _)| has_seat(subscriber));
        let players: Vec<_> = players.map(|(_, visitor)| visitor).collect();
        let (id, game) = (self.room.id(), self.room.game());
        self.service.fair_play.update(
            id,
            game,
            current_match,
            &players,
            self.service.time.now().monotonic,
        );
    }

    /// The visitor to whom searches are charged: whoever gave the last command, or, where that visitor is gone
    /// and others watch, the first of these.
    fn engine_tenant(&self) -> Tenant {
        let tenants = || self.visitors.values().map(|visitor| visitor.tenant);
        let commander = self.commander.tenant;
        let is_there = tenants().any(|tenant| tenant == commander);
        if is_there { commander } else { tenants().next().unwrap_or(commander) }
    }

    /// Whether a move of the computer would help the visitor who commands in a game against a person. Others
    /// who follow do not count: they could stop the matches of their hosts.
    fn helps_a_player(&self) -> bool {
        let Some(current_match) = self.current_match() else { return false };
        let (game, live) = (self.room.game(), current_match.live());
        let fair_play = &self.service.fair_play;
        fair_play.forbids(
            &self.commander,
            game,
            live,
            Lookahead::None,
            self.service.time.now().monotonic,
        )
    }

    /// Tries a search again later, and tells the one who commands why the computer does not move.
    fn postpone_search(&mut self, task: EngineTask, version: Version) {
        self.search_retry = Some((task, version, Instant::now() + FAIR_PLAY_RETRY_DELAY));
        let refused = encode(&ToClient::refused(None, refusal::own_game()));
        for (subscriber, visitor) in &self.visitors {
            if *visitor == self.commander {
                self.try_send(*subscriber, &refused);
            }
        }
    }

    /// Puts a message into the outbox of a subscriber; false if that is full.
    fn try_send(&self, to: SubscriberId, message: &Utf8Bytes) -> bool {
        self.outboxes.get(&to).is_none_or(|outbox| outbox.try_send(message.clone()).is_ok())
    }

    fn start_search(&mut self, task: EngineTask, version: Version) {
        (self.search, self.search_retry) = (None, None);
        if self.helps_a_player() {
            return self.postpone_search(task, version);
        }
        let Some(current_match) = self.room.session().current_match() else { return };
        let (tenant, pool) = (self.engine_tenant(), &self.service.pool);
        let now = self.room.time(self.service.time.now());
        match EngineSearch::start(task, version, tenant, &self.entry, current_match, pool, now) {
            Ok(mut search) => {
                if self.service.nodes.is_some() {
                    let (service, visitor) = (Arc::clone(&self.service), self.commander.clone());
                    let record = current_match.live().record().clone();
                    search.guard_by(helps_elsewhere(service, visitor, self.room.game(), record));
                }
                self.search = Some(search);
            }
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
        // A game between people may have come to this position meanwhile.
        if search.is_forbidden || self.helps_a_player() {
            return self.postpone_search(search.engine_task, search.version);
        }
        if let Some(text) = report.as_ref().and_then(|report| report.notice.clone()) {
            self.send_notice(text);
        }
        let current_match = self.room.session().current_match();
        let command = current_match
            .zip(report)
            .and_then(|(current_match, report)| search.command(current_match, &report));
        self.handle(Input::EngineReply { version: search.version, command });
    }

    /// Tells all subscribers what became of a search: a refusal of nothing that they have asked for.
    fn send_notice(&self, text: Text) {
        let message = encode(&ToClient::Refused { id: None, code: RefusalCode::TryAgain, text });
        for outbox in self.outboxes.values() {
            let _ = outbox.try_send(message.clone());
        }
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

    /// Whether a player is there, or was lately.
    fn is_live(&self) -> bool {
        let now = self.service.time.now().monotonic;
        Instant::now() < self.live_until
            || self.service.fair_play.is_live(self.room.id(), now)
            || self.service.fair_play.is_followed_elsewhere(self.room.id(), now)
    }
}

impl OpenRoom for RoomActor {
    fn room(&self) -> &Room {
        &self.room
    }

    fn entry(&self) -> Entry {
        self.entry
    }

    fn state(&self) -> MatchState {
        self.room.state(self.service.time.now())
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
