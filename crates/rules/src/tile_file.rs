//! Files of tiles, read and written without the rules of a game.
//!
//! Three forms are read, told apart by how they begin:
//!
//! * lines, one tile each: `mine: YBGR/RGYY/GRBB/BYRG`; blank lines and those that begin with `#` are ignored;
//! * JSON: `[{"name": "mine", "rows": "YBGR/RGYY/GRBB/BYRG"}]`;
//! * the `quadrants.json` that players of the first program have:
//!   `{"quadrant_1": {"grid": [[1, 3, 2, 4], …]}}`, where 1 is the first ground that tiles are drawn
//!   with, and so on; whatever else it says is ignored.
//!
//! A damaged file gives the tiles that can be read, and a limited number of problems with their places.

mod json;
mod read;
mod write;

use crate::{AnyGame, ParseError, Tile};

pub use write::write_tiles;

/// Format of a file of tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TileForm {
    /// A line each, `name: rows`.
    Lines,
    /// A list of objects with `name` and `rows`.
    Json,
    /// The `quadrants.json` of the first program: grids of numbers.
    Grids,
}

/// Content of a file of tiles.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TileFile {
    /// The tiles that can be used, in their order; names may repeat.
    pub tiles: Vec<Tile>,
    /// What is wrong with the rest, in the order of the file: the first [`MAX_PROBLEMS`](Self::MAX_PROBLEMS).
    pub problems: Vec<ParseError>,
    /// How many more problems there are.
    pub more_problems: usize,
}

impl TileFile {
    /// Size of a file, in bytes.
    pub const MAX_BYTES: usize = 256 << 10;
    /// Tiles of a file.
    pub const MAX_TILES: usize = 1000;
    /// Problems of a file that are reported one by one.
    pub const MAX_PROBLEMS: usize = 50;

    /// Reads the tiles of a game in any form.
    pub fn read(text: &str, game: &dyn AnyGame) -> Self {
        read::read(text, game)
    }
}
