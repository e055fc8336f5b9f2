//! The engine of Connect Four: the solver within half of the limits, then alpha-beta.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{
    AlphaBeta, Evaluator, Explainer, GameEngine, Level, Levels, Limits, MistakeContext, Proof,
    Provable, PuzzleProof, Puzzling, PvLine, Report, Resources, ReviewReason, Searcher, Skill,
    SolverProgress, Theme, TimeManager, Value, ValueScale,
};
use rules::{Line, Position, Seat};

use super::evaluator::ConnectFourEvaluator;
use super::position::{BOARD, Column, ConnectFour};
use super::review;
use super::solver::{StopCondition, centre_first};
use super::{ConnectFourSolver, OpeningBook, ScoreBounds, SolverQuery};

/// Nodes that the solver may visit to tell equal moves apart, or to extend a principal variation.
const EXTRA_NODES: u64 = 400_000;
/// Own moves for which the time of a game clock should last: from the end of the book until the game is solved.
const MOVES_TO_GO: u32 = 5;
/// Nodes for the proof of a puzzle's position.
const PUZZLE_MAX_NODES: u64 = 20_000_000;
/// Discs of a position in which puzzles are looked for.
const PUZZLE_DISCS: std::ops::RangeInclusive<u16> = 14..=36;
/// Node limit of the perfect level: no position takes as many to solve.
const PERFECT_NODES: u64 = 1 << 40;

/// The engine of Connect Four.
pub enum ConnectFourEngine {}

impl GameEngine for ConnectFourEngine {
    type Game = ConnectFour;
    type Searcher = ConnectFourSearcher;

    /// Those of the solver and of alpha-beta.
    const TABLES: usize = 2;

    fn searcher(resources: Resources) -> ConnectFourSearcher {
        let Resources { threads, table } = resources;
        ConnectFourSearcher {
            solver: ConnectFourSolver::new(threads, table, OpeningBook::get()),
            alpha_beta: AlphaBeta::new(ConnectFourEvaluator, resources),
        }
    }
}

impl Levels for ConnectFourEngine {
    const PERFECT: &'static [&'static str] = &["classic"];

    /// `maximum` is perfect, however long that takes.
    fn skill(level: Level) -> Skill {
        let usual = Skill::usual(level);
        match level {
            Level::Maximum => Skill { nodes: PERFECT_NODES, ..usual },
            Level::Expert => Skill { depth: 12, nodes: 150_000, tolerance: 0.0 },
            _ => usual,
        }
    }

    /// Weak levels see forced wins and losses as far as people of their strength do, and the better
    /// ones know openings a little.
    fn refine(
        searcher: &mut ConnectFourSearcher,
        level: Level,
        line: &Line<ConnectFour>,
        report: &mut Report<Column>,
    ) {
        let (plies, book_bonus) = match level {
            Level::VeryEasy => (1, 0),
            Level::Easy => (3, 0),
            Level::Normal => (5, 0),
            Level::Difficult => (9, 20),
            Level::Expert => (19, 200),
            Level::Maximum => return,
        };
        let position = line.position();
        let solver = &mut searcher.solver;
        let book = OpeningBook::get();
        for found in &mut report.lines {
            let Some(&column) = found.moves.first().filter(|_| !found.proof.is_proved()) else {
                continue;
            };
            let after = position.play(column);
            let seen =
                solver.solve(&after, SolverQuery::Within(plies - 1), &|_| false, &mut |_| ());
            let Some(ScoreBounds { low, high }) = seen else { continue };
            let seen = (low == high).then(|| value(position, -low));
            let near = |value: &Value| value.plies_to_end().is_some_and(|end| end <= plies as u16);
            if let Some(value) = seen.filter(near) {
                (found.value, found.proof) = (value, Proof::Exact);
            } else {
                let score = book.and_then(|book| book.score(&after));
                let sign = score.map_or(0, |score| -score.signum());
                found.value = Value::estimate(found.value.points() + book_bonus * sign);
            }
        }
        report.lines.sort_by_key(|line| std::cmp::Reverse(line.value));
    }
}

