//! The engine of Isolation: the solver, and alpha-beta for the levels that look only a few moves ahead.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{
    AlphaBeta, Evaluator, Explainer, GameEngine, Level, Levels, Limits, MistakeContext, Proof,
    Provable, PuzzleProof, Puzzling, PvLine, Report, Resources, ReviewReason, Searcher, Skill,
    SolverProgress, Theme, TimeManager, Value, ValueScale,
};
use rules::{Bitboard, Line, Position};

use super::evaluator::IsolationEvaluator;
use super::position::{Isolation, Place, Rules};
use super::review;
use super::solver::{IsolationSolver, RootAnalysis, SearchBudget, SolvedMove};

/// Depth limit from which the solver is used, in plies.
const SOLVER_MIN_DEPTH: u16 = 32;
/// Nodes of the solver before alpha-beta estimates the moves.
const FIRST_SOLVER_NODES: u64 = 100_000;
/// Share of the limits that alpha-beta may use for estimates: one part of so many.
const ESTIMATE_SHARE: u64 = 4;
/// Without limits, growth of the solver's nodes from one turn to the next; in between alpha-beta has as many.
const ROUND_GROWTH: u64 = 4;
/// Free squares of positions that are solved in a moment, and those that two moves take away before that.
const SOLVABLE_FREE_SQUARES: usize = 40;
const FREE_SQUARES_PER_MOVE: usize = 14;

/// Nodes for the proof of a puzzle's position.
const PUZZLE_MAX_NODES: u64 = 2_000_000;
/// Free squares of a position in which puzzles are looked for.
const PUZZLE_FREE_SQUARES: std::ops::RangeInclusive<usize> = 5..=34;

/// The engine of Isolation.
pub enum IsolationEngine {}

impl GameEngine for IsolationEngine {
    type Game = Isolation;
    type Searcher = IsolationSearcher;

    /// Those of the solver and of alpha-beta.
    const TABLES: usize = 2;

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

impl Provable for IsolationEngine {
    /// Whose pawns they are makes no difference. By the `mutual` rules a pawn never stands between two others that
    /// could attack each other, so that what can be placed depends on the free squares alone.
    type Identity = Bitboard;

    fn identity(position: &Isolation) -> Bitboard {
        match position.rules {
            Rules::Classic => position.occupied(),
            Rules::Mutual => position.free(),
        }
    }

    /// The move that leaves the fewest squares, of those that win.
    fn solve(
        searcher: &mut IsolationSearcher,
        position: &Isolation,
        stop: &AtomicBool,
    ) -> Option<(Place, Value)> {
        let longest = position.count_moves() as u16;
        let (square, wins) = searcher.solver.best_move(position, SearchBudget::until(stop))?;
        let value = if wins { Value::win_in(longest) } else { Value::loss_in(longest) };
        Some((Place(square), value))
    }
}

impl Puzzling for IsolationEngine {
    const PROOF: PuzzleProof = PuzzleProof::Solver { max_nodes: PUZZLE_MAX_NODES };
    const RULE_SETS: &'static [&'static str] = &["classic", "mutual"];

    fn is_candidate(position: &Isolation) -> bool {
        PUZZLE_FREE_SQUARES.contains(&position.count_moves())
    }

    fn themes(solution: &MistakeContext<Isolation>) -> Vec<Theme> {
        review::themes(solution)
    }
}

/// The solver, with alpha-beta for estimates of what it has not settled; alpha-beta alone below a depth
/// limit.
pub struct IsolationSearcher {
    threads: usize,
    solver: IsolationSolver,
    alpha_beta: AlphaBeta<IsolationEvaluator>,
}

