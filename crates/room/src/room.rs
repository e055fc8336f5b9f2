//! The room: handles inputs and tells subscribers and the engine what follows.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use play::{Event, EventError, Kind, Match, MatchSession, Player, Pregame, SeatKey, Time, Version};
use rules::AnyGame;
use store::Outage;
use wire::{Greeting, MatchState, ToClient, ToServer, is_spoken};

use crate::change::{Job, Pending};
use crate::match_summary::Dates;
use crate::outage::StoreOutage;
use crate::presence::Presence;
use crate::snapshot::{SnapshotContext, Viewer, as_seen_by, snapshot};
use crate::subscribers::Subscribers;
use crate::time::TimeLine;
use crate::{
    Catalogue, ClientMessage, EngineTask, Hearing, Input, Monotonic, Now, Output, PeerView,
    RateLimiter, Settings, SubscriberId, key, refusal,
};

/// Up to this many watchers, every arrival and departure is broadcast. Beyond that, the count
/// travels with the next change of the match, so that a large audience does not cause a message to
/// everyone each time.
const MAX_ANNOUNCED_WATCHERS: usize = 20;

/// A match in progress, with everyone who follows it.
pub struct Room {
    pub(crate) id: String,
    pub(crate) catalogue: Arc<dyn Catalogue>,
    pub(crate) settings: Settings,
    pub(crate) session: MatchSession,
    /// When the match began and ended.
    pub(crate) dates: Dates,
    /// The time of the match, by which its clocks run.
    pub(crate) time_line: TimeLine,
    /// The latest reading of the clocks.
    pub(crate) clock: Now,
    pub(crate) subscribers: Subscribers,
    /// Which players had a connection here when the last input was handled.
    pub(crate) was_here: [bool; 2],
    pub(crate) presence: Presence,
    /// What other nodes report about the match.
    pub(crate) peers: PeerView,
    /// The present version, and since when the room has it.
    pub(crate) version_since: (Version, Monotonic),
    /// The latest time up to which clocks have been credited with an outage.
    pub(crate) resumed_until: Time,
    /// Pending jobs, in order of arrival.
    pub(crate) jobs: VecDeque<Job>,
    /// The store request that is still in flight.
    pub(crate) pending: Option<Box<Pending>>,
    /// The task that the engine has been given.
    pub(crate) engine_task: Option<(EngineTask, Version)>,
    /// An engine task exists but is left to another node.
    pub(crate) engine_is_deferred: bool,
    /// When something that failed is tried again.
    pub(crate) retry_at: Option<Monotonic>,
    /// When the match was last reloaded to see whether another program has continued it.
    pub(crate) refreshed_at: Option<Monotonic>,
    /// The store is failing; the pending request is being retried.
    pub(crate) store_outage: Option<StoreOutage>,
    greeting_limiters: [RateLimiter; 2],
    command_limiters: [RateLimiter; 2],
    last_broadcast: Broadcast,
    pub(crate) out: Vec<Output>,
}

/// The latest time up to which these events credit clocks with an outage.
pub(crate) fn latest_resumption(events: &[Event]) -> Time {
    let resumed = events.iter().filter(|event| matches!(event, Event::Resumed { .. }));
    resumed.filter_map(Event::at).max().unwrap_or_default()
}

/// What a broadcast depends on: subscribers are sent the state whenever this changes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Broadcast {
    version: Version,
    presence: Presence,
    announced_watchers: usize,
    is_unstored: bool,
}

impl Room {
    /// Opens the room for a match with these events. Clocks are not charged for `outages`, during
    /// which the server did not run.
    pub fn open(
        id: String,
        events: &[Event],
        catalogue: Arc<dyn Catalogue>,
        settings: Settings,
        outages: &[Outage],
        now: Now,
    ) -> Result<(Self, Vec<Output>), EventError> {
        let (first, rest) = events.split_at(events.len().min(1));
        let mut session = MatchSession::replay(|game| catalogue.game(game), first)?;
        let mut dates = Dates::new(events);
        dates.update(&session, first);
        for event in rest {
            session.apply(event)?;
            dates.update(&session, std::slice::from_ref(event));
        }
        let subscribers = Subscribers::default();
        let mut presence = Presence::default();
        let peers = PeerView::default();
        presence.update(&session, &subscribers, &peers, &settings, now.monotonic);
        let time_line = TimeLine::new(now, dates.newest);
        let mut room = Self {
            id,
            catalogue,
            settings,
            dates,
            time_line,
            last_broadcast: Broadcast {
                version: session.version(),
                presence,
                announced_watchers: 0,
                is_unstored: false,
            },
            version_since: (session.version(), now.monotonic),
            resumed_until: latest_resumption(events),
            session,
            clock: now,
            subscribers,
            was_here: [false; 2],
            presence: Presence::default(),
            peers,
            jobs: VecDeque::new(),
            pending: None,
            engine_task: None,
            engine_is_deferred: false,
            retry_at: None,
            refreshed_at: None,
            store_outage: None,
            greeting_limiters: [RateLimiter::new(settings.greetings); 2],
            command_limiters: [RateLimiter::new(settings.commands); 2],
            out: Vec::new(),
        };
        room.resume(outages, now);
        let outputs = room.settle(None, now.monotonic);
        Ok((room, outputs))
    }

