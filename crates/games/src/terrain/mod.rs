//! The coloured board that Katarenga, Congress and Isolation share (not a game).
//!
//! Every square of the 8x8 board is yellow, green, blue or red, and a pawn moves by the colour of
//! the square it stands on: blue like a king, green like a knight, red like a rook and yellow like a
//! bishop, where the last two may enter but not pass the first square of the colour they left.
//! The board is put together from four quadrants of 4x4 squares.

mod board;
mod board_text;
mod colour;
mod distance;
mod fields;
mod picture;
mod quadrant;
mod rays;
mod reach_table;
mod refusal;
mod sets;
mod step;

pub use board::Terrain;
pub use board_text::{BoardText, PlacedQuadrant};
pub use colour::Colour;
pub use quadrant::{Quadrant, check_tile};
pub use sets::SETS;
pub use step::Step;

pub(crate) use fields::{PositionHeader, read_rule_set, write_header};
pub(crate) use picture::{
    BLUE, BLUE_PAWN, GREEN, GROUNDS, RED, RED_PAWN, YELLOW, half_turn, pawn_tally, preview, start,
    step_of,
};
pub(crate) use reach_table::ReachTable;
