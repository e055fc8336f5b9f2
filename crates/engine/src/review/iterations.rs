//! The iterations of a search, so that two positions can be compared at the same depth.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use rules::{Line, Position};

use crate::{Limits, Proof, PvLine, ReportOf, Searcher, Value, symmetry};

/// Depth of a proved result; one ply more is still a depth.
const PROVED_DEPTH: u16 = u16::MAX - 1;

/// The result of one iteration: a value with its principal variation.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Iteration<M> {
    pub(super) depth: u16,
    pub(super) value: Value,
    pub(super) proof: Proof,
    pub(super) pv: Vec<M>,
}

impl<M: Copy> Iteration<M> {
    /// Whether the result is proved.
    pub(super) const fn is_proved(&self) -> bool {
        self.proof.is_proved()
    }

    /// The same as seen by the player who came here with `m`.
    pub(super) fn after(&self, m: M) -> Self {
        Self {
            depth: self.depth + 1,
            value: (-self.value).delayed(1),
            proof: self.proof,
            pv: [&[m], &self.pv[..]].concat(),
        }
    }
}

/// The iterations of a search of one position, for the side to move.
#[derive(Clone, Debug)]
pub(super) struct Iterations<M> {
    all: Vec<Iteration<M>>,
    /// The principal variations at the last depth, as many as were asked for.
    pub(super) lines: Vec<Iteration<M>>,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

impl<M: Copy> Iterations<M> {
    /// Searches the position at the end of `line`; `None` if that was stopped.
    pub(super) fn search<S>(
        searcher: &mut S,
        line: &Line<S::Position>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Option<Self>
    where
        S: Searcher,
        S::Position: Position<Move = M>,
    {
        if let Some(outcome) = line.outcome() {
            let value = match line.position().outcome() {
                Some(_) => S::SCALE.terminal_value(line.position().turn(), &outcome),
                None => Value::ZERO,
            };
            let all = vec![Iteration { depth: 0, value, proof: Proof::Exact, pv: Vec::new() }];
            return Some(Self { all, lines: Vec::new(), nodes: 0, time: Duration::ZERO });
        }
        let iteration = |report: &ReportOf<S::Position>, line: &PvLine<M>| Iteration {
            depth: report.depth,
            value: line.value,
            proof: line.proof,
            pv: line.moves.clone(),
        };
        let mut all = Vec::new();
        let report = symmetry::search(searcher, line, limits, stop, &mut |report| {
            all.extend(report.lines.first().map(|best| iteration(report, best)));
        });
        if stop.load(Relaxed) {
            return None;
        }
        let lines: Vec<_> = report.lines.iter().map(|line| iteration(&report, line)).collect();
        let best = lines.first()?;
        // The result of an unfinished iteration counts only if it is proved; a solver may have no other.
        let is_more = |last: &Iteration<M>| {
            best.is_proved()
                && !last.is_proved()
                && (best.value.is_decided() || best.depth != last.depth)
        };
        if all.last().is_none_or(is_more) {
            all.push(best.clone());
        }
        Some(Self { all, lines, nodes: report.nodes, time: report.time })
    }

    /// The deepest iteration.
    pub(super) fn last(&self) -> &Iteration<M> {
        &self.all[self.all.len() - 1]
    }

    /// The iteration of that depth, or the next one: a proved result holds for every depth.
    pub(super) fn at_depth(&self, depth: u16) -> &Iteration<M> {
        let last = self.last();
        if last.is_proved() || depth >= last.depth {
            return last;
        }
        self.all.iter().find(|iteration| iteration.depth >= depth).unwrap_or(last)
    }

    /// The greatest depth to compare at: a proved result holds for every depth.
    pub(super) fn depth(&self) -> u16 {
        if self.last().is_proved() { PROVED_DEPTH } else { self.last().depth }
    }
}
