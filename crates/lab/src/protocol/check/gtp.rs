//! Tests of GTP.

use std::time::Instant;

use engine::Entry;
use rules::{Record, Seat};
use texts::text;

use super::{
    CLOCK_TIME, CheckContext, Ending, MOVE_TIME, Problem, ProtocolTest, check_move, positions,
};
use crate::external::{EngineProcess, Fault, gtp_ask, gtp_colour, gtp_vertex};
use crate::messages;

pub(super) const TESTS: &[ProtocolTest] = &[
    ProtocolTest { id: "handshake", text: "check-gtp-handshake", run: handshake },
    ProtocolTest { id: "commands", text: "check-gtp-commands", run: commands },
    ProtocolTest { id: "numbers", text: "check-gtp-numbers", run: numbers },
    ProtocolTest { id: "unknown", text: "check-unknown", run: unknown },
    ProtocolTest { id: "moves", text: "check-moves", run: moves },
    ProtocolTest { id: "illegal", text: "check-gtp-illegal", run: illegal },
    ProtocolTest { id: "finished", text: "check-gtp-finished", run: finished },
    ProtocolTest { id: "movetime", text: "check-movetime", run: movetime },
    ProtocolTest { id: "clock", text: "check-clock", run: clock },
    ProtocolTest { id: "garbage", text: "check-garbage", run: garbage },
    ProtocolTest { id: "quit", text: "check-quit", run: quit },
    ProtocolTest { id: "eof", text: "check-eof", run: eof },
    ProtocolTest { id: "quit-searching", text: "check-quit-searching", run: quit_searching },
    ProtocolTest { id: "eof-searching", text: "check-eof-searching", run: eof_searching },
];

/// Commands that every engine must have.
const REQUIRED_COMMANDS: [&str; 10] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "play",
    "genmove",
];

/// Session with the engine that is tested.
struct GtpClient<'a> {
    check: &'a CheckContext<'a>,
    process: EngineProcess,
    entry: Entry,
}

impl<'a> GtpClient<'a> {
    fn start(check: &'a CheckContext<'a>) -> Result<Self, Problem> {
        let entry = check.game.ok_or_else(|| Problem(text!("check-which-game")))?;
        Ok(Self { check, process: check.start()?, entry })
    }

    /// Sends a command and waits for its answer.
    fn ask(&mut self, command: &str) -> Result<Result<String, String>, Problem> {
        let answer = gtp_ask(&mut self.process, command, self.check.deadline(), self.check.halt);
        answer.map_err(|fault| match fault {
            Fault::Silent(time) => Problem(messages::check::no_answer(command, time)),
            fault => fault.into(),
        })
    }

    /// Sends a command that must be accepted.
    fn command(&mut self, command: &str) -> Result<String, Problem> {
        self.ask(command)?.map_err(|why| Problem(messages::check::refused(command, &why)))
    }

    /// Sends a command that must be refused.
    fn wrong_command(&mut self, command: &str) -> Result<(), Problem> {
        match self.ask(command)? {
            Ok(_) => Err(Problem(text!("check-accepted", command))),
            Err(_) => Ok(()),
        }
    }

    /// Sets up the position at the end of a record. `None` if the engine cannot begin where that begins.
    fn set_up(&mut self, record: &Record) -> Result<Option<Seat>, Problem> {
        let live = self.entry.game.open(record).map_err(|error| Problem(error.text()))?;
        let mut start = live.boxed_clone();
        start.truncate(0);
        if self.command("known_command set_position")? == "true" {
            self.command(&format!("set_position {}", record.start))?;
        } else {
            let usual = self.entry.game.start(&rules::Setup::default());
            if usual.as_deref() != Ok(&record.start) {
                return Ok(None);
            }
            self.command("clear_board")?;
        }
        for text in &record.moves {
            let command = format!("play {} {}", gtp_colour(start.turn()), gtp_vertex(text));
            self.command(&command)?;
            start.play(text).map_err(|error| Problem(error.text))?;
        }
        Ok(Some(live.turn()))
    }

    /// Sets up a position and checks the move there.
    fn check_generated(&mut self, record: &Record) -> Result<(), Problem> {
        let Some(turn) = self.set_up(record)? else { return Ok(()) };
        let text = self.command(&format!("genmove {}", gtp_colour(turn)))?;
        if text.eq_ignore_ascii_case("resign") {
            return Ok(());
        }
        check_move(&self.entry, record, &text)
    }
}

fn handshake(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = GtpClient::start(check)?;
    let version = client.command("protocol_version")?;
    if version == "2" {
        Ok(())
    } else {
        Err(Problem(text!("check-missing", what = "protocol_version 2")))
    }
}

