//! What is asked and answered about the visitor's own tiles.

use rules::{LineIndex, ParseError, Text, Tile, TileFile};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// `GET /api/tiles`: the tiles that the visitor has drawn, in the order in which they came.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct OwnTile {
    pub name: String,
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
    /// What could not be read: the first problems, in the order of the file.
    pub problems: Vec<TileProblem>,
    /// How many more problems there are.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more_problems: usize,
}

/// A tile of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct ImportedTile {
    /// Its name in the file.
    pub name: String,
    pub rows: String,
    /// Its name among the visitor's own, which is another one if that was taken; nothing if there is
    /// no room for it.
    pub kept: Option<String>,
    /// Whether it was not there before.
    pub new: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl TileProblem {
    /// The most characters of its text.
    const MOST_CHARS: usize = 500;

    /// What is wrong in the text with these lines.
    pub fn new(lines: &LineIndex<'_>, error: ParseError) -> Self {
        let (line, column) = error.place(lines);
        let at = [error.at.start, error.at.end];
        Self { at, text: error.text.shortened(Self::MOST_CHARS), line, column }
    }
}

impl TileReport {
    /// What became of `file`, which was read from `text`.
    pub fn new(text: &str, file: TileFile, tiles: Vec<ImportedTile>) -> Self {
        let lines = LineIndex::new(text);
        let problems = file.problems.into_iter().map(|error| TileProblem::new(&lines, error));
        Self { tiles, problems: problems.collect(), more_problems: file.more_problems }
    }
}
