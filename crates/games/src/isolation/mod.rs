//! Isolation: place the last pawn.
//!
//! The coloured board is empty, Red starts. A turn places a pawn on an empty square that no pawn of
//! either colour attacks, that is, reaches by the colour of its square, up to and including the first
//! pawn met. Pawns never move. Who cannot place loses. In the `mutual` rule set the new pawn must
//! attack no pawn either.
//!
//! A new pawn never stands on an attacked square, so it never cuts a ray: what is forbidden stays so,
//! and the position carries it along.

mod brain;
mod classic;
mod lesson;
mod notation;
mod position;
mod review;
mod solver;
mod view;

pub use brain::IsolationBrain;
pub(crate) use classic::{CLASSICS, ClassicEvaluator};
pub(crate) use lesson::EXAMPLES;
pub use position::{Isolation, Place, Rules};
pub use solver::{winning_first_moves, wins};
