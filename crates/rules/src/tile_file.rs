//! Tiles as files, read and written without knowing any rules.
//!
//! Three forms are read, told apart by how they begin:
//!
//! * lines, one tile each: `mine: YBGR/RGYY/GRBB/BYRG`; blank ones and those that begin with `#` aside;
//! * JSON: `[{"name": "mine", "rows": "YBGR/RGYY/GRBB/BYRG"}]`;
//! * the `quadrants.json` that players of the first program have:
//!   `{"quadrant_1": {"grid": [[1, 3, 2, 4], …]}}`, where 1 is the first ground that tiles are drawn
//!   with, and so on; whatever else it says is left aside.
//!
//! A file that is damaged gives the tiles that can be read, and its problems with their places, up to
//! a number that somebody may read.

mod json;
mod read;
mod write;

use crate::{AnyGame, ParseError, Tile};

pub use write::write_tiles;

/// A form that tiles are written in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TileForm {
    /// A line each, `name: rows`.
    Lines,
    /// A list of objects with `name` and `rows`.
    Json,
    /// The `quadrants.json` of the first program: grids of numbers.
    Grids,
}

/// What was found in a file of tiles.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TileFile {
    /// The tiles that can be used, in their order; names may repeat.
    pub tiles: Vec<Tile>,
    /// What is wrong with the rest, in the order of the file: the first [`MOST_PROBLEMS`](Self::MOST_PROBLEMS).
    pub problems: Vec<ParseError>,
    /// How many more problems there are.
    pub more_problems: usize,
}

impl TileFile {
    /// The longest file that is worth reading, in bytes.
    pub const MAX_BYTES: usize = 256 << 10;
    /// How many tiles of a file are read.
    pub const MOST_TILES: usize = 1000;
    /// How many problems of a file are told one by one.
    pub const MOST_PROBLEMS: usize = 50;

    /// Reads the tiles of a game in any form.
    pub fn read(text: &str, game: &dyn AnyGame) -> Self {
        read::read(text, game)
    }
}
