//! A data folder that a server, the terminal and commands use at the same time; and one that is damaged.

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use play::{Player, RefusalCode};
use serde_json::json;
use store::{Sqlite, Store};
use wire::MatchState;
use wire::http::MatchSummary;

use crate::client::{Socket, computer, create, create_with, get, human};
use crate::keeping::{damier, many_games};
use crate::program::Program;
use crate::running::{Folder, Running};
use crate::time_limit::{self, Lines};

/// The page of the folder's owner.
fn page(folder: &Folder) -> Program {
    Program::start(folder, &["--no-open", "--port", "0"])
}

/// A game in the terminal.
struct Terminal {
    child: Child,
    lines: Lines,
}

impl Terminal {
    fn start(folder: &Folder, args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
        command.arg("play").args(args).arg("--data").arg(folder.path()).env("LC_ALL", "C");
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.unwrap();
        let lines = Lines::of(child.stdout.take().unwrap());
        let terminal = Self { child, lines };
        // The board with which it begins.
        terminal.wait_for(" to move");
        terminal
    }

    /// Types a line and waits for a line with `answer` in it.
    fn type_line(&mut self, line: &str, answer: &str) -> String {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
        self.wait_for(answer)
    }

    /// Waits for a line with `answer` in it.
    fn wait_for(&self, answer: &str) -> String {
        loop {
            let line = self.lines.next().unwrap_or_else(|| panic!("no line with '{answer}'"));
            if line.contains(answer) {
                return line;
            }
        }
    }

