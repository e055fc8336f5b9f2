#![warn(missing_docs)]
#![doc = include_str!("../README.md")]
//!
//! # Overview
//!
//! Core types of Damier, shared by games, engines, screens and the server, in two layers.
//!
//! * **Static**: [`Position`] and [`Game`] are small `Copy` values with typed moves; search is
//!   compiled for each of them. [`Line`] is the history of a game and decides draws by history.
//! * **Erased**: [`AnyGame`] and [`Live`] represent every game as text and plain data ([`Record`],
//!   [`View`], [`Setup`]). They are implemented once, for every [`Game`]; see [`erase`].
//!
//! Nothing here knows a particular game, prints, reads a clock or draws a random number of its own.

mod bitboard;
mod diagram;
mod encoding;
mod error;
mod format;
mod game;
mod info;
mod introduction;
mod invariants;
mod invisible;
mod line;
mod line_index;
mod live;
mod notation;
mod outcome;
mod pasted;
mod perft;
mod position;
mod random;
mod record;
mod record_file;
mod seat;
mod setup;
mod square;
mod symmetry;
mod text;
mod tile;
mod tile_file;
mod view;

pub use bitboard::{Bitboard, Squares};
pub use diagram::{Diagram, DiagramError};
pub use encoding::{Encoding, Planes, uniform_plane};
pub use error::{MoveError, MoveErrorCode, ParseError, ReplayError, SetupError};
pub use format::{
    Content, FileError, FilePlaces, Format, GameFile, OpenFile, SavedGames, open_file,
};
pub use game::Game;
pub use info::{BoardLook, Info, RuleSet, Style, Surface};
pub use introduction::{Attempt, AttemptResult, Expected, IntroductionStep};
pub use invariants::InvariantViolation;
pub use invisible::{is_invisible, visible_text};
pub use line::Line;
pub use line_index::LineIndex;
pub use live::{AnyGame, Live, LiveGame, erase};
pub use notation::{Field, Fields, read_decimal, read_rows, read_seat, write_rows};
pub use outcome::{Outcome, Reason};
pub use pasted::{
    ParsedGame, ParsedKind, ReadLimits, moves_in, read_moves, read_pasted, split_moves,
};
pub use perft::{divide, perft};
pub use position::{Draws, MoveList, Position};
pub use random::SplitMix64;
pub use record::{Record, SWAP};
pub use record_file::{
    Evaluation, ExtraField, NestingTooDeep, Note, Places, RecordFile, SavedGame, Score, TreeMove,
    VARIATION_MAX_DEPTH, Variation, VariationMove, Worth, play_tree,
};
pub use seat::{BySeat, Seat};
pub use setup::Setup;
pub use square::Square;
pub use symmetry::Symmetry;
pub use text::{Lang, Text};
pub use tile::{TILE_NAME_MAX_CHARS, Tile, TileCheck, TileSet, tile_name, tile_word};
pub use tile_file::{TileFile, TileForm, write_tiles};
pub use view::{Board, Cell, CellIndex, Change, Choice, Ending, Marks, Spot, Tally, View};
