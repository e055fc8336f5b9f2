//! Collections of puzzles: `data/puzzles.txt` of each game, as `damier puzzles make` writes it.

use engine::{DataFile, PuzzleCollection};

/// The file of a game, built into the program unless its data is loaded at run time.
macro_rules! puzzle_file {
    ($name:literal, $path:literal) => {
        DataFile::new(
            $name,
            if cfg!(feature = "embedded-data") { Some(include_bytes!($path)) } else { None },
            is_valid,
        )
    };
}

pub(crate) static CONNECT_FOUR: DataFile =
    puzzle_file!("connect-four-puzzles.txt", "connect_four/data/puzzles.txt");
pub(crate) static OTHELLO: DataFile =
    puzzle_file!("othello-puzzles.txt", "othello/data/puzzles.txt");
pub(crate) static KATARENGA: DataFile =
    puzzle_file!("katarenga-puzzles.txt", "katarenga/data/puzzles.txt");
pub(crate) static CONGRESS: DataFile =
    puzzle_file!("congress-puzzles.txt", "congress/data/puzzles.txt");
pub(crate) static ISOLATION: DataFile =
    puzzle_file!("isolation-puzzles.txt", "isolation/data/puzzles.txt");

fn is_valid(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|file| PuzzleCollection::read(file).is_ok())
}
