//! Time, the network, and everything that goes wrong.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use api::{DriverInput, Effect, RoomDriver};
use engine::AnyReport;
use play::{Event, Player, Time, Version};
use room::{ClientMessage, Input, Monotonic, Now, StoreReply, StoreRequest, SubscriberId, refusal};
use rules::SplitMix64;
use store::{AppendOutcome, Error};
use wire::{SeatSecret, ToClient, ToServer};
use work::WorkRequest;

use crate::check::Outcome;
use crate::client::{Client, Role};
use crate::clocks::Clocks;
use crate::flaw::Flaw;
use crate::server::{Server, Span, Waiting, failed, grace_ms, opened, thought};

/// How long faults are injected, in milliseconds.
const FAULTS_MS: u64 = 40_000;
/// How long everybody then has to agree, in milliseconds.
const SETTLE_MS: u64 = 30_000;
/// The id of the first match.
pub(crate) const FIRST_MATCH_ID: &str = "match0000000";

/// How much went wrong.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) crashes: usize,
    pub(crate) lost: usize,
    pub(crate) doubled: usize,
    pub(crate) store_faults: usize,
    pub(crate) conflicts: usize,
    pub(crate) clock_steps: usize,
    pub(crate) pauses: usize,
    /// Commands that waited through an outage while a clock ran.
    pub(crate) kept_with_clocks: usize,
}

/// How often things go wrong, of a thousand.
struct Odds {
    lose: u64,
    double: u64,
    cut: u64,
    crash: u64,
    clock_step: u64,
    pause: u64,
    store_fails: u64,
    /// Something is stored, but nobody hears of it.
    store_forgets: u64,
    slowest: u64,
}

enum Happening {
    ToServer(SubscriberId, String, ToServer),
    ToClient(SubscriberId, ToClient),
    /// The server notices that a connection has ended.
    Gone(SubscriberId, String),
    Acts(usize),
    /// The store carries out what waits under that number.
    Stores(u64),
    Answers {
        id: String,
        life: u32,
        reply: StoreReply,
    },
    /// Something comes of a search.
    Thinks {
        id: String,
        life: u32,
        thought: DriverInput,
    },
    Wakes {
        id: String,
        life: u32,
    },
    Beats,
    Crashes,
    Restarts,
}

/// A whole run.
pub(crate) struct World {
    pub(crate) server: Server,
    pub(crate) clients: Vec<Client>,
    pub(crate) tally: Tally,
    clocks: Clocks,
    random: SplitMix64,
    odds: Odds,
    flaw: Option<Flaw>,
    queue: BinaryHeap<Reverse<(u64, u64)>>,
    happenings: BTreeMap<u64, Happening>,
    number: u64,
    /// How often the server has been started.
    life: u32,
    waiting: BTreeMap<u64, Waiting>,
    /// Connections that have ended, as the server knows.
    closed: BTreeSet<SubscriberId>,
    /// The first digits of the keys of those who have greeted, before the names of their commands.
    scopes: BTreeMap<SubscriberId, String>,
    /// When the command with that name first came in, by the active time of the server.
    received: BTreeMap<String, u64>,
    /// When events of a match were decided, by the active time of the server.
    decided: BTreeMap<(String, Version, Option<Time>), u64>,
    /// When a client was last known to follow a match, by the active time of the server.
    last_present: BTreeMap<(String, String), u64>,
    calm: bool,
}