impl IsolationSearcher {
    /// The solver's report. Most positions are solved at once. Where one is not, alpha-beta estimates the
    /// moves within a share of the limits, and the solver goes on. Without limits they take turns, each for longer.
    fn solve(
        &mut self,
        line: &Line<Isolation>,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Report<Place>),
    ) -> Report<Place> {
        let moves_to_go = moves_to_go(line.position().free().len());
        let time = TimeManager::with_moves_to_go(limits, moves_to_go, 2 * moves_to_go);
        let time = time.without_extension();
        let nodes = limits.nodes.unwrap_or(u64::MAX);
        let all = limits.lines > 1;
        // Levels, which have a depth limit, want no estimates.
        let first_nodes = if limits.depth.is_none() { FIRST_SOLVER_NODES } else { u64::MAX };
        let budget = SearchBudget::new(nodes.min(first_nodes), stop, &time);
        let mut analysis = self.solver.analyse(line.position(), budget);
        analysis.retain(|square| limits.allows(square.index().into()));
        let mut estimates: Option<Report<Place>> = None;
        loop {
            let solved = analysis.run(all, self.threads, &mut |analysis| {
                watch(&report(analysis, limits.lines, &time, estimates.as_ref()));
            });
            let is_last = nodes <= first_nodes || estimates.is_some() && limits.is_limited();
            if solved.is_some() || is_last || stop.load(Relaxed) {
                break;
            }
            let (share, time_share) = if limits.is_limited() {
                (nodes / ESTIMATE_SHARE, time.share(ESTIMATE_SHARE as u32))
            } else {
                (analysis.nodes(), time.clone())
            };
            let shared = Limits { nodes: Some(share), ..limits.clone() };
            let before = estimates.as_ref().map_or(0, |estimates| estimates.nodes);
            let with_nodes =
                |found: &Report<Place>| Report { nodes: found.nodes + before, ..found.clone() };
            let found =
                self.alpha_beta.search_within(line, &shared, time_share, stop, &mut |found| {
                    watch(&report(&analysis, limits.lines, &time, Some(&with_nodes(found))));
                });
            let found = with_nodes(&found);
            analysis.set_node_limit(if limits.is_limited() {
                nodes.saturating_sub(found.nodes)
            } else {
                analysis.nodes().saturating_mul(ROUND_GROWTH)
            });
            estimates = Some(found);
        }
        let last = report(&analysis, limits.lines, &time, estimates.as_ref());
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

/// Own moves until the game is solved, this one included.
fn moves_to_go(free_squares: usize) -> u32 {
    let unsolved = free_squares.saturating_sub(SOLVABLE_FREE_SQUARES);
    unsolved.div_ceil(FREE_SQUARES_PER_MOVE) as u32 + 2
}

/// The report of an analysis, the best move first. Moves that the solver has not settled have the values of
/// `estimates`. Once it is known who wins, the depth is that of the whole game.
fn report(
    analysis: &RootAnalysis<'_, '_>,
    lines: usize,
    time: &TimeManager,
    estimates: Option<&Report<Place>>,
) -> Report<Place> {
    let solved = analysis.moves();
    let mut moves: Vec<(&SolvedMove, PvLine<Place>)> = solved
        .iter()
        .map(|solved| (solved, settled(solved).unwrap_or_else(|| estimated(solved, estimates))))
        .collect();
    moves.sort_by_key(|(solved, line)| {
        let replies = solved.winning_replies.unwrap_or(usize::MAX);
        let remaining = if line.proof.is_proved() { 0 } else { solved.remaining };
        std::cmp::Reverse((line.value, std::cmp::Reverse(replies), remaining))
    });
    if let Some((quickest, line)) = moves.first_mut()
        && solved.iter().any(|other| may_win_sooner(other, quickest))
    {
        line.proof = line.proof.min(Proof::Winner);
    }
    let is_solved = moves.first().is_some_and(|(_, best)| best.proof.is_proved());
    let depth = match estimates {
        _ if is_solved => analysis.free_squares(),
        Some(estimates) => estimates.depth,
        None => 0,
    };
    let progress = SolverProgress {
        settled: solved.iter().filter(|solved| solved.wins.is_some()).count(),
        moves: solved.len(),
        nodes: analysis.nodes(),
    };
    let lines: Vec<_> = moves.into_iter().take(lines.max(1)).map(|(_, line)| line).collect();
    Report {
        solver: lines.iter().any(|line| !line.proof.is_proved()).then_some(progress),
        lines,
        depth,
        nodes: analysis.nodes() + estimates.map_or(0, |estimates| estimates.nodes),
        time: time.elapsed(),
        selectivity: None,
        is_from_book: false,
    }
}

/// The line of a move whose winner is solved. The distance to the end is exact once its bounds meet.
fn settled(solved: &SolvedMove) -> Option<PvLine<Place>> {
    let plies = u16::from(solved.length.high) + 1;
    let value = if solved.wins? { Value::win_in(plies) } else { Value::loss_in(plies) };
    let proof = if solved.length.is_exact() { Proof::Exact } else { Proof::Winner };
    Some(PvLine { moves: solved.line.iter().map(|&square| Place(square)).collect(), value, proof })
}

/// Whether a move may win sooner than one that wins, as far as is known.
fn may_win_sooner(solved: &SolvedMove, winning: &SolvedMove) -> bool {
    winning.wins == Some(true)
        && solved.wins != Some(false)
        && solved.length.low < winning.length.high
}

/// The line of a move that is not settled: that of alpha-beta, if it has one. Of the others, the move that
/// leaves most squares is the most difficult to answer.
fn estimated(solved: &SolvedMove, estimates: Option<&Report<Place>>) -> PvLine<Place> {
    let lines = estimates.map_or(&[][..], |estimates| &estimates.lines);
    let place = Place(solved.line[0]);
    if let Some(line) = lines.iter().find(|line| line.moves.first() == Some(&place)) {
        return line.clone();
    }
    let remaining = solved.remaining as i32 / 8;
    // Alpha-beta found no better move than its last line.
    let points = lines.last().map_or(remaining, |last| (last.value.points() - 1).min(remaining));
    PvLine { moves: vec![place], value: Value::estimate(points), proof: Proof::None }
}
