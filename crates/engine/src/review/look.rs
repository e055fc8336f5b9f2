//! One search with all its iterations, so that two positions can be compared at the same depth.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use rules::{Line, Position};

use crate::{BestLine, Brain, Engine, Limits, Move, Report, Value};

/// The depth of what no search can change; one ply more is still a depth.
const PROVED: u16 = u16::MAX - 1;

/// A value with the line that shows it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Iteration<M> {
    pub(super) depth: u16,
    pub(super) value: Value,
    pub(super) exact: bool,
    pub(super) line: Vec<M>,
}

impl<M: Copy> Iteration<M> {
    /// The same as seen by the player who came here with `m`.
    pub(super) fn after(&self, m: M) -> Self {
        Self {
            depth: self.depth + 1,
            value: (-self.value).delayed(1),
            exact: self.exact,
            line: [&[m], &self.line[..]].concat(),
        }
    }
}

/// What a search found, iteration by iteration, for the side to move.
#[derive(Clone, Debug)]
pub(super) struct Look<M> {
    iterations: Vec<Iteration<M>>,
    /// The moves that were asked for, at the last depth.
    pub(super) lines: Vec<Iteration<M>>,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

impl<M: Copy> Look<M> {
    /// Searches the position at the end of `line`; `None` if that was stopped.
    pub(super) fn at<B>(
        engine: &mut Engine<B>,
        line: &Line<B::Position>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Option<Self>
    where
        B: Brain,
        B::Position: Position<Move = M>,
    {
        if let Some(outcome) = line.outcome() {
            let brain = engine.brain();
            let value = match line.position().outcome() {
                Some(_) => brain.result(line.position(), &outcome),
                None => Value::ZERO,
            };
            let iterations = vec![Iteration { depth: 0, value, exact: true, line: Vec::new() }];
            return Some(Self { iterations, lines: Vec::new(), nodes: 0, time: Duration::ZERO });
        }
        let found = |report: &Report<Move<B>>, line: &BestLine<Move<B>>| Iteration {
            depth: report.depth,
            value: line.value,
            exact: line.exact,
            line: line.moves.clone(),
        };
        let mut iterations = Vec::new();
        let report = engine.search(line, limits, stop, &mut |report| {
            iterations.extend(report.lines.first().map(|best| found(report, best)));
        });
        if stop.load(Relaxed) {
            return None;
        }
        let lines: Vec<_> = report.lines.iter().map(|line| found(&report, line)).collect();
        let best = lines.first()?;
        // What an unfinished iteration found counts only if that is proved; a solver may have none.
        let more = |last: &Iteration<M>| {
            best.exact && !last.exact && (best.value.is_decided() || best.depth != last.depth)
        };
        if iterations.last().is_none_or(more) {
            iterations.push(best.clone());
        }
        Some(Self { iterations, lines, nodes: report.nodes, time: report.time })
    }

    /// The deepest iteration.
    pub(super) fn last(&self) -> &Iteration<M> {
        &self.iterations[self.iterations.len() - 1]
    }

    /// The iteration of that depth, or the nearest: a proof stands for every depth.
    pub(super) fn at_depth(&self, depth: u16) -> &Iteration<M> {
        let last = self.last();
        if last.exact || depth >= last.depth {
            return last;
        }
        self.iterations.iter().find(|iteration| iteration.depth >= depth).unwrap_or(last)
    }

    /// The depth to compare at: a proof holds at any.
    pub(super) fn depth(&self) -> u16 {
        if self.last().exact { PROVED } else { self.last().depth }
    }
}
