//! The file of the scores that a book is made of: a line each, the moves and the score.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::Path;

use games::connect_four::ConnectFour;
use rules::Position;

use super::work::Opening;
use crate::failure::Failure;
use crate::{scored, words};

/// The scores that are known, and the file that they are added to.
pub(super) struct Scores {
    name: String,
    file: File,
    /// By the keys of positions.
    known: HashMap<u64, i32>,
}

impl Scores {
    /// Opens or creates the file. A last line that was cut short is taken off.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            text => text.map_err(|error| Failure::failed(words::not_read(&name, &error)))?,
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let known = scored::read(&name, &text[..whole])?;
        let known = known.into_iter().map(|(position, score)| (position.key(), score)).collect();
        let file = File::options().append(true).create(true).open(path);
        let file = file.and_then(|file| file.set_len(whole as u64).map(|()| file));
        let file = file.map_err(|error| Failure::failed(words::not_saved(&name, &error)))?;
        Ok(Self { name, file, known })
    }

    /// The score of a position or of its mirror image.
    pub(super) fn of(&self, position: &ConnectFour) -> Option<i32> {
        let score = |position: &ConnectFour| self.known.get(&position.key()).copied();
        score(position).or_else(|| score(&position.mirrored()))
    }

    /// Adds a score.
    pub(super) fn add(&mut self, (moves, position): &Opening, score: i32) -> Result<(), Failure> {
        let moves: String = moves.iter().map(ToString::to_string).collect();
        self.known.insert(position.key(), score);
        self.file
            .write_all(format!("{moves} {score}\n").as_bytes())
            .map_err(|error| Failure::failed(words::not_saved(&self.name, &error)))
    }
}
