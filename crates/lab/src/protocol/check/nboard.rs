//! Tests of the NBoard protocol.

use std::thread;
use std::time::{Duration, Instant};

use engine::Entry;
use rules::Record;
use texts::text;

use super::{CheckContext, Ending, Problem, ProtocolTest, SEARCH_TIME, check_move, positions};
use crate::external::{EngineProcess, ggf};

pub(super) const TESTS: &[ProtocolTest] = &[
    ProtocolTest { id: "handshake", text: "check-nboard-handshake", run: handshake },
    ProtocolTest { id: "unknown", text: "check-unknown", run: unknown },
    ProtocolTest { id: "moves", text: "check-moves", run: moves },
    ProtocolTest { id: "move", text: "check-nboard-move", run: move_command },
    ProtocolTest { id: "hint", text: "check-nboard-hint", run: hint },
    ProtocolTest { id: "learn", text: "check-nboard-learn", run: learn },
    ProtocolTest { id: "refused", text: "check-nboard-refused", run: refused },
    ProtocolTest { id: "ping", text: "check-nboard-ping", run: ping },
    ProtocolTest { id: "garbage", text: "check-garbage", run: garbage },
    ProtocolTest { id: "quit", text: "check-quit", run: quit },
    ProtocolTest { id: "eof", text: "check-eof", run: eof },
    ProtocolTest { id: "quit-searching", text: "check-quit-searching", run: quit_searching },
    ProtocolTest { id: "eof-searching", text: "check-eof-searching", run: eof_searching },
];

/// Depth at which moves are tested.
const TEST_DEPTH: u16 = 3;
/// Depth of a search that must be stopped.
const DEEP: u16 = 60;

/// Session with the engine that is tested.
struct NBoardClient<'a> {
    check: &'a CheckContext<'a>,
    process: EngineProcess,
    entry: Entry,
    pings: u32,
}

impl<'a> NBoardClient<'a> {
    /// Starts the engine and waits until it has introduced itself.
    fn start(check: &'a CheckContext<'a>) -> Result<Self, Problem> {
        let entry = check.game.ok_or_else(|| Problem(text!("check-which-game")))?;
        let mut client = Self { check, process: check.start()?, entry, pings: 0 };
        client.process.send("nboard 2");
        client.process.send(&format!("set depth {TEST_DEPTH}"));
        client.ping()?;
        Ok(client)
    }

    fn ping(&mut self) -> Result<(), Problem> {
        self.pings += 1;
        let (command, pong) = (format!("ping {}", self.pings), format!("pong {}", self.pings));
        self.process.send(&command);
        self.wait(&command, |line| (line == pong).then_some(()))
    }

    fn wait<T>(
        &mut self,
        command: &str,
        answer: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Problem> {
        let deadline = self.check.deadline();
        self.check.answer(&mut self.process, command, deadline, answer)
    }

    fn set_game(&mut self, record: &Record) -> Result<(), Problem> {
        let game = ggf(record).ok_or_else(|| Problem(text!("check-no-game")))?;
        self.process.send(&format!("set game {game}"));
        self.ping()
    }

    /// Begins a search that takes long: not at the start, which books know.
    fn go_deep(&mut self) -> Result<(), Problem> {
        self.process.send(&format!("set depth {DEEP}"));
        self.set_game(&positions::middle(&self.entry)?)?;
        self.process.send("go");
        Ok(())
    }

    /// Asks for a move and checks it.
    fn check_go(&mut self, record: &Record) -> Result<(), Problem> {
        self.process.send("go");
        let text = self.wait("go", |line| {
            let answer = line.strip_prefix("===")?.trim();
            Some(answer.split(['/', ' ']).next().unwrap_or_default().to_owned())
        })?;
        check_move(&self.entry, record, &text)
    }
}

fn handshake(check: &CheckContext<'_>) -> Result<(), Problem> {
    NBoardClient::start(check).map(drop)
}

fn unknown(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = NBoardClient::start(check)?;
    client.process.send("xyzzy plugh");
    client.process.send("set weather fine");
    client.ping()
}

fn moves(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = NBoardClient::start(check)?;
    for record in positions::positions(&client.entry) {
        client.set_game(&record)?;
        client.check_go(&record)?;
    }
    Ok(())
}

fn move_command(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = NBoardClient::start(check)?;
    let mut record = positions::start(&client.entry)?;
    client.set_game(&record)?;
    for text in ["F5", "D6"] {
        client.process.send(&format!("move {text}/0.00/1.0"));
        record.moves.push(text.to_ascii_lowercase());
    }
    client.ping()?;
    client.check_go(&record)
}

fn hint(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = NBoardClient::start(check)?;
    let record = positions::start(&client.entry)?;
    client.set_game(&record)?;
    client.process.send("hint 1");
    let line = client.wait("hint 1", |line| {
        let is_hint = line.starts_with("search ") || line.starts_with("book ");
        is_hint.then(|| line.to_owned())
    })?;
    let words: Vec<_> = line.split_whitespace().collect();
    let text = words.get(1).and_then(|pv| pv.get(..2)).unwrap_or_default();
    check_move(&client.entry, &record, text)?;
    let is_number = words.get(2).is_some_and(|eval| eval.parse::<f64>().is_ok());
    if is_number {
        Ok(())
    } else {
        Err(Problem(text!("check-wrong-answer", command = "hint 1", expected = "search PV EVAL")))
    }
}

fn learn(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = NBoardClient::start(check)?;
    let record = positions::start(&client.entry)?;
    client.set_game(&record)?;
    client.process.send("learn");
    client.wait("learn", |line| matches!(line, "learned" | "learn").then_some(()))
}

fn refused(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = NBoardClient::start(check)?;
    let record = positions::start(&client.entry)?;
    client.set_game(&record)?;
    client.process.send("set game (;GM[Othello]BO[8 nonsense *];)");
    client.process.send("move zz99");
    client.ping()?;
    client.set_game(&record)?;
    client.check_go(&record)
}

fn ping(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = NBoardClient::start(check)?;
    client.go_deep()?;
    thread::sleep(SEARCH_TIME);
    let started = Instant::now();
    client.ping()?;
    check.check_time(started, Duration::ZERO)
}

fn garbage(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = NBoardClient::start(check)?;
    CheckContext::send_garbage(&mut client.process);
    client.ping()
}

fn quit(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = NBoardClient::start(check)?;
    client.process.send("quit");
    check.check_exit(&mut client.process)
}

fn eof(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = NBoardClient::start(check)?;
    client.process.close_input();
    check.check_exit(&mut client.process)
}

fn quit_searching(check: &CheckContext<'_>) -> Result<(), Problem> {
    exit_searching(check, Ending::Quit)
}

fn eof_searching(check: &CheckContext<'_>) -> Result<(), Problem> {
    exit_searching(check, Ending::Eof)
}

fn exit_searching(check: &CheckContext<'_>, ending: Ending) -> Result<(), Problem> {
    let mut client = NBoardClient::start(check)?;
    client.go_deep()?;
    check.check_exit_searching(client.process, ending)
}
