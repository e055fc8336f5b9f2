//! The file of scores that a book is made from, one a line: the moves and the score.

use std::collections::HashMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use games::connect_four::ConnectFour;
use rules::Position;

use super::parallel_solve::BookPosition;
use crate::failure::Failure;
use crate::output_file::{AppendFile, unwritten};
use crate::{messages, scored_positions};

/// File of scores, to which new ones are appended.
pub(super) struct ScoreFile {
    path: PathBuf,
    file: AppendFile,
    /// By position key.
    scores: HashMap<u64, i32>,
}

impl ScoreFile {
    /// Opens or creates the file, and removes an incomplete last line.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            text => text.map_err(|error| Failure::failed(messages::not_read(&name, &error)))?,
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let scores = scored_positions::read(&name, &text[..whole])?;
        let scores = scores.into_iter().map(|(position, score)| (position.key(), score)).collect();
        let file = AppendFile::open(path, whole as u64);
        let file = file.map_err(|error| unwritten(path, &error))?;
        Ok(Self { path: path.to_owned(), file, scores })
    }

    /// The score of a position or of its mirror image.
    pub(super) fn get(&self, position: &ConnectFour) -> Option<i32> {
        let score = |position: &ConnectFour| self.scores.get(&position.key()).copied();
        score(position).or_else(|| score(&position.mirrored()))
    }

    /// Adds a score.
    pub(super) fn add(
        &mut self,
        (moves, position): &BookPosition,
        score: i32,
    ) -> Result<(), Failure> {
        let moves: String = moves.iter().map(ToString::to_string).collect();
        self.scores.insert(position.key(), score);
        self.file
            .append(format!("{moves} {score}\n").as_bytes())
            .map_err(|error| unwritten(&self.path, &error))
    }
}
