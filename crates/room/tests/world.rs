//! A room on a store that answers at once, or when it is told to.

use std::collections::VecDeque;
use std::sync::Arc;

use games::CATALOGUE;
use play::{
    Command, Event, Kind, Listing, Opening, Player, RefusalCode, SeatHolder, Start, Time,
    TimeControl, Version, Who,
};
use room::{
    Catalogue, ClientMessage, Input, Monotonic, Now, Output, Room, Settings, StoreReply,
    StoreRequest, SubscriberId, key, new_match,
};
use rules::{AnyGame, BySeat, Setup};
use store::{Memory, Outage};
use wire::{CommandId, Greeting, MatchState, PROTOCOL, SeatSecret, ToClient, ToServer};

pub(crate) const ID: &str = "5w5fvrpbd6pq";
pub(crate) const ANA: SubscriberId = SubscriberId(1);
pub(crate) const BO: SubscriberId = SubscriberId(2);
pub(crate) const EVE: SubscriberId = SubscriberId(3);
/// When the match was opened.
pub(crate) const OPENED: Time = Time(1_000_000);
pub(crate) const CLOCK: TimeControl = TimeControl::Game { total: 180_000, increment: 2_000 };

pub(crate) struct Games;

impl Catalogue for Games {
    fn game(&self, id: &str) -> Option<&'static dyn AnyGame> {
        CATALOGUE.iter().map(|entry| entry.game).find(|game| game.info().id == id)
    }

    fn has_opponent(&self, _: &str, opponent: &str) -> bool {
        opponent == "easy"
    }
}

pub(crate) fn secret(player: Player) -> SeatSecret {
    SeatSecret::new(player as u128 + 1)
}

pub(crate) fn human(name: &str) -> Who {
    Who::Human { name: name.to_owned() }
}

pub(crate) fn computer() -> Who {
    Who::Computer { opponent: "easy".to_owned(), seed: 7 }
}

pub(crate) fn play(notation: &str) -> Command {
    Command::Move { notation: notation.to_owned() }
}

pub(crate) fn position(game: &str) -> String {
    Games.game(game).unwrap().start(&Setup::default()).unwrap()
}

fn start(players: [Who; 2], kind: Kind, time: TimeControl) -> Event {
    let [first, second] = players;
    let start = Start {
        game: "connect-four".to_owned(),
        position: position("connect-four"),
        swap: false,
        players: BySeat { first, second },
        kind,
        time,
    };
    Event::Started { start, at: OPENED }
}

/// A match at one screen.
pub(crate) fn local(players: [Who; 2], time: TimeControl) -> Vec<Event> {
    vec![start(players, Kind::Local, time)]
}

/// A table that Ana has opened and at which nobody else sits.
pub(crate) fn waiting(change: impl FnOnce(&mut Opening)) -> Vec<Event> {
    let who = human("Ana");
    let seated = SeatHolder { who, key: Some(key(&secret(Player::One))) };
    let mut opening = Opening {
        game: "connect-four".to_owned(),
        rules: None,
        position: Some(position("connect-four")),
        swap: false,
        time: TimeControl::None,
        listing: Listing::Public,
        seek: false,
        host: Player::One,
        players: BySeat { first: Some(seated), second: None },
    };
    change(&mut opening);
    vec![Event::Opened { opening, at: OPENED }]
}

/// A match between Ana, who begins, and the other, at two screens.
pub(crate) fn online(other: Who, time: TimeControl) -> Vec<Event> {
    let key = other.is_human().then(|| key(&secret(Player::Two)));
    let mut events = waiting(|opening| {
        opening.time = time;
        opening.players.second = Some(SeatHolder { who: other.clone(), key });
    });
    events.push(start([human("Ana"), other], Kind::Online, time));
    events
}

/// A room and its store.
pub(crate) struct World {
    pub(crate) store: Memory,
    pub(crate) room: Room,
    pub(crate) now: Now,
    /// Messages to subscribers since they were last taken.
    pub(crate) said: Vec<(SubscriberId, ToClient)>,
    /// Everything else that came out since.
    pub(crate) done: Vec<Output>,
    /// Whether the store answers at once.
    pub(crate) store_answers: bool,
    /// What the store has been asked and has not answered.
    pub(crate) asked: Option<StoreRequest>,
}

impl World {
    pub(crate) fn new(events: Vec<Event>) -> Self {
        Self::with(events, Settings::default())
    }

    pub(crate) fn with(events: Vec<Event>, settings: Settings) -> Self {
        let store = Memory::default();
        let new = new_match(|game| Games.game(game), ID.to_owned(), events);
        store.create_now("ana", &new).expect("it is the first");
        Self::open(store, settings, &[])
    }

    /// A room of a match that is in the store.
    pub(crate) fn open(store: Memory, settings: Settings, outages: &[Outage]) -> Self {
        Self::open_at(OPENED, store, settings, outages)
    }

    /// The same at another time.
    pub(crate) fn open_at(
        wall: Time,
        store: Memory,
        settings: Settings,
        outages: &[Outage],
    ) -> Self {
        let events = store.events(ID).expect("the match");
        let now = Now { wall, monotonic: Monotonic(50_000) };
        let opened = Room::open(ID.to_owned(), &events, Arc::new(Games), settings, outages, now);
        let (room, outputs) = opened.expect("a room");
        let (said, done, asked) = (Vec::new(), Vec::new(), None);
        let mut world = Self { store, room, now, said, done, store_answers: true, asked };
        world.perform(outputs);
        world
    }

    pub(crate) fn input(&mut self, input: Input) {
        let outputs = self.room.handle(input, self.now);
        self.perform(outputs);
    }

