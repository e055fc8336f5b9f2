//! What becomes of commands that waited while nobody could take them.

use std::collections::VecDeque;
use std::sync::Arc;

use games::CATALOGUE;
use play::{
    Command, Event, Kind, Listing, Offer, Opening, Player, RefusalCode, SeatHolder, Start, Time,
    TimeControl, Version, Who,
};
use rules::{AnyGame, BySeat, Setup};
use store::{Memory, NewMatch, Outage};
use wire::{CommandId, MatchState, PROTOCOL, SeatSecret, ToClient, ToServer};

use crate::{
    Catalogue, ClientMessage, Input, Monotonic, Now, Output, Room, Settings, StoreReply,
    StoreRequest, SubscriberId, key,
};

const ID: &str = "5w5fvrpbd6pq";
const ANA: SubscriberId = SubscriberId(1);
const BO: SubscriberId = SubscriberId(2);
/// When the match began, and when the server was back after an outage.
const STARTED: Time = Time(1_000_000);
const BACK: Time = Time(1_100_000);

struct Games;

impl Catalogue for Games {
    fn game(&self, id: &str) -> Option<&'static dyn AnyGame> {
        CATALOGUE.iter().map(|entry| entry.game).find(|game| game.info().id == id)
    }

    fn has_opponent(&self, _: &str, _: &str) -> bool {
        true
    }
}

fn secret(player: Player) -> SeatSecret {
    SeatSecret::new(player as u128)
}

fn started(kind: Kind) -> Event {
    let game = Games.game("connect-four").expect("a game");
    let nobody = || Who::Human { name: String::new() };
    let start = Start {
        game: "connect-four".to_owned(),
        position: game.start(&Setup::default()).expect("a start"),
        swap: false,
        players: BySeat { first: nobody(), second: nobody() },
        kind,
        time: TimeControl::Game { total: 180_000, increment: 2_000 },
    };
    Event::Started { start, at: STARTED }
}

/// A game with clocks between Ana, who begins, and Bo.
fn online() -> Vec<Event> {
    let start = started(Kind::Online);
    let Event::Started { start: Start { position, time, .. }, .. } = &start else {
        return Vec::new();
    };
    let seated = |player| {
        let who = Who::Human { name: String::new() };
        Some(SeatHolder { who, key: Some(key(&secret(player))) })
    };
    let opening = Opening {
        game: "connect-four".to_owned(),
        rules: None,
        position: Some(position.clone()),
        swap: false,
        time: *time,
        listing: Listing::Public,
        seek: false,
        host: Player::One,
        players: BySeat { first: seated(Player::One), second: seated(Player::Two) },
    };
    vec![Event::Opened { opening, at: STARTED }, start]
}

/// A store with a match in it.
fn store_with(events: Vec<Event>) -> Memory {
    let store = Memory::default();
    let new = NewMatch { id: ID.to_owned(), events, summary: None };
    store.create_now("a", &new).expect("it is the first");
    store
}

/// A node with the room of the match, on a store that answers at once.
struct Node {
    store: Memory,
    room: Room,
    now: Now,
    said: Vec<(SubscriberId, ToClient)>,
}

impl Node {
    fn open(store: &Memory, outages: &[Outage], wall: Time) -> Self {
        let events = store.events(ID).expect("the match");
        let now = Now { wall, monotonic: Monotonic(50_000) };
        let settings = Settings::default();
        let opened = Room::open(ID.to_owned(), &events, Arc::new(Games), settings, outages, now);
        let (room, outputs) = opened.expect("a room");
        let mut node = Self { store: store.clone(), room, now, said: Vec::new() };
        node.perform(outputs);
        node
    }

