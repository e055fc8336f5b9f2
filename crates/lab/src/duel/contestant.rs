//! Contestants of duels and ladders: an opponent of the game, an engine of another author, or another program that
//! supports `damier analyse`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

use engine::{Entry, Limits, Opponent};
use rules::Record;
use texts::text;

use crate::external::{EngineAnswer, EngineSpec, Fault, MoveLimits};
use crate::failure::Failure;
use crate::{args, messages};

/// Prefix of the path of a program.
const PROGRAM_PREFIX: &str = "program:";

/// Contestant of a duel.
#[derive(Clone)]
pub(crate) enum Contestant {
    /// A level or a classic of the game.
    Player(&'static Opponent),
    /// An engine that speaks one of the protocols.
    Engine(EngineSpec),
    /// Another damier, such as an older one.
    Program(PathBuf),
}

/// Function that returns the move of a contestant in one game.
pub(crate) type MoveProvider =
    Box<dyn FnMut(&Record, &MoveLimits, &AtomicBool) -> Result<MoveChoice, Failure> + Send>;

/// What a contestant does in its turn.
pub(crate) enum MoveChoice {
    /// A move, which may be illegal.
    Move(String),
    Resigns,
    /// It makes a mistake, and loses.
    Fault(Fault),
}

impl Contestant {
    /// Finds a contestant by name.
    pub(crate) fn find(name: &str, entry: &Entry) -> Result<Self, Failure> {
        if let Some(path) = name.strip_prefix(PROGRAM_PREFIX) {
            return Ok(Self::Program(path.into()));
        }
        match EngineSpec::read(name) {
            Some(spec) => spec.map(Self::Engine),
            None => args::find_player(name, entry).map(Self::Player),
        }
    }

    /// Name in arguments and record files.
    pub(crate) fn id(&self) -> String {
        match self {
            Self::Player(opponent) => opponent.id.to_owned(),
            Self::Engine(spec) => spec.id(),
            Self::Program(path) => format!("{PROGRAM_PREFIX}{}", path.display()),
        }
    }

    /// Whether it is an engine of another author, whose time is kept.
    pub(crate) const fn is_engine(&self) -> bool {
        matches!(self, Self::Engine(_))
    }

    /// Whether it thinks on the thread that plays its game.
    pub(crate) const fn is_in_process(&self) -> bool {
        matches!(self, Self::Player(_))
    }

    /// Returns an error if it is an engine that does not even introduce itself: that is a wrong argument, not a loss.
    pub(crate) fn try_out(&self, entry: &Entry, halt: &AtomicBool) -> Result<(), Failure> {
        let Self::Engine(spec) = self else { return Ok(()) };
        match spec.start(entry, halt) {
            Ok(_) | Err(Fault::Halted) => Ok(()),
            Err(fault) => {
                let text = text!("external-no-engine", name = spec.id(), fault = fault.text());
                Err(Failure::failed(text))
            }
        }
    }

    /// Starts a game; random choices come from `seed`.
    pub(crate) fn start_game(&self, entry: &Entry, seed: u64, halt: &AtomicBool) -> MoveProvider {
        match self {
            Self::Player(opponent) => {
                let mut thinker = opponent.make(seed);
                Box::new(move |record, limits, stop| {
                    let report = thinker.search(record, &limits.search, stop, &mut |_| ());
                    let report = report.map_err(|error| Failure::replay(&record.start, error))?;
                    Ok(MoveChoice::Move(report.choice.unwrap_or_default()))
                })
            }
            Self::Engine(spec) => {
                let mut engine = spec.start(entry, halt);
                Box::new(move |record, limits, stop| {
                    let answer = match &mut engine {
                        Ok(engine) => engine.choose(record, limits, stop),
                        Err(fault) => Err(fault.clone()),
                    };
                    Ok(match answer {
                        Ok(EngineAnswer::Move(text)) => MoveChoice::Move(text.to_lowercase()),
                        Ok(EngineAnswer::Resigns) => MoveChoice::Resigns,
                        Err(fault) => MoveChoice::Fault(fault),
                    })
                })
            }
            Self::Program(path) => {
                let (path, game) = (path.clone(), entry.game.info().id);
                Box::new(move |record, limits, _| {
                    ask(&path, game, record, &limits.search).map(MoveChoice::Move)
                })
            }
        }
    }
}

/// Asks another program for its best move.
fn ask(path: &Path, game: &str, record: &Record, limits: &Limits) -> Result<String, Failure> {
    let mut command = Command::new(path);
    command.args(["analyse", game, "--json", "--lines", "1", "--threads", "1", "--table", "16"]);
    command.args(["--position", &record.start]);
    if let Some(nodes) = limits.nodes {
        command.args(["--nodes", &nodes.to_string()]);
    }
    if let Some(time) = limits.time {
        command.args(["--time", &time.as_secs_f64().to_string()]);
    }
    if let Some(depth) = limits.depth {
        command.args(["--depth", &depth.to_string()]);
    }
    let name = path.display().to_string();
    let failed = |why: &str| Failure::failed(messages::duel::no_answer(&name, why));
    let output =
        command.args(&record.moves).output().map_err(|error| failed(&error.to_string()))?;
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).trim()));
    }
    let answer: serde_json::Value =
        serde_json::from_slice(&output.stdout).map_err(|error| failed(&error.to_string()))?;
    answer["best"].as_str().map(str::to_owned).ok_or_else(|| failed("\"best\""))
}