impl World {
    /// Runs a seed to its end.
    pub(crate) fn run(seed: u64, flaw: Option<Flaw>) -> Self {
        let mut random = SplitMix64::new(seed.wrapping_mul(0x9e37_79b9) ^ 0xda31);
        let level = random.below(4);
        let odds = Odds {
            lose: 25 * level,
            double: 25 * level,
            cut: 8 * level,
            crash: 4 * level,
            clock_step: 3 * level,
            pause: 2 * level,
            store_fails: 15 * level,
            store_forgets: 50 * level,
            slowest: 20 + 200 * level,
        };
        let secrets: Vec<u128> = (0..4).map(|n| u128::from(random.draw()) << 64 | n).collect();
        let host = Player::ALL[random.below(2) as usize];
        let opened = opened(&mut random, host, &SeatSecret::new(secrets[0]));
        let roles = [Role::Host, Role::Guest, Role::Watcher, Role::Stranger];
        let clients = roles
            .into_iter()
            .zip(&secrets)
            .map(|(role, secret)| Client::new(role, *secret, FIRST_MATCH_ID));
        let mut world = Self {
            server: Server::new(FIRST_MATCH_ID, opened, Clocks::default().read(flaw)),
            clients: clients.collect(),
            tally: Tally::default(),
            clocks: Clocks::default(),
            random,
            odds,
            flaw,
            queue: BinaryHeap::new(),
            happenings: BTreeMap::new(),
            number: 0,
            life: 0,
            waiting: BTreeMap::new(),
            closed: BTreeSet::new(),
            scopes: BTreeMap::new(),
            received: BTreeMap::new(),
            decided: BTreeMap::new(),
            last_present: BTreeMap::new(),
            calm: false,
        };
        for client in 0..world.clients.len() {
            world.after(10, Happening::Acts(client));
        }
        world.after(500, Happening::Beats);
        world.live_until(FAULTS_MS);
        world.calm = true;
        if !world.server.running {
            world.restart();
        }
        // Whoever was cut off in silence comes back, as heartbeats make them.
        for index in 0..world.clients.len() {
            if let Some(subscriber) = world.clients[index].subscriber {
                world.cut(index, subscriber);
            }
        }
        world.live_until(FAULTS_MS + SETTLE_MS);
        world
    }