    /// Schedules the jobs that credit clocks for time the server did not run. For a match on one
    /// screen, that is all the time the room was closed, because whoever restarts the program has
    /// not sat down yet. It is also all the time if the wall clock was set back after an outage,
    /// because then nobody can tell how long the server ran.
    fn resume(&mut self, outages: &[Outage], now: Now) {
        if !self.has_running_clock() {
            return;
        }
        let newest = self.dates.newest;
        let mut since: Vec<_> =
            outages.iter().copied().filter(|outage| outage.ended > newest).collect();
        let was_set_back = since.iter().any(|outage| outage.ended > now.wall);
        if was_set_back || self.session.kind() == Kind::Local {
            let ended = self.time_line.at(now.monotonic);
            since = vec![Outage { began: newest, ended }];
            since.retain(|outage| outage.ended > newest);
        }
        since.sort_by_key(|outage| outage.ended);
        if let Some(last) = since.last() {
            // The wall clock may have been set back since.
            self.time_line = TimeLine::new(now, last.ended);
        }
        let job = |outage: Outage| Job::Resume { from: outage.began.max(newest), at: outage.ended };
        self.jobs.extend(since.into_iter().map(job));
    }

    /// Plans the job that credits the running clock with an outage that has just ended.
    fn credit_outage(&mut self, Outage { began, ended }: Outage) {
        let from = began.max(self.dates.newest);
        if self.has_running_clock() && from < ended {
            self.jobs.push_front(Job::Resume { from, at: ended });
        }
    }

    /// Handles an input at `now`; the outputs are to be carried out in their order.
    pub fn handle(&mut self, input: Input, now: Now) -> Vec<Output> {
        self.follow_wall_clock(now);
        self.clock = now;
        let now = now.monotonic;
        let mut subscribed = None;
        match input {
            Input::Message(message) => subscribed = self.receive(message, now),
            Input::Grant(subscriber) => self.subscribers.grant(subscriber),
            Input::Gone(subscriber) => self.subscribers.remove(subscriber),
            Input::Lag { of, millis } => self.subscribers.set_lag(of, millis),
            Input::EngineReply { version, command } => {
                self.jobs.push_back(Job::EngineReply { version, command, attempts: 0 });
            }
            Input::Stored(reply) => self.handle_store_reply(reply, now),
            Input::NewVersion(version) => self.catch_up(version),
            Input::Peers(peers) => self.set_peers(peers, now),
            Input::Outage(outage) => self.credit_outage(outage),
            Input::Greeted { player, greeting } => self.show_greeting(player, greeting),
            Input::Wake => self.wake(now),
        }
        self.settle(subscribed, now)
    }

    /// Plans the job that takes the match to the wall clock, if that has jumped.
    fn follow_wall_clock(&mut self, now: Now) {
        let is_job = |job: &Job| matches!(job, Job::FollowWallClock(_));
        let is_planned =
            self.jobs.iter().chain(self.pending.iter().map(|pending| pending.job())).any(is_job);
        if let Some(jump) = self.time_line.jump(now).filter(|_| !is_planned) {
            self.jobs.push_front(Job::FollowWallClock(jump));
        }
    }

