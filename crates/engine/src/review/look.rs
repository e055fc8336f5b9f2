//! One search with all its iterations, so that two positions can be compared at the same depth.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use rules::{Line, Position};

use crate::{Brain, Engine, Limits, Move, Report, Value};

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
            let last = Iteration { depth: u16::MAX - 1, value, exact: true, line: Vec::new() };
            return Some(Self { iterations: vec![last], nodes: 0, time: Duration::ZERO });
        }
        let mut iterations = Vec::new();
        let mut keep = |report: &Report<Move<B>>| {
            iterations.extend(report.lines.first().map(|best| Iteration {
                depth: report.depth,
                value: best.value,
                exact: best.exact,
                line: best.moves.clone(),
            }));
        };
        let limits = Limits { lines: 1, clock: None, ..limits.clone() };
        let report = engine.search(line, &limits, stop, &mut keep);
        if stop.load(Relaxed) {
            return None;
        }
        let (nodes, time) = (report.nodes, report.time);
        if iterations.is_empty() {
            let best = report.lines.into_iter().next()?;
            let (value, exact) = (best.value, best.exact);
            iterations.push(Iteration { depth: report.depth, value, exact, line: best.moves });
        }
        Some(Self { iterations, nodes, time })
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
        if self.last().exact { u16::MAX - 1 } else { self.last().depth }
    }
}
