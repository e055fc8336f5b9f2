//! Tic-tac-toe (morpion): three rows of three squares, three signs in line win.
//!
//! First starts. A move puts a sign on an empty square. Three own signs in a row, a column or on a
//! diagonal win. A full board without a line is a draw.
//!
//! It is not in the catalogue: it is the sixth game, by which the tests make sure that a new game
//! needs nothing but its own folder, and the smallest one to read before writing another.

mod engine;
mod introduction;
mod notation;
mod position;
mod view;

pub use engine::TicTacToeEngine;
pub use position::TicTacToe;
