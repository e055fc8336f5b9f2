//! Othello: 8x8, discs that turn over.
//!
//! First is Black and starts. A move puts a disc on an empty square so that at least one straight
//! run of enemy discs, in any of the 8 directions, lies between it and another own disc; all such
//! runs turn over. A player who has no such square must pass; when neither has one the game is over
//! and more discs win. As in all Othello literature `a1` is the top left corner.

mod brain;
mod classic;
mod flips;
mod formats;
mod lesson;
mod notation;
mod position;
mod review;
mod solver;
mod view;

pub use brain::OthelloBrain;
pub use classic::ClassicWeights;
pub(crate) use classic::{CLASSICS, ClassicEvaluator};
pub(crate) use lesson::EXAMPLES;
pub use position::{Move, Othello};
pub use solver::{OthelloReport, OthelloSearcher, PrincipalVariation, WeightsError, training};
