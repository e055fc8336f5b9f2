//! Time, the network, and everything that goes wrong.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use play::{Command, Event, Listing, Opening, Player, SeatHolder, Time, TimeControl, Version, Who};
use room::{
    Catalogue, ClientMessage, EngineTask, Input, Output, StoreReply, StoreRequest, SubscriberId,
    refusal,
};
use rules::{BySeat, Setup, SplitMix64};
use store::{AppendOutcome, Error};
use wire::{SeatSecret, ToClient, ToServer};

use crate::client::{Client, Role};
use crate::server::{Games, Server};

/// How long faults are injected, in milliseconds.
const FAULTS_MS: u64 = 40_000;
/// How long everybody then has to agree, in milliseconds.
const SETTLE_MS: u64 = 30_000;
/// The id of the first match.
pub(crate) const FIRST_MATCH_ID: &str = "match0000000";

/// A deliberate fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flaw {
    /// The room hears that something is stored before it is.
    AcknowledgesFirst,
    /// The store is not told the names of commands.
    ForgetsCommands,
    /// The store takes events after whatever version there is.
    SkipsVersions,
}

/// How much went wrong.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) crashes: usize,
    pub(crate) lost: usize,
    pub(crate) doubled: usize,
    pub(crate) store_faults: usize,
    pub(crate) conflicts: usize,
}

/// How often things go wrong, of a thousand.
struct Odds {
    lose: u64,
    double: u64,
    cut: u64,
    crash: u64,
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
    Thinks {
        id: String,
        life: u32,
        version: Version,
        command: Option<Command>,
    },
    Wakes {
        id: String,
        life: u32,
    },
    Beats,
    Crashes,
    Restarts,
}

/// What waits for the store.
struct Waiting {
    id: String,
    request: StoreRequest,
    command: Option<String>,
    /// The room has been answered already.
    told: bool,
}

/// A whole run.
pub(crate) struct World {
    pub(crate) server: Server,
    pub(crate) clients: Vec<Client>,
    pub(crate) tally: Tally,
    now: u64,
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
            server: Server::new(FIRST_MATCH_ID, opened),
            clients: clients.collect(),
            tally: Tally::default(),
            now: 0,
            random,
            odds,
            flaw,
            queue: BinaryHeap::new(),
            happenings: BTreeMap::new(),
            number: 0,
            life: 0,
            waiting: BTreeMap::new(),
            closed: BTreeSet::new(),
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

    fn live_until(&mut self, end: u64) {
        while let Some(Reverse((at, number))) = self.queue.peek().copied() {
            if at > end {
                break;
            }
            self.queue.pop();
            self.now = at;
            if let Some(happening) = self.happenings.remove(&number) {
                self.happen(happening);
            }
        }
        self.now = end;
    }

