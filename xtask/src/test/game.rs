//! `cargo xtask test --game NAME`: the tests of one game.

use std::fs;
use std::path::Path;

use crate::outcome::{Failure, Outcome, TaskResult};
use crate::process::{cargo, run as run_command};

/// Folder of the games.
const GAMES: &str = "crates/games/src";
/// Variable with the game that the tests of all games take alone.
const ONE_GAME: &str = "DAMIER_TEST_GAME";

/// Runs the tests of the crate of the games. Those of all games take this one alone, and those that name another game are
/// left out.
pub(super) fn run(game: &str) -> TaskResult {
    let games = games()?;
    if !games.iter().any(|other| other == game) {
        let known = games.join(", ");
        return Err(Failure::Usage(format!("test --game: there is no game `{game}`: {known}")));
    }
    let mut tests = cargo("test --package damier-games --locked --no-fail-fast --");
    for other in games.iter().filter(|other| *other != game) {
        tests.args(["--skip", &other.replace('-', "_")]);
    }
    run_command(tests.env(ONE_GAME, game))?;
    Ok(Outcome::Complete)
}

/// The names of the games: their folders are those with rules.
fn games() -> Result<Vec<String>, Failure> {
    let failed = |error| Failure::Task(format!("{GAMES}: {error}"));
    let mut games = Vec::new();
    for entry in fs::read_dir(Path::new(GAMES)).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.join("rules.en.md").exists() {
            games.extend(path.file_name().map(|name| name.to_string_lossy().replace('_', "-")));
        }
    }
    games.sort();
    Ok(games)
}