    /// Quits, and says which match it was.
    fn quit(mut self) -> String {
        let line = self.type_line("quit", "--resume");
        assert!(time_limit::wait_for_end("the terminal", &mut self.child).success());
        let words: Vec<_> = line.split(' ').collect();
        let at = words.iter().position(|word| *word == "--resume").unwrap();
        words[at + 1].to_owned()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_game_goes_on_between_terminal_and_page() {
    let folder = Folder::new("terminal");
    let program = page(&folder);
    let mut terminal = Terminal::start(&folder, &["connect-four", "--second", "human"]);
    terminal.type_line("4", "player 2 to move");
    // Each move is stored when it is shown.
    let list = get(program.address, "/api/matches").json::<Vec<MatchSummary>>();
    let [one] = &*list else { panic!("{list:?}") };
    assert_eq!((one.entries, one.over, &*one.game), (1, false, "connect-four"));
    let mut socket = Socket::open(program.address, &one.id);
    terminal.type_line("5", "player 1 to move");
    // The terminal plays through the server: each sees the other's moves at once.
    assert_eq!(socket.play(Player::Two, "6"), Err(RefusalCode::NotYourTurn));
    assert!(socket.play(Player::One, "3").is_ok());
    let state = socket.wait(|state| state.record.moves.len() == 3).clone();
    assert_eq!(state.record.moves, ["4", "5", "3"]);
    terminal.wait_for("player 2 to move");
    terminal.type_line("2", "player 1 to move");
    assert_eq!(terminal.quit(), one.id);
    let state = get(program.address, &format!("/api/matches/{}", one.id)).json::<MatchState>();
    assert!(state.record.moves.starts_with(&["4", "5", "3"].map(str::to_owned)));
    assert_eq!(socket.play(Player::One, "6").map(|_| ()), Ok(()));
    socket.wait(|state| state.record.moves == ["4", "5", "3", "2", "6"]);
    let mut terminal = Terminal::start(&folder, &["--resume"]);
    terminal.type_line("7", "player 1 to move");
    assert_eq!(terminal.quit(), one.id);
    let (status, out, _) = damier(&folder, &["serve", "--verify"]);
    assert_eq!((status, out.starts_with("1 games")), (0, true), "{out}");
}

#[test]
fn two_terminals_without_a_server_play_one_game() {
    let folder = Folder::new("terminals");
    let mut one = Terminal::start(&folder, &["connect-four", "--second", "human"]);
    one.type_line("4", "player 2 to move");
    let mut two = Terminal::start(&folder, &["--resume"]);
    two.type_line("5", "player 1 to move");
    // Each learns of the other's moves when it adds its own.
    one.type_line("1", "played on elsewhere");
    one.type_line("3", "player 2 to move");
    two.type_line("7", "played on elsewhere");
    assert_eq!(one.quit(), two.quit());
    let (_, games, _) = damier(&folder, &["games", "export"]);
    assert!(games.contains("1. 4 5 2. 3"), "{games}");
}

#[test]
fn games_of_the_page_go_on_in_the_terminal() {
    let folder = Folder::new("resumed");
    let program = page(&folder);
    let id = create(program.address, "othello", &human(), &computer("very-easy"));
    let mut socket = Socket::open(program.address, &id);
    socket.play(Player::One, "f5").unwrap();
    socket.wait(|state| state.record.moves.len() == 2);
    drop(socket);
    drop(program);
    let mut terminal = Terminal::start(&folder, &["--resume", &id[..5]]);
    terminal.type_line("undo", "player 1 to move");
    terminal.type_line("f5", "player 2 plays");
    terminal.wait_for("player 1 to move");
    assert_eq!(terminal.quit(), id);
    let clocks = json!({ "kind": "game", "total": 60_000, "increment": 0 });
    let players = json!({ "first": human(), "second": human() });
    let program = page(&folder);
    let wanted = json!({ "game": "othello", "players": players, "time": clocks });
    let id = create_with(program.address, &wanted);
    drop(program);
    let (status, out, err) = damier(&folder, &["play", "--resume", &id]);
    assert!(status == 0 && out.contains("time left: player 1 1:00, player 2 1:00"), "{out}{err}");
}

/// Kills a terminal game where it waits, and where it is: what was shown is stored.
#[cfg(unix)]
#[test]
fn interrupted_games_are_stored() {
    for signal in ["-INT", "-KILL"] {
        let folder = Folder::new(&format!("terminal{signal}"));
        let mut terminal = Terminal::start(&folder, &["othello", "--second", "very-easy"]);
        terminal.type_line("f5", "player 2 plays");
        terminal.wait_for("player 1 to move");
        let kill = Command::new("kill").args([signal, &terminal.child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        assert!(!time_limit::wait_for_end("the terminal", &mut terminal.child).success());
        let (status, out, err) = damier(&folder, &["games", "export"]);
        assert_eq!(status, 0, "{err}");
        assert!(out.contains("1. f5 "), "{out}");
    }
}

/// Overwrites a byte of the text `words` in the database, which nobody has open.
fn damage(folder: &Folder, words: &str) {
    // The last one to close the database brings everything into its one file.
    assert_eq!(damier(folder, &["serve", "--verify"]).0, 0);
    let file = folder.path().join("damier.sqlite");
    let mut bytes = fs::read(&file).unwrap();
    let found = |at: &usize| bytes[*at..].starts_with(words.as_bytes());
    let places: Vec<_> = (0..bytes.len()).filter(found).collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at] = 0xff;
    }
    fs::write(&file, bytes).unwrap();
}

#[test]
fn a_damaged_match_is_damaged_alone() {
    let folder = Folder::new("damaged");
    let ids = {
        let server = Running::owned(&folder);
        ["Zdamaged", "Ana"].map(|name| {
            let named = json!({ "type": "human", "name": name });
            create(server.address, "connect-four", &named, &human())
        })
    };
    damage(&folder, "Zdamaged");
    let server = Running::owned(&folder);
    let answer = get(server.address, "/api/matches");
    assert_eq!(answer.status, 200, "{}", answer.text());
    let list = answer.json::<Vec<MatchSummary>>();
    let damaged: Vec<_> = list.iter().map(|one| (one.id.clone(), one.damaged)).collect();
    assert!(damaged.contains(&(ids[0].clone(), true)), "{damaged:?}");
    assert!(damaged.contains(&(ids[1].clone(), false)), "{damaged:?}");
    for path in ["", "/record", "?entries=1"] {
        let [bad, good] =
            ids.each_ref().map(|id| get(server.address, &format!("/api/matches/{id}{path}")));
        assert_eq!(good.status, 200, "{path}");
        assert!(bad.status >= 400, "{path}: {}", bad.text());
    }
    let mut socket = Socket::open(server.address, &ids[1]);
    socket.play(Player::One, "4").unwrap();
    drop(server);
    let (status, out, _) = damier(&folder, &["serve", "--verify"]);
    assert_eq!(status, 1);
    let wrong: Vec<_> = out.lines().filter(|line| line.starts_with(&ids[0])).collect();
    assert!(wrong.len() == 1 && out.ends_with("1 wrong\n"), "{out}");
    let (status, out, err) = damier(&folder, &["games", "export"]);
    assert_eq!(status, 1);
    assert!(out.contains("First: Ana") && err.starts_with(&ids[0]), "{out}{err}");
}

#[test]
fn a_port_in_use_is_named() {
    let folder = Folder::new("taken");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let (status, _, err) = damier(&folder, &["serve", "--listen", &address]);
    assert_eq!(status, 1);
    assert!(err.contains(&format!("another program uses {address}")), "{err}");
    assert!(err.contains("--listen"), "{err}");
    let (_, _, err) = damier(&folder, &["serve", "--listen", "192.0.2.1:4747", "--lang", "fr"]);
    assert!(err.contains("cette machine n'a pas cette adresse"), "{err}");
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_used_is_explained() {
    let folder = Folder::new("unusable");
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let inside = file.join("data");
    for (lang, said) in [("en", "a part of the path is no folder"), ("fr", "n'est pas un dossier")]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--lang", lang, "--data"]).arg(&inside);
        let Output { status, stderr, .. } = time_limit::output(&mut command);
        let err = String::from_utf8(stderr).unwrap();
        assert!(status.code() == Some(1) && err.contains(said), "{err}");
    }
}

/// Moves of a running server during a long import: each is acknowledged while a few games are stored, however
/// many there are.
#[test]
fn a_long_import_does_not_delay_moves() {
    const GAMES: usize = 1500;
    let folder = Folder::new("long-import");
    let server = Running::owned(&folder);
    let file = folder.path().join("many.txt");
    fs::write(&file, many_games(GAMES)).unwrap();
    let id = create(server.address, "connect-four", &human(), &human());
    let mut socket = Socket::open(server.address, &id);
    let (counter, ended) = (Counter::new(&folder), AtomicBool::new(false));
    let (mut passed, mut times) = (Vec::new(), Vec::new());
    thread::scope(|scope| {
        let import = scope.spawn(|| {
            let done = damier(&folder, &["games", "import", file.to_str().unwrap()]);
            ended.store(true, Relaxed);
            done
        });
        time_limit::wait_for("the first imported games", || (counter.count() > 1).then_some(()));
        while !ended.load(Relaxed) {
            let (before, begun) = (counter.count(), Instant::now());
            let player = socket.state.to_move.unwrap();
            socket.play(player, "1").unwrap();
            socket.command(player, play::Command::Undo).unwrap();
            socket.wait(|state| state.record.moves.is_empty());
            times.push(begun.elapsed());
            passed.push(counter.count() - before);
        }
        let (status, out, err) = import.join().unwrap();
        assert_eq!((status, out.as_str()), (0, "1500 games stored\n"), "{err}");
    });
    passed.sort_unstable();
    let at = |percent: usize| passed[passed.len() * percent / 100];
    times.sort_unstable();
    let [median, slow] = [50, 99].map(|percent| times[times.len() * percent / 100]);
    println!("{} pairs of changes: median {median:?}, p99 {slow:?}", times.len());
    assert!(passed.len() >= 10, "the import was over too soon: {passed:?}");
    assert!(at(99) < GAMES / 4, "a move had to wait: {passed:?}");
}

/// Counts the matches of a folder, as another program that has it open.
struct Counter {
    runtime: tokio::runtime::Runtime,
    store: Store,
}

impl Counter {
    fn new(folder: &Folder) -> Self {
        let file = folder.path().join("damier.sqlite");
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let store = runtime.block_on(async {
            let (store, actor) = store::channel(Sqlite::open(&file).await.unwrap());
            tokio::spawn(actor.run());
            store
        });
        Self { runtime, store }
    }

    fn count(&self) -> usize {
        self.runtime.block_on(self.store.match_ids("", "", u32::MAX)).unwrap().len()
    }
}