    fn input(&mut self, input: Input) {
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
                Output::Store(request) => {
                    let reply = Input::Stored(answer(&self.store, &request));
                    outputs.extend(self.room.handle(reply, self.now));
                }
                _ => {}
            }
        }
    }

    fn receive(&mut self, from: SubscriberId, message: ToServer) {
        let (at, rematch_id) = (self.now.monotonic, "next".to_owned());
        let message = ClientMessage { from, message, at, rematch_id };
        self.input(Input::Message(Box::new(message)));
    }

    /// A player comes, who has seen the match at that version.
    fn greet(&mut self, from: SubscriberId, player: Player, since: Version) {
        let seat = Some(secret(player));
        self.receive(from, ToServer::Hello { protocol: PROTOCOL, since, seat });
    }

    /// The answer to a command.
    fn command(
        &mut self,
        from: SubscriberId,
        id: &str,
        player: Player,
        command: Command,
        version: Option<Version>,
    ) -> Result<Version, RefusalCode> {
        let command_id = CommandId(id.to_owned());
        self.said.clear();
        self.receive(from, ToServer::Command { id: command_id, player, command, version });
        let answer = self.said.iter().find_map(|(to, message)| match message {
            ToClient::Applied { id: answered, version } if answered.0 == id && *to == from => {
                Some(Ok(*version))
            }
            ToClient::Refused { id: Some(answered), code, .. } if answered.0 == id => {
                Some(Err(*code))
            }
            _ => None,
        });
        answer.unwrap_or_else(|| panic!("no answer to {id}: {:?}", self.said))
    }

    /// The state that was sent last.
    fn shown(&self) -> &MatchState {
        let state = self.said.iter().rev().find_map(|(_, message)| match message {
            ToClient::State(state) => Some(state),
            _ => None,
        });
        state.expect("a state")
    }

    fn version(&self) -> Version {
        self.room.session().version()
    }

    fn moves(&self) -> &[String] {
        &self.room.session().current_match().expect("a match").live().record().moves
    }
}

