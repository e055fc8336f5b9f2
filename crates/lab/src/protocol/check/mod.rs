//! `damier protocol check`: tests whether an engine speaks its protocol, and names what it does wrong.

mod gtp;
mod nboard;
mod positions;
mod ugi;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use engine::Entry;
use rules::Text;
use serde::Serialize;
use texts::text;

use crate::args;
use crate::context::Context;
use crate::external::{EngineProcess, EngineSpec, Fault, NBOARD_GAME, ProtocolKind};
use crate::failure::Failure;
use crate::{external, messages};

/// Time of a move when that is tested.
const MOVE_TIME: Duration = Duration::from_millis(300);
/// Time on the clock when that is tested.
const CLOCK_TIME: Duration = Duration::from_millis(500);
/// How long an unlimited search runs before it is stopped.
const SEARCH_TIME: Duration = Duration::from_millis(200);
/// Bytes of a line that no protocol has.
const LONG_LINE_BYTES: usize = 100_000;

/// Test an engine for conformance with its protocol
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The engine is started anew for each test and ended after it, with everything that it has started. The \
exit status is 0 if it has passed all tests, and 1 if not.

Examples:
  damier protocol check 'damier protocol ugi'
  damier protocol check 'python3 bot.py --fast' --game connect-four
  damier protocol check 'damier protocol nboard' --protocol nboard --json")]
pub(super) struct CheckCommand {
    /// The command that starts the engine, with its arguments
    command: String,
    /// The protocol that it should speak
    #[arg(long, value_name = "PROTOCOL", default_value = "ugi")]
    protocol: ProtocolKind,
    /// The game, by a name that `damier --help` lists; all that the engine offers otherwise
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// How long to wait for an answer that no time limits
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds, default_value = "10")]
    timeout: Duration,
    /// How much longer than asked for a move or a stop may take
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds, default_value = "1")]
    grace: Duration,
    /// Print JSON: every test and its result
    #[arg(long)]
    json: bool,
}

/// What is wrong with an engine.
pub(super) struct Problem(Text);

/// A test of a protocol.
pub(super) struct ProtocolTest {
    /// Name for programs.
    id: &'static str,
    /// Id of its description.
    text: &'static str,
    run: fn(&CheckContext<'_>) -> Result<(), Problem>,
}

/// How a session ends.
#[derive(Clone, Copy)]
enum Ending {
    Quit,
    Eof,
}

/// What tests have in common.
pub(super) struct CheckContext<'a> {
    spec: EngineSpec,
    catalogue: &'a [Entry],
    /// The game that was asked for.
    game: Option<Entry>,
    timeout: Duration,
    grace: Duration,
    halt: &'a AtomicBool,
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        Self(fault.text())
    }
}

impl CheckContext<'_> {
    /// Starts the engine.
    fn start(&self) -> Result<EngineProcess, Problem> {
        Ok(self.spec.start_process()?)
    }

    /// When an answer must have come that no time limits.
    fn deadline(&self) -> Instant {
        Instant::now() + self.timeout
    }

    /// Waits for the line with which the engine answers `command`.
    fn answer<T>(
        &self,
        process: &mut EngineProcess,
        command: &str,
        deadline: Instant,
        answer: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Problem> {
        process.wait_for(deadline, self.halt, answer).map_err(|fault| match fault {
            Fault::Silent(time) => Problem(messages::check::no_answer(command, time)),
            fault => fault.into(),
        })
    }

    /// Checks that an answer came in time.
    fn check_time(&self, started: Instant, allowed: Duration) -> Result<(), Problem> {
        let time = started.elapsed();
        if time > allowed + self.grace {
            return Err(Problem(messages::check::too_late(time, allowed)));
        }
        Ok(())
    }

    /// Checks that the program ends by itself.
    fn check_exit(&self, process: &mut EngineProcess) -> Result<(), Problem> {
        let ended = process.wait_exit(Instant::now() + self.grace.max(Duration::from_secs(1)));
        ended.map(drop).ok_or_else(|| Problem(text!("check-still-runs")))
    }

    /// Checks that the program ends with `quit`, or with its input, while it searches.
    fn check_exit_searching(
        &self,
        mut process: EngineProcess,
        ending: Ending,
    ) -> Result<(), Problem> {
        thread::sleep(SEARCH_TIME);
        match ending {
            Ending::Quit => process.send("quit"),
            Ending::Eof => process.close_input(),
        }
        self.check_exit(&mut process)
    }

    /// Bytes that are no command: control characters, bytes that are no UTF-8, and a line that is too long.
    fn send_garbage(process: &mut EngineProcess) {
        process.send_bytes(b"\x00\x01\xff\xfe\n\n \t \n\xc3\x28\n".to_vec());
        process.send(&"x".repeat(LONG_LINE_BYTES));
    }
}

/// Result of a test.
#[derive(Serialize)]
struct TestResult {
    test: &'static str,
    passed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

impl CheckCommand {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let game = match (&self.game, self.protocol) {
            (Some(name), _) => Some(args::find(name, context.catalogue)?),
            (None, ProtocolKind::Nboard) => Some(args::find(NBOARD_GAME, context.catalogue)?),
            (None, ProtocolKind::Gtp) => {
                return Err(Failure::wrong(text!("check-which-game")));
            }
            (None, ProtocolKind::Ugi) => None,
        };
        external::end_with(context);
        let check = CheckContext {
            spec: EngineSpec::new(self.protocol, &self.command)?,
            catalogue: context.catalogue,
            game,
            timeout: self.timeout,
            grace: self.grace,
            halt: context.stop,
        };
        let tests = match self.protocol {
            ProtocolKind::Ugi => ugi::TESTS,
            ProtocolKind::Gtp => gtp::TESTS,
            ProtocolKind::Nboard => nboard::TESTS,
        };
        let mut results = Vec::new();
        for (index, test) in tests.iter().enumerate() {
            let result = (test.run)(&check);
            if context.stop.load(Relaxed) {
                return Err(Failure::interrupted());
            }
            let is_first = index == 0;
            let failed = result.is_err();
            results.push(self.report(test, result, context)?);
            // Without a beginning there is nothing to test.
            if is_first && failed {
                break;
            }
        }
        let passed = results.iter().filter(|result| result.passed).count();
        if self.json {
            context.print_json(&results)?;
        } else {
            context.print(&text!("check-total", passed, tests = tests.len()))?;
        }
        if passed == tests.len() { Ok(()) } else { Err(Failure::reported()) }
    }

    /// Prints the result of a test, unless all of them are printed as JSON at the end.
    fn report(
        &self,
        test: &ProtocolTest,
        result: Result<(), Problem>,
        context: &mut Context<'_>,
    ) -> Result<TestResult, Failure> {
        let problem = result.err().map(|Problem(text)| text);
        if !self.json {
            context
                .print(&messages::check::line(&texts::text(test.text, &[]), problem.as_ref()))?;
            context.out.flush()?;
        }
        let problem = problem.map(|text| text.get(context.lang).to_owned());
        Ok(TestResult { test: test.id, passed: problem.is_none(), problem })
    }
}

/// Checks a move of an engine.
fn check_move(entry: &Entry, record: &rules::Record, text: &str) -> Result<(), Problem> {
    let live = entry.game.open(record).map_err(|error| Problem(error.text()))?;
    let judged = live.judge(&text.to_lowercase());
    judged.map(drop).map_err(|_| Problem(messages::check::illegal(text, &live.position())))
}
