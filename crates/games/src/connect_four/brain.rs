//! What the engine knows of Connect Four: everything, given time, and until then open lines and
//! threats, and on which rows threats count.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{
    BestLine, Brain, Level, Limits, Mistake, Report, Resources, ReviewReason, Skill, Stopwatch,
    Tuning, Value,
};
use rules::{Line, Position, Seat};

use super::position::{BOARD, Column, ConnectFour, DIRECTIONS, ODD_ROWS};
use super::review;
use super::solver::{StopCondition, centre_first, threats};
use super::{ConnectFourSolver, OpeningBook, ScoreBounds, SolverQuery};

/// The points of an advantage that wins about 73 games in 100.
const UNIT: i32 = 100;
/// A line of four cells that can still be filled.
const OPEN_LINE: i32 = 6;
/// A cell that would complete a line.
const THREAT: i32 = 30;
/// A threat on a row that comes to its owner at the end: odd rows to First, even ones to Second.
const GOOD_ROW: i32 = 30;

/// Nodes for a tie-break between equal moves, or for a principal variation.
const TIE_BREAK_MAX_NODES: u64 = 400_000;
/// More nodes than any position takes to solve.
const UNLIMITED_NODES: u64 = 1 << 40;

/// The brain of Connect Four.
pub struct ConnectFourBrain {
    tuning: Tuning,
    resources: Resources,
    /// Made when it is needed first.
    solver: Option<ConnectFourSolver>,
}

/// A clone makes a solver of its own when it needs one.
impl Clone for ConnectFourBrain {
    fn clone(&self) -> Self {
        Self { tuning: self.tuning.clone(), resources: self.resources, solver: None }
    }
}

impl Default for ConnectFourBrain {
    fn default() -> Self {
        Self {
            tuning: Tuning { late_moves: Some(3), quiescence: 0, ..Tuning::new(UNIT) },
            resources: Resources::default(),
            solver: None,
        }
    }
}

impl Brain for ConnectFourBrain {
    type Position = ConnectFour;
    type Trace = ();

    const PERFECT: &'static [&'static str] = &["classic"];

    fn equip(&mut self, resources: Resources) {
        self.resources = resources;
        self.solver = None;
    }

    fn forget(&mut self) {
        if let Some(solver) = &mut self.solver {
            solver.clear();
        }
    }

    fn trace(&self, _: &ConnectFour) {}

    fn evaluate(&self, position: &ConnectFour, (): &()) -> Value {
        let turn = position.turn();
        Value::estimate(prospects(position, turn) - prospects(position, !turn))
    }

    /// The middle first.
    fn priority(&self, _: &ConnectFour, column: Column) -> i32 {
        let from_middle = i32::from(column.index()) - 3;
        4 * (3 - from_middle.abs())
    }

    /// The exact value, unless a depth is asked for that does not reach the end of the game, or half of
    /// the limits is too little.
    fn solve(
        &mut self,
        line: &Line<ConnectFour>,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Report<Column>),
    ) -> Option<Report<Column>> {
        let position = line.position();
        if position.outcome().is_some() || limits.depth.is_some_and(|depth| depth < left(position))
        {
            return None;
        }
        let stopwatch = Stopwatch::start(limits);
        let half = limits.time.map(|time| time / 2);
        let solver = self.solver();
        let before = solver.nodes();
        let over = |nodes| {
            let enough = limits.nodes.is_some_and(|limit| nodes >= before.saturating_add(limit));
            enough || stop.load(Relaxed) || stopwatch.is_over()
        };
        let halt = |nodes| {
            let end = limits.nodes.map(|limit| before.saturating_add(limit / 2));
            let late = half.is_some_and(|half| stopwatch.elapsed() >= half);
            late || end.is_some_and(|end| nodes >= end) || over(nodes)
        };
        let mut work = SolverTask { position, before, solver, halt: &halt, over: &over };
        let report = |lines, nodes| Report {
            lines,
            depth: left(position),
            nodes,
            time: stopwatch.elapsed(),
            surety: None,
        };
        let lines = if limits.lines <= 1 {
            vec![work.best()?]
        } else {
            let mut lines = work.all(&mut |lines, nodes| watch(&report(lines.to_vec(), nodes)))?;
            lines.truncate(limits.lines);
            lines
        };
        let nodes = work.nodes();
        Some(report(lines, nodes))
    }

    /// Weak levels see forced wins and losses as far as people of their strength do, and the better
    /// ones have a feeling for openings.
    fn refine(&mut self, level: Level, line: &Line<ConnectFour>, report: &mut Report<Column>) {
        let (plies, feeling) = match level {
            Level::VeryEasy => (1, 0),
            Level::Easy => (3, 0),
            Level::Normal => (5, 0),
            Level::Difficult => (9, 20),
            Level::Expert => (19, 200),
            Level::Maximum => return,
        };
        let position = line.position();
        let solver = self.solver();
        for found in &mut report.lines {
            let Some(&column) = found.moves.first().filter(|_| !found.exact) else { continue };
            let after = position.play(column);
            let seen =
                solver.solve(&after, SolverQuery::Within(plies - 1), &|_| false, &mut |_| ());
            let Some(ScoreBounds { low, high }) = seen else { continue };
            let seen = (low == high).then(|| value(position, -low));
            let near = |value: &Value| value.plies_to_end().is_some_and(|end| end <= plies as u16);
            if let Some(value) = seen.filter(near) {
                (found.value, found.exact) = (value, true);
            } else {
                let book = OpeningBook::EMBEDDED.score(&after).map_or(0, |score| -score.signum());
                found.value = Value::estimate(found.value.points() + feeling * book);
            }
        }
        report.lines.sort_by_key(|line| std::cmp::Reverse(line.value));
    }

    /// `maximum` is perfect, however long that takes.
    fn skill(&self, level: Level) -> Skill {
        let usual = Skill::usual(level);
        match level {
            Level::Maximum => Skill { nodes: UNLIMITED_NODES, ..usual },
            Level::Expert => Skill { depth: 12, nodes: 150_000, tolerance: 0.0 },
            _ => usual,
        }
    }

    fn explain(&self, mistake: &Mistake<ConnectFour>) -> Vec<ReviewReason> {
        review::explain(mistake)
    }

    fn tuning(&self) -> &Tuning {
        &self.tuning
    }
}

