//! What happens when the store fails: nothing is acknowledged that is not stored, and nothing that is
//! stored happens twice. And when a thinker fails: the match goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::SeqCst};

use engine::{AnyReport, AnySearcher, Limits, Opponent};
use play::{Command, Player, Version};
use rules::{Record, ReplayError, Text};
use server::Owner;
use store::{Answer, Backend, Error, Memory, Operation};
use wire::{Refusal, ServerRefusal};

use crate::client::{Socket, computer, create, human, order};
use crate::running::Running;

const WORKS: u8 = 0;
/// The next change is not made.
const LOSES: u8 = 1;
/// The next change is made, but the answer is lost.
const FORGETS: u8 = 2;

/// A store that fails when it is told to.
struct Flaky {
    memory: Memory,
    fault: Arc<AtomicU8>,
}

impl Backend for Flaky {
    async fn perform(
        &mut self,
        operations: &[Operation],
    ) -> Result<Vec<Result<Answer, Error>>, Error> {
        let changes = operations.iter().any(|other| matches!(other, Operation::Append(_)));
        let fault = if changes { self.fault.swap(WORKS, SeqCst) } else { WORKS };
        let failed = || Err(Error::Failed("as it was told to".to_owned()));
        match fault {
            LOSES => failed(),
            FORGETS => {
                self.memory.perform(operations).await?;
                failed()
            }
            _ => self.memory.perform(operations).await,
        }
    }

    async fn close(self) -> Result<(), Error> {
        Ok(())
    }
}

#[test]
fn a_command_is_stored_once_whatever_the_store_does() {
    for fault in [LOSES, FORGETS] {
        let flaw = Arc::new(AtomicU8::new(WORKS));
        let flaky = Flaky { memory: Memory::default(), fault: Arc::clone(&flaw) };
        let server = Running::with(flaky, Owner::Public);
        let id = create(server.address, "connect-four", &human(), &human());
        let mut socket = Socket::open(server.address, &id);
        let order = order(Player::One, Command::Move { notation: "4".to_owned() });
        flaw.store(fault, SeqCst);
        let first = socket.order(&order);
        if fault == LOSES {
            assert_eq!(first, Err(Refusal::Server(ServerRefusal::TryAgain)));
            assert_eq!(Socket::open(server.address, &id).moves(), [""; 0]);
        }
        // Sent again, it is carried out once.
        assert_eq!(socket.order(&order), Ok(Version(2)), "{fault}");
        assert_eq!(socket.play(Player::Two, "5"), Ok(Version(3)), "{fault}");
        socket.wait(|state| state.record.moves == ["4", "5"]);
    }
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
