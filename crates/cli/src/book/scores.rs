//! The file of the scores that a book is made of: a line each, the moves and the score.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::Path;

use games::connect_four::ConnectFour;
use rules::Position;

use super::work::Opening;
use crate::failure::Failure;
use crate::words;

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
        let mut known = HashMap::new();
        for (number, line) in text[..whole].lines().enumerate() {
            let (position, score) = parse(line).ok_or_else(|| {
                let text = words::book::no_score();
                Failure::failed(words::in_file(&name, number + 1, &text))
            })?;
            known.insert(position.key(), score);
        }
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

/// A line of the file: `4453 -2`.
fn parse(line: &str) -> Option<(ConnectFour, i32)> {
    let (moves, score) = line.split_once(' ')?;
    let mut position = ConnectFour::EMPTY;
    for digit in moves.split_inclusive(|_| true) {
        let column = digit.parse().ok()?;
        position = position.is_legal(column).then(|| position.play(column))?;
    }
    Some((position, score.parse().ok().filter(|score| (-21..=21).contains(score))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_moves_and_a_score() {
        let (position, score) = parse("4453 -2").expect("a line");
        assert_eq!((position.to_string().as_str(), score), ("7/7/7/7/3o3/2oxx2 x", -2));
        assert_eq!(parse(" 1"), Some((ConnectFour::EMPTY, 1)));
        for wrong in ["", "44", "48 1", "44444444 1", "44 x", "44 22", "4é 1"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