impl ConnectFourBrain {
    fn solver(&mut self) -> &mut ConnectFourSolver {
        let Resources { threads, table } = self.resources;
        self.solver.get_or_insert_with(|| {
            ConnectFourSolver::new(threads, table, Some(OpeningBook::EMBEDDED))
        })
    }
}

/// The solver at work on a position.
struct SolverTask<'a> {
    solver: &'a mut ConnectFourSolver,
    position: &'a ConnectFour,
    /// When it must give up.
    halt: &'a StopCondition<'a>,
    /// When it must end, though it has found the score.
    over: &'a StopCondition<'a>,
    /// Nodes that it had visited before.
    before: u64,
}

impl SolverTask<'_> {
    fn nodes(&self) -> u64 {
        self.solver.nodes() - self.before
    }

    /// The best move: among those with the best score, the one after which most answers are mistakes.
    fn best(&mut self) -> Option<BestLine<Column>> {
        let score = self.solver.score(self.position, self.halt)?;
        let columns = self.solver.best_columns(self.position, score, self.halt)?;
        let mut best = (columns.first().copied()?, 0.0);
        if score <= 0 && columns.len() > 1 {
            let enough = self.frills();
            for column in columns {
                let halt = |nodes| nodes >= enough || (self.over)(nodes);
                let traps = self.solver.traps(self.position, column, &halt);
                let Some((errors, answers)) = traps else { break };
                let chance = errors as f32 / answers.max(1) as f32;
                if chance > best.1 {
                    best = (column, chance);
                }
            }
        }
        Some(self.line(best.0, score))
    }

    /// All moves, the best first. `watch` hears of those that are known.
    fn all(
        &mut self,
        watch: &mut dyn FnMut(&[BestLine<Column>], u64),
    ) -> Option<Vec<BestLine<Column>>> {
        let mut known: Vec<BestLine<Column>> = Vec::new();
        let mut columns = Vec::new();
        let before = self.before;
        for column in centre_first(self.position) {
            let score = -self.solver.score(&self.position.play(column), self.halt)?;
            columns.push((column, score));
            let value = value(self.position, score);
            known.push(BestLine { moves: vec![column], value, exact: true });
            known.sort_by_key(|line| std::cmp::Reverse(line.value));
            watch(&known, self.solver.nodes() - before);
        }
        columns.sort_by_key(|&(_, score)| -score);
        Some(columns.into_iter().map(|(column, score)| self.line(column, score)).collect())
    }

    /// A move of that score, and what follows, as far as that is quick to find.
    fn line(&mut self, column: Column, score: i32) -> BestLine<Column> {
        let enough = self.frills();
        let halt = |nodes| nodes >= enough || (self.over)(nodes);
        let mut moves = vec![column];
        moves.extend(self.solver.line(&self.position.play(column), -score, &halt));
        BestLine { moves, value: value(self.position, score), exact: true }
    }

    /// How many nodes there may be at the end of something that is nice to know.
    fn frills(&self) -> u64 {
        self.solver.nodes() + TIE_BREAK_MAX_NODES
    }
}

/// How many plies a game can still have.
fn left(position: &ConnectFour) -> u16 {
    let discs = position.discs(Seat::First) | position.discs(Seat::Second);
    (BOARD & !discs).count_ones() as u16
}

/// The engine's value for a score.
fn value(position: &ConnectFour, score: i32) -> Value {
    let plies = || position.plies_to_end(score) as u16;
    match score {
        0 => Value::ZERO,
        1.. => Value::win_in(plies()),
        _ => Value::loss_in(plies()),
    }
}

/// What a side can hope for.
fn prospects(position: &ConnectFour, seat: Seat) -> i32 {
    let own = position.discs(seat);
    let free = BOARD & !position.discs(!seat);
    let open: u32 = DIRECTIONS
        .iter()
        .map(|&(step, _)| {
            (free & free >> step & free >> (2 * step) & free >> (3 * step)).count_ones()
        })
        .sum();
    let threats = threats(own, free & !own);
    let good_rows = match seat {
        Seat::First => ODD_ROWS,
        Seat::Second => !ODD_ROWS,
    };
    OPEN_LINE * open as i32
        + THREAT * threats.count_ones() as i32
        + GOOD_ROW * (threats & good_rows).count_ones() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threats_are_the_cells_that_win() {
        let mut random = rules::SplitMix64::new(4);
        for _ in 0..2000 {
            let mut position = ConnectFour::EMPTY;
            while position.outcome().is_none() {
                let threats = threats(position.discs(position.turn()), BOARD);
                for column in position.legal_moves() {
                    let after = position.play(column);
                    let landed = after.discs(position.turn()) & !position.discs(position.turn());
                    let wins = after.outcome().is_some_and(|outcome| outcome.winner.is_some());
                    assert_eq!(threats & landed != 0, wins, "{column} in {position}");
                }
                let moves = position.legal_moves();
                position = position.play(moves[random.below(moves.len() as u64) as usize]);
            }
        }
    }
}
