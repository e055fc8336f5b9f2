//! What happens when the store fails: nothing is acknowledged that is not stored, and nothing that is
//! stored happens twice. And when a thinker fails: the match goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::SeqCst};

use engine::{AnyReport, AnySearcher, Limits, Opponent};
use play::{Command, Player, Version};
use rules::{Record, ReplayError, Text};
use serde_json::json;
use server::{ServerLimits, ServerMode};
use store::{Backend, Error, Memory};

use crate::client::{Socket, computer, create, get, human, order, post};
use crate::hostile::figure;
use crate::running::Running;

const WORKS: u8 = 0;
/// The next change is not made.
const LOSES: u8 = 1;
/// The next change is made, but the answer is lost.
const FORGETS: u8 = 2;
/// No change is made.
const FULL: u8 = 3;

/// A store that fails when it is told to.
struct Flaky {
    memory: Memory,
    fault: Arc<AtomicU8>,
}

impl Backend for Flaky {
    type Writer = Memory;
    type Reader = Memory;

    fn reader(&self) -> Memory {
        self.memory.clone()
    }

    async fn begin(&mut self) -> Result<&mut Memory, Error> {
        let loses = self.fault.compare_exchange(LOSES, WORKS, SeqCst, SeqCst).is_ok();
        if loses || self.fault.load(SeqCst) == FULL {
            return Err(Error::DiskFull("as it was told to".to_owned()));
        }
        Ok(&mut self.memory)
    }

    async fn commit(&mut self) -> Result<(), Error> {
        match self.fault.compare_exchange(FORGETS, WORKS, SeqCst, SeqCst) {
            Ok(_) => Err(Error::Failed("as it was told to".to_owned())),
            Err(_) => Ok(()),
        }
    }

    async fn rollback(&mut self) {}

    async fn close(self) -> Result<(), Error> {
        Ok(())
    }
}

#[test]
fn a_command_is_stored_once_whatever_the_store_does() {
    for fault in [LOSES, FORGETS] {
        let flaw = Arc::new(AtomicU8::new(WORKS));
        let flaky = Flaky { memory: Memory::default(), fault: Arc::clone(&flaw) };
        let server = Running::with(flaky, ServerMode::Public);
        let id = create(server.address, "connect-four", &human(), &human());
        let mut socket = Socket::open(server.address, &id);
        let order = order(Player::One, Command::Move { notation: "4".to_owned() });
        flaw.store(fault, SeqCst);
        // It is tried again without anybody asking for it, and sent again, it is still carried out once.
        for _ in 0..2 {
            assert_eq!(socket.order(&order), Ok(Version(2)), "{fault}");
        }
        assert_eq!(socket.play(Player::Two, "5"), Ok(Version(3)), "{fault}");
        socket.wait(|state| state.record.moves == ["4", "5"]);
    }
}

#[test]
fn what_cannot_be_stored_is_tried_again_until_it_can() {
    let flaw = Arc::new(AtomicU8::new(WORKS));
    let flaky = Flaky { memory: Memory::default(), fault: Arc::clone(&flaw) };
    let server = Running::with(flaky, ServerMode::Public);
    let id = create(server.address, "connect-four", &human(), &human());
    let (mut socket, mut other) =
        (Socket::open(server.address, &id), Socket::open(server.address, &id));
    assert_eq!(get(server.address, "/readyz").status, 200);
    flaw.store(FULL, SeqCst);
    let order = order(Player::One, Command::Move { notation: "4".to_owned() });
    socket.send(&order);
    // Everybody is told, and nobody sees a move that is not stored.
    for socket in [&mut socket, &mut other] {
        let state = socket.wait(|state| state.unstored);
        assert_eq!(state.record.moves, [""; 0]);
    }
    assert_eq!(get(server.address, "/readyz").status, 503);
    // What is asked by HTTP is refused for now; what only reads goes on.
    let wanted = json!({ "game": "othello", "players": { "first": human(), "second": human() } });
    let refused = post(server.address, "/api/matches", &wanted);
    assert_eq!(refused.status, 503, "{}", refused.text());
    assert!(refused.text().contains("not-stored"), "{}", refused.text());
    assert_eq!(get(server.address, "/api/matches").status, 200);
    assert_eq!(Socket::open(server.address, &id).moves(), [""; 0]);
    flaw.store(WORKS, SeqCst);
    assert_eq!(socket.answer_to(&order), Ok(Version(2)));
    for socket in [&mut socket, &mut other] {
        socket.wait(|state| !state.unstored && state.record.moves == ["4"]);
    }
    assert_eq!(get(server.address, "/readyz").status, 200);
    assert_eq!(figure(server.address, "damier_unstored_rooms"), 0);
    assert_eq!(socket.play(Player::Two, "5"), Ok(Version(3)));
}

