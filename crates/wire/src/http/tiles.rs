//! What is asked and answered about the visitor's own tiles.

use rules::{ParseError, Text, Tile};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// `GET /api/tiles`: the tiles that the visitor has drawn, in the order in which they came.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct OwnTile {
    /// Its name.
    pub name: String,
    /// Its rows.
    pub rows: String,
    /// The games that can be played with it.
    pub games: Vec<String>,
    /// What is unusual about it.
    pub warnings: Vec<Text>,
}

/// `PUT /api/tiles/NAME`: makes, changes or renames a tile, which is NAME afterwards; answered with an
/// [`OwnTile`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TileChange {
    /// Its rows afterwards.
    pub rows: String,
    /// The tile as the client knows it; nothing if it is new.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub before: Option<Tile>,
}

/// `POST /api/tile-check`: what is to be said of a tile that is being drawn; answered with a
/// [`TileAnswer`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TileQuestion {
    /// The game that it is for.
    pub game: String,
    /// What is drawn so far, `.` for a square without a colour.
    pub rows: String,
}

/// What is to be said of a tile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct TileAnswer {
    /// Why it cannot be used, if it cannot.
    pub problem: Option<TileProblem>,
    /// What is unusual about it, as far as it is drawn.
    pub warnings: Vec<Text>,
}

/// What is wrong in a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct TileProblem {
    /// What it is.
    pub text: Text,
    /// The bytes that are wrong, start and end.
    pub at: [usize; 2],
    /// The line in which they begin, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
}

/// `POST /api/tile-file`: what became of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct TileReport {
    /// What became of every tile that could be read, in the order of the file.
    pub tiles: Vec<ImportedTile>,
    /// What could not be read.
    pub problems: Vec<TileProblem>,
}

/// A tile of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct ImportedTile {
    /// Its name in the file.
    pub name: String,
    /// Its rows.
    pub rows: String,
    /// Its name among the visitor's own, which is another one if that was taken; nothing if there is
    /// no room for it.
    pub kept: Option<String>,
    /// Whether it was not there before.
    pub new: bool,
}

impl TileProblem {
    /// What is wrong in `text`.
    pub fn new(text: &str, error: ParseError) -> Self {
        let (line, column) = error.place(text);
        Self { at: [error.at.start, error.at.end], text: error.text, line, column }
    }
}
