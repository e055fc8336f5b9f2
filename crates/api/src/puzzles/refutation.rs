//! Refutations of wrong moves: what the opponent replies, and why that is good.

use std::time::Duration;

use engine::{Entry, Limits, REVIEW_DEFAULT_NODES, ReviewReason, ReviewedEntry};
use rules::{Live, Record, View};
use wire::http::Refutation;
use work::{WorkRequest, WorkTask};

/// Search time of a position of a refutation.
const REFUTATION_TIME: Duration = Duration::from_secs(2);
/// Transposition table of the engine, in MiB.
const REFUTATION_TABLE_MIB: usize = 8;
/// Moves that are shown after a wrong one.
const REFUTATION_MAX_PLIES: usize = 5;
/// Beginning of the ids of reasons that say what was better.
const MISSED: &str = "missed-";
/// Ids of other such reasons.
const TELLING: [&str; 2] = ["slower-win", "quicker-loss"];

/// What an engine is asked of a wrong move in a position: a review of it alone.
pub(crate) fn refutation_request(entry: &Entry, position: String, wrong: String) -> WorkRequest {
    let record = Record { moves: vec![wrong], ..Record::new(position) };
    let nodes = Some(REVIEW_DEFAULT_NODES);
    let limits = Limits { nodes, time: Some(REFUTATION_TIME), ..Limits::default() };
    WorkRequest::new(entry, WorkTask::Review { record, limits, table: REFUTATION_TABLE_MIB })
}

/// The refutation of the move that was played last, with the views after each of its moves. It does not tell `solution`,
/// the right move.
pub(crate) fn refutation(
    live: &mut dyn Live,
    reviewed: Option<&ReviewedEntry>,
    solution: &str,
) -> (Refutation, Vec<View>) {
    let (mut moves, mut views) = (Vec::new(), Vec::new());
    let line = reviewed.map(|entry| entry.played.moves.as_slice()).unwrap_or_default();
    for entry in line.iter().skip(1).take(REFUTATION_MAX_PLIES) {
        if live.play(entry).is_err() {
            break;
        }
        moves.push(entry.clone());
        views.push(live.view());
    }
    let reasons = reviewed.map(|entry| entry.reasons.as_slice()).unwrap_or_default();
    let reasons = reasons.iter().filter(|reason| !tells(reason, solution));
    let refutation = Refutation {
        moves,
        worth: reviewed.map(|entry| entry.played.value.into()),
        chance: reviewed.map(|entry| entry.played.chance),
        reasons: reasons.map(|reason| reason.text.clone()).collect(),
    };
    (refutation, views)
}

/// Whether a reason tells the right move.
fn tells(reason: &ReviewReason, solution: &str) -> bool {
    let is_end = |c: char| c.is_whitespace() || ",.;:!?()«»…".contains(c);
    let names = |text: &str| text.split(is_end).any(|word| word == solution);
    let id = reason.id.as_ref();
    id.starts_with(MISSED) || TELLING.contains(&id) || names(&reason.text.en)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_that_names_the_right_move_is_left_out() {
        let reason = |id, en: &str| ReviewReason::new(id, en.to_owned(), String::new());
        for (id, text) in [
            ("missed-win", "Misses a win on the spot."),
            ("slower-win", "Still wins, but d3 wins in 4 moves."),
            ("lost-corner", "Gives up the corner that d3, of all moves, kept."),
            ("x", "(d3)"),
        ] {
            assert!(tells(&reason(id, text), "d3"), "{text}");
        }
        for text in ["Lets the opponent win at once with d4.", "d33 ad3"] {
            assert!(!tells(&reason("allowed-win", text), "d3"), "{text}");
        }
    }
}
