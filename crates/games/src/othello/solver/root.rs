//! Root search: iterative deepening with aspiration windows, then the endgame at falling selectivity.

use engine::{SearchStability, Searcher, Value};
use rules::Square;

use super::cpu::Cpu;
use super::endgame::ENDGAME_MAX_EMPTIES;
use super::midgame::OthelloNode;
use super::search_thread::SearchThread;
use super::selectivity::Selectivity;
use super::transposition_table::{SCORE_INF, SCORE_MAX, hash};
use crate::othello::Move;
use crate::othello::engine::{DISC, OthelloSearcher};

/// A root position and how to search it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootSearch {
    pub(super) own: u64,
    pub(super) enemy: u64,
    /// Greatest depth; the number of empty squares is the end of the game.
    pub(super) depth: u32,
    /// Number of principal variations (multi-PV).
    pub(super) lines: usize,
    /// Squares of the root moves to search.
    pub(super) root_moves: u64,
    /// Whether nodes or time are limited, so that the search may end before the exact iteration does.
    pub(super) is_limited: bool,
    /// Index of the thread; 0 is the main thread, which reports.
    pub(super) thread_index: usize,
}

/// Result of a root search.
#[derive(Clone, Debug, Default)]
pub(super) struct RootSearchResult {
    /// The best moves first, as many as principal variations were asked for.
    pub(super) moves: Vec<RootMove>,
    /// Last completed depth.
    pub(super) depth: u32,
    /// Selectivity of the last completed iteration; none before the first.
    pub(super) selectivity: Option<Selectivity>,
    /// Whether scores are final: searched to the end of the game at full width.
    pub(super) exact: bool,
    /// Nodes of all threads.
    pub(super) nodes: u64,
}

/// Move at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) score: i32,
    /// Principal variation, which starts with the move, after a pass where the side to move must pass.
    pub(super) pv: Vec<Move>,
    square: u8,
    flips: u64,
}

/// Score in discs from which on a game counts as decided: deeper estimates add nothing, only the end does.
const DECIDED_SCORE: i32 = 60;
/// Empty squares up to which a decided game is searched to the end at once.
const DECIDED_MAX_EMPTIES: u32 = 30;
/// Least completed depth whose score decides a game.
const DECIDED_MIN_DEPTH: u32 = 6;

/// Depths below this are searched with a full window.
const ASPIRATION_MIN_DEPTH: u32 = 4;
/// First half-width of the aspiration window in discs, for estimates and for the end of the game.
const ASPIRATION_MARGIN: i32 = 3;
const ASPIRATION_MARGIN_AT_END: i32 = 1;

/// Plies between the last estimated search and the end of the game.
const LAST_MIDGAME_MARGIN: u32 = 9;
/// The same in a search that is to be exact.
const LAST_MIDGAME_MARGIN_IF_EXACT: u32 = 11;
/// Most empty squares at which a search of one variation without limits goes from the most selective iteration to
/// the end straight to the exact one. With more the levels between pay for themselves, by a better guess and a better
/// order of moves.
const EXACT_MAX_EMPTIES: u32 = 22;

/// Depth and selectivity of each iteration.
fn iterations(search: &RootSearch, empties: u32) -> Vec<(u32, Selectivity)> {
    let max_depth = search.depth.min(empties);
    let to_the_end = max_depth >= empties;
    let exact =
        to_the_end && !search.is_limited && search.lines == 1 && empties <= EXACT_MAX_EMPTIES;
    let margin = if exact { LAST_MIDGAME_MARGIN_IF_EXACT } else { LAST_MIDGAME_MARGIN };
    let last_midgame_depth = match to_the_end {
        true if empties > ENDGAME_MAX_EMPTIES => empties.saturating_sub(margin),
        true => empties.saturating_sub(6),
        false => max_depth,
    };
    let mut steps: Vec<_> =
        (1..=last_midgame_depth).map(|depth| (depth, Selectivity::MOST_SELECTIVE)).collect();
    if to_the_end {
        if empties > ENDGAME_MAX_EMPTIES {
            let levels = if exact { 1 } else { usize::MAX };
            let selective = Selectivity::selective_levels().take(levels);
            steps.extend(selective.map(|level| (empties, level)));
        }
        steps.push((empties, Selectivity::FULL_WIDTH));
    }
    steps
}

/// Iterative deepening. The main thread reports every completed iteration to `watch`.
#[inline(always)]
pub(super) fn root_search<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    search: &RootSearch,
    watch: &mut dyn FnMut(&RootSearchResult),
) -> RootSearchResult {
    let mut node = OthelloNode::new(search.own, search.enemy);
    let mut result = RootSearchResult::default();
    let passes = cpu.moves(node.own, node.enemy) == 0;
    if passes {
        node = node.passed();
    }
    let root_squares = if passes { u64::MAX } else { search.root_moves };
    let mut moves = root_moves(cpu, &node, root_squares);
    if moves.is_empty() {
        return result;
    }
    let lines = if passes { 1 } else { search.lines.clamp(1, moves.len()) };
    let empties = node.empties();
    let mut stability = SearchStability::new(if passes { 1 } else { moves.len() });
    for (depth, selectivity) in iterations(search, empties) {
        let decided = result.depth >= DECIDED_MIN_DEPTH
            && moves[lines - 1].score.abs() >= DECIDED_SCORE
            && empties <= DECIDED_MAX_EMPTIES;
        if decided && depth < empties && search.depth >= empties {
            continue;
        }
        thread.selectivity = selectivity;
        let previous = moves.clone();
        for first in 0..lines {
            aspiration_search(cpu, thread, &node, &mut moves, first, depth);
            if thread.stopped {
                break;
            }
        }
        if thread.stopped {
            // Several variations must come from one iteration; a single one may have improved already.
            if lines > 1 || result.depth == 0 {
                moves = previous;
            }
            break;
        }
        moves[..lines].sort_by_key(|m| -m.score);
        result.depth = depth;
        result.selectivity = Some(selectivity);
        result.exact = depth >= empties && selectivity == Selectivity::FULL_WIDTH;
        result.nodes = thread.all_nodes();
        result.moves = reported(&moves[..lines], passes);
        if search.thread_index == 0 {
            watch(&result);
        }
        let expected_score = OthelloSearcher::SCALE.chance(Value::estimate(DISC * moves[0].score));
        stability.add(moves[0].square.into(), expected_score);
        if !thread.shared.time.allows_iteration(&stability) {
            break;
        }
    }
    result.moves = reported(&moves[..lines], passes);
    result.nodes = thread.all_nodes();
    result
}

