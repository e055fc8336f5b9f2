//! The engine of Isolation: the solver, and alpha-beta for the levels that look only a few moves ahead.

use std::sync::atomic::AtomicBool;

use engine::{
    AlphaBeta, Evaluator, Explainer, GameEngine, Level, Levels, Limits, MistakeContext, PvLine,
    Report, Resources, ReviewReason, Searcher, Skill, TimeManager, Value, ValueScale,
};
use rules::Line;

use super::evaluator::IsolationEvaluator;
use super::position::{Isolation, Place};
use super::review;
use super::solver::{IsolationSolver, RootAnalysis, SearchBudget, SolvedMove};

/// Depth limit from which the solver is used, in plies.
const SOLVER_MIN_DEPTH: u16 = 32;

/// The engine of Isolation.
pub enum IsolationEngine {}

impl GameEngine for IsolationEngine {
    type Game = Isolation;
    type Searcher = IsolationSearcher;

    fn searcher(resources: Resources) -> IsolationSearcher {
        IsolationSearcher {
            threads: resources.threads,
            solver: IsolationSolver::new(resources.table),
            alpha_beta: AlphaBeta::new(IsolationEvaluator, resources),
        }
    }
}

impl Levels for IsolationEngine {
    const PERFECT: &'static [&'static str] = &["mutual"];

    /// The end of the game is seen early, so the levels must differ in how early.
    fn skill(level: Level) -> Skill {
        match level {
            Level::Difficult => Skill { nodes: 24_000, ..Skill::usual(level) },
            Level::Expert => {
                Skill { depth: SOLVER_MIN_DEPTH - 1, nodes: 120_000, ..Skill::usual(level) }
            }
            _ => Skill::usual(level),
        }
    }
}

impl Explainer for IsolationEngine {
    fn explain(mistake: &MistakeContext<Isolation>) -> Vec<ReviewReason> {
        review::explain(mistake)
    }
}

/// The solver, or alpha-beta below a depth limit.
pub struct IsolationSearcher {
    threads: usize,
    solver: IsolationSolver,
    alpha_beta: AlphaBeta<IsolationEvaluator>,
}

impl IsolationSearcher {
    /// The solver's report. Where the limits do not suffice for all moves, unsolved ones are estimated
    /// as even: better than those that lose, worse than those that win.
    fn solve(
        &mut self,
        line: &Line<Isolation>,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Report<Place>),
    ) -> Report<Place> {
        let time = TimeManager::start(limits);
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let mut analysis =
            self.solver.analyse(line.position(), SearchBudget::new(nodes, stop, &time));
        let all = limits.lines > 1;
        let report = |analysis: &RootAnalysis<'_, '_>| report(analysis, limits.lines, &time);
        let _ = analysis.run(all, self.threads, &mut |analysis| watch(&report(analysis)));
        let last = report(&analysis);
        watch(&last);
        last
    }
}

impl Searcher for IsolationSearcher {
    type Position = Isolation;

    const SCALE: ValueScale = IsolationEvaluator::SCALE;

    fn search(
        &mut self,
        line: &Line<Isolation>,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Report<Place>),
    ) -> Report<Place> {
        if limits.depth.is_some_and(|depth| depth < SOLVER_MIN_DEPTH) {
            self.alpha_beta.search(line, limits, stop, watch)
        } else {
            self.solve(line, limits, stop, watch)
        }
    }

    fn clear(&mut self) {
        self.solver.clear();
        self.alpha_beta.clear();
    }
}

/// The report of an analysis, the best move first. Once it is known who wins, the depth is that of the whole
/// game.
fn report(analysis: &RootAnalysis<'_, '_>, lines: usize, time: &TimeManager) -> Report<Place> {
    let mut moves: Vec<&SolvedMove> = analysis.moves().iter().collect();
    moves.sort_by_key(|solved| {
        std::cmp::Reverse((
            value(solved),
            std::cmp::Reverse(solved.winning_replies.unwrap_or(usize::MAX)),
        ))
    });
    let line = |solved: &&SolvedMove| PvLine {
        moves: solved.line.iter().map(|&square| Place(square)).collect(),
        value: value(solved),
        exact: solved.wins.is_some(),
    };
    let lines: Vec<_> = moves.iter().take(lines.max(1)).map(line).collect();
    let is_solved = lines.first().is_some_and(|best| best.exact);
    let depth = if is_solved { moves.len() as u16 } else { 0 };
    Report { lines, depth, nodes: analysis.nodes(), time: time.elapsed(), selectivity: None }
}

/// The value of a move. Of the unsolved ones, the move that leaves most squares is the most difficult to
/// answer.
fn value(solved: &SolvedMove) -> Value {
    let plies = u16::from(solved.length.high) + 1;
    match solved.wins {
        Some(true) => Value::win_in(plies),
        Some(false) => Value::loss_in(plies),
        None => Value::estimate(solved.remaining as i32 / 8),
    }
}