    fn after(&mut self, delay: u64, happening: Happening) {
        self.number += 1;
        self.queue.push(Reverse((self.now + delay, self.number)));
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

    fn time(&self) -> Time {
        Time(1_000_000 + self.now)
    }

    fn happen(&mut self, happening: Happening) {
        match happening {
            Happening::Acts(client) => self.act(client),
            Happening::ToServer(subscriber, id, message) => self.receive(subscriber, &id, message),
            Happening::ToClient(subscriber, message) => {
                if let Some(client) =
                    self.clients.iter_mut().find(|client| client.subscriber == Some(subscriber))
                {
                    client.hear(message);
                }
            }
            Happening::Gone(subscriber, id) => {
                self.closed.insert(subscriber);
                if self.server.greeted.remove(&subscriber).is_some() {
                    self.input(&id, Input::Gone(subscriber));
                }
            }
            Happening::Stores(number) => self.store(number),
            Happening::Answers { id, life, reply } if life == self.life => {
                self.input(&id, Input::Stored(reply));
            }
            Happening::Thinks { id, life, version, command } if life == self.life => {
                self.input(&id, Input::EngineReply { version, command });
            }
            Happening::Wakes { id, life } if life == self.life => self.input(&id, Input::Wake),
            Happening::Answers { .. } | Happening::Thinks { .. } | Happening::Wakes { .. } => {}
            Happening::Beats => {
                if self.server.running {
                    self.server.beat(self.time());
                    if self.chance(self.odds.crash) {
                        self.after(1, Happening::Crashes);
                    }
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
        for (_, waiting) in std::mem::take(&mut self.waiting) {
            if self.random.below(2) == 0 {
                let _ = self.server.perform(&waiting.request, waiting.command);
            }
        }
        self.life += 1;
        self.closed.extend(self.server.greeted.keys().copied());
        self.server.crash();
        for client in &mut self.clients {
            client.subscriber = None;
        }
        let away = 100 + self.random.below(8_000);
        self.after(away, Happening::Restarts);
    }

    fn restart(&mut self) {
        self.server.restart(self.time());
    }

    fn act(&mut self, index: usize) {
        let pause = if self.calm { 50 } else { 50 + self.random.below(600) };
        self.after(pause, Happening::Acts(index));
        if !self.server.running {
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
        let now = self.time().0;
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
            Ok(outputs) => self.perform(id, outputs),
            Err(wrong) => {
                self.clients[0].wrong = Some(format!("{id} cannot be opened: {wrong}"));
                return;
            }
        }
        if let ToServer::Hello { .. } = &message {
            self.server.greeted.insert(subscriber, id.to_owned());
            self.input(id, received(subscriber, message, now, String::new()));
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
        self.input(id, received(subscriber, message, now, rematch_id));
    }

    fn input(&mut self, id: &str, input: Input) {
        let outputs = self.server.handle(id, input, self.time());
        self.perform(id, outputs);
    }

    fn perform(&mut self, id: &str, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Send { to, message } => {
                    for subscriber in to {
                        self.tell(subscriber, message.clone());
                    }
                }
                Output::Store(request) => self.ask(id, request),
                Output::StartEngine { task, version } => self.think(id, task, version),
                Output::Disconnect(subscriber) => {
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
                Output::HurryEngine | Output::StopEngine | Output::Changed => {}
            }
        }
        let wakes = self.server.rooms.get(id).and_then(room::Room::wakes_at);
        if let Some(at) = wakes {
            let delay = at.0.saturating_sub(self.time().0).max(1);
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

    fn think(&mut self, id: &str, task: EngineTask, version: Version) {
        let Some(playing) =
            self.server.rooms.get(id).and_then(|room| room.session().current_match())
        else {
            return;
        };
        let thought = match self.random.below(8) {
            0 => None,
            1 => Some(Command::Move { notation: "nonsense".to_owned() }),
            _ => task.fallback(playing),
        };
        let delay = self.delay() * 2;
        let (id, life) = (id.to_owned(), self.life);
        self.after(delay, Happening::Thinks { id, life, version, command: thought });
    }

    fn ask(&mut self, id: &str, mut request: StoreRequest) {
        let mut command = None;
        let mut told = false;
        if let StoreRequest::Append(append) = &mut request {
            command.clone_from(&append.idempotency_key);
            match self.flaw {
                Some(Flaw::AcknowledgesFirst) => {
                    told = true;
                    let reply = StoreReply::Appended(Ok(AppendOutcome::Stored(append.version())));
                    let (id, life) = (id.to_owned(), self.life);
                    self.after(1, Happening::Answers { id, life, reply });
                }
                Some(Flaw::ForgetsCommands) => append.idempotency_key = None,
                Some(Flaw::SkipsVersions) | None => {}
            }
        }
        self.number += 1;
        let number = self.number;
        self.waiting.insert(number, Waiting { id: id.to_owned(), request, command, told });
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
        let Waiting { id, request, command, told } = waiting;
        let fails = self.chance(self.odds.store_fails);
        let is_append = matches!(request, StoreRequest::Append(_));
        let forgets = is_append && self.chance(self.odds.store_forgets);
        self.tally.store_faults += usize::from(fails || forgets);
        let failed = failed(&request);
        let reply = if fails { failed.clone() } else { self.server.perform(&request, command) };
        let conflict = matches!(reply, StoreReply::Appended(Err(Error::Conflict { .. })));
        self.tally.conflicts += usize::from(conflict);
        let reply = if forgets { failed } else { reply };
        if !told {
            let delay = self.delay();
            let life = self.life;
            self.after(delay, Happening::Answers { id, life, reply });
        }
    }
}

/// What a store answers that fails.
fn failed(request: &StoreRequest) -> StoreReply {
    let error = Error::Failed("as it happens".to_owned());
    match request {
        StoreRequest::Append(_) => StoreReply::Appended(Err(error)),
        StoreRequest::FindCommand { .. } => StoreReply::Found(Err(error)),
        StoreRequest::Load { .. } => StoreReply::Loaded(Err(error)),
    }
}

/// A table of some game, with the host in a seat.
fn opened(random: &mut SplitMix64, host: Player, secret: &SeatSecret) -> Event {
    let (id, lays) = [
        ("connect-four", false),
        ("connect-four", false),
        ("katarenga", true),
        ("isolation", true),
        ("othello", false),
    ][random.below(5) as usize];
    let game = Games.game(id).expect("a game of the catalogue");
    let setup = Setup { seed: 1 + random.below(1000), ..Setup::default() };
    let position = (!lays).then(|| game.start(&setup).expect("a start"));
    let time = match random.below(4) {
        0 => TimeControl::Game { total: 8_000, increment: 500 },
        1 => TimeControl::Move { limit: 3_000 },
        _ => TimeControl::None,
    };
    let mut players = BySeat::default();
    let who = Who::Human { name: "Ana".to_owned() };
    players[host.first_seat()] = Some(SeatHolder { who, key: Some(room::key(secret)) });
    let opening = Opening {
        game: id.to_owned(),
        rules: None,
        position,
        swap: game.info().swap && random.below(2) == 0,
        time,
        listing: Listing::Public,
        host,
        players,
    };
    Event::Opened { opening, at: Time(1_000_000) }
}

/// A message as the room receives it.
fn received(from: SubscriberId, message: ToServer, at: Time, rematch_id: String) -> Input {
    Input::Message(Box::new(ClientMessage { from, message, at, rematch_id }))
}
