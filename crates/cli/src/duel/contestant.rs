//! Contestants of a duel: an opponent of the game, or another program that supports `damier analyse`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

use engine::{Entry, Limits, Opponent};
use rules::Record;

use crate::failure::Failure;
use crate::{args, messages};

/// Prefix of the path of a program.
const PROGRAM_PREFIX: &str = "program:";

/// Contestant of a duel.
#[derive(Clone)]
pub(crate) enum Contestant {
    /// A level or a classic of the game.
    Player(&'static Opponent),
    /// Another damier, such as an older one.
    Program(PathBuf),
}

/// Function that returns the move of a contestant in one game.
pub(crate) type MoveProvider =
    Box<dyn FnMut(&Record, &Limits, &AtomicBool) -> Result<Option<String>, Failure> + Send>;

impl Contestant {
    /// Finds a contestant by name.
    pub(crate) fn find(name: &str, entry: &Entry) -> Result<Self, Failure> {
        match name.strip_prefix(PROGRAM_PREFIX) {
            Some(path) => Ok(Self::Program(path.into())),
            None => args::find_player(name, entry).map(Self::Player),
        }
    }

    /// Name in arguments and record files.
    pub(crate) fn id(&self) -> String {
        match self {
            Self::Player(opponent) => opponent.id.to_owned(),
            Self::Program(path) => format!("{PROGRAM_PREFIX}{}", path.display()),
        }
    }

    /// Starts a game; random choices come from `seed`.
    pub(crate) fn start_game(&self, game: &'static str, seed: u64) -> MoveProvider {
        match self {
            Self::Player(opponent) => {
                let mut thinker = opponent.make(seed);
                Box::new(move |record, limits, stop| {
                    let report = thinker.search(record, limits, stop, &mut |_| ());
                    Ok(report.map_err(|error| Failure::replay(&record.start, error))?.choice)
                })
            }
            Self::Program(path) => {
                let path = path.clone();
                Box::new(move |record, limits, _| ask(&path, game, record, limits).map(Some))
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
