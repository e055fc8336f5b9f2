//! The file of games that an engine learns from.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use engine::SelfPlayGame;
use texts::text;

use crate::failure::Failure;
use crate::messages;
use crate::output_file::{AppendFile, unwritten};

/// A file to which games are added.
pub(super) struct TrainingFile {
    path: PathBuf,
    file: AppendFile,
    games: u32,
}

impl TrainingFile {
    /// Opens or creates the file.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let games = if path.exists() { read(path)?.len() as u32 } else { 0 };
        let file = AppendFile::open(path, path.metadata().map_or(0, |metadata| metadata.len()));
        let file = file.map_err(|error| unwritten(path, &error))?;
        Ok(Self { path: path.to_owned(), file, games })
    }

    /// How many games are in it.
    pub(super) const fn games(&self) -> u32 {
        self.games
    }

    /// Adds a game.
    pub(super) fn append(&mut self, game: &SelfPlayGame) -> Result<(), Failure> {
        let line = game.to_line() + "\n";
        self.file.append(line.as_bytes()).map_err(|error| unwritten(&self.path, &error))?;
        self.games += 1;
        Ok(())
    }
}

/// The games of a file.
pub(super) fn read(path: &Path) -> Result<Vec<SelfPlayGame>, Failure> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|error| {
        let told = messages::not_read(&name, &error);
        if error.kind() == ErrorKind::NotFound {
            Failure::wrong(told)
        } else {
            Failure::failed(told)
        }
    })?;
    let game = |(number, line): (usize, &str)| {
        SelfPlayGame::from_line(line).ok_or_else(|| {
            Failure::failed(text!(
                "in-file",
                path = &name,
                line = number + 1,
                text = text!("train-no-game")
            ))
        })
    };
    text.lines().enumerate().map(game).collect()
}
