//! The files that training reads.

use std::fs;
use std::path::{Path, PathBuf};

use games::othello::OthelloSolver;
use games::othello::training::{TrainingGame, WthorGame, read_wthor};
use rules::Text;

use crate::failure::Failure;
use crate::messages;

/// Every game of the engine's with a number that this divides is left out of fits.
pub(super) const HELD_OUT: usize = 50;
/// So are these of WTHOR, about two thousand.
pub(super) const WTHOR_HELD_OUT: usize = 68;

/// A searcher with the weights of a file, or with those of the program.
pub(super) fn searcher(weights: Option<&Path>) -> Result<OthelloSolver, Failure> {
    let searcher = OthelloSolver::new(4, 1);
    match weights {
        None => Ok(searcher),
        Some(path) => {
            searcher.with_weights(&bytes(path)?).map_err(|error| wrong(path, &error.text()))
        }
    }
}

/// Shows the games of files with their numbers.
pub(super) fn read_games(
    paths: &[PathBuf],
    see: &mut dyn FnMut(usize, &TrainingGame),
) -> Result<(), Failure> {
    for path in paths {
        let games = TrainingGame::from_bytes(&bytes(path)?);
        let games = games.map_err(|error| wrong(path, &error.text()))?;
        games.iter().enumerate().for_each(|(index, game)| see(index, game));
    }
    Ok(())
}

/// Shows the games of a folder of WTHOR files, in the order of their names, with their numbers.
pub(super) fn read_wthor_folder(
    folder: &Path,
    see: &mut dyn FnMut(usize, &WthorGame),
) -> Result<(), Failure> {
    let name = folder.display().to_string();
    let listed = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let listed = listed.map_err(|error| Failure::failed(messages::not_read(&name, &error)))?;
    let mut paths: Vec<_> = listed.into_iter().map(|file| file.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("wtb")));
    paths.sort();
    let mut index = 0;
    for path in paths {
        let games = read_wthor(&bytes(&path)?).map_err(|error| wrong(&path, &error.text()))?;
        for game in &games {
            see(index, game);
            index += 1;
        }
    }
    Ok(())
}

pub(super) fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let name = path.display().to_string();
    fs::read(path).map_err(|error| Failure::failed(messages::not_read(&name, &error)))
}

fn wrong(path: &Path, text: &Text) -> Failure {
    Failure::failed(messages::about(&path.display().to_string(), text))
}
