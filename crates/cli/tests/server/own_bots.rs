//! Programs of the owner as opponents: who is offered them, and what happens when they fail.

#[cfg(target_os = "linux")]
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

use engine::{AnyReport, AnySearcher, Entry, Limits, Opponent};
use play::Player;
use rules::{Record, ReplayError, Text};
use serde_json::json;
use wire::{ToClient, ToServer};

use crate::client::{Socket, computer, create, get, human, post};
use crate::program::Program;
use crate::running::{Folder, Running};
#[cfg(target_os = "linux")]
use crate::time_limit;

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

/// A bot that does not answer until it is stopped.
struct Hanging;

impl AnySearcher for Hanging {
    fn search(
        &mut self,
        _: &Record,
        _: &Limits,
        stop: &AtomicBool,
        _: &mut dyn FnMut(&AnyReport),
    ) -> Result<AnyReport, ReplayError> {
        while !stop.load(SeqCst) {
            thread::sleep(Duration::from_millis(5));
        }
        Ok(AnyReport::default())
    }
}

/// The server has one thread that thinks.
#[test]
fn a_bot_that_hangs_keeps_no_thread_from_others() {
    let make: &'static (dyn Fn(u64) -> Box<dyn AnySearcher> + Sync) = &|_| Box::new(Hanging);
    let bot = Opponent::bot("bot:hangs", Text::new("hangs", "bloqué"), make, true);
    let entry = games::CATALOGUE[0];
    let bot = bot.with_stand_in(&entry.levels[0]);
    let server = Running::playing(vec![entry.with_bots(vec![bot].leak())].into());
    let mut sockets: Vec<_> = (0..3)
        .map(|_| {
            let id = create(server.address, "connect-four", &human(), &computer("bot:hangs"));
            let mut socket = Socket::open(server.address, &id);
            socket.play(Player::One, "4").unwrap();
            socket
        })
        .collect();
    let id = create(server.address, "connect-four", &human(), &computer("maximum"));
    let mut other = Socket::open(server.address, &id);
    other.play(Player::One, "4").unwrap();
    other.wait(|state| state.record.moves.len() == 2);
    for socket in &mut sockets {
        let state = socket.wait(|state| !state.record.moves.is_empty());
        assert_eq!(state.record.moves.len(), 1);
        // Told to move now, it has no move: another makes one.
        socket.send(&ToServer::MoveNow);
        socket.wait(|state| state.record.moves.len() == 2);
    }
}

/// A program that starts another one and then hangs, whatever it is told; `$1` is a file for both process ids.
#[cfg(target_os = "linux")]
const STUCK_BOT: &str = r#"trap '' TERM INT HUP
sleep 1000 <&- >&- 2>&- &
other=$!
while read -r command rest; do
    case $command in
    ugi) echo id name Stuck; echo ugiok ;;
    isready) echo readyok ;;
    go) echo $$ $other >"$1.part"; mv "$1.part" "$1"; break ;;
    esac
done
while :; do sleep 1000; done"#;

/// Whether a process is gone, or only waits for its parent to notice.
#[cfg(target_os = "linux")]
fn is_gone(process: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/stat"));
    status.map_or(true, |status| {
        status.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with(['Z', 'X']))
    })
}

/// Waits for the ids that the script writes once it is asked for a move.
#[cfg(target_os = "linux")]
fn stuck_ids(file: &std::path::Path) -> Vec<String> {
    let ids = time_limit::wait_for("the bot", || std::fs::read_to_string(file).ok());
    let ids: Vec<_> = ids.split_whitespace().map(str::to_owned).collect();
    assert!(ids.len() == 2 && !ids.iter().any(|id| is_gone(id)), "{ids:?}");
    ids
}

#[cfg(target_os = "linux")]
fn expect_gone(ids: &[String]) {
    for id in ids {
        time_limit::wait_for("the end of a bot", || is_gone(id).then_some(()));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_leaves_no_process_of_a_bot() {
    for signal in ["-TERM", "-INT", "-HUP"] {
        let folder = Folder::new(&format!("stuck-bot{signal}"));
        let (script, ids) = (folder.path().join("stuck.sh"), folder.path().join("ids"));
        std::fs::write(&script, STUCK_BOT).unwrap();
        let bot = format!("stuck=ugi:sh '{}' '{}'", script.display(), ids.display());
        let program = Program::start(&folder, &["--no-open", "--port", "0", "--bot", &bot]);
        let id = create(program.address, "connect-four", &human(), &computer("bot:stuck"));
        let mut socket = Socket::open(program.address, &id);
        socket.play(Player::One, "4").unwrap();
        let ids = stuck_ids(&ids);
        program.signal(signal);
        assert_eq!(program.end().code(), Some(0), "{signal}");
        expect_gone(&ids);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_to_a_command_leaves_no_process_of_an_engine() {
    for (signal, status) in [("-TERM", 143), ("-HUP", 129), ("-INT", 130)] {
        let folder = Folder::new(&format!("stuck-engine{signal}"));
        let (script, ids) = (folder.path().join("stuck.sh"), folder.path().join("ids"));
        std::fs::write(&script, STUCK_BOT).unwrap();
        let engine = format!("sh '{}' '{}'", script.display(), ids.display());
        for words in [
            vec!["duel", "connect-four", &format!("ugi:{engine}"), "random", "--games", "2"],
            vec!["protocol", "check", &engine, "--game", "connect-four"],
        ] {
            let _ = std::fs::remove_file(&ids);
            let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
            command.args(&words).stdout(Stdio::null()).stderr(Stdio::null());
            let mut program = command.spawn().unwrap();
            let ids = stuck_ids(&ids);
            let sent = Command::new("kill").args([signal, &program.id().to_string()]).status();
            assert!(sent.unwrap().success());
            let ended = time_limit::wait_for_end("the command", &mut program);
            assert_eq!(ended.code(), Some(status), "{signal} {words:?}");
            expect_gone(&ids);
        }
    }
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
