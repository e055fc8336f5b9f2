//! Isolation: place the last pawn.
//!
//! The coloured board is empty, Red starts. A turn places a pawn on an empty square that no pawn of
//! either colour attacks, that is, reaches by the colour of its square, up to and including the first
//! pawn met. Pawns never move. Who cannot place loses. In the `mutual` rule set the new pawn must
//! attack no pawn either.
//!
//! A new pawn never stands on an attacked square, so it never cuts a ray: what is forbidden stays so,
//! and the position carries it along.

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

pub(crate) use classic::{CLASSICS, MinimaxEvaluator};
pub use engine::{IsolationEngine, IsolationSearcher};
pub use evaluator::IsolationEvaluator;
pub use position::{Isolation, Place, Rules};
pub use solver::{Openings, SolvedWinner, solve_winner, winning_first_moves, wins};
pub(crate) use tree_examples::EXAMPLES;

/// Its puzzles.
pub(crate) static PUZZLE_FILE: ::engine::DataFile = puzzle_file!("isolation");
