//! Katarenga: eight pawns each cross a coloured board to fill the two camps behind the enemy.
//!
//! First is Red at the top (rank 8) and starts. A turn is a pawn's move by the colour of its square,
//! capturing by replacement, or: a pawn that already stands on the enemy home row enters a free goal
//! camp of its owner. Filling both camps wins; fewer than two pawns, those in camps included, lose.
//! The third repetition and 100 plies without a capture or a camp entry are draws. In the `official`
//! rule set nothing is captured while all pawns stand as at the start.

mod classic;
mod encoding;
mod endings;
mod engine;
mod introduction;
mod network;
mod notation;
mod position;
mod review;
mod searcher;
mod terms;
mod tree_examples;
mod view;
mod weights;

pub(crate) use classic::{CLASSICS, MinimaxEvaluator};
pub use engine::{KatarengaEngine, KatarengaEvaluator};
pub use position::{Katarenga, Move, Rules, Side};
pub use searcher::KatarengaSearcher;
pub(crate) use tree_examples::EXAMPLES;

/// Its puzzles.
pub(crate) static PUZZLE_FILE: ::engine::DataFile = puzzle_file!("katarenga");
