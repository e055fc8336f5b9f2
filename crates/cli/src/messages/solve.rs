//! Messages of `damier solve`.

use std::time::Duration;

use games::connect_four::ScoreBounds;
use rules::{Seat, Text};
use texts::{decimal, text};

/// Bounds of the score.
pub(crate) fn status(bounds: ScoreBounds) -> Text {
    text!("solve-bounds", low = signed(bounds.low), high = signed(bounds.high))
}

/// The score of a column.
pub(crate) fn column(column: &str, score: i32) -> Text {
    text!("solve-column", column, score = signed(score))
}

/// The score of the position.
pub(crate) fn score(score: i32) -> Text {
    text!("solve-score", score = signed(score))
}

/// Winner of a position with `turn` to move and, if known, the plies to the end.
pub(crate) fn outcome(turn: Seat, score: i32, plies: Option<u32>) -> Text {
    let winner = match score {
        0 => return text!("analyse-draw"),
        1.. => turn,
        _ => !turn,
    };
    match plies {
        None | Some(0) => text!("wins", number = winner),
        Some(plies) => text!("analyse-win", number = winner, moves = plies.div_ceil(2)),
    }
}

/// Nodes and time of the solver.
pub(crate) fn cost(nodes: u64, time: Duration) -> Text {
    let seconds = time.as_secs_f64();
    let speed = (nodes as f64 / seconds.max(1e-9)) as u64;
    text!("solve-cost", nodes, seconds = decimal(seconds, 2), speed)
}

/// Score with its sign.
fn signed(score: i32) -> String {
    if score == 0 { "0".to_owned() } else { format!("{score:+}") }
}
