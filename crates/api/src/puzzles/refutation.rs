//! Refutations of wrong moves: what the opponent replies, and why that is good.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Entry, Limits, REVIEW_DEFAULT_NODES, Resources, ReviewReason, ReviewedEntry};
use rules::{Live, Record, View};
use wire::http::Refutation;
use work::{WorkRequest, WorkResult, WorkTask, WorkUpdate, check_entry};

use crate::pool_job::{Ending, PoolJob};

/// Expected time of a refutation.
pub(crate) const REFUTATION_TIME: Duration = Duration::from_secs(2);
/// Transposition table of the engine, in MiB.
const REFUTATION_TABLE_MIB: usize = 8;
/// Moves that are shown after a wrong one.
const REFUTATION_MAX_PLIES: usize = 5;
/// Beginning of the ids of reasons that say what was better.
const MISSED: &str = "missed-";
/// Ids of other such reasons.
const TELLING: [&str; 2] = ["slower-win", "quicker-loss"];

/// Job of the engine that refutes the only move of a record.
pub(crate) struct RefutationJob {
    entry: Entry,
    record: Record,
    found: Option<ReviewedEntry>,
}

impl RefutationJob {
    /// The job for a wrong move in a position.
    pub(crate) fn new(entry: Entry, position: String, wrong: String) -> Self {
        let record = Record { moves: vec![wrong], ..Record::new(position) };
        Self { entry, record, found: None }
    }
}

impl PoolJob for RefutationJob {
    /// The review of the move; `None` if the engine did not come to an end.
    type Output = Option<ReviewedEntry>;

    fn run(mut self: Box<Self>, stop: &AtomicBool) -> Option<ReviewedEntry> {
        let resources = Resources { threads: 1, table: REFUTATION_TABLE_MIB };
        let nodes = Some(REVIEW_DEFAULT_NODES);
        let limits = Limits { nodes, time: Some(REFUTATION_TIME), ..Limits::default() };
        let mut on_entry = |entry: &ReviewedEntry| self.found = Some(entry.clone());
        let reviewed =
            self.entry.reviewer(resources).review(&self.record, &limits, stop, &mut on_entry);
        if let Err(error) = reviewed {
            tracing::error!(%error, "a puzzle cannot be replayed");
        }
        self.found
    }

    fn request(&self) -> Option<WorkRequest> {
        let task = WorkTask::Review { record: self.record.clone(), table: REFUTATION_TABLE_MIB };
        Some(WorkRequest { game: self.entry.game.info().id.to_owned(), task })
    }

    fn update(&mut self, update: WorkUpdate) {
        let WorkUpdate::Entry(entry) = update else { return };
        match check_entry(self.entry, &self.record, &entry) {
            Ok(()) => self.found = Some(*entry),
            Err(error) => tracing::warn!(%error, "a worker gave a wrong answer"),
        }
    }

    fn finish(
        self: Box<Self>,
        result: WorkResult,
        _: Ending,
    ) -> Result<Option<ReviewedEntry>, Box<Self>> {
        if result == WorkResult::Reviewed { Ok(self.found) } else { Err(self) }
    }
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
