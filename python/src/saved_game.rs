//! Games of record files, and of the formats of other programs.

use pyo3::prelude::*;
use rules::{GameFile, ReadLimits, RecordFile, SavedGame as SavedRecord, open_file};

use crate::encoding::{GAMES, GameRef};
use crate::error::{RecordError, words};
use crate::game::Game;
use crate::line::Line;

/// A game of a record file: a record with players, date and result.
///
/// >>> import damier
/// >>> [game] = damier.read_games("f5d6c3d3c4")
/// >>> game.game, game.moves
/// (Game('othello'), ['f5', 'd6', 'c3', 'd3', 'c4'])
/// >>> damier.read_games(str(game)) == [game]
/// True
#[pyclass(frozen, eq, module = "damier")]
#[derive(Clone)]
pub(crate) struct SavedGame {
    pub(crate) game: GameRef,
    pub(crate) saved: SavedRecord,
}

impl PartialEq for SavedGame {
    fn eq(&self, other: &Self) -> bool {
        self.saved == other.saved
    }
}

#[pymethods]
impl SavedGame {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(self.game)
    }

    /// The position from which it started.
    #[getter]
    fn start(&self) -> &str {
        &self.saved.record.start
    }

    /// What was played.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.saved.record.moves.clone()
    }

    /// Whether the swap rule holds.
    #[getter]
    fn swap(&self) -> bool {
        self.saved.record.swap
    }

    /// The name of the player who had the first seat at the beginning.
    #[getter]
    fn first(&self) -> Option<&str> {
        self.saved.players.first.as_deref()
    }

    /// The name of the player who had the second seat at the beginning.
    #[getter]
    fn second(&self) -> Option<&str> {
        self.saved.players.second.as_deref()
    }

    /// When it was played.
    #[getter]
    fn date(&self) -> Option<&str> {
        self.saved.date.as_deref()
    }

    /// How it ended: `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[getter]
    fn result(&self) -> &'static str {
        self.saved.score.text()
    }

    /// Why it ended.
    #[getter]
    fn reason(&self) -> Option<&str> {
        self.saved.reason.as_deref()
    }

    /// Other fields of the header.
    #[getter]
    fn extras(&self) -> Vec<(String, String)> {
        let extras = self.saved.extras();
        extras.map(|extra| (extra.name().to_owned(), extra.value().to_owned())).collect()
    }

    /// The game to go on with.
    fn line(&self) -> PyResult<Line> {
        Line::replay(self.game, &self.saved.record)
    }

    fn __str__(&self) -> String {
        self.saved.to_string()
    }

    fn __repr__(&self) -> String {
        let id = self.game.entry().game.info().id;
        format!("<SavedGame of {id}, {} moves, {}>", self.moves().len(), self.result())
    }
}

/// A text or the bytes of a file.
#[derive(FromPyObject)]
pub(crate) enum FileContent {
    /// Text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

/// Reads the games of a file, in any format that the program reads.
#[pyfunction]
#[pyo3(signature = (content, *, name=""))]
pub(crate) fn read_games(
    py: Python<'_>,
    content: FileContent,
    name: &str,
) -> PyResult<Vec<SavedGame>> {
    let bytes = match content {
        FileContent::Text(text) => text.into_bytes(),
        FileContent::Bytes(bytes) => bytes,
    };
    py.detach(|| read(&bytes, name)).map_err(|error| RecordError::new_err(words(&error.text())))
}

fn read(bytes: &[u8], name: &str) -> Result<Vec<SavedGame>, rules::FileError> {
    let games: Vec<_> = GAMES.iter().map(|game| game.entry().game).collect();
    let file = open_file(GameFile { name, bytes }, &[], &games, ReadLimits::NONE)?;
    let mut found = Vec::new();
    for (index, parsed) in file.games.enumerate() {
        let parsed = parsed.map_err(|error| file.places.error_of(index, error))?;
        let id = parsed.game.info().id;
        let game = GAMES.iter().copied().find(|game| game.entry().game.info().id == id);
        found.push(SavedGame { game: game.unwrap_or(GAMES[0]), saved: parsed.saved });
    }
    Ok(found)
}

/// The text of a record file with these games.
#[pyfunction]
pub(crate) fn write_games(games: Vec<PyRef<'_, SavedGame>>) -> String {
    let games = games.iter().map(|game| game.saved.clone()).collect();
    RecordFile { games }.to_string()
}
