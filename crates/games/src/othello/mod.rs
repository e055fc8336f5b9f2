//! Othello: 8x8, discs that turn over.
//!
//! First is Black and starts. A move puts a disc on an empty square so that at least one straight
//! run of enemy discs, in any of the 8 directions, lies between it and another own disc; all such
//! runs turn over. A player who has no such square must pass; when neither has one the game is over
//! and more discs win. As in all Othello literature `a1` is the top left corner.

mod book;
mod classic;
mod encoding;
mod engine;
mod flips;
mod formats;
mod introduction;
mod notation;
mod position;
mod review;
mod solver;
mod tree_examples;
mod view;

pub use book::{BookError, BookLineError, BookMove, OpeningBook};
pub(crate) use classic::{CLASSICS, MinimaxEvaluator};
pub use engine::{OthelloEngine, OthelloSearcher};
pub use position::{Move, Othello};
pub(crate) use solver::WEIGHTS_FILE;
pub use solver::{OthelloReport, OthelloSolver, PrincipalVariation, WeightsError, training};
pub(crate) use tree_examples::EXAMPLES;

/// Its puzzles.
pub(crate) static PUZZLE_FILE: ::engine::DataFile = puzzle_file!("othello");