    fn perform(&mut self, outputs: Vec<Output>) {
        let mut outputs = VecDeque::from(outputs);
        while let Some(output) = outputs.pop_front() {
            match output {
                Output::Send { to, message } => {
                    self.said.extend(to.into_iter().map(|to| (to, message.clone())));
                }
                Output::Store(request) if self.store_answers => {
                    let reply = Input::Stored(answer(&self.store, &request));
                    outputs.extend(self.room.handle(reply, self.now));
                }
                Output::Store(request) => self.asked = Some(request),
                other => self.done.push(other),
            }
        }
    }

    /// The store answers what it was asked.
    pub(crate) fn answer(&mut self) {
        let request = self.asked.take().expect("a request");
        self.input(Input::Stored(answer(&self.store, &request)));
    }

    /// Time passes, and the room wakes as often as it wants to.
    pub(crate) fn pass(&mut self, millis: u64) {
        let until = self.now.monotonic.after(millis);
        while let Some(at) = self.room.wakes_at().filter(|at| *at <= until) {
            self.set(at.max(self.now.monotonic));
            self.input(Input::Wake);
            assert!(self.room.wakes_at().is_none_or(|again| again > at), "it wakes in vain");
        }
        self.set(until);
    }

    fn set(&mut self, at: Monotonic) {
        self.now.wall.0 += at.since(self.now.monotonic);
        self.now.monotonic = at;
    }

    pub(crate) fn receive(&mut self, from: SubscriberId, message: ToServer) {
        let (at, rematch_id) = (self.now.monotonic, "next".to_owned());
        let message = ClientMessage { from, message, at, rematch_id };
        self.input(Input::Message(Box::new(message)));
    }

    /// Somebody comes, with the seat of that player or without one.
    pub(crate) fn hello(&mut self, from: SubscriberId, player: Option<Player>) {
        let seat = player.map(secret);
        self.receive(from, ToServer::Hello { protocol: PROTOCOL, since: Version(0), seat });
    }

    /// Ana and Bo come.
    pub(crate) fn hello_both(&mut self) {
        self.hello(ANA, Some(Player::One));
        self.hello(BO, Some(Player::Two));
    }

    /// The answer to a command, if there is one yet.
    pub(crate) fn command(
        &mut self,
        from: SubscriberId,
        id: &str,
        player: Player,
        command: Command,
    ) -> Option<Result<Version, RefusalCode>> {
        self.said.clear();
        let command_id = CommandId(id.to_owned());
        self.receive(from, ToServer::Command { id: command_id, player, command, version: None });
        self.answered(from, id)
    }

    pub(crate) fn join(
        &mut self,
        from: SubscriberId,
        id: &str,
    ) -> Option<Result<Version, RefusalCode>> {
        self.said.clear();
        let (id, name) = (CommandId(id.to_owned()), "Bo".to_owned());
        self.receive(from, ToServer::Join { id: id.clone(), player: None, name });
        self.answered(from, &id.0)
    }

    /// What was said to a command.
    pub(crate) fn answered(
        &self,
        from: SubscriberId,
        id: &str,
    ) -> Option<Result<Version, RefusalCode>> {
        self.said.iter().find_map(|(to, message)| match message {
            ToClient::Applied { id: answered, version } if answered.0 == id && *to == from => {
                Some(Ok(*version))
            }
            ToClient::Refused { id: Some(answered), code, .. }
                if answered.0 == id && *to == from =>
            {
                Some(Err(*code))
            }
            _ => None,
        })
    }

    pub(crate) fn greet(&mut self, from: SubscriberId) {
        self.said.clear();
        self.receive(from, ToServer::Greet { greeting: Greeting::Hello });
    }

    /// The state that a subscriber was sent last.
    pub(crate) fn shown(&self, whom: SubscriberId) -> &MatchState {
        let state = self.said.iter().rev().find_map(|(to, message)| match message {
            ToClient::State(state) if *to == whom => Some(state),
            _ => None,
        });
        state.expect("a state")
    }

    /// The state that anybody was sent last.
    pub(crate) fn shown_last(&self) -> &MatchState {
        let state = self.said.iter().rev().find_map(|(_, message)| match message {
            ToClient::State(state) => Some(state),
            _ => None,
        });
        state.expect("a state")
    }

    /// The codes of what was refused to a subscriber.
    pub(crate) fn refused(&self, whom: SubscriberId) -> Vec<RefusalCode> {
        let refused = self.said.iter().filter_map(|(to, message)| match message {
            ToClient::Refused { code, .. } if *to == whom => Some(*code),
            _ => None,
        });
        refused.collect()
    }

    pub(crate) fn version(&self) -> Version {
        self.room.session().version()
    }

    /// The events of the match after its start or opening.
    pub(crate) fn events(&self) -> Vec<Event> {
        let events = self.store.events(ID).expect("the match");
        let is_first =
            |event: &Event| matches!(event, Event::Opened { .. } | Event::Started { .. });
        events.into_iter().filter(|event| !is_first(event)).collect()
    }

    pub(crate) fn moves(&self) -> String {
        self.room.session().current_match().expect("a match").live().record().moves.join(" ")
    }
}

pub(crate) fn answer(store: &Memory, request: &StoreRequest) -> StoreReply {
    match request {
        StoreRequest::Append(append) => StoreReply::Appended(store.append_now(append)),
        StoreRequest::FindCommand { match_id, idempotency_key } => {
            StoreReply::Found(Ok(store.find_command_now(match_id, idempotency_key)))
        }
        StoreRequest::Load { match_id } => {
            StoreReply::Loaded(store.events(match_id).ok_or(store::Error::NotFound))
        }
        StoreRequest::LoadTail { match_id, after } => {
            StoreReply::Loaded(Ok(store.tail(match_id, *after)))
        }
    }
}