    /// Handles a message; returns the sender if it is to be sent the state.
    fn receive(&mut self, message: Box<ClientMessage>, now: Monotonic) -> Option<SubscriberId> {
        let from = message.from;
        match &message.message {
            ToServer::Hello { protocol, since, seat } => {
                let subscribed = self.subscribe(from, *protocol, seat.as_ref().map(key))?;
                // On another node the client may have seen more than the room has.
                self.catch_up(*since);
                return Some(subscribed);
            }
            // Answered by the connection, with or without a room.
            ToServer::Ping { .. } => {}
            other if !self.subscribers.contains(from) => {
                let id = other.command_id().cloned();
                self.send(from, ToClient::refused(id, refusal::no_hello()));
            }
            ToServer::Command { id, .. } | ToServer::Join { id, .. } => {
                if self.allows_command(from, now) {
                    self.jobs.push_back(Job::Message { message, attempts: 0 });
                } else {
                    let id = Some(id.clone());
                    self.send(from, ToClient::refused(id, refusal::slow_down()));
                }
            }
            ToServer::Greet { greeting } => self.greet(from, *greeting, now),
            ToServer::MoveNow => {
                // Not for those who only watch others.
                if self.viewer(from) != Viewer::Watcher {
                    self.out.push(Output::HurryEngine);
                }
            }
        }
        None
    }

    fn subscribe(
        &mut self,
        from: SubscriberId,
        protocol: u32,
        key: Option<SeatKey>,
    ) -> Option<SubscriberId> {
        if !is_spoken(protocol) {
            self.send(from, ToClient::refused(None, refusal::protocol()));
            return None;
        }
        let has_seat = match self.session.kind() {
            Kind::Local => self.subscribers.is_granted(from),
            Kind::Online => key.is_some_and(|key| self.session.holder(&key).is_some()),
        };
        let is_new = !self.subscribers.contains(from);
        if is_new && !has_seat && self.local_watchers() >= self.settings.max_watchers {
            self.send(from, ToClient::refused(None, refusal::full()));
            self.out.push(Output::Disconnect(from));
            return None;
        }
        self.subscribers.add(from, key);
        Some(from)
    }

    /// Proceeds as far as possible without waiting for the store, and sends the changes.
    fn settle(&mut self, subscribed: Option<SubscriberId>, now: Monotonic) -> Vec<Output> {
        self.advance(now);
        self.update_presence(now);
        self.note_arrivals();
        if self.version_since.0 != self.session.version() {
            self.version_since = (self.session.version(), now);
        }
        self.update_engine_task(now);
        let broadcast = Broadcast {
            version: self.session.version(),
            presence: self.presence,
            announced_watchers: self.announced_watchers(),
            is_unstored: self.store_outage.is_some(),
        };
        if broadcast != self.last_broadcast {
            self.last_broadcast = broadcast;
            self.broadcast(now);
            self.out.push(Output::Changed);
        } else if let Some(subscriber) = subscribed {
            let state = as_seen_by(self.viewer(subscriber), self.whole_state(now));
            self.send(subscriber, ToClient::State(Box::new(state)));
        }
        std::mem::take(&mut self.out)
    }

    /// When the room wants an [`Input::Wake`], if the store does not answer before.
    pub fn wakes_at(&self) -> Option<Monotonic> {
        if self.pending.is_some() || self.retry_at.is_some() {
            return self.retry_at;
        }
        let flag = self.session.current_match().and_then(|current_match| {
            let running = current_match.player(current_match.clock()?.running()?);
            let falls_at = current_match.flag_falls_at(self.lag_ms(running))?;
            Some(self.time_line.when(falls_at).after(self.flag_deference_ms(running)))
        });
        let is_heard = self.peers.hearing == Hearing::Complete;
        let vacates = self.absent_before_start().filter(|_| is_heard);
        let vacates = vacates.and_then(|player| self.presence.until(player));
        let vacates = vacates.map(|until| until.after(self.seat_deference_ms()));
        let thinks = self.engine_is_deferred.then(|| self.engine_deferred_until()).flatten();
        let expires = self.seek_expires_at();
        flag.into_iter().chain(vacates).chain(thinks).chain(expires).min()
    }

    fn wake(&mut self, now: Monotonic) {
        let is_due = self.retry_at.take_if(|at| *at <= now).is_some();
        if is_due && self.store_outage.is_some() {
            self.repeat_store_request();
        }
        if self.retry_at.is_some() || self.pending.is_some() {
            return;
        }
        if let Some(Event::Flagged { player, .. }) = self.fallen_flag(now)
            && self.fallen_flag(now.before(self.flag_deference_ms(player))).is_some()
        {
            self.jobs.push_back(Job::CheckFlag);
        }
        if let Some(player) = self.absent_before_start()
            && self.grace_period_is_over(player, now.before(self.seat_deference_ms()))
        {
            self.jobs.push_back(Job::FreeSeat(player));
        }
        if self.seek_expires_at().is_some_and(|at| at <= now) {
            self.jobs.push_back(Job::ExpireSeek);
        }
    }