impl Explainer for ConnectFourEngine {
    fn explain(mistake: &MistakeContext<ConnectFour>) -> Vec<ReviewReason> {
        review::explain(mistake)
    }
}

impl Provable for ConnectFourEngine {
    type Identity = [u64; 2];

    fn identity(position: &ConnectFour) -> Self::Identity {
        Seat::ALL.map(|seat| position.discs(seat))
    }

    fn solve(
        searcher: &mut ConnectFourSearcher,
        position: &ConnectFour,
        stop: &AtomicBool,
    ) -> Option<(Column, Value)> {
        let halt = |_| stop.load(Relaxed);
        let score = searcher.solver.score(position, &halt)?;
        let column = *searcher.solver.best_columns(position, score, &halt)?.first()?;
        Some((column, value(position, score)))
    }
}

impl Puzzling for ConnectFourEngine {
    const PROOF: PuzzleProof = PuzzleProof::Solver { max_nodes: PUZZLE_MAX_NODES };

    fn is_candidate(position: &ConnectFour) -> bool {
        PUZZLE_DISCS.contains(&(BOARD.count_ones() as u16 - empty_cells(position)))
    }

    fn themes(solution: &MistakeContext<ConnectFour>) -> Vec<Theme> {
        review::themes(solution)
    }
}

/// The solver, and alpha-beta where it cannot finish within half of the limits.
pub struct ConnectFourSearcher {
    solver: ConnectFourSolver,
    alpha_beta: AlphaBeta<ConnectFourEvaluator>,
}

impl Searcher for ConnectFourSearcher {
    type Position = ConnectFour;

    const SCALE: ValueScale = ConnectFourEvaluator::SCALE;

    fn search(
        &mut self,
        line: &Line<ConnectFour>,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Report<Column>),
    ) -> Report<Column> {
        // A solver that cannot finish in a part of the time is of no use, and what it has solved costs nothing later.
        let moves_to_end = u32::from(empty_cells(line.position())).div_ceil(2);
        let time = TimeManager::with_moves_to_go(limits, MOVES_TO_GO, moves_to_end);
        let time = time.without_extension();
        match self.solve(line.position(), limits, &time, stop, watch) {
            Some(report) => report,
            None => self.alpha_beta.search_within(line, limits, time, stop, watch),
        }
    }

    fn clear(&mut self) {
        self.solver.clear();
        self.alpha_beta.clear();
    }
}

impl ConnectFourSearcher {
    /// The exact value; `None` where the depth limit does not reach the end of the game, or half of the
    /// limits is too little.
    fn solve(
        &mut self,
        position: &ConnectFour,
        limits: &Limits,
        time: &TimeManager,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Report<Column>),
    ) -> Option<Report<Column>> {
        if limits.depth.is_some_and(|depth| depth < empty_cells(position)) {
            return None;
        }
        let half = time.share(2);
        let solver = &mut self.solver;
        let before = solver.nodes();
        let over = |nodes| {
            let enough = limits.nodes.is_some_and(|limit| nodes >= before.saturating_add(limit));
            enough || stop.load(Relaxed) || time.is_over()
        };
        let halt = |nodes| {
            let end = limits.nodes.map(|limit| before.saturating_add(limit / 2));
            half.is_over() || end.is_some_and(|end| nodes >= end) || over(nodes)
        };
        let mut work = SolverWork { position, before, solver, halt: &halt, over: &over };
        let report = |lines, nodes, solver| Report {
            lines,
            depth: empty_cells(position),
            nodes,
            time: time.elapsed(),
            selectivity: None,
            solver,
            is_from_book: false,
        };
        let lines = if limits.lines <= 1 {
            vec![work.best()?]
        } else {
            let mut lines = work.all(limits, &mut |lines, progress| {
                watch(&report(lines, progress.nodes, Some(progress)));
            })?;
            lines.truncate(limits.lines);
            lines
        };
        let nodes = work.nodes();
        Some(report(lines, nodes, None))
    }
}

