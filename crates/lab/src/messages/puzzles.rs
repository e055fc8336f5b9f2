//! Messages of `damier puzzles`.

use engine::{MiningProgress, PuzzleRefusal};
use rules::Text;
use texts::text;

/// What was looked at and kept.
pub(crate) fn mined(progress: &MiningProgress) -> Text {
    let MiningProgress { games, positions, kept, .. } = progress;
    text!("puzzle-mined", games = *games, positions = *positions, kept = *kept)
}

/// How many positions were refused for a reason.
pub(crate) fn refused(refusal: PuzzleRefusal, count: u64) -> Text {
    text!("puzzle-refused", count, reason = refusal.title())
}

/// Time for each puzzle.
pub(crate) fn time_per_puzzle(seconds: f64) -> Text {
    text!("puzzle-time", seconds = texts::decimal(seconds, 2))
}