/// The legal moves among the allowed ones, unordered.
#[inline(always)]
fn root_moves<C: Cpu>(cpu: C, node: &OthelloNode, allowed: u64) -> Vec<RootMove> {
    let mut squares = cpu.moves(node.own, node.enemy) & allowed;
    let mut moves = Vec::new();
    while squares != 0 {
        let square = squares.trailing_zeros() as u8;
        squares &= squares - 1;
        let flips = cpu.flips(node.own, node.enemy, square.into());
        moves.push(RootMove { score: 0, pv: vec![disc_on(square)], square, flips });
    }
    moves
}

/// The move that places a disc on a square.
const fn disc_on(square: u8) -> Move {
    Move::Disc(Square::from_index(square))
}

/// Root moves as they are reported: behind the pass, if the side to move must pass.
fn reported(moves: &[RootMove], passes: bool) -> Vec<RootMove> {
    let mut moves = moves.to_vec();
    if passes {
        for m in &mut moves {
            m.score = -m.score;
            m.pv.insert(0, Move::Pass);
        }
    }
    moves
}

/// Finds the best of the moves from `first` on and moves it there. The window around the score of the last
/// iteration grows until the score lies inside.
#[inline(always)]
fn aspiration_search<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    node: &OthelloNode,
    moves: &mut [RootMove],
    first: usize,
    depth: u32,
) {
    let expected = moves[first].score;
    let to_the_end = depth >= node.empties();
    let mut margin = if to_the_end { ASPIRATION_MARGIN_AT_END } else { ASPIRATION_MARGIN };
    let (mut alpha, mut beta) = if depth < ASPIRATION_MIN_DEPTH {
        (-SCORE_MAX, SCORE_MAX)
    } else {
        let centre = if to_the_end { expected.div_euclid(2) * 2 } else { expected };
        (centre - margin, centre + margin)
    };
    let (mut failed_low, mut failed_high) = (false, false);
    loop {
        let window = (alpha.max(-SCORE_MAX), beta.min(SCORE_MAX));
        let best = search_root_moves(cpu, thread, node, moves, first, depth, window);
        if thread.stopped {
            return;
        }
        margin = 2 * margin + 1;
        if best <= window.0 && window.0 > -SCORE_MAX {
            // A selective search may fail low and then high: from then on the window only grows.
            failed_low = true;
            beta = if failed_high { beta } else { best + 1 };
            alpha = best - margin;
        } else if best >= window.1 && window.1 < SCORE_MAX {
            failed_high = true;
            alpha = if failed_low { alpha } else { best - 1 };
            beta = best + margin;
        } else {
            return;
        }
    }
}

/// Principal variation search over the root moves from `first` on, within a window.
#[inline(always)]
fn search_root_moves<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    node: &OthelloNode,
    moves: &mut [RootMove],
    first: usize,
    depth: u32,
    (mut alpha, beta): (i32, i32),
) -> i32 {
    let mut best = (-SCORE_INF, first);
    for (index, root_move) in moves.iter_mut().enumerate().skip(first) {
        let child = node.after(root_move.square, root_move.flips);
        let mut score = -SCORE_INF;
        if index > first {
            score = -cpu.null_window_search(thread, &child, -alpha - 1, depth - 1);
        }
        if index == first || score > alpha && score < beta {
            score = -cpu.pv_search(thread, &child, -beta, -alpha, depth - 1);
        }
        if thread.stopped {
            break;
        }
        if score > best.0 {
            best = (score, index);
            if score > alpha || index == first {
                root_move.score = score;
                root_move.pv.truncate(1);
                extend_pv(cpu, thread, child, &mut root_move.pv, depth - 1);
            }
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
    }
    moves[first..=best.1].rotate_right(1);
    best.0
}

/// Continues a principal variation with the hash moves of the transposition table.
#[inline(always)]
fn extend_pv<C: Cpu>(
    cpu: C,
    thread: &SearchThread<'_>,
    mut node: OthelloNode,
    pv: &mut Vec<Move>,
    depth: u32,
) {
    for _ in 0..depth {
        let mut moves = cpu.moves(node.own, node.enemy);
        if moves == 0 {
            node = node.passed();
            moves = cpu.moves(node.own, node.enemy);
            if moves == 0 {
                return;
            }
            pv.push(Move::Pass);
        }
        let entry = thread.shared.tt.probe(hash(node.own, node.enemy), node.own, node.enemy);
        let Some(square) = entry.and_then(|entry| entry.hash_moves[0].among(moves)) else {
            return;
        };
        pv.push(disc_on(square));
        let flips = cpu.flips(node.own, node.enemy, square.into());
        node = node.after(square, flips);
    }
}