    /// The match before its start, if it can still start.
    fn open_pregame(&self) -> Option<&Pregame> {
        self.session.pregame().filter(|pregame| !pregame.is_closed())
    }

    /// Whether the match is a seek that still waits for an opponent.
    pub(crate) fn is_seek(&self) -> bool {
        self.open_pregame().is_some_and(|pregame| pregame.opening().seek)
    }

    /// The player whose absence frees their seat before the start: the guest, or the host of a
    /// seek.
    pub(crate) fn absent_before_start(&self) -> Option<Player> {
        let opening = self.open_pregame()?.opening();
        let player = if opening.seek { opening.host } else { opening.host.other() };
        (!self.presence.is_present(player)).then_some(player)
    }

    /// When a seek has waited for an opponent as long as it may.
    pub(crate) fn seek_expires_at(&self) -> Option<Monotonic> {
        let created = self.is_seek().then_some(self.dates.created)?;
        Some(self.time_line.when(Time(created.0.saturating_add(self.settings.seek_max_ms))))
    }

    /// The event of a clock that has run down at `at`.
    pub(crate) fn fallen_flag(&self, at: Monotonic) -> Option<Event> {
        let current_match = self.session.current_match()?;
        let running = current_match.player(current_match.clock()?.running()?);
        current_match.tick(self.time_line.at(at), self.lag_ms(running))
    }

    /// Gives the engine the task that the match has for it now, or stops it.
    fn update_engine_task(&mut self, now: Monotonic) {
        if self.retry_at.is_some_and(|at| at > now) {
            return;
        }
        let task = self.possible_engine_task();
        self.engine_is_deferred =
            task.is_some() && self.engine_deferred_until().is_some_and(|until| now < until);
        let task = task.filter(|_| !self.engine_is_deferred);
        let version = self.session.version();
        let task = task.map(|task| (task, version));
        if task == self.engine_task {
            return;
        }
        self.engine_task = task;
        self.out.push(match task {
            Some((task, version)) => Output::StartEngine { task, version },
            None => Output::StopEngine,
        });
    }

    /// The task that the match has for the engine of some node.
    fn possible_engine_task(&self) -> Option<EngineTask> {
        let is_followed = !self.subscribers.is_empty() || self.peers.watchers > 0;
        let is_needed = self.has_person() || is_followed;
        self.session.current_match().and_then(EngineTask::of).filter(|_| is_needed)
    }

    /// Whether the computer thinks about its move, here or on another node.
    fn is_thinking(&self) -> bool {
        let task = self.engine_task.map(|(task, _)| task);
        let deferred = || self.possible_engine_task().filter(|_| self.engine_is_deferred);
        matches!(task.or_else(deferred), Some(EngineTask::ChooseMove(_)))
    }

    /// Whether a person plays, or may still come to play. Two computers play only while somebody
    /// watches.
    fn has_person(&self) -> bool {
        let human = |player: &Player| self.session.who(*player).is_none_or(play::Who::is_human);
        Player::ALL.iter().any(human)
    }

    /// Counts a player's command across all connections; returns whether it is within the rate
    /// limit.
    fn allows_command(&mut self, from: SubscriberId, now: Monotonic) -> bool {
        match self.holder(from) {
            Some(player) => self.command_limiters[player as usize].allow(now),
            None => true,
        }
    }

    fn greet(&mut self, from: SubscriberId, greeting: Greeting, now: Monotonic) {
        let Some(player) = self.holder(from) else {
            return self.send(from, ToClient::refused(None, refusal::not_yours()));
        };
        if !self.greeting_limiters[player as usize].allow(now) {
            return self.send(from, ToClient::refused(None, refusal::slow_down()));
        }
        self.show_greeting(player, greeting);
        self.out.push(Output::Greeted { player, greeting });
    }

    fn show_greeting(&mut self, player: Player, greeting: Greeting) {
        let to = self.subscribers.ids();
        self.out.push(Output::Send { to, message: ToClient::Greeted { player, greeting } });
    }

    /// The player whose seat a subscriber has.
    pub fn holder(&self, subscriber: SubscriberId) -> Option<Player> {
        self.subscribers.key(subscriber).and_then(|key| self.session.holder(&key))
    }

