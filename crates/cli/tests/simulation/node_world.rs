//! Several nodes on one store, with a bus that loses, doubles, delays and reorders.

mod faults;
mod storage;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::sync::Arc;

use api::{DriverInput, Effect, RoomDriver};
use play::{Player, Time, Version};
use room::{ClientMessage, Hearing, Input, Monotonic, Now, Room, StoreReply, SubscriberId};
use rules::SplitMix64;
use server::cluster::{Envelope, News, NodeId};
use wire::{SeatSecret, ToClient, ToServer};

use crate::check::Outcome;
use crate::client::{Client, Role};
use crate::clocks::START;
use crate::node::Node;
use crate::server::{Games, Server, Waiting, driver, opened, settings, thought};
use crate::world::{FIRST_MATCH_ID, scope};

/// How long faults are injected, in milliseconds.
const FAULTS_MS: u64 = 40_000;
/// How long everybody then has to agree, in milliseconds.
const SETTLE_MS: u64 = 30_000;
/// Nodes of the site.
const NODES: usize = 3;
/// By how much a node may be wrong about the time of the store, in milliseconds.
const TIME_ERROR_MS: u64 = 20;

/// A deliberate fault of a site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClusterFlaw {
    /// The store takes events after whatever version there is.
    NoFence,
    /// Versions are learnt from the news of appends alone.
    TrustsNews,
    /// Whoever is not heard of is not there.
    TrustsSilence,
    /// Time is that of each node's own clock.
    LocalTime,
    /// The store takes a claim whoever has come back.
    IgnoresArrivals,
}

/// How much went wrong.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClusterTally {
    pub(crate) crashes: usize,
    pub(crate) pauses: usize,
    pub(crate) partitions: usize,
    pub(crate) news_lost: usize,
    pub(crate) news_doubled: usize,
    pub(crate) conflicts: usize,
    pub(crate) tails: usize,
    pub(crate) outages: usize,
    pub(crate) moved_seats: usize,
    pub(crate) drains: usize,
    pub(crate) claims: usize,
    pub(crate) claims_refused: usize,
    /// Commands that waited for a connection while a clock ran.
    pub(crate) kept_with_clocks: usize,
    /// Commands that counted though events had come after the version for which they were meant.
    pub(crate) outlived: usize,
}

enum Happening {
    ToNode(usize, SubscriberId, String, ToServer),
    ToClient(SubscriberId, ToClient),
    Gone(usize, SubscriberId, String),
    Acts(usize),
    Stores(u64),
    Answers { node: usize, life: u32, id: String, reply: StoreReply },
    Thinks { node: usize, life: u32, id: String, thought: DriverInput },
    Wakes { node: usize, life: u32, id: String },
    Hears { node: usize, life: u32, envelope: Box<Envelope> },
    Beats(usize),
    Polls(usize),
    Arrives(usize, u32),
    Leaves(usize, SubscriberId),
    Drained(usize, u32),
    Restarts(usize),
    Resumes(usize, u32),
}

/// Several nodes, their clients, and everything between them.
pub(crate) struct Cluster {
    pub(crate) server: Server,
    pub(crate) clients: Vec<Client>,
    pub(crate) tally: ClusterTally,
    nodes: Vec<Node>,
    /// Node of each connection.
    homes: BTreeMap<SubscriberId, usize>,
    now: u64,
    random: SplitMix64,
    level: u64,
    flaw: Option<ClusterFlaw>,
    queue: BinaryHeap<Reverse<(u64, u64)>>,
    happenings: BTreeMap<u64, Happening>,
    number: u64,
    waiting: BTreeMap<u64, (usize, u32, Waiting)>,
    closed: BTreeSet<SubscriberId>,
    scopes: BTreeMap<SubscriberId, String>,
    greeted_at: BTreeMap<SubscriberId, u64>,
    received: BTreeMap<String, u64>,
    decided: BTreeMap<(usize, String, Version, Option<Time>), u64>,
    last_present: BTreeMap<(String, String), u64>,
    /// When the store last heard of the arrival of somebody.
    last_arrival: BTreeMap<(String, String), u64>,
    /// When the store last heard of the arrival of a player, by node.
    arrived: BTreeMap<(usize, String, Player), u64>,
    /// Since when no node has run, and how long none did, in all.
    dead_since: Option<u64>,
    dead_ms: u64,
    calm: bool,
}

