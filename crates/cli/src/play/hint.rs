//! Hints: the move that the engine would play, and why.

use std::sync::atomic::AtomicBool;

use engine::{AnyLine, Entry, Limits, Resources};
use rules::{Record, ReplayError, SWAP, Text};
use texts::text;

use crate::messages;

/// Nodes that a hint may search: well under a second.
const HINT_NODES: u64 = 200_000;

/// Moves of the principal variation that a hint shows at most.
const HINT_LINE_MOVES: usize = 8;

/// The move that the engine would play at the end of the record, and why, line by line.
pub(super) fn advice(
    entry: &Entry,
    record: &Record,
    stop: &AtomicBool,
) -> Result<Vec<Text>, ReplayError> {
    let mut analyst = entry.analyst(Resources::default());
    let report = analyst.search(record, &Limits::nodes(HINT_NODES), stop, &mut |_| {})?;
    let Some(choice) = report.choice else { return Ok(Vec::new()) };
    if choice == SWAP {
        return Ok(vec![text!("play-advice-swap")]);
    }
    let Some(AnyLine { value, chance, moves, .. }) = report.lines.first() else {
        return Ok(vec![text!("play-advice", move = &choice)]);
    };
    let mut lines = vec![
        text!("play-advice-because", move = &choice, outlook = &messages::play::outlook(*value, *chance)),
    ];
    if moves.len() > 1 {
        let shown = &moves[..moves.len().min(HINT_LINE_MOVES)];
        lines.push(text!("play-foreseen", line = shown.join(" ")));
    }
    Ok(lines)
}
