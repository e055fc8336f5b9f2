//! What the engine knows of Othello: everything that the searcher does.

use std::sync::atomic::AtomicBool;

use engine::{
    BestLine, Brain, Level, Limits, Mistake, Report, Resources, ReviewReason, Skill, Stopwatch,
    Tuning, Value,
};
use rules::{Line, Outcome, Position};

use super::position::{Move, Othello};
use super::review;
use super::solver::{OthelloReport, OthelloSearcher};

/// What a disc of the final count is worth, in points.
const DISC: i32 = 100;
/// An advantage that wins about 73 games in 100.
const UNIT: i32 = 8 * DISC;

/// The brain of Othello.
pub struct OthelloBrain {
    tuning: Tuning,
    resources: Resources,
    /// Made when it is needed first.
    searcher: Option<OthelloSearcher>,
}

/// A clone makes a searcher of its own when it needs one.
impl Clone for OthelloBrain {
    fn clone(&self) -> Self {
        Self { tuning: self.tuning.clone(), resources: self.resources, searcher: None }
    }
}

impl Default for OthelloBrain {
    fn default() -> Self {
        let tuning = Tuning { count: DISC, quiescence: 0, ..Tuning::new(UNIT) };
        Self { tuning, resources: Resources::default(), searcher: None }
    }
}

impl OthelloBrain {
    fn searcher(&mut self) -> &mut OthelloSearcher {
        let Resources { threads, table } = self.resources;
        self.searcher.get_or_insert_with(|| OthelloSearcher::new(table, threads))
    }
}

impl Brain for OthelloBrain {
    type Position = Othello;
    type Trace = ();

    fn equip(&mut self, resources: Resources) {
        self.resources = resources;
        self.searcher = None;
    }

    fn forget(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.clear();
        }
    }

    fn trace(&self, _: &Othello) {}

    /// What the side to move is ahead by now. The searcher estimates better, and does so whenever there is
    /// anything to search.
    fn evaluate(&self, position: &Othello, (): &()) -> Value {
        let lead = |seat| position.discs(seat).len() as i32;
        Value::estimate(DISC * (lead(position.turn()) - lead(!position.turn())))
    }

    fn result(&self, position: &Othello, outcome: &Outcome) -> Value {
        let margin = DISC * i32::from(outcome.margin.unwrap_or_default());
        Value::estimate(match outcome.winner {
            Some(winner) if winner == position.turn() => margin,
            Some(_) => -margin,
            None => 0,
        })
    }

    fn solve(
        &mut self,
        line: &Line<Othello>,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Report<Move>),
    ) -> Option<Report<Move>> {
        let position = line.position();
        if line.outcome().is_some() {
            return None;
        }
        let stopwatch = Stopwatch::start(limits);
        let mut watch = |found: &OthelloReport| watch(&report(found, &stopwatch));
        let found = self.searcher().search(position, limits, stop, &mut watch);
        Some(report(&found, &stopwatch))
    }

    fn skill(&self, level: Level) -> Skill {
        match level {
            Level::Expert => Skill { nodes: 80_000, ..Skill::usual(level) },
            _ => Skill::usual(level),
        }
    }

    fn explain(&self, mistake: &Mistake<Othello>) -> Vec<ReviewReason> {
        review::explain(mistake)
    }

    fn tuning(&self) -> &Tuning {
        &self.tuning
    }
}

fn report(found: &OthelloReport, stopwatch: &Stopwatch) -> Report<Move> {
    let lines = found.lines.iter().map(|line| BestLine {
        moves: line.moves.clone(),
        value: Value::estimate(DISC * line.score),
        exact: found.exact,
    });
    Report {
        lines: lines.collect(),
        depth: found.depth,
        nodes: found.nodes,
        time: stopwatch.elapsed(),
        surety: (found.selectivity < 100).then_some(found.selectivity),
    }
}
