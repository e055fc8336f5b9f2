//! Files of puzzles.

use std::collections::HashSet;
use std::fmt::Write as _;

use rules::{SplitMix64, Text};

use super::{Puzzle, Theme};
use crate::crc32::Crc32;

/// The first line of a file.
const HEADER: &str = "damier puzzles 1";
/// Seconds of a day.
const DAY_SECONDS: u64 = 24 * 60 * 60;

/// The puzzles of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleCollection {
    /// The game, by its name for programs.
    pub game: String,
    /// The command that made it.
    pub command: String,
    /// The puzzles, by difficulty.
    pub puzzles: Vec<Puzzle>,
}

/// Why a file is no collection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleFileError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub text: Text,
}

impl PuzzleCollection {
    /// Reads a file. What the moves and the positions are worth is not looked at.
    pub fn read(file: &str) -> Result<Self, PuzzleFileError> {
        let mut lines = file.lines().enumerate().map(|(index, line)| (index + 1, line));
        let mut field = |name: &str| {
            let (number, line) = lines.next().unwrap_or_default();
            let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
            value.ok_or_else(|| expected(number.max(1), name)).map(str::to_owned)
        };
        if field("damier puzzles")? != "1" {
            return Err(expected(1, HEADER));
        }
        let (game, command) = (field("game")?, field("command")?);
        let mut boards: Vec<(&str, &str)> = Vec::new();
        let (mut puzzles, mut ids) = (Vec::new(), HashSet::new());
        for (number, line) in lines {
            if line.starts_with('@') {
                boards.push(line.split_once(' ').ok_or_else(|| expected(number, "@N BOARD"))?);
                continue;
            }
            let puzzle = read_puzzle(line, &boards).map_err(|what| expected(number, what))?;
            if !ids.insert(puzzle.id.clone()) {
                return Err(PuzzleFileError {
                    line: number,
                    text: Text::composed(
                        format!("the puzzle {} is there twice", puzzle.id),
                        format!("le problème {} y est deux fois", puzzle.id),
                    ),
                });
            }
            puzzles.push(puzzle);
        }
        Ok(Self { game, command, puzzles })
    }

    /// Text of a file of puzzles.
    pub fn write(&self) -> String {
        let Self { game, command, puzzles } = self;
        let mut file = format!("{HEADER}\ngame {game}\ncommand {command}\n");
        let mut boards: Vec<&str> = Vec::new();
        for puzzle in puzzles {
            for word in puzzle.position.split(' ') {
                if is_board(word) && !boards.contains(&word) {
                    boards.push(word);
                }
            }
        }
        boards.sort_unstable();
        for (index, board) in boards.iter().enumerate() {
            let _ = writeln!(file, "@{} {board}", index + 1);
        }
        for puzzle in puzzles {
            let themes: Vec<_> = puzzle.themes.iter().map(|theme| theme.id()).collect();
            let themes = if themes.is_empty() { "-".to_owned() } else { themes.join(",") };
            let position = puzzle.position.split(' ').map(|word| {
                let board = boards.iter().position(|board| *board == word);
                board.map_or_else(|| word.to_owned(), |index| format!("@{}", index + 1))
            });
            let position = position.collect::<Vec<_>>().join(" ");
            let Puzzle { id, goal, solution, difficulty, .. } = puzzle;
            let solution = solution.join(",");
            let _ = writeln!(file, "{id} {difficulty} {goal} {themes} {solution} {position}");
        }
        file
    }

    /// The version: a checksum of the file, which changes when a puzzle does.
    pub fn version(&self) -> u32 {
        Crc32::of(self.write().as_bytes())
    }

    /// The puzzle of that name.
    pub fn puzzle(&self, id: &str) -> Option<&Puzzle> {
        self.puzzles.iter().find(|puzzle| puzzle.id == id)
    }

    /// The puzzle of a day, counted from 1970 in UTC: the same for everybody with this version of the collection. None
    /// comes again before all have been there.
    pub fn daily(&self, day: u64) -> Option<&Puzzle> {
        let count = self.puzzles.len() as u64;
        let (round, at) = (day.checked_div(count)?, day % count);
        let mut random =
            SplitMix64::new(SplitMix64::mix(u64::from(self.version())) ^ SplitMix64::mix(!round));
        let mut order: Vec<usize> = (0..self.puzzles.len()).collect();
        for index in (1..order.len()).rev() {
            order.swap(index, random.below(index as u64 + 1) as usize);
        }
        self.puzzles.get(order[at as usize])
    }

    /// The day of a time in seconds since 1970.
    pub const fn day(unix_seconds: u64) -> u64 {
        unix_seconds / DAY_SECONDS
    }
}

/// Whether a word of a position is a board of coloured squares, which has an abbreviation.
fn is_board(word: &str) -> bool {
    word.contains('/') && word.bytes().all(|byte| byte == b'/' || byte.is_ascii_uppercase())
}

fn expected(line: usize, what: &str) -> PuzzleFileError {
    let text =
        Text::composed(format!("'{what}' is expected here"), format!("« {what} » est attendu ici"));
    PuzzleFileError { line, text }
}

/// The puzzle of a line, or what the first wrong field should be.
fn read_puzzle(line: &str, boards: &[(&str, &str)]) -> Result<Puzzle, &'static str> {
    let mut words = line.splitn(6, ' ');
    let mut word = |what| words.next().filter(|word| !word.is_empty()).ok_or(what);
    let id = word("ID")?;
    if !id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()) {
        return Err("ID");
    }
    let difficulty = word("GRADE:NODES")?.parse().map_err(|()| "GRADE:NODES")?;
    let goal = word("GOAL")?.parse().map_err(|()| "GOAL")?;
    let themes = match word("THEMES")? {
        "-" => Vec::new(),
        themes => {
            let themes: Option<Vec<_>> = themes.split(',').map(Theme::from_id).collect();
            themes.ok_or("THEMES")?
        }
    };
    let solution: Vec<_> = word("SOLUTION")?.split(',').map(str::to_owned).collect();
    if solution.len() % 2 == 0 || solution.iter().any(String::is_empty) {
        return Err("SOLUTION");
    }
    let position = word("POSITION")?.split(' ').map(|word| {
        let board = boards.iter().find(|(name, _)| *name == word);
        match board {
            Some((_, board)) => Ok(*board),
            None if word.starts_with('@') => Err("@N BOARD"),
            None => Ok(word),
        }
    });
    let position = position.collect::<Result<Vec<_>, _>>()?.join(" ");
    Ok(Puzzle { id: id.to_owned(), position, goal, solution, themes, difficulty })
}
