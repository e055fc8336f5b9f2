//! Engines of other authors: programs that speak one of the engine protocols.

mod command_line;
mod fault;
mod gtp;
mod nboard;
mod process;
mod ugi;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use engine::{Entry, Limits, PlayerClock};
use rules::{BySeat, Record};

use crate::failure::Failure;
use crate::messages;
pub(crate) use command_line::split_command;
pub use fault::Fault;
pub(crate) use fault::FaultKind;
pub(crate) use gtp::{ask as gtp_ask, colour as gtp_colour, vertex as gtp_vertex};
pub use nboard::NBOARD_GAME;
pub(crate) use nboard::ggf;
pub(crate) use process::EngineProcess;
pub use process::{ProcessHandle, end_with};
pub(crate) use ugi::{best_move, position_command};

/// How long an engine may take to start and introduce itself.
pub(crate) const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(20);
/// How long an engine may take for a move that no time limits.
const UNTIMED_MOVE_TIMEOUT: Duration = Duration::from_mins(2);

/// Protocol that an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum ProtocolKind {
    Ugi,
    Gtp,
    Nboard,
}

impl ProtocolKind {
    const ALL: [Self; 3] = [Self::Ugi, Self::Gtp, Self::Nboard];

    /// Name in arguments.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Ugi => "ugi",
            Self::Gtp => "gtp",
            Self::Nboard => "nboard",
        }
    }
}

/// How an engine is started: `ugi:COMMAND`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    pub kind: ProtocolKind,
    pub command: String,
    words: Vec<String>,
}

impl EngineSpec {
    /// The engine of a command line.
    pub fn new(kind: ProtocolKind, command: &str) -> Result<Self, Failure> {
        let words = split_command(command)
            .ok_or_else(|| Failure::wrong(messages::external::no_command(command)))?;
        Ok(Self { kind, command: command.trim().to_owned(), words })
    }

    /// Reads `ugi:COMMAND`; `None` if the text names no protocol.
    pub fn read(text: &str) -> Option<Result<Self, Failure>> {
        let (kind, command) = text.split_once(':')?;
        let kind = ProtocolKind::ALL.into_iter().find(|known| known.id() == kind)?;
        Some(Self::new(kind, command))
    }

    /// The text that [`read`](Self::read) reads.
    pub fn id(&self) -> String {
        format!("{}:{}", self.kind.id(), self.command)
    }

    /// Starts the program.
    pub fn start_process(&self) -> Result<EngineProcess, Fault> {
        EngineProcess::start(&self.words)
    }

    /// Starts the engine for games of `entry`, and waits until it has introduced itself.
    pub fn start(&self, entry: &Entry, halt: &AtomicBool) -> Result<ExternalEngine, Fault> {
        self.introduce(self.start_process()?, entry, halt)
    }

    /// Begins games of `entry` with a program that was just started, and waits until it has introduced itself.
    pub fn introduce(
        &self,
        process: EngineProcess,
        entry: &Entry,
        halt: &AtomicBool,
    ) -> Result<ExternalEngine, Fault> {
        let dialect: Box<dyn Dialect> = match self.kind {
            ProtocolKind::Ugi => Box::new(ugi::UgiDialect),
            ProtocolKind::Gtp => Box::new(gtp::GtpDialect::new(*entry)),
            ProtocolKind::Nboard => Box::new(nboard::NBoardDialect::new(entry)?),
        };
        let mut engine = ExternalEngine { process, dialect };
        let deadline = Instant::now() + HANDSHAKE_TIMEOUT;
        engine.dialect.introduce(&mut engine.process, entry, deadline, halt)?;
        Ok(engine)
    }
}

/// Limits of one move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveLimits {
    /// Limits of the search; its clock is that of the player to move.
    pub search: Limits,
    /// Clocks of both players, if the game is played with clocks.
    pub clocks: Option<BySeat<PlayerClock>>,
    /// What a move may take longer than it should.
    pub grace: Duration,
}

impl MoveLimits {
    /// The time that the move may take without the grace; `None` if nothing limits it.
    pub fn allowed(&self) -> Option<Duration> {
        self.search.clock.map(|clock| clock.remaining).or(self.search.time)
    }

    /// How long to wait for the move.
    fn timeout(&self) -> Duration {
        self.allowed().map_or(UNTIMED_MOVE_TIMEOUT, |time| time + self.grace)
    }
}

/// Answer of an engine that is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineAnswer {
    /// A move as the engine has written it.
    Move(String),
    Resigns,
}

/// Engine that has introduced itself.
pub struct ExternalEngine {
    process: EngineProcess,
    dialect: Box<dyn Dialect>,
}

impl ExternalEngine {
    /// Asks the program to end, which it does by itself if it can.
    pub fn quit(&mut self) {
        self.process.send("quit");
        self.process.close_input();
    }

    /// Asks for a move in the position at the end of the record.
    pub fn choose(
        &mut self,
        record: &Record,
        limits: &MoveLimits,
        halt: &AtomicBool,
    ) -> Result<EngineAnswer, Fault> {
        let deadline = Instant::now() + limits.timeout();
        let answer = self.dialect.choose(&mut self.process, record, limits, deadline, halt);
        match (answer, limits.allowed()) {
            (Err(Fault::Silent(_)), Some(allowed)) => Err(Fault::Overtime(allowed)),
            (answer, _) => answer,
        }
    }
}

impl Drop for ExternalEngine {
    fn drop(&mut self) {
        self.process.send("quit");
    }
}

/// The controller's side of a protocol.
trait Dialect: Send {
    /// Begins the session and chooses the game.
    fn introduce(
        &mut self,
        process: &mut EngineProcess,
        entry: &Entry,
        deadline: Instant,
        halt: &AtomicBool,
    ) -> Result<(), Fault>;

    /// Asks for a move.
    fn choose(
        &mut self,
        process: &mut EngineProcess,
        record: &Record,
        limits: &MoveLimits,
        deadline: Instant,
        halt: &AtomicBool,
    ) -> Result<EngineAnswer, Fault>;
}
