//! Programs of the owner as opponents: who is offered them, and what happens when they fail.

use std::sync::atomic::AtomicBool;

use engine::{AnyReport, AnySearcher, Entry, Limits, Opponent};
use play::Player;
use rules::{Record, ReplayError, Text};
use serde_json::json;
use wire::ToClient;

use crate::client::{Socket, computer, create, get, human, post};
use crate::program::Program;
use crate::running::{Folder, Running};

/// A program that is no engine: it ends when it is asked to move.
const BAD_BOT: &str = r"while read -r command rest; do
    case $command in
    ugi) echo ugiok ;;
    isready) echo readyok ;;
    go) exit 1 ;;
    esac
done";

/// Waits for words that nobody has asked for.
fn notice(socket: &mut Socket) -> String {
    loop {
        if let ToClient::Refused { id: None, text, .. } = socket.next().expect("a notice") {
            return text.en.into_owned();
        }
    }
}

#[test]
fn a_program_of_the_owner_plays_and_is_replaced_when_it_fails() {
    let folder = Folder::new("own-bots");
    let engine =
        format!("mine@connect-four=ugi:'{}' protocol ugi --table 1", env!("CARGO_BIN_EXE_damier"));
    let script = folder.path().join("bad.sh");
    std::fs::write(&script, BAD_BOT).unwrap();
    // The file in the data folder counts beside the arguments.
    let line = format!("# mine\nbad = ugi:sh '{}'\n", script.display());
    std::fs::write(folder.path().join("bots.txt"), line).unwrap();
    let program = Program::start(&folder, &["--no-open", "--port", "0", "--bot", &engine]);
    let catalogue = get(program.address, "/api/catalogue").text().to_owned();
    assert_eq!(catalogue.matches("\"bot:mine\"").count(), 1, "{catalogue}");
    assert_eq!(catalogue.matches("\"bot:bad\"").count(), games::CATALOGUE.len(), "{catalogue}");

    let id = create(program.address, "connect-four", &human(), &computer("bot:mine"));
    let mut socket = Socket::open(program.address, &id);
    socket.play(Player::One, "4").unwrap();
    socket.wait(|state| state.record.moves.len() == 2);

    let id = create(program.address, "connect-four", &human(), &computer("bot:bad"));
    let mut socket = Socket::open(program.address, &id);
    socket.play(Player::One, "4").unwrap();
    let said = notice(&mut socket);
    assert!(said.starts_with("bad has failed: the program has ended"), "{said}");
    assert!(said.ends_with("The level Normal has made this move."), "{said}");
    socket.wait(|state| state.record.moves.len() == 2);
}

/// A bot that says who it is.
struct Announcing;

impl AnySearcher for Announcing {
    fn search(
        &mut self,
        _: &Record,
        _: &Limits,
        _: &AtomicBool,
        _: &mut dyn FnMut(&AnyReport),
    ) -> Result<AnyReport, ReplayError> {
        let notice = Some(Text::new("here I am", "me voici"));
        Ok(AnyReport { choice: Some("1".to_owned()), notice, ..AnyReport::default() })
    }
}

fn with_bot(is_public: bool) -> Vec<Entry> {
    let make: &'static (dyn Fn(u64) -> Box<dyn AnySearcher> + Sync) = &|_| Box::new(Announcing);
    let bot = Opponent::bot("bot:here", Text::new("here", "ici"), make, is_public);
    vec![games::CATALOGUE[0].with_bots(vec![bot].leak())]
}

#[test]
fn visitors_are_offered_only_what_the_operator_offers() {
    let wanted = json!({
        "game": "connect-four",
        "players": { "first": human(), "second": computer("bot:here") },
    });
    let server = Running::playing(with_bot(false).into());
    assert!(!get(server.address, "/api/catalogue").text().contains("bot:here"));
    let answer = post(server.address, "/api/matches", &wanted);
    assert_eq!(answer.status, 400, "{}", answer.text());

    let server = Running::playing(with_bot(true).into());
    assert!(get(server.address, "/api/catalogue").text().contains("bot:here"));
    let id = create(server.address, "connect-four", &human(), &computer("bot:here"));
    let mut socket = Socket::open(server.address, &id);
    socket.play(Player::One, "4").unwrap();
    assert_eq!(notice(&mut socket), "here I am");
    socket.wait(|state| state.record.moves == ["4", "1"]);
}