impl Cluster {
    /// Runs a seed to its end.
    pub(crate) fn run(seed: u64, flaw: Option<ClusterFlaw>) -> Self {
        let mut random = SplitMix64::new(seed.wrapping_mul(0x9e37_79b9) ^ 0xc105);
        let level = random.below(4);
        let secrets: Vec<u128> = (0..4).map(|n| u128::from(random.draw()) << 64 | n).collect();
        let host = Player::ALL[random.below(2) as usize];
        let opened = opened(&mut random, host, &SeatSecret::new(secrets[0]));
        let roles = [Role::Host, Role::Guest, Role::Watcher, Role::Stranger];
        let clients = roles.into_iter().zip(&secrets);
        let start = Now { wall: START, monotonic: Monotonic(0) };
        let mut cluster = Self {
            server: Server::new(FIRST_MATCH_ID, opened, start),
            clients: clients.map(|(role, key)| Client::new(role, *key, FIRST_MATCH_ID)).collect(),
            tally: ClusterTally::default(),
            nodes: (0..NODES).map(|node| Node::new(NodeId(node as u64))).collect(),
            homes: BTreeMap::new(),
            now: 0,
            random,
            level,
            flaw,
            queue: BinaryHeap::new(),
            happenings: BTreeMap::new(),
            number: 0,
            waiting: BTreeMap::new(),
            closed: BTreeSet::new(),
            scopes: BTreeMap::new(),
            greeted_at: BTreeMap::new(),
            received: BTreeMap::new(),
            decided: BTreeMap::new(),
            last_present: BTreeMap::new(),
            last_arrival: BTreeMap::new(),
            arrived: BTreeMap::new(),
            dead_since: None,
            dead_ms: 0,
            calm: false,
        };
        for node in 0..NODES {
            cluster.nodes[node].skew_ms = cluster.random.below(4_001) as i64 - 2_000;
            cluster.nodes[node].error_ms =
                cluster.random.below(TIME_ERROR_MS + 1) as i64 - TIME_ERROR_MS as i64 / 2;
            cluster.after(1 + 130 * node as u64, Happening::Beats(node));
            cluster.after(700 + 200 * node as u64, Happening::Polls(node));
        }
        for client in 0..cluster.clients.len() {
            cluster.after(10, Happening::Acts(client));
        }
        cluster.live_until(FAULTS_MS);
        cluster.settle();
        cluster.live_until(FAULTS_MS + SETTLE_MS);
        cluster.tally.outlived = cluster.clients.iter().map(Client::outlived).sum();
        cluster
    }