fn answer(store: &Memory, request: &StoreRequest) -> StoreReply {
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

fn play(notation: &str) -> Command {
    Command::Move { notation: notation.to_owned() }
}

/// A game in which Ana has moved and Bo's clock runs, the server is killed, and another has taken over. Its version
/// before that.
fn resumed_online() -> (Node, Version) {
    let store = store_with(online());
    let mut node = Node::open(&store, &[], STARTED);
    node.greet(ANA, Player::One, Version(0));
    let version = node.command(ANA, "a", Player::One, play("4"), None).expect("a move");
    let outage = Outage { began: STARTED, ended: BACK };
    let mut node = Node::open(&store, &[outage], BACK);
    assert_eq!(node.version(), Version(version.0 + 1), "the clock has been credited");
    node.greet(ANA, Player::One, version);
    node.greet(BO, Player::Two, version);
    (node, version)
}

#[test]
fn a_command_that_waited_through_an_outage_counts_though_the_clock_was_credited() {
    let offer = |offer| Command::Offer { offer };
    for command in [play("5"), offer(Offer::Draw), Command::Resign, Command::Abort] {
        let (mut node, version) = resumed_online();
        let answer = node.command(BO, "b", Player::Two, command.clone(), Some(version));
        assert_eq!(answer, Ok(Version(version.0 + 2)), "{command:?}");
        assert_eq!(node.store.version(ID), Version(version.0 + 2));
        // Sent again, because the answer was lost with another outage, it is not carried out twice.
        let again = node.command(BO, "b", Player::Two, command.clone(), Some(version));
        assert_eq!(again, answer, "{command:?}");
        assert_eq!(node.store.version(ID), Version(version.0 + 2));
    }
    let (mut node, version) = resumed_online();
    let takeback = node.command(ANA, "b", Player::One, offer(Offer::Takeback), Some(version));
    assert_eq!(takeback, Ok(Version(version.0 + 2)));
}

#[test]
fn a_command_counts_after_several_outages_and_at_one_screen() {
    let store = store_with(vec![started(Kind::Local)]);
    let mut node = Node::open(&store, &[], STARTED);
    node.input(Input::Grant(ANA));
    node.greet(ANA, Player::One, Version(0));
    let version = node.command(ANA, "a", Player::One, play("4"), None).expect("a move");
    for restart in 1..4 {
        let now = Time(STARTED.0 + restart * 100_000);
        node = Node::open(&store, &[Outage { began: STARTED, ended: now }], now);
        assert_eq!(node.version(), Version(version.0 + restart));
    }
    node.input(Input::Grant(ANA));
    node.greet(ANA, Player::One, version);
    let played = node.command(ANA, "b", Player::Two, play("5"), Some(version));
    assert_eq!(played, Ok(Version(version.0 + 4)));
    let undone = node.command(ANA, "c", Player::One, Command::Undo, Some(version));
    assert_eq!(undone, Err(RefusalCode::Stale), "it was meant for before the move");
    assert_eq!(node.moves(), ["4", "5"]);
}

#[test]
fn a_command_that_is_too_late_is_refused_and_the_board_is_shown() {
    let (mut node, version) = resumed_online();
    node.command(BO, "b", Player::Two, play("5"), Some(version)).expect("a move");
    for command in [play("5"), Command::Offer { offer: Offer::Draw }, Command::Resign] {
        let late = node.command(BO, "c", Player::Two, command, Some(version));
        assert_eq!(late, Err(RefusalCode::Stale));
    }
    node.said.clear();
    node.greet(BO, Player::Two, version);
    assert_eq!(node.shown().record.moves, ["4", "5"]);
    assert_eq!(node.moves(), ["4", "5"]);
    // A version that never was is none to be meant for.
    let never = node.command(BO, "d", Player::Two, play("5"), Some(Version(1 << 40)));
    assert_eq!(never, Err(RefusalCode::Stale));
}

#[test]
fn a_move_counts_whatever_was_offered_meanwhile() {
    let (mut node, _) = resumed_online();
    let version = node.version();
    let draw = Command::Offer { offer: Offer::Draw };
    // One's own offer, which came first.
    node.command(BO, "b", Player::Two, draw.clone(), None).expect("an offer");
    node.command(ANA, "c", Player::One, Command::Decline { offer: Offer::Draw }, None)
        .expect("an answer");
    node.command(ANA, "d", Player::One, draw, None).expect("an offer");
    let resigned = node.command(BO, "e", Player::Two, Command::Resign, Some(version));
    assert_eq!(resigned, Err(RefusalCode::Stale), "the other has offered a draw");
    let played = node.command(BO, "f", Player::Two, play("5"), Some(version));
    assert_eq!(played, Ok(Version(version.0 + 4)));
}

/// A node that has not heard of the last move, which another has stored, and the version with it.
fn outrun() -> (Node, Version) {
    let store = store_with(online());
    let mut first = Node::open(&store, &[], STARTED);
    let second = Node::open(&store, &[], STARTED);
    first.greet(ANA, Player::One, Version(0));
    let version = first.command(ANA, "a", Player::One, play("4"), None).expect("a move");
    assert!(second.version() < version);
    (second, version)
}

#[test]
fn a_node_that_has_missed_a_move_loads_it_for_a_command_that_is_meant_for_it() {
    let (mut node, version) = outrun();
    node.greet(BO, Player::Two, Version(0));
    let played = node.command(BO, "b", Player::Two, play("5"), Some(version));
    assert_eq!(played, Ok(Version(version.0 + 1)));
    assert_eq!(node.shown().record.moves, ["4", "5"]);
}

#[test]
fn a_node_that_has_missed_a_move_loads_it_for_somebody_who_has_seen_it() {
    let (mut node, version) = outrun();
    node.greet(BO, Player::Two, version);
    assert_eq!(node.version(), version);
    // A command without a version is not judged by what the node did not know either.
    let takeback = Command::Offer { offer: Offer::Takeback };
    node.command(ANA, "b", Player::One, takeback.clone(), None).expect_err("nobody is there");
    node.greet(ANA, Player::One, version);
    assert_eq!(
        node.command(ANA, "c", Player::One, takeback, None),
        Ok(Version(version.0 + 1)),
        "there is a move to take back"
    );
}

#[test]
fn a_move_that_came_while_the_store_failed_counts_when_the_clock_has_been_credited() {
    let (mut node, version) = resumed_online();
    // The room asks the store for one thing at a time: the move waits behind what fails.
    let failed = StoreReply::Appended(Err(store::Error::Failed("as it happens".to_owned())));
    let id = |id: &str| CommandId(id.to_owned());
    let message = |id, command| {
        let (player, version) = (Player::Two, Some(version));
        let message = ToServer::Command { id, player, command, version };
        let (at, rematch_id) = (Monotonic(50_000), String::new());
        Input::Message(Box::new(ClientMessage { from: BO, message, at, rematch_id }))
    };
    let draw = Command::Offer { offer: Offer::Draw };
    let asked = node.room.handle(message(id("b"), draw), node.now);
    let request = asked.into_iter().find_map(|output| match output {
        Output::Store(request) => Some(request),
        _ => None,
    });
    let request = request.expect("an append");
    node.room.handle(message(id("c"), play("5")), node.now);
    let outputs = node.room.handle(Input::Stored(failed), node.now);
    node.perform(outputs);
    // Ten seconds later it works again: the clock is credited before the move is judged.
    node.now = Now { wall: Time(BACK.0 + 10_000), monotonic: Monotonic(60_000) };
    node.said.clear();
    let outputs = node.room.handle(Input::Stored(answer(&node.store, &request)), node.now);
    node.perform(outputs);
    let events = node.store.events(ID).expect("the match");
    assert!(
        matches!(
            &events[events.len() - 3..],
            [Event::Offered { .. }, Event::Resumed { .. }, Event::Moved { .. }]
        ),
        "{events:#?}"
    );
}
