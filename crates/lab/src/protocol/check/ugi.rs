//! Tests of UGI.

use std::thread;
use std::time::Instant;

use engine::Entry;
use rules::Record;
use texts::text;

use super::{
    CLOCK_TIME, CheckContext, Ending, MOVE_TIME, Problem, ProtocolTest, SEARCH_TIME, check_move,
    positions,
};
use crate::external::{EngineProcess, best_move, position_command};
use crate::messages;

pub(super) const TESTS: &[ProtocolTest] = &[
    ProtocolTest { id: "handshake", text: "check-ugi-handshake", run: handshake },
    ProtocolTest { id: "unknown", text: "check-unknown", run: unknown },
    ProtocolTest { id: "moves", text: "check-moves", run: moves },
    ProtocolTest { id: "refused", text: "check-ugi-refused", run: refused },
    ProtocolTest { id: "finished", text: "check-ugi-finished", run: finished },
    ProtocolTest { id: "once", text: "check-ugi-once", run: once },
    ProtocolTest { id: "stop", text: "check-ugi-stop", run: stop },
    ProtocolTest { id: "searching", text: "check-ugi-searching", run: searching },
    ProtocolTest { id: "movetime", text: "check-movetime", run: movetime },
    ProtocolTest { id: "clock", text: "check-clock", run: clock },
    ProtocolTest { id: "garbage", text: "check-garbage", run: garbage },
    ProtocolTest { id: "quit", text: "check-quit", run: quit },
    ProtocolTest { id: "eof", text: "check-eof", run: eof },
    ProtocolTest { id: "quit-searching", text: "check-quit-searching", run: quit_searching },
    ProtocolTest { id: "eof-searching", text: "check-eof-searching", run: eof_searching },
];

/// Session with the engine that is tested.
struct UgiClient<'a> {
    check: &'a CheckContext<'a>,
    process: EngineProcess,
    /// Ids of the games that it offers.
    games: Vec<String>,
    has_name: bool,
}

impl<'a> UgiClient<'a> {
    /// Starts the engine and waits until it has introduced itself.
    fn start(check: &'a CheckContext<'a>) -> Result<Self, Problem> {
        let mut process = check.start()?;
        process.send("ugi");
        let (mut games, mut has_name) = (Vec::new(), false);
        check.answer(&mut process, "ugi", check.deadline(), |line| {
            has_name |= line.starts_with("id name ");
            if let Some(option) = line.strip_prefix("option name Game type combo ") {
                let values = option.split(" var ").skip(1);
                games = values.map(|value| value.trim().to_owned()).collect();
            }
            (line == "ugiok").then_some(())
        })?;
        let mut client = Self { check, process, games, has_name };
        client.ready()?;
        Ok(client)
    }

    /// Starts the engine with the first of its games.
    fn in_game(check: &'a CheckContext<'a>) -> Result<(Self, Entry), Problem> {
        let mut client = Self::start(check)?;
        let entry = *client.entries()?.first().ok_or_else(|| Problem(text!("check-no-game")))?;
        client.choose_game(&entry)?;
        Ok((client, entry))
    }

    /// Games to test: the one that was asked for, or all that the engine offers and that are known here.
    fn entries(&self) -> Result<Vec<Entry>, Problem> {
        if let Some(game) = self.check.game {
            return Ok(vec![game]);
        }
        if self.games.is_empty() {
            return Err(Problem(text!("check-which-game")));
        }
        let is_offered = |entry: &&Entry| self.games.iter().any(|id| id == entry.game.info().id);
        Ok(self.check.catalogue.iter().filter(is_offered).copied().collect())
    }

    fn choose_game(&mut self, entry: &Entry) -> Result<(), Problem> {
        if !self.games.is_empty() {
            self.process.send(&format!("setoption name Game value {}", entry.game.info().id));
        }
        self.process.send("uginewgame");
        self.ready()
    }

    fn ready(&mut self) -> Result<(), Problem> {
        self.process.send("isready");
        self.wait("isready", |line| (line == "readyok").then_some(()))
    }

