//! Congress: bring all your pawns together.
//!
//! Eight pawns each on a coloured board. A turn moves one pawn by the colour of its square; nothing
//! is captured, pawns only block. The mover wins when all own pawns form one group, connected along
//! files and ranks. Who cannot move loses; the third repetition and 200 plies in all are draws.

mod classic;
mod encoding;
mod engine;
mod gathering_cache;
mod introduction;
mod lambda_search;
mod network;
mod notation;
mod position;
mod review;
mod terms;
mod threat_search;
mod tree_examples;
mod view;
mod weights;

pub(crate) use classic::{CLASSICS, MinimaxEvaluator};
pub use engine::{CongressEngine, CongressEvaluator};
pub use position::Congress;
pub(crate) use tree_examples::EXAMPLES;

/// Its puzzles.
pub(crate) static PUZZLE_FILE: ::engine::DataFile = puzzle_file!("congress");