    /// What it has led to.
    pub(crate) fn outcome(&self) -> Outcome<'_> {
        Outcome { server: &self.server, clients: &self.clients, time_error_ms: 0 }
    }

    fn live_until(&mut self, end: u64) {
        while let Some(Reverse((at, number))) = self.queue.peek().copied() {
            if at > end {
                break;
            }
            self.queue.pop();
            self.clocks.now = at;
            if let Some(happening) = self.happenings.remove(&number) {
                match self.clocks.pause_left() {
                    left if left > 0 && happening.is_of_server() => self.after(left, happening),
                    _ => self.happen(happening),
                }
            }
        }
        self.clocks.now = end;
    }

    fn after(&mut self, delay: u64, happening: Happening) {
        self.number += 1;
        self.queue.push(Reverse((self.clocks.now + delay, self.number)));
        self.happenings.insert(self.number, happening);
    }

    fn chance(&mut self, of_thousand: u64) -> bool {
        let rolled = self.random.below(1000) < of_thousand;
        rolled && !self.calm
    }

    fn delay(&mut self) -> u64 {
        let slowest = if self.calm { 5 } else { self.odds.slowest };
        1 + self.random.below(slowest)
    }

    fn time(&self) -> Now {
        self.clocks.read(self.flaw)
    }

    fn happen(&mut self, happening: Happening) {
        match happening {
            Happening::Acts(client) => self.act(client),
            Happening::ToServer(subscriber, id, message) => self.receive(subscriber, &id, message),
            Happening::ToClient(subscriber, message) => {
                if let Some(client) =
                    self.clients.iter_mut().find(|client| client.subscriber == Some(subscriber))
                {
                    let stored = Version(self.server.version(&client.id));
                    client.hear(message, stored, self.clocks.now);
                }
            }
            Happening::Gone(subscriber, id) => {
                self.closed.insert(subscriber);
                self.note_presence();
                if self.server.greeted.remove(&subscriber).is_some() {
                    self.input(&id, Input::Gone(subscriber));
                }
            }
            Happening::Stores(number) => self.store(number),
            Happening::Answers { id, life, reply } if life == self.life => {
                self.input(&id, Input::Stored(reply));
            }
            Happening::Thinks { id, life, thought } if life == self.life => {
                self.drive(&id, thought);
            }
            Happening::Wakes { id, life } if life == self.life => {
                self.drive(&id, DriverInput::Wake);
            }
            Happening::Answers { .. } | Happening::Thinks { .. } | Happening::Wakes { .. } => {}
            Happening::Beats => {
                if self.server.running {
                    self.server.beat(self.time());
                    if self.chance(self.odds.crash) {
                        self.after(1, Happening::Crashes);
                    }
                    self.disturb_clocks();
                }
                self.after(200, Happening::Beats);
            }
            Happening::Crashes => self.crash(),
            Happening::Restarts => {
                if !self.server.running {
                    self.restart();
                }
            }
        }
    }

    /// What had not reached the disk has reached it or not.
    fn crash(&mut self) {
        if !self.server.running {
            return;
        }
        self.tally.crashes += 1;
        self.note_presence();
        self.received.clear();
        self.clocks.crash();
        for (_, waiting) in std::mem::take(&mut self.waiting) {
            if self.random.below(2) == 0 {
                let _ = self.server.perform(&waiting);
            }
        }
        self.life += 1;
        self.closed.extend(self.server.greeted.keys().copied());
        self.server.crash();
        for client in &mut self.clients {
            // What it has sent on this connection and is still on its way is lost.
            self.closed.extend(client.subscriber.take());
        }
        let away = 100 + self.random.below(8_000);
        self.after(away, Happening::Restarts);
    }

    fn restart(&mut self) {
        self.clocks.restart();
        let waiting = self.clients.iter().filter(|client| client.waits_with_clock());
        self.tally.kept_with_clocks += waiting.count();
        self.server.restart(self.time());
    }

    fn act(&mut self, index: usize) {
        let pause = if self.calm { 50 } else { 50 + self.random.below(600) };
        self.after(pause, Happening::Acts(index));
        if !self.server.running {
            let now = self.clocks.now;
            self.clients[index].act_alone(&mut self.random, now);
            return;
        }
        let Some(subscriber) = self.clients[index].subscriber else {
            self.number += 1;
            let subscriber = SubscriberId(self.number);
            let client = &mut self.clients[index];
            client.subscriber = Some(subscriber);
            let hello = client.hello();
            self.send(index, subscriber, hello);
            return;
        };
        if self.chance(self.odds.cut) {
            self.cut(index, subscriber);
            return;
        }
        // A screen that has heard nothing for a while greets again.
        if self.clients[index].state.is_none() || self.random.below(10) == 0 {
            let hello = self.clients[index].hello();
            self.send(index, subscriber, hello);
        }
        if self.calm && self.clients[index].pending.is_none() {
            return;
        }
        let now = self.clocks.now;
        let id = self.clients[index].id.clone();
        if let Some(message) = self.clients[index].act(&mut self.random, now) {
            self.send(index, subscriber, message);
        }
        if self.clients[index].id != id {
            self.after(10, Happening::Gone(subscriber, id));
        }
    }

    /// A connection ends. The server may notice late, and hear what was on its way before that.
    fn cut(&mut self, index: usize, subscriber: SubscriberId) {
        self.clients[index].subscriber = None;
        let id = self.clients[index].id.clone();
        let late = 10 + self.random.below(3_000);
        self.after(late, Happening::Gone(subscriber, id));
    }

    fn send(&mut self, index: usize, subscriber: SubscriberId, message: ToServer) {
        let id = self.clients[index].id.clone();
        if self.chance(self.odds.lose) {
            self.tally.lost += 1;
            return;
        }
        if self.chance(self.odds.double) {
            self.tally.doubled += 1;
            let delay = self.delay() * 3;
            self.after(delay, Happening::ToServer(subscriber, id.clone(), message.clone()));
        }
        let delay = self.delay();
        self.after(delay, Happening::ToServer(subscriber, id, message));
    }

    fn receive(&mut self, subscriber: SubscriberId, id: &str, message: ToServer) {
        if !self.server.running || self.closed.contains(&subscriber) {
            return;
        }
        let now = self.time();
        match self.server.open(id, now) {
            Ok(effects) => self.perform(id, effects),
            Err(wrong) => {
                self.clients[0].wrong = Some(format!("{id} cannot be opened: {wrong}"));
                return;
            }
        }
        if let ToServer::Hello { .. } = &message {
            self.server.greeted.insert(subscriber, id.to_owned());
            if let ToServer::Hello { seat: Some(secret), .. } = &message {
                self.scopes.insert(subscriber, scope(secret));
            }
            self.input(id, received(subscriber, message, now.monotonic, String::new()));
            let millis = self.random.below(400);
            self.input(id, Input::Lag { of: subscriber, millis });
            return;
        }
        if self.server.greeted.get(&subscriber).map(String::as_str) != Some(id) {
            let command = message.command_id().cloned();
            self.tell(subscriber, ToClient::refused(command, refusal::no_hello()));
            return;
        }
        let rematch_id = match message {
            ToServer::Command { .. } => {
                self.number += 1;
                format!("match{:07}", self.number)
            }
            _ => String::new(),
        };
        if let Some(name) = self.command_name(subscriber, &message) {
            let active = self.clocks.active();
            self.received.entry(name).or_insert(active);
        }
        self.input(id, received(subscriber, message, now.monotonic, rematch_id));
    }

    fn input(&mut self, id: &str, input: Input) {
        self.drive(id, DriverInput::Room(input));
    }

    fn drive(&mut self, id: &str, input: DriverInput) {
        let effects = self.server.handle(id, input, self.time());
        self.perform(id, effects);
    }

    fn perform(&mut self, id: &str, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Send { to, message } => {
                    for subscriber in to {
                        self.tell(subscriber, message.clone());
                    }
                }
                Effect::Store(request) => self.ask(id, request),
                Effect::Search { version, request } => self.think(id, version, &request),
                Effect::Disconnect(subscriber) => {
                    self.closed.insert(subscriber);
                    self.server.greeted.remove(&subscriber);
                    let dismissed = self
                        .clients
                        .iter_mut()
                        .find(|client| client.subscriber == Some(subscriber));
                    if let Some(client) = dismissed {
                        client.subscriber = None;
                    }
                }
                _ => {}
            }
        }
        let wakes = self.server.rooms.get(id).and_then(RoomDriver::wakes_at);
        if let Some(at) = wakes {
            let delay = at.since(self.time().monotonic).max(1);
            self.after(delay, Happening::Wakes { id: id.to_owned(), life: self.life });
        }
    }

    fn tell(&mut self, subscriber: SubscriberId, message: ToClient) {
        if self.chance(self.odds.lose) {
            self.tally.lost += 1;
            return;
        }
        if self.chance(self.odds.double) {
            self.tally.doubled += 1;
            let delay = self.delay() * 3;
            self.after(delay, Happening::ToClient(subscriber, message.clone()));
        }
        let delay = self.delay();
        self.after(delay, Happening::ToClient(subscriber, message));
    }

    /// An engine searches, tells what it has found, and ends.
    fn think(&mut self, id: &str, version: Version, request: &WorkRequest) {
        let progress = DriverInput::SearchUpdated(version, AnyReport::default());
        for thought in [progress, thought(&mut self.random, version, request)] {
            let delay = self.delay() * 2;
            let (id, life) = (id.to_owned(), self.life);
            self.after(delay, Happening::Thinks { id, life, thought });
        }
    }

    /// Sets the wall clock, or pauses the process.
    fn disturb_clocks(&mut self) {
        if self.chance(self.odds.clock_step) {
            self.tally.clock_steps += 1;
            let steps = [3_600_000, 60_000, 2_500, -2_500, -60_000, -3_600_000];
            self.clocks.step(steps[self.random.below(steps.len() as u64) as usize]);
        }
        if self.chance(self.odds.pause) {
            self.tally.pauses += 1;
            let millis = 2_500 + self.random.below(12_000);
            self.clocks.pause(millis.min(FAULTS_MS - self.clocks.now));
        }
    }

    /// The name under which a room knows a command.
    fn command_name(&self, subscriber: SubscriberId, message: &ToServer) -> Option<String> {
        let (scope, command) = (self.scopes.get(&subscriber)?, message.command_id()?);
        Some(format!("{scope}:{}", command.0))
    }

    /// Notes who follows which match now.
    fn note_presence(&mut self) {
        let active = self.clocks.active();
        for (subscriber, id) in &self.server.greeted {
            if let Some(scope) = self.scopes.get(subscriber) {
                self.last_present.insert((id.clone(), scope.clone()), active);
            }
        }
    }

    /// Nobody may claim anything of a player who was there, or not gone for long enough.
    fn judge_claim(&mut self, id: &str, events: &[Event]) {
        let [Event::Abandoned { by, .. }] = events else { return };
        self.note_presence();
        let Some(room) = self.server.rooms.get(id) else { return };
        let session = room.room().session();
        let is_gone =
            |client: &&mut Client| session.holder(&room::key(&client.secret)) == Some(*by);
        let time = session.current_match().map(|playing| playing.start().time);
        let Some(client) = self.clients.iter_mut().find(is_gone) else { return };
        let present = self.last_present.get(&(id.to_owned(), scope(&client.secret)));
        let gone_ms = self.clocks.active() - present.copied().unwrap_or(0);
        if !client.has_left(id) && gone_ms < grace_ms(time) {
            client.wrong = Some(format!("{id}: {by:?} was gone for {gone_ms} ms only"));
        }
    }

    fn ask(&mut self, id: &str, mut request: StoreRequest) {
        let mut command = None;
        let mut told = false;
        let now = self.clocks.active();
        let mut active = Span { from: now, to: now };
        if let StoreRequest::Append(append) = &mut request {
            command.clone_from(&append.idempotency_key);
            // A request that is repeated was decided once.
            let at = append.events.iter().find_map(Event::at);
            let key = (id.to_owned(), append.expected_version, at);
            active.to = *self.decided.entry(key).or_insert(active.to);
            let received = command.as_ref().and_then(|command| self.received.get(command));
            active.from = received.copied().unwrap_or(active.to);
            self.judge_claim(id, &append.events);
            match self.flaw {
                Some(Flaw::AcknowledgesFirst) => {
                    told = true;
                    let reply = StoreReply::Appended(Ok(AppendOutcome::Stored(append.version())));
                    let (id, life) = (id.to_owned(), self.life);
                    self.after(1, Happening::Answers { id, life, reply });
                }
                Some(Flaw::ForgetsCommands) => append.idempotency_key = None,
                Some(Flaw::StoresWallTime) => {
                    let wall = self.clocks.wall();
                    append.events.iter_mut().filter_map(Event::at_mut).for_each(|at| *at = wall);
                }
                _ => {}
            }
        }
        self.number += 1;
        let number = self.number;
        let id = id.to_owned();
        self.waiting.insert(number, Waiting { id, request, command, told, active });
        let delay = self.delay();
        self.after(delay, Happening::Stores(number));
    }

    fn store(&mut self, number: u64) {
        let Some(mut waiting) = self.waiting.remove(&number) else { return };
        if let (Some(Flaw::SkipsVersions), StoreRequest::Append(append)) =
            (self.flaw, &mut waiting.request)
        {
            append.expected_version = Version(self.server.version(&waiting.id));
        }
        let fails = self.chance(self.odds.store_fails);
        let is_append = matches!(waiting.request, StoreRequest::Append(_));
        let forgets = is_append && self.chance(self.odds.store_forgets);
        self.tally.store_faults += usize::from(fails || forgets);
        let failed = failed(&waiting.request);
        let reply = if fails { failed.clone() } else { self.server.perform(&waiting) };
        let conflict = matches!(reply, StoreReply::Appended(Err(Error::Conflict { .. })));
        self.tally.conflicts += usize::from(conflict);
        let reply = if forgets { failed } else { reply };
        if !waiting.told {
            let delay = self.delay();
            let (id, life) = (waiting.id, self.life);
            self.after(delay, Happening::Answers { id, life, reply });
        }
    }
}

impl Happening {
    /// Whether it waits while the process of the server is paused.
    const fn is_of_server(&self) -> bool {
        !matches!(self, Self::ToClient(..) | Self::Acts(_))
    }
}

/// What comes before the name of a command of whoever has that secret.
pub(crate) fn scope(secret: &SeatSecret) -> String {
    room::key(secret).to_string()[..16].to_owned()
}

/// A message as the room receives it.
fn received(from: SubscriberId, message: ToServer, at: Monotonic, rematch_id: String) -> Input {
    Input::Message(Box::new(ClientMessage { from, message, at, rematch_id }))
}
