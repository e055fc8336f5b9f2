//! Congress: bring all your pawns together.
//!
//! Eight pawns each on a coloured board. A turn moves one pawn by the colour of its square; nothing
//! is captured, pawns only block. The mover wins when all own pawns form one group, connected along
//! files and ranks. Who cannot move loses; the third repetition and 200 plies in all are draws.

mod brain;
mod classic;
mod lesson;
mod notation;
mod position;
mod review;
mod terms;
mod view;
mod weights;

pub use brain::CongressBrain;
pub(crate) use classic::{CLASSICS, ClassicEvaluator};
pub(crate) use lesson::EXAMPLES;
pub use position::Congress;
