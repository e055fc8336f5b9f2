//! Tic-tac-toe: three rows of three squares, three signs in line win.
//!
//! First starts. A move puts a sign on an empty square. Three own signs in a row, a column or on a
//! diagonal win. A full board without a line is a draw.

mod encoding;
mod engine;
mod introduction;
mod notation;
mod position;
mod view;

pub use engine::TicTacToeEngine;
pub use position::TicTacToe;