    /// What it has led to.
    pub(crate) fn outcome(&self) -> Outcome<'_> {
        let time_error_ms = 2 * TIME_ERROR_MS;
        Outcome { server: &self.server, clients: &self.clients, time_error_ms }
    }

    /// No more faults: nodes come back, and whoever was cut off in silence connects again.
    fn settle(&mut self) {
        self.calm = true;
        for node in 0..NODES {
            self.nodes[node].partitioned_until = 0;
            if !self.nodes[node].running {
                self.restart(node);
            }
        }
        for index in 0..self.clients.len() {
            if let Some(subscriber) = self.clients[index].subscriber {
                self.cut(index, subscriber);
            }
        }
    }

    fn live_until(&mut self, end: u64) {
        while let Some(Reverse((at, number))) = self.queue.peek().copied() {
            if at > end {
                break;
            }
            self.queue.pop();
            self.now = at;
            let Some(happening) = self.happenings.remove(&number) else { continue };
            let pause = happening.node().map(|node| self.nodes[node].paused_until);
            match pause.filter(|until| *until > at) {
                Some(until) => self.after(until - at, happening),
                None => self.happen(happening),
            }
        }
        self.now = end;
    }

    fn after(&mut self, delay: u64, happening: Happening) {
        self.number += 1;
        self.queue.push(Reverse((self.now + delay, self.number)));
        self.happenings.insert(self.number, happening);
    }

    /// Whether something happens that does so `of_thousand` times at the highest level of faults.
    fn chance(&mut self, of_thousand: u64) -> bool {
        let rolled = self.random.below(3000) < of_thousand * self.level;
        rolled && !self.calm
    }

    fn delay(&mut self) -> u64 {
        let slowest = if self.calm { 5 } else { 10 + 150 * self.level };
        1 + self.random.below(slowest)
    }

    /// What a node takes for the time.
    fn time(&self, node: usize) -> Now {
        let Node { skew_ms, error_ms, .. } = self.nodes[node];
        let wrong = if self.flaw == Some(ClusterFlaw::LocalTime) { skew_ms } else { error_ms };
        let wall = Time((START.0 + self.now).saturating_add_signed(wrong));
        Now { wall, monotonic: Monotonic(self.now) }
    }

    /// How long any node was there.
    fn active(&self) -> u64 {
        self.now - self.dead_ms
    }

    fn happen(&mut self, happening: Happening) {
        match happening {
            Happening::Acts(client) => self.act(client),
            Happening::ToNode(node, subscriber, id, message) => {
                self.receive(node, subscriber, &id, message);
            }
            Happening::ToClient(subscriber, message) => {
                let now = self.now;
                let mut clients = self.clients.iter_mut();
                if let Some(client) = clients.find(|it| it.subscriber == Some(subscriber)) {
                    client.hear(message, Version(self.server.version(&client.id)), now);
                }
            }
            Happening::Gone(node, subscriber, id) => {
                self.closed.insert(subscriber);
                self.note_presence();
                if self.nodes[node].greeted.remove(&subscriber).is_some() {
                    self.input(node, &id, Input::Gone(subscriber));
                }
            }
            Happening::Stores(number) => self.store(number),
            Happening::Answers { node, life, id, reply } if life == self.nodes[node].life => {
                self.input(node, &id, Input::Stored(reply));
            }
            Happening::Thinks { node, life, id, thought } if life == self.nodes[node].life => {
                self.drive(node, &id, thought);
            }
            Happening::Wakes { node, life, id } if life == self.nodes[node].life => {
                self.drive(node, &id, DriverInput::Wake);
            }
            Happening::Hears { node, life, envelope } if life == self.nodes[node].life => {
                let (now, flaw) = (self.time(node).monotonic, self.flaw);
                let inputs = self.nodes[node].hear(*envelope, now, flaw);
                self.inputs(node, inputs);
            }
            Happening::Answers { .. }
            | Happening::Thinks { .. }
            | Happening::Wakes { .. }
            | Happening::Hears { .. } => {}
            Happening::Beats(node) => self.beat(node),
            Happening::Polls(node) => self.poll(node),
            Happening::Arrives(node, life) => self.store_arrivals(node, life),
            Happening::Leaves(client, subscriber) => self.move_on(client, subscriber),
            Happening::Drained(node, life) => self.end_drained(node, life),
            Happening::Restarts(node) => {
                if !self.nodes[node].running {
                    self.restart(node);
                }
            }
            Happening::Resumes(node, life) => {
                if life == self.nodes[node].life {
                    self.resume(node);
                }
            }
        }
    }

    fn beat(&mut self, node: usize) {
        self.after(1_000, Happening::Beats(node));
        if !self.nodes[node].running {
            return;
        }
        let now = self.time(node);
        self.nodes[node].beats += 1;
        let beats = self.nodes[node].beats;
        if beats % 2 == 1 {
            self.server.store.record_heartbeat_now(now.wall);
        }
        let draining = self.nodes[node].is_draining();
        self.publish(node, News::Alive { draining });
        if beats % 3 == 1 {
            let digest = self.nodes[node].digest();
            self.publish(node, digest);
        }
        let inputs = self.nodes[node].expire(now.monotonic, self.flaw);
        self.inputs(node, inputs);
        self.disturb(node);
    }

    /// Asks the store for what no news have told.
    fn poll(&mut self, node: usize) {
        self.after(1_500, Happening::Polls(node));
        let hears = self.nodes[node].hearing(self.time(node).monotonic) == Hearing::Complete;
        let is_due = !hears || self.random.below(3) == 0;
        if !is_due || self.flaw == Some(ClusterFlaw::TrustsNews) || self.chance(50) {
            return;
        }
        let ids: Vec<_> = self.nodes[node].rooms.keys().cloned().collect();
        if !hears {
            self.renew_arrivals(node);
        }
        for id in ids {
            let version = Version(self.server.version(&id));
            let offered = self.nodes[node].offer(&id, version);
            self.inputs(node, offered.into_iter().collect());
        }
    }

    fn publish(&mut self, from: usize, news: News) {
        let envelope = self.nodes[from].envelope(news);
        for node in 0..NODES {
            let cut = |node: &Node| node.partitioned_until > self.now;
            if cut(&self.nodes[from]) || cut(&self.nodes[node]) || !self.nodes[node].running {
                continue;
            }
            if self.chance(75) {
                self.tally.news_lost += 1;
                continue;
            }
            let copies = if self.chance(75) { 2 } else { 1 };
            self.tally.news_doubled += copies - 1;
            for _ in 0..copies {
                let (delay, life) = (self.delay(), self.nodes[node].life);
                let envelope = Box::new(envelope.clone());
                self.after(delay, Happening::Hears { node, life, envelope });
            }
        }
    }

    fn inputs(&mut self, node: usize, inputs: Vec<(String, Input)>) {
        for (id, input) in inputs {
            self.input(node, &id, input);
        }
    }

    fn input(&mut self, node: usize, id: &str, input: Input) {
        self.drive(node, id, DriverInput::Room(input));
    }

    fn drive(&mut self, node: usize, id: &str, input: DriverInput) {
        let now = self.time(node);
        let Some(driver) = self.nodes[node].rooms.get_mut(id) else { return };
        let effects = driver.handle(input, now);
        self.perform(node, id, effects);
    }

    fn perform(&mut self, node: usize, id: &str, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Send { to, message } => {
                    for to in to {
                        self.tell(to, message.clone());
                    }
                }
                Effect::Store(request) => self.ask(node, id, request),
                Effect::Search { version, request } => {
                    let thought = thought(&mut self.random, version, &request);
                    let (delay, life) = (self.delay() * 2, self.nodes[node].life);
                    let id = id.to_owned();
                    self.after(delay, Happening::Thinks { node, life, id, thought });
                }
                Effect::Arrived(player) => self.arrive(node, id, player),
                Effect::Disconnect(subscriber) => {
                    self.closed.insert(subscriber);
                    self.nodes[node].greeted.remove(&subscriber);
                    let mut clients = self.clients.iter_mut();
                    if let Some(client) = clients.find(|it| it.subscriber == Some(subscriber)) {
                        client.subscriber = None;
                    }
                }
                Effect::HurrySearch
                | Effect::StopSearch
                | Effect::Changed
                | Effect::Greeted { .. } => {}
            }
        }
        if let Some(news) = self.nodes[node].announcement(id) {
            self.publish(node, news);
        }
        if let Some(at) = self.nodes[node].rooms.get(id).and_then(RoomDriver::wakes_at) {
            let (delay, life) = (at.since(Monotonic(self.now)).max(1), self.nodes[node].life);
            self.after(delay, Happening::Wakes { node, life, id: id.to_owned() });
        }
    }

    fn tell(&mut self, subscriber: SubscriberId, message: ToClient) {
        if self.chance(50) {
            return;
        }
        let delay = self.delay();
        self.after(delay, Happening::ToClient(subscriber, message));
    }

    fn act(&mut self, index: usize) {
        let pause = if self.calm { 50 } else { 50 + self.random.below(600) };
        self.after(pause, Happening::Acts(index));
        let Some(subscriber) = self.clients[index].subscriber else {
            return self.connect(index);
        };
        // Heartbeats show a client that its node does not answer.
        let node = self.homes[&subscriber];
        let is_silent = self.nodes[node].paused_until > self.now && self.random.below(20) == 0;
        if is_silent || self.chance(20) {
            return self.cut(index, subscriber);
        }
        if self.clients[index].state.is_none() || self.random.below(10) == 0 {
            let hello = self.clients[index].hello();
            self.send(index, subscriber, hello);
        }
        if self.calm && self.clients[index].pending.is_none() {
            return;
        }
        let (now, id) = (self.now, self.clients[index].id.clone());
        if let Some(message) = self.clients[index].act(&mut self.random, now) {
            self.send(index, subscriber, message);
        }
        if self.clients[index].id != id {
            self.after(10, Happening::Gone(node, subscriber, id));
        }
    }

    /// A client connects to any node that runs.
    fn connect(&mut self, index: usize) {
        let node = self.random.below(NODES as u64) as usize;
        let Node { running, paused_until, .. } = self.nodes[node];
        if !running || paused_until > self.now || self.nodes[node].is_draining() {
            if !self.calm {
                let now = self.now;
                self.clients[index].act_alone(&mut self.random, now);
            }
            return;
        }
        self.number += 1;
        let subscriber = SubscriberId(self.number);
        self.homes.insert(subscriber, node);
        self.tally.moved_seats += 1;
        let client = &mut self.clients[index];
        self.tally.kept_with_clocks += usize::from(client.waits_with_clock());
        client.subscriber = Some(subscriber);
        let hello = client.hello();
        self.send(index, subscriber, hello);
    }

    fn cut(&mut self, index: usize, subscriber: SubscriberId) {
        self.clients[index].subscriber = None;
        let (node, id) = (self.homes[&subscriber], self.clients[index].id.clone());
        let late = 10 + self.random.below(3_000);
        self.after(late, Happening::Gone(node, subscriber, id));
    }

    fn send(&mut self, index: usize, subscriber: SubscriberId, message: ToServer) {
        let (node, id) = (self.homes[&subscriber], self.clients[index].id.clone());
        if self.chance(50) {
            return;
        }
        if self.chance(50) {
            let delay = self.delay() * 3;
            let (id, message) = (id.clone(), message.clone());
            self.after(delay, Happening::ToNode(node, subscriber, id, message));
        }
        let delay = self.delay();
        self.after(delay, Happening::ToNode(node, subscriber, id, message));
    }

    fn receive(&mut self, node: usize, subscriber: SubscriberId, id: &str, message: ToServer) {
        if !self.nodes[node].running || self.closed.contains(&subscriber) {
            return;
        }
        self.open(node, id);
        let now = self.time(node).monotonic;
        let mut rematch_id = String::new();
        match &message {
            ToServer::Hello { seat, .. } => {
                self.nodes[node].greeted.insert(subscriber, id.to_owned());
                self.greeted_at.entry(subscriber).or_insert(self.now);
                self.scopes.extend(seat.as_ref().map(|secret| (subscriber, scope(secret))));
            }
            _ if self.nodes[node].greeted.get(&subscriber).map(String::as_str) != Some(id) => {
                let refusal = room::refusal::no_hello();
                let refused = ToClient::refused(message.command_id().cloned(), refusal);
                return self.tell(subscriber, refused);
            }
            _ => {
                self.number += 1;
                rematch_id = format!("match{:07}", self.number);
            }
        }
        if let (Some(scope), Some(command)) = (self.scopes.get(&subscriber), message.command_id()) {
            let (name, active) = (format!("{scope}:{}", command.0), self.active());
            self.received.entry(name).or_insert(active);
        }
        let message = ClientMessage { from: subscriber, message, at: now, rematch_id };
        self.input(node, id, Input::Message(Box::new(message)));
        let millis = self.random.below(400);
        self.input(node, id, Input::Lag { of: subscriber, millis });
    }

    fn open(&mut self, node: usize, id: &str) {
        if self.nodes[node].rooms.contains_key(id) {
            return;
        }
        let (events, now, games) = (self.server.events(id), self.time(node), Arc::new(Games));
        let outages = &self.nodes[node].outages;
        match Room::open(id.to_owned(), &events, games, settings(), outages, now) {
            Ok((room, outputs)) => {
                let (driver, effects) = driver(room, outputs, now);
                self.nodes[node].rooms.insert(id.to_owned(), driver);
                self.perform(node, id, effects);
                let view = self.nodes[node].view(id, now.monotonic, self.flaw);
                self.input(node, id, Input::Peers(view));
            }
            Err(error) => self.clients[0].wrong = Some(format!("{id} cannot be opened: {error}")),
        }
    }
}

impl Happening {
    /// The node whose process must run for it.
    const fn node(&self) -> Option<usize> {
        match self {
            Self::ToNode(node, ..)
            | Self::Gone(node, ..)
            | Self::Answers { node, .. }
            | Self::Thinks { node, .. }
            | Self::Wakes { node, .. }
            | Self::Hears { node, .. }
            | Self::Beats(node)
            | Self::Polls(node)
            | Self::Arrives(node, _) => Some(*node),
            Self::ToClient(..)
            | Self::Leaves(..)
            | Self::Drained(..)
            | Self::Acts(_)
            | Self::Stores(_)
            | Self::Restarts(_)
            | Self::Resumes(..) => None,
        }
    }
}