/// The solver with a position and its limits.
struct SolverWork<'a> {
    solver: &'a mut ConnectFourSolver,
    position: &'a ConnectFour,
    /// Whether the score must be given up.
    halt: &'a StopCondition<'a>,
    /// Whether all must end, although the score is found.
    over: &'a StopCondition<'a>,
    /// Nodes of earlier searches.
    before: u64,
}

impl SolverWork<'_> {
    fn nodes(&self) -> u64 {
        self.solver.nodes() - self.before
    }

    /// The best move: among those with the best score, the one after which most answers are mistakes.
    fn best(&mut self) -> Option<PvLine<Column>> {
        let score = self.solver.score(self.position, self.halt)?;
        let columns = self.solver.best_columns(self.position, score, self.halt)?;
        let mut best = (columns.first().copied()?, 0.0);
        if score <= 0 && columns.len() > 1 {
            let node_limit = self.extra_node_limit();
            for column in columns {
                let halt = |nodes| nodes >= node_limit || (self.over)(nodes);
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

    /// All moves, the best first. `watch` is told of those that are solved, and of the others with estimates.
    fn all(
        &mut self,
        limits: &Limits,
        watch: &mut dyn FnMut(Vec<PvLine<Column>>, SolverProgress),
    ) -> Option<Vec<PvLine<Column>>> {
        let mut solved = Vec::new();
        let mut columns = centre_first(self.position);
        columns.retain(|column| limits.allows((*column).into()));
        for &column in &columns {
            let score = -self.solver.score(&self.position.play(column), self.halt)?;
            solved.push((column, score));
            let (settled, moves) = (solved.len(), columns.len());
            if settled < moves {
                let progress = SolverProgress { settled, moves, nodes: self.nodes() };
                watch(partial_lines(self.position, &solved, &columns[settled..]), progress);
            }
        }
        solved.sort_by_key(|&(_, score)| -score);
        Some(solved.into_iter().map(|(column, score)| self.line(column, score)).collect())
    }

    /// A move of that score with its principal variation, as far as that is quick to find.
    fn line(&mut self, column: Column, score: i32) -> PvLine<Column> {
        let node_limit = self.extra_node_limit();
        let halt = |nodes| nodes >= node_limit || (self.over)(nodes);
        let mut moves = vec![column];
        moves.extend(self.solver.line(&self.position.play(column), -score, &halt));
        PvLine { moves, value: value(self.position, score), proof: Proof::Exact }
    }

    /// The node count at which optional work ends.
    fn extra_node_limit(&self) -> u64 {
        self.solver.nodes() + EXTRA_NODES
    }
}

/// Lines of the moves that are solved and of those that are not: these are estimated as better than a draw,
/// so that the first line claims nothing that one of them may disprove.
fn partial_lines(
    position: &ConnectFour,
    solved: &[(Column, i32)],
    unsolved: &[Column],
) -> Vec<PvLine<Column>> {
    let best = solved.iter().map(|&(_, score)| score).max();
    let solved = solved.iter().map(|&(column, score)| {
        let value = value(position, score);
        let is_quickest = value == Value::win_in(1) || score <= 0 || Some(score) != best;
        let proof = if is_quickest { Proof::Exact } else { Proof::Winner };
        PvLine { moves: vec![column], value, proof }
    });
    let unsolved = unsolved.iter().map(|&column| {
        let estimate = -ConnectFourEvaluator.evaluate(&position.play(column), &());
        let value = estimate.max(Value::estimate(1));
        PvLine { moves: vec![column], value, proof: Proof::None }
    });
    let mut lines: Vec<_> = solved.chain(unsolved).collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.value));
    lines
}

/// Number of empty cells: the plies that a game can still have.
fn empty_cells(position: &ConnectFour) -> u16 {
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
