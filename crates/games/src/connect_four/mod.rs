//! Connect Four (Puissance 4): 7 columns, 6 rows, discs that fall.
//!
//! First starts. A move is a column; the disc falls to its lowest free cell. Four or more own discs
//! in a row, a column or a diagonal through the last disc win. A full board without a line is a draw.

mod book;
mod brain;
mod classic;
mod lesson;
mod notation;
mod position;
mod review;
mod solver;
mod view;

pub use book::{BookError, OpeningBook, opening_positions};
pub use brain::ConnectFourBrain;
pub use classic::ClassicWeights;
pub(crate) use classic::{CLASSICS, ClassicEvaluator};
pub(crate) use lesson::EXAMPLES;
pub use position::{Column, ConnectFour};
pub use solver::{ConnectFourSolver, ScoreBounds, SolverQuery};