    /// Whether a subscriber plays here, rather than watches.
    pub fn may_command(&self, subscriber: SubscriberId) -> bool {
        match self.session.kind() {
            Kind::Local => self.subscribers.is_granted(subscriber),
            Kind::Online => self.holder(subscriber).is_some(),
        }
    }

    pub(crate) fn send(&mut self, to: SubscriberId, message: ToClient) {
        self.out.push(Output::Send { to: vec![to], message });
    }

    fn broadcast(&mut self, now: Monotonic) {
        let mut groups: BTreeMap<Viewer, Vec<SubscriberId>> = BTreeMap::new();
        for subscriber in self.subscribers.ids() {
            groups.entry(self.viewer(subscriber)).or_default().push(subscriber);
        }
        let Some((last, to_last)) = groups.pop_last() else { return };
        let whole = self.whole_state(now);
        for (viewer, to) in groups {
            let state = as_seen_by(viewer, whole.clone());
            self.out.push(Output::Send { to, message: ToClient::State(Box::new(state)) });
        }
        let state = as_seen_by(last, whole);
        self.out.push(Output::Send { to: to_last, message: ToClient::State(Box::new(state)) });
    }

    fn viewer(&self, subscriber: SubscriberId) -> Viewer {
        match self.session.kind() {
            Kind::Local if self.subscribers.is_granted(subscriber) => Viewer::Screen,
            Kind::Local => Viewer::Watcher,
            Kind::Online => self.holder(subscriber).map_or(Viewer::Watcher, Viewer::Player),
        }
    }

    fn whole_state(&self, now: Monotonic) -> MatchState {
        let context = SnapshotContext {
            id: &self.id,
            presence: &self.presence,
            watchers: self.watchers(),
            thinking: self.is_thinking(),
            unstored: self.store_outage.is_some(),
            time_line: &self.time_line,
            now,
        };
        snapshot(&self.session, &context)
    }

    /// The match as somebody without a seat sees it; at one screen with its legal moves.
    pub fn state(&self, now: Now) -> MatchState {
        let viewer = match self.session.kind() {
            Kind::Local => Viewer::Screen,
            Kind::Online => Viewer::Watcher,
        };
        as_seen_by(viewer, self.whole_state(now.monotonic))
    }

    /// The time of the match, by which its clocks run.
    pub fn time(&self, now: Now) -> Time {
        self.time_line.at(now.monotonic)
    }

    /// The match session with all that has been stored.
    pub const fn session(&self) -> &MatchSession {
        &self.session
    }

    /// The game.
    pub fn game(&self) -> &'static dyn AnyGame {
        self.session.game()
    }

    /// The id of the match.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Number of followers without a seat, on all nodes.
    pub(crate) fn watchers(&self) -> usize {
        self.local_watchers() + self.peers.watchers
    }

    /// How many follow here without a seat.
    pub fn local_watchers(&self) -> usize {
        let ids = self.subscribers.ids().into_iter();
        ids.filter(|subscriber| self.viewer(*subscriber) == Viewer::Watcher).count()
    }

    /// Those who follow here.
    pub fn subscribers(&self) -> Vec<SubscriberId> {
        self.subscribers.ids()
    }

    /// Whether anybody follows here.
    pub fn has_subscribers(&self) -> bool {
        !self.subscribers.is_empty()
    }

    fn announced_watchers(&self) -> usize {
        match self.session.kind() {
            Kind::Local => 0,
            Kind::Online => self.watchers().min(MAX_ANNOUNCED_WATCHERS),
        }
    }

    /// Whether a change waits because the store fails.
    pub fn is_unstored(&self) -> bool {
        self.store_outage.is_some()
    }

    /// Whether clocks still have to be credited for a server outage.
    pub fn is_resuming(&self) -> bool {
        let pending = self.pending.iter().map(|pending| pending.job());
        self.jobs.iter().chain(pending).any(|job| matches!(job, Job::Resume { .. }))
    }

    /// How many jobs wait to be decided.
    pub fn backlog(&self) -> usize {
        self.jobs.len()
    }

    /// Whether a clock runs.
    pub fn has_running_clock(&self) -> bool {
        let clock = self.session.current_match().and_then(Match::clock);
        clock.is_some_and(|clock| clock.running().is_some())
    }

    /// Whether the room can be closed: nobody needs it, and reopening it would lose nothing.
    pub fn is_idle(&self) -> bool {
        self.subscribers.is_empty()
            && self.pending.is_none()
            && self.jobs.is_empty()
            && self.engine_task.is_none()
            && self.retry_at.is_none()
            && !self.has_running_clock()
    }
}