fn commands(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = GtpClient::start(check)?;
    let list = client.command("list_commands")?;
    let listed: Vec<_> = list.lines().map(str::trim).collect();
    let missing: Vec<_> =
        REQUIRED_COMMANDS.into_iter().filter(|command| !listed.contains(command)).collect();
    if !missing.is_empty() {
        return Err(Problem(text!("check-missing", what = missing.join(", "))));
    }
    for (command, known) in [("genmove", "true"), ("xyzzy", "false")] {
        let question = format!("known_command {command}");
        if client.command(&question)? != known {
            return Err(Problem(text!(
                "check-wrong-answer",
                command = &question,
                expected = known
            )));
        }
    }
    Ok(())
}

fn numbers(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = GtpClient::start(check)?;
    for (command, begins) in [("17 name", "=17"), ("18 xyzzy", "?18")] {
        client.process.send(command);
        let line = check.answer(&mut client.process, command, check.deadline(), |line| {
            (!line.is_empty()).then(|| line.to_owned())
        })?;
        if line.split_whitespace().next() != Some(begins) {
            return Err(Problem(text!("check-wrong-answer", command, expected = begins)));
        }
    }
    Ok(())
}

fn unknown(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = GtpClient::start(check)?;
    client.wrong_command("xyzzy plugh")?;
    client.command("name").map(drop)
}

fn moves(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = GtpClient::start(check)?;
    // One that refuses fractions of a second goes by its own time.
    let _ = client.ask("time_settings 0 0.05 1")?;
    for record in positions::positions(&client.entry) {
        client.check_generated(&record)?;
    }
    Ok(())
}

fn illegal(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = GtpClient::start(check)?;
    let _ = client.ask("time_settings 0 0.05 1")?;
    client.wrong_command("play b zz99")?;
    client.wrong_command("play green a1")?;
    client.wrong_command("play")?;
    let record = positions::start(&client.entry)?;
    client.check_generated(&record)
}

fn finished(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = GtpClient::start(check)?;
    let record = positions::finished(&client.entry);
    let record = record.ok_or_else(|| Problem(text!("check-no-game")))?;
    let Some(turn) = client.set_up(&record)? else { return Ok(()) };
    // A pass or a refusal, as the engine likes.
    let _ = client.ask(&format!("genmove {}", gtp_colour(turn)))?;
    client.command("name").map(drop)
}

fn movetime(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = GtpClient::start(check)?;
    client.command("name")?;
    let _ = client.ask(&format!("time_settings 0 {} 1", MOVE_TIME.as_secs_f64()))?;
    let started = Instant::now();
    let record = positions::start(&client.entry)?;
    client.check_generated(&record)?;
    check.check_time(started, MOVE_TIME)
}

fn clock(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = GtpClient::start(check)?;
    client.command("name")?;
    let _ = client.ask("time_settings 60 0 0")?;
    for colour in ["b", "w"] {
        let _ = client.ask(&format!("time_left {colour} {} 0", CLOCK_TIME.as_secs_f64()))?;
    }
    let started = Instant::now();
    let record = positions::start(&client.entry)?;
    client.check_generated(&record)?;
    check.check_time(started, CLOCK_TIME)
}

fn garbage(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = GtpClient::start(check)?;
    CheckContext::send_garbage(&mut client.process);
    client.process.send("77 name");
    let answered = |line: &str| line.starts_with("=77").then_some(());
    check.answer(&mut client.process, "name", check.deadline(), answered)
}

fn quit(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = GtpClient::start(check)?;
    client.command("quit")?;
    check.check_exit(&mut client.process)
}

fn eof(check: &CheckContext<'_>) -> Result<(), Problem> {
    let mut client = GtpClient::start(check)?;
    client.command("name")?;
    client.process.close_input();
    check.check_exit(&mut client.process)
}

fn quit_searching(check: &CheckContext<'_>) -> Result<(), Problem> {
    exit_searching(check, Ending::Quit)
}

fn eof_searching(check: &CheckContext<'_>) -> Result<(), Problem> {
    exit_searching(check, Ending::Eof)
}

/// Ends the session while the engine thinks with an hour on its clock: not at the start, which books know.
fn exit_searching(check: &CheckContext<'_>, ending: Ending) -> Result<(), Problem> {
    let mut client = GtpClient::start(check)?;
    let record = positions::middle(&client.entry)?;
    let turn = match client.set_up(&record)? {
        Some(turn) => turn,
        None => Seat::First,
    };
    let _ = client.ask("time_settings 3600 0 0")?;
    client.process.send(&format!("genmove {}", gtp_colour(turn)));
    check.check_exit_searching(client.process, ending)
}
