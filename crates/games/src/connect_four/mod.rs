//! Connect Four (Puissance 4): 7 columns, 6 rows, discs that fall.
//!
//! First starts. A move is a column; the disc falls to its lowest free cell. Four or more own discs
//! in a row, a column or a diagonal through the last disc win. A full board without a line is a draw.

mod book;
mod classic;
mod encoding;
mod engine;
mod evaluator;
mod introduction;
mod notation;
mod position;
mod review;
mod solver;
mod tree_examples;
mod view;

pub(crate) use book::BOOK_FILE;
pub use book::{BookError, OpeningBook, opening_positions};
pub(crate) use classic::{CLASSICS, MinimaxEvaluator};
pub use engine::{ConnectFourEngine, ConnectFourSearcher};
pub use evaluator::ConnectFourEvaluator;
pub use position::{Column, ConnectFour};
pub use solver::{ConnectFourSolver, ScoreBounds, SolverQuery};
pub(crate) use tree_examples::EXAMPLES;

/// Its puzzles.
pub(crate) static PUZZLE_FILE: ::engine::DataFile = puzzle_file!("connect-four");