/// As with a disk that has room for little changes and none for a move: the store finds out that it can be written.
#[test]
fn a_server_whose_moves_wait_is_not_ready() {
    let flaw = Arc::new(AtomicU8::new(WORKS));
    let flaky = Flaky { memory: Memory::default(), fault: Arc::clone(&flaw) };
    // The move is not tried again while the test runs.
    let (retry_ms, retry_max_ms) = (3_600_000, 3_600_000);
    let rooms = room::Settings { retry_ms, retry_max_ms, ..room::Settings::default() };
    let limits = ServerLimits { rooms, ..ServerLimits::default() };
    let server = Running::limited_with(limits, flaky);
    let id = create(server.address, "connect-four", &human(), &human());
    let mut socket = Socket::open(server.address, &id);
    assert_eq!(figure(server.address, "damier_unstored_rooms"), 0);
    flaw.store(FULL, SeqCst);
    socket.send(&order(Player::One, Command::Move { notation: "4".to_owned() }));
    socket.wait(|state| state.unstored);
    flaw.store(WORKS, SeqCst);
    // A change that succeeds: the store does not fail any more.
    create(server.address, "othello", &human(), &human());
    assert_eq!(get(server.address, "/readyz").status, 503);
    assert_eq!(figure(server.address, "damier_unstored_rooms"), 1);
}

/// Answers what it was told to, whatever the position.
struct Fixed(Option<&'static str>);

impl AnySearcher for Fixed {
    fn search(
        &mut self,
        _: &Record,
        _: &Limits,
        _: &AtomicBool,
        _: &mut dyn FnMut(&AnyReport),
    ) -> Result<AnyReport, ReplayError> {
        Ok(AnyReport { choice: self.0.map(ToOwned::to_owned), ..AnyReport::default() })
    }
}

static FAULTY: [Opponent; 4] = [
    Opponent::new("panics", Text::new("", ""), |_| panic!("as it was told to")),
    Opponent::new("silent", Text::new("", ""), |_| Box::new(Fixed(None))),
    Opponent::new("illegal", Text::new("", ""), |_| Box::new(Fixed(Some("1")))),
    Opponent::new("confused", Text::new("", ""), |_| Box::new(Fixed(Some("Nf3")))),
];

#[test]
fn a_match_goes_on_when_the_computer_fails() {
    let mut entry = games::CATALOGUE[0];
    entry.classics = &FAULTY;
    let server = Running::playing(Arc::new([entry]));
    let game = entry.game.info().id;
    for opponent in FAULTY.iter().map(|opponent| opponent.id) {
        let id = create(server.address, game, &human(), &computer(opponent));
        let mut socket = Socket::open(server.address, &id);
        // Column 1 is full after three turns, and a move there illegal.
        for turn in 1..=4 {
            let choice = socket.state.view.choices[0].notation.clone();
            socket.play(Player::One, &choice).unwrap();
            socket.wait(|state| state.end.is_some() || state.record.moves.len() == 2 * turn);
            if socket.state.end.is_some() {
                break;
            }
        }
        assert!(socket.moves().len() >= 7, "{opponent}: {:?}", socket.moves());
    }
}
