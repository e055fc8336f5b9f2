//! The client of the match protocol in Rust, against a real server.

use std::io;
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use client::{
    ConnectionStatus, MatchClient, MatchEndpoint, Network, News, NoOutbox, Origin, Trust,
    new_secret,
};
use play::{Command, Listing, Player, RefusalCode, TimeControl};
use wire::http::{Created, Lobby, NewRoom, RoomCreated, Side};
use wire::{Greeting, MatchState, SeatSecret};

use crate::running::{Folder, Running};
use crate::time_limit::WAIT_TIMEOUT;

/// A connection, the state that it has brought last, and what else it has said.
struct Guest {
    client: MatchClient,
    woken: Receiver<()>,
    state: Option<MatchState>,
    others: Vec<News>,
}

impl Guest {
    fn new(network: &Network, endpoint: &MatchEndpoint, seat: &SeatSecret, entropy: u64) -> Self {
        let (sender, woken) = channel();
        let wake = move || sender.send(()).unwrap_or_default();
        let client = network.connect(
            endpoint.clone(),
            Some(seat.clone()),
            Box::new(NoOutbox),
            entropy,
            wake,
        );
        Self { client, woken, state: None, others: Vec::new() }
    }

    /// Waits until what has come so far is as it should be.
    #[track_caller]
    fn wait(&mut self, what: &str, is_there: impl Fn(&Self) -> bool) {
        while !is_there(self) {
            let woken = self.woken.recv_timeout(WAIT_TIMEOUT);
            assert!(woken.is_ok(), "waited for {what}: {:?}", self.others);
            for news in self.client.take_news() {
                match news {
                    News::State(state) => self.state = Some(*state),
                    other => self.others.push(other),
                }
            }
        }
    }

    fn entries(&self) -> usize {
        self.state.as_ref().map_or(0, |state| state.record.moves.len())
    }

    fn play(&self, player: Player, notation: &str) {
        let version = self.state.as_ref().map(|state| state.version);
        let notation = notation.to_owned();
        self.client.command(player, Command::Move { notation }, version);
    }
}

/// A table of Connect Four, and the secret of the seat of its host, who begins.
fn open_table(network: &Network, origin: &Origin) -> (MatchEndpoint, SeatSecret) {
    let seat = new_secret().unwrap();
    let room = NewRoom {
        game: "connect-four".to_owned(),
        setup: None,
        lay_board: false,
        swap: false,
        time: TimeControl::None,
        listing: Listing::Public,
        side: Side::First,
        name: "Ana".to_owned(),
        seat: seat.clone(),
    };
    let http = network.http(origin.clone());
    let created = network.block_on(http.post::<RoomCreated>("/api/rooms", &room)).unwrap().unwrap();
    let path = format!("/api/codes/{}", created.code);
    let found = network.block_on(http.get::<Created>(&path)).unwrap().unwrap();
    assert_eq!(found.id, created.id);
    (MatchEndpoint { origin: origin.clone(), id: created.id }, seat)
}

/// A port from which connections are passed on to whatever server runs now.
fn relay(target: Arc<Mutex<SocketAddr>>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for near in listener.incoming().map_while(Result::ok) {
            let address = *target.lock().unwrap();
            let Ok(far) = TcpStream::connect(address) else { continue };
            for (mut from, mut to) in
                [(near.try_clone().unwrap(), far.try_clone().unwrap()), (far, near)]
            {
                thread::spawn(move || {
                    let _ = io::copy(&mut from, &mut to);
                    let _ = to.shutdown(Shutdown::Both);
                });
            }
        }
    });
    port
}

#[test]
fn two_clients_play_watch_and_greet() {
    let server = Running::start();
    let network = Network::start(Trust::default()).unwrap();
    let origin = Origin::loopback(server.address.port());
    let (endpoint, seat) = open_table(&network, &origin);
    let mut ana = Guest::new(&network, &endpoint, &seat, 1);
    ana.wait("the table", |ana| ana.state.is_some());
    let lobby = network.block_on(network.http(origin).get::<Lobby>("/api/rooms"));
    let lobby = lobby.unwrap().unwrap();
    assert_eq!(lobby.rooms.first().map(|room| &room.id), Some(&endpoint.id), "{lobby:?}");
    let mut bo = Guest::new(&network, &endpoint, &new_secret().unwrap(), 2);
    bo.wait("the table", |bo| bo.state.is_some());
    assert!(client::is_drawable(games::CATALOGUE[0].game.info(), &bo.state.as_ref().unwrap().view));
    bo.client.join(None, "Bo");
    for guest in [&mut ana, &mut bo] {
        guest.wait("the start", |guest| {
            guest.state.as_ref().is_some_and(|state| state.to_move == Some(Player::One))
        });
    }
    bo.play(Player::Two, "4");
    bo.wait("a refusal", |bo| {
        let is_it =
            |one: &News| matches!(one, News::Refused { code: RefusalCode::NotYourTurn, .. });
        bo.others.iter().any(is_it)
    });
    ana.play(Player::One, "4");
    bo.wait("the move", |bo| bo.entries() == 1);
    bo.client.greet(Greeting::Oops);
    ana.wait("a greeting", |ana| ana.others.contains(&News::Greeted(Player::Two, Greeting::Oops)));
    ana.wait("how far away the server is", |ana| {
        ana.others.iter().any(|one| matches!(one, News::Lag(_)))
    });
}

#[test]
fn a_server_that_is_started_anew_carries_out_each_command_once() {
    let folder = Folder::new("remote-client");
    let mut server = Some(Running::at(&folder));
    let target = Arc::new(Mutex::new(server.as_ref().unwrap().address));
    let network = Network::start(Trust::default()).unwrap();
    let origin = Origin::loopback(relay(Arc::clone(&target)));
    let (endpoint, seat) = open_table(&network, &origin);
    let mut ana = Guest::new(&network, &endpoint, &seat, 1);
    let mut bo = Guest::new(&network, &endpoint, &new_secret().unwrap(), 2);
    bo.client.join(None, "Bo");
    for guest in [&mut ana, &mut bo] {
        guest.wait("the start", |guest| {
            guest.state.as_ref().is_some_and(|state| state.to_move.is_some())
        });
    }
    for round in 0..3 {
        let (mover, player) = if round % 2 == 0 { (&ana, Player::One) } else { (&bo, Player::Two) };
        // Sent at the moment at which the server goes away, or while it is gone.
        mover.play(player, "4");
        drop(server.take());
        let next = server.insert(Running::at(&folder));
        *target.lock().unwrap() = next.address;
        for guest in [&mut ana, &mut bo] {
            guest.wait("the move", |guest| guest.entries() == round + 1);
        }
    }
    let is_closed = |one: &News| {
        matches!(one, News::Status(ConnectionStatus::Closed(_)) | News::Refused { .. })
    };
    assert!(!ana.others.iter().chain(&bo.others).any(is_closed), "{:?}", ana.others);
}

#[test]
fn a_match_that_does_not_exist_is_not_waited_for() {
    let server = Running::start();
    let network = Network::start(Trust::default()).unwrap();
    let endpoint = MatchEndpoint {
        origin: Origin::loopback(server.address.port()),
        id: "nosuchmatch0".to_owned(),
    };
    let mut guest = Guest::new(&network, &endpoint, &new_secret().unwrap(), 1);
    guest.wait("the end", |guest| {
        let is_closed = |one: &News| matches!(one, News::Status(ConnectionStatus::Closed(_)));
        guest.others.iter().any(is_closed)
    });
}
