//! What the engine would play, in words.

use engine::{AnyLine, Limits, Resources};
use rules::{SWAP, Text};

use super::table::Table;
use crate::context::Context;
use crate::failure::Failure;
use crate::words;

/// Positions that the engine looks at for a piece of advice: well under a second.
const NODES: u64 = 200_000;

/// Moves of the expected line that are told.
const FORESEEN: usize = 8;

/// Asks the engine at full strength; a line a text.
pub(super) fn advise(table: &Table, context: &Context<'_>) -> Result<Vec<Text>, Failure> {
    if table.outcome().is_some() {
        return Ok(vec![words::play::already_over()]);
    }
    let mut analyst = table.entry().analyst(Resources::default());
    let record = table.record();
    let report = analyst
        .search(record, &Limits::nodes(NODES), context.stop, &mut |_| {})
        .map_err(|error| Failure::replay(&record.start, error))?;
    let Some(choice) = report.choice else { return Ok(Vec::new()) };
    if choice == SWAP {
        return Ok(vec![words::play::advise_swap()]);
    }
    let Some(AnyLine { value, chance, moves, .. }) = report.lines.first() else {
        return Ok(vec![words::play::advise(&choice)]);
    };
    let mut said =
        vec![words::play::advise_because(&choice, &words::play::outlook(*value, *chance))];
    if moves.len() > 1 {
        let foreseen = &moves[..moves.len().min(FORESEEN)];
        said.push(words::play::foreseen(&foreseen.join(" ")));
    }
    Ok(said)
}
