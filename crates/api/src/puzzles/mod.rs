//! Puzzles: the collections of all games, what a visitor has made of them, and refutations of wrong moves.

mod library;
mod progress;
mod refutation;

pub use library::LibraryPuzzle;
pub use library::find_puzzle;
pub(crate) use library::{collections, daily, date_of, day_of};
pub(crate) use progress::PuzzleProgress;
pub(crate) use refutation::{refutation, refutation_request};
