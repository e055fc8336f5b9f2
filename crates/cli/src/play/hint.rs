//! Hints: the move that the engine would play, and why.

use engine::{AnyLine, Limits, Resources};
use rules::{SWAP, Text};

use super::local_match::LocalMatch;
use crate::context::Context;
use crate::failure::Failure;
use crate::messages;

/// Nodes that a hint may search: well under a second.
const HINT_NODES: u64 = 200_000;

/// Moves of the principal variation that a hint shows at most.
const HINT_LINE_MOVES: usize = 8;

/// The hint of the engine at full strength, line by line.
pub(super) fn hint(game: &LocalMatch, context: &Context<'_>) -> Result<Vec<Text>, Failure> {
    if game.outcome().is_some() {
        return Ok(vec![messages::play::already_over()]);
    }
    let mut analyst = game.entry().analyst(Resources::default());
    let record = game.record();
    let report = analyst
        .search(record, &Limits::nodes(HINT_NODES), context.stop, &mut |_| {})
        .map_err(|error| Failure::replay(&record.start, error))?;
    let Some(choice) = report.choice else { return Ok(Vec::new()) };
    if choice == SWAP {
        return Ok(vec![messages::play::advise_swap()]);
    }
    let Some(AnyLine { value, chance, moves, .. }) = report.lines.first() else {
        return Ok(vec![messages::play::advise(&choice)]);
    };
    let mut lines =
        vec![messages::play::advise_because(&choice, &messages::play::outlook(*value, *chance))];
    if moves.len() > 1 {
        let shown = &moves[..moves.len().min(HINT_LINE_MOVES)];
        lines.push(messages::play::foreseen(&shown.join(" ")));
    }
    Ok(lines)
}