    fn wait<T>(
        &mut self,
        command: &str,
        answer: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Problem> {
        let deadline = self.check.deadline();
        self.check.answer(&mut self.process, command, deadline, answer)
    }

    /// Waits for the move with which a search ends.
    fn best_move(&mut self, command: &str) -> Result<String, Problem> {
        self.wait(command, best_move)
    }

    /// Sends a position and a search, and checks the move.
    fn check_search(&mut self, entry: &Entry, record: &Record, go: &str) -> Result<(), Problem> {
        self.process.send(&position_command(record));
        self.process.send(go);
        let text = self.best_move(go)?;
        check_move(entry, record, &text)
    }
}

fn handshake(check: &CheckContext<'_>) -> Result<(), Problem> {
    let client = UgiClient::start(check)?;
    client.entries()?;
    if client.has_name { Ok(()) } else { Err(Problem(text!("check-missing", what = "id name"))) }
}

fn unknown(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = UgiClient::start(check)?;
    client.process.send("xyzzy plugh 7");
    client.process.send("setoption name NoSuchOption value 3");
    client.process.send("go nowhere");
    // The answer to the last of them may be anything.
    client.ready()
}

fn moves(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = UgiClient::start(check)?;
    for entry in client.entries()? {
        client.choose_game(&entry)?;
        for record in positions::positions(&entry) {
            client.check_search(&entry, &record, "go movetime 30")?;
        }
    }
    Ok(())
}

fn refused(check: &CheckContext<'_>) -> Result<(), Problem> {
    let (mut client, entry) = UgiClient::in_game(check)?;
    client.process.send("position fen no position at all");
    client.ready()?;
    client.process.send("position startpos moves zz99");
    client.ready()?;
    if let Some(record) = positions::illegal(&entry) {
        client.process.send(&position_command(&record));
        client.ready()?;
    }
    client.check_search(&entry, &positions::start(&entry)?, "go movetime 30")
}

fn finished(check: &CheckContext<'_>) -> Result<(), Problem> {
    let (mut client, entry) = UgiClient::in_game(check)?;
    let record = positions::finished(&entry);
    let record = record.ok_or_else(|| Problem(text!("check-no-game")))?;
    client.process.send(&position_command(&record));
    client.process.send("go movetime 30");
    client.best_move("go movetime 30")?;
    client.check_search(&entry, &positions::start(&entry)?, "go movetime 30")
}

fn once(check: &CheckContext<'_>) -> Result<(), Problem> {
    let (mut client, entry) = UgiClient::in_game(check)?;
    client.check_search(&entry, &positions::start(&entry)?, "go movetime 30")?;
    // A stop without a search is no question.
    client.process.send("stop");
    client.process.send("isready");
    let second = client.wait("isready", |line| match line {
        "readyok" => Some(None),
        line => best_move(line).map(Some),
    })?;
    second.map_or(Ok(()), |text| Err(Problem(messages::check::second_answer(&text))))
}

fn stop(check: &CheckContext<'_>) -> Result<(), Problem> {
    let (mut client, entry) = UgiClient::in_game(check)?;
    let record = positions::start(&entry)?;
    client.process.send(&position_command(&record));
    client.process.send("go infinite");
    thread::sleep(SEARCH_TIME);
    let stopped = Instant::now();
    client.process.send("stop");
    let text = client.best_move("stop")?;
    check.check_time(stopped, std::time::Duration::ZERO)?;
    check_move(&entry, &record, &text)
}

fn searching(check: &CheckContext<'_>) -> Result<(), Problem> {
    let (mut client, entry) = UgiClient::in_game(check)?;
    client.process.send(&position_command(&positions::start(&entry)?));
    client.process.send("go infinite");
    thread::sleep(SEARCH_TIME);
    client.process.send("isready");
    let early = client.wait("isready", |line| match line {
        "readyok" => Some(None),
        line => best_move(line).map(Some),
    })?;
    if let Some(text) = early {
        return Err(Problem(messages::check::too_early(&text)));
    }
    client.process.send("stop");
    client.best_move("stop").map(drop)
}

fn movetime(check: &CheckContext<'_>) -> Result<(), Problem> {
    let (mut client, entry) = UgiClient::in_game(check)?;
    let started = Instant::now();
    let go = format!("go movetime {}", MOVE_TIME.as_millis());
    client.check_search(&entry, &positions::start(&entry)?, &go)?;
    check.check_time(started, MOVE_TIME)
}

fn clock(check: &CheckContext<'_>) -> Result<(), Problem> {
    let (mut client, entry) = UgiClient::in_game(check)?;
    let started = Instant::now();
    let time = CLOCK_TIME.as_millis();
    let go = format!("go p1time {time} p2time {time} p1inc 0 p2inc 0");
    client.check_search(&entry, &positions::start(&entry)?, &go)?;
    check.check_time(started, CLOCK_TIME)
}

fn garbage(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = UgiClient::start(check)?;
    CheckContext::send_garbage(&mut client.process);
    client.ready()
}

fn quit(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = UgiClient::start(check)?;
    client.process.send("quit");
    check.check_exit(&mut client.process)
}

fn eof(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = UgiClient::start(check)?;
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
    let (mut client, entry) = UgiClient::in_game(check)?;
    client.process.send(&position_command(&positions::start(&entry)?));
    client.process.send("go infinite");
    check.check_exit_searching(client.process, ending)
}
