//! What the engine knows of Isolation: everything that the solver finds out, and for those who look
//! only a few moves ahead, who will place the last pawn, as far as that can be told from the squares
//! that no longer depend on others.

use std::sync::atomic::AtomicBool;

use engine::{
    BestLine, Brain, Level, Limits, Mistake, Report, Resources, ReviewReason, Skill, Stopwatch,
    Tuning, Value,
};
use rules::{Bitboard, Line, Position, Square};

use super::position::{Isolation, Place};
use super::review;
use super::solver::{IsolationSolver, RootAnalysis, SearchBudget, SolvedMove};

const UNIT: i32 = 100;

/// Who sees fewer plies than this does not ask the solver.
const SHORT_SIGHT: u16 = 32;

/// The brain of Isolation.
pub struct IsolationBrain {
    tuning: Tuning,
    resources: Resources,
    /// Made when it is needed first.
    solver: Option<IsolationSolver>,
}

/// A clone makes a solver of its own when it needs one.
impl Clone for IsolationBrain {
    fn clone(&self) -> Self {
        Self { tuning: self.tuning.clone(), resources: self.resources, solver: None }
    }
}

impl Default for IsolationBrain {
    fn default() -> Self {
        Self {
            tuning: Tuning { quiescence: 0, ..Tuning::new(UNIT) },
            resources: Resources::default(),
            solver: None,
        }
    }
}

impl Brain for IsolationBrain {
    type Position = Isolation;
    type Trace = ();

    const PERFECT: &'static [&'static str] = &["mutual"];

    fn equip(&mut self, resources: Resources) {
        self.resources = resources;
        self.solver = None;
    }

    fn forget(&mut self) {
        if let Some(solver) = &mut self.solver {
            solver.clear();
        }
    }

    fn trace(&self, _: &Isolation) {}

    fn evaluate(&self, position: &Isolation, (): &()) -> Value {
        let free = position.free();
        let settled = free.squares().filter(|&square| closes(position, square).len() == 1).count();
        let open = free.len() - settled;
        // Settled squares are one move each; the others will be about one move in three.
        let moves = settled + open.div_ceil(3);
        let sure = UNIT * settled as i32 / free.len().max(1) as i32;
        let parity = if moves % 2 == 1 { 1 } else { -1 };
        Value::estimate(parity * (sure + 10))
    }

    /// Squares that settle most come first.
    fn priority(&self, position: &Isolation, Place(square): Place) -> i32 {
        2 * closes(position, square).len() as i32
    }

    /// The solver's answer, for who sees far. Where it does not suffice for all, moves that nothing
    /// is known of are estimated as even: better than those that lose, worse than those that win.
    fn solve(
        &mut self,
        line: &Line<Isolation>,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Report<Place>),
    ) -> Option<Report<Place>> {
        let position = line.position();
        if position.outcome().is_some() || limits.depth.is_some_and(|depth| depth < SHORT_SIGHT) {
            return None;
        }
        let stopwatch = Stopwatch::start(limits);
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let Resources { threads, table } = self.resources;
        let solver = self.solver.get_or_insert_with(|| IsolationSolver::new(table));
        let mut analysis = solver.analyse(position, SearchBudget::new(nodes, stop, &stopwatch));
        let all = limits.lines > 1;
        let report = |analysis: &RootAnalysis<'_, '_>| report(analysis, limits.lines, &stopwatch);
        let _ = analysis.run(all, threads, &mut |analysis| watch(&report(analysis)));
        let found = report(&analysis);
        watch(&found);
        Some(found)
    }

    /// The end of the game is seen early, so the levels must differ in how early.
    fn skill(&self, level: Level) -> Skill {
        match level {
            Level::Difficult => Skill { nodes: 24_000, ..Skill::usual(level) },
            Level::Expert => {
                Skill { depth: SHORT_SIGHT - 1, nodes: 120_000, ..Skill::usual(level) }
            }
            _ => Skill::usual(level),
        }
    }

    fn explain(&self, mistake: &Mistake<Isolation>) -> Vec<ReviewReason> {
        review::explain(mistake)
    }

    fn tuning(&self) -> &Tuning {
        &self.tuning
    }
}

/// Report of an analysis, the best move first. Once it is solved who wins, every line of play counts as
/// seen.
fn report(analysis: &RootAnalysis<'_, '_>, lines: usize, stopwatch: &Stopwatch) -> Report<Place> {
    let mut moves: Vec<&SolvedMove> = analysis.moves().iter().collect();
    moves.sort_by_key(|solved| {
        std::cmp::Reverse((
            value(solved),
            std::cmp::Reverse(solved.winning_replies.unwrap_or(usize::MAX)),
        ))
    });
    let line = |solved: &&SolvedMove| BestLine {
        moves: solved.line.iter().map(|&square| Place(square)).collect(),
        value: value(solved),
        exact: solved.wins.is_some(),
    };
    let lines: Vec<_> = moves.iter().take(lines.max(1)).map(line).collect();
    let is_solved = lines.first().is_some_and(|best| best.exact);
    let depth = if is_solved { moves.len() as u16 } else { 0 };
    Report { lines, depth, nodes: analysis.nodes(), time: stopwatch.elapsed(), surety: None }
}

/// What a move is worth. Of those that nothing is known of, what leaves most is the most difficult to
/// answer.
fn value(solved: &SolvedMove) -> Value {
    let plies = u16::from(solved.length.high) + 1;
    match solved.wins {
        Some(true) => Value::win_in(plies),
        Some(false) => Value::loss_in(plies),
        None => Value::estimate(solved.remaining as i32 / 8),
    }
}

/// The free squares that a pawn on `square` would close, its own included.
pub(super) fn closes(position: &Isolation, square: Square) -> Bitboard {
    let pawns = position.occupied();
    let reach = position.terrain.reach(square, pawns);
    let reached = position.terrain.reaching(square, pawns);
    (reach | reached | square) & position.free()
}
