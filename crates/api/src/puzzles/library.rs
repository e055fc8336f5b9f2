//! The puzzles of all games.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use engine::{Entry, Puzzle, PuzzleCollection, PuzzleSession};
use play::Time;

use crate::caption::Caption;
use crate::error::Error;
use crate::games::Games;

/// Milliseconds of a day.
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// A puzzle with its game.
#[derive(Clone, Copy)]
pub struct LibraryPuzzle {
    /// The game.
    pub entry: Entry,
    /// The puzzle.
    pub puzzle: &'static Puzzle,
}

impl LibraryPuzzle {
    /// The puzzle, from its beginning.
    pub(crate) fn session(self) -> Result<PuzzleSession, Error> {
        PuzzleSession::open(self.entry.game, self.puzzle.clone()).map_err(Error::failed)
    }

    /// The words of a link to it, and path and query of its picture.
    pub fn preview(self) -> Result<(Caption, String), Error> {
        let (info, view) = (self.entry.game.info(), self.session()?.live().view());
        let start: String =
            form_urlencoded::byte_serialize(self.puzzle.position.as_bytes()).collect();
        let picture = format!("/api/games/{}/picture.png?start={start}", info.id);
        Ok((Caption::of_puzzle(info, &view), picture))
    }
}

/// The games that have puzzles, with them.
pub(crate) fn collections(games: &Games) -> Result<Vec<(Entry, &'static PuzzleCollection)>, Error> {
    let mut found = Vec::new();
    for entry in games {
        let Some(file) = entry.puzzles else { continue };
        let collection = parsed(entry).ok_or(Error::MissingData(file.name))?;
        found.push((*entry, collection));
    }
    found.retain(|(_, collection)| !collection.puzzles.is_empty());
    Ok(found)
}

/// The puzzles of a game, parsed once; `None` if their file is not loaded. A file that is there never changes.
fn parsed(entry: &Entry) -> Option<&'static PuzzleCollection> {
    static PARSED: Mutex<BTreeMap<&str, &PuzzleCollection>> = Mutex::new(BTreeMap::new());
    let mut parsed = PARSED.lock().unwrap_or_else(PoisonError::into_inner);
    let name = entry.puzzles?.name;
    if let Some(known) = parsed.get(name) {
        return Some(known);
    }
    let collection: &'static PuzzleCollection = Box::leak(Box::new(entry.puzzle_collection()?));
    parsed.insert(name, collection);
    Some(collection)
}

/// The puzzle of that id.
pub fn find_puzzle(games: &Games, id: &str) -> Result<LibraryPuzzle, Error> {
    let found = collections(games)?.into_iter().find_map(|(entry, collection)| {
        Some(LibraryPuzzle { entry, puzzle: collection.puzzle(id)? })
    });
    found.ok_or(Error::NotFound)
}

/// The puzzle of a day, which the games have in turn.
pub(crate) fn daily(games: &Games, day: u32) -> Result<Option<LibraryPuzzle>, Error> {
    let collections = collections(games)?;
    let Some(index) = (day as usize).checked_rem(collections.len()) else { return Ok(None) };
    let (entry, collection) = collections[index];
    let puzzle = collection.daily(u64::from(day));
    Ok(puzzle.map(|puzzle| LibraryPuzzle { entry, puzzle }))
}

/// The day of a moment, since 1970 and by UTC.
pub(crate) fn day_of(Time(at): Time) -> u32 {
    u32::try_from(at / DAY_MS).unwrap_or(u32::MAX)
}

/// A day as it is written: `2026-11-16`.
pub(crate) fn date_of(day: u32) -> String {
    room::day(Time(u64::from(day) * DAY_MS)).unwrap_or_default()
}
