//! Midgame search: null window and principal variation search with an evaluation, to a depth or, where that is
//! far away, to the end of the game.
//!
//! A search whose depth is the number of empty squares is one to the end: it counts discs at the leaves, and is
//! exact at full width.

use engine::Value;

use super::cpu::Cpu;
use super::endgame::{
    CORNERS, ENDGAME_MAX_EMPTIES, enhanced_transposition_cutoff, mobility, stability_cutoff,
};
use super::lookup_tables::odd_quadrant_squares;
use super::move_list::{MoveList, ScoredMove};
use super::network::EVAL_PER_DISC;
use super::patterns::PatternFeatures;
use super::probcut;
use super::search_thread::{SearchThread, TtQuery};
use super::selectivity::Selectivity;
use super::shallow_endgame::{SHALLOW_ENDGAME_MAX_EMPTIES, final_score};
use super::transposition_table::{
    BestMove, HashMove, SCORE_INF, SCORE_MAX, TranspositionTable, TtEntry, TtUpdate, hash,
};
use crate::hash::folded_multiply;

/// Least depth at which the transposition table is used; below it is [`leaf_search`].
const TT_MIN_DEPTH: u32 = 3;
/// Least depth of enhanced transposition cutoffs.
const ETC_MIN_DEPTH: u32 = 5;
/// Least depth at which threads defer each other's moves.
const ABDADA_MIN_DEPTH: u32 = 12;
/// Nested ProbCut is off at this level.
const PROBCUT_OFF: u8 = probcut::PROBCUT_MAX_LEVEL;
/// Score of a deferred move: after all others.
const DEFERRED: i32 = i32::MIN + 1;

/// Position with the features of its evaluation.
#[derive(Clone, Copy)]
pub(super) struct OthelloNode {
    pub(super) own: u64,
    pub(super) enemy: u64,
    features: PatternFeatures,
}

impl OthelloNode {
    /// The position with these discs.
    #[inline(always)]
    pub(super) fn new(own: u64, enemy: u64) -> Self {
        Self { own, enemy, features: PatternFeatures::of(own, enemy) }
    }

    /// The position after a move.
    #[inline(always)]
    pub(super) fn after(&self, square: u8, flips: u64) -> Self {
        Self {
            own: self.enemy ^ flips,
            enemy: self.own ^ flips | 1 << square,
            features: self.features.after(square.into(), flips),
        }
    }

    /// The position after a pass.
    #[inline(always)]
    pub(super) fn passed(&self) -> Self {
        Self { own: self.enemy, enemy: self.own, features: self.features.passed() }
    }

    /// Number of empty squares.
    #[inline(always)]
    pub(super) const fn empties(&self) -> u32 {
        (!(self.own | self.enemy)).count_ones()
    }

    /// Evaluation in whole discs.
    #[inline(always)]
    pub(super) fn evaluate_discs<C: Cpu>(&self, cpu: C, thread: &mut SearchThread<'_>) -> i32 {
        let key = evaluation_key(self.own, self.enemy);
        let evaluation = match thread.evaluations.get(key) {
            Some(evaluation) => evaluation.points(),
            None => self.evaluate_and_store(cpu, thread, key, None),
        };
        whole_discs(evaluation)
    }

    /// Evaluation of the position after a move in units of 1 / [`EVAL_PER_DISC`] disc. Its legal moves may be known.
    #[inline(always)]
    fn evaluate_after<C: Cpu>(
        &self,
        cpu: C,
        thread: &mut SearchThread<'_>,
        square: u8,
        flips: u64,
        replies: Option<u64>,
    ) -> i32 {
        let key = evaluation_key(self.enemy ^ flips, self.own ^ flips | 1 << square);
        match thread.evaluations.get(key) {
            Some(evaluation) => evaluation.points(),
            None => self.after(square, flips).evaluate_and_store(cpu, thread, key, replies),
        }
    }

    /// Evaluation by the network, which is stored in the cache.
    #[inline(always)]
    fn evaluate_and_store<C: Cpu>(
        &self,
        cpu: C,
        thread: &mut SearchThread<'_>,
        key: u64,
        moves: Option<u64>,
    ) -> i32 {
        let moves = match moves {
            Some(moves) => moves,
            None => cpu.moves(self.own, self.enemy),
        };
        let position = (self.own, self.enemy);
        let network = thread.shared.network;
        let evaluation = network.evaluate_with_moves(cpu, position, moves, &self.features);
        thread.evaluations.insert(key, Value::estimate(evaluation));
        evaluation
    }
}

/// Key of a position in the cache of evaluations. [`hash`] would not do: it is the same for an own and an enemy disc on
/// the last square. Entries of the transposition table hold whole positions, those of the cache only the key.
#[inline(always)]
pub(super) fn evaluation_key(own: u64, enemy: u64) -> u64 {
    folded_multiply(own ^ 0x2545_f491_4f6c_dd1d, enemy ^ 0x9e37_79b9_7f4a_7c15)
}

/// An evaluation in discs, rounded.
#[inline(always)]
const fn whole_discs(evaluation: i32) -> i32 {
    (evaluation + EVAL_PER_DISC / 2).div_euclid(EVAL_PER_DISC)
}

/// What follows when the side to move has no move.
enum AfterPass {
    /// The other side moves.
    Continues(OthelloNode),
    /// Neither side can move: the final score.
    GameOver(i32),
}

#[inline(always)]
fn pass<C: Cpu>(cpu: C, node: &OthelloNode) -> AfterPass {
    if cpu.moves(node.enemy, node.own) == 0 {
        AfterPass::GameOver(final_score(node.own, node.enemy))
    } else {
        AfterPass::Continues(node.passed())
    }
}

/// Null window search at `alpha`, fail-soft.
#[inline(always)]
pub(super) fn null_window_search<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    node: &OthelloNode,
    alpha: i32,
    depth: u32,
) -> i32 {
    let empties = node.empties();
    let to_the_end = depth >= empties;
    if to_the_end && empties <= ENDGAME_MAX_EMPTIES {
        return if empties > SHALLOW_ENDGAME_MAX_EMPTIES {
            let moves = cpu.moves(node.own, node.enemy);
            cpu.endgame_search(thread, node.own, node.enemy, alpha, moves)
        } else {
            cpu.shallow_endgame(thread, node.own, node.enemy, alpha)
        };
    }
    if depth < TT_MIN_DEPTH {
        return cpu.leaf_search(thread, node, alpha, depth);
    }
    thread.nodes += 1;
    if thread.poll() {
        return 0;
    }
    if let Some(upper) = stability_cutoff(node.own, node.enemy, alpha, empties) {
        return upper;
    }
    let hash = hash(node.own, node.enemy);
    let tt = thread.shared.tt;
    tt.prefetch(cpu, hash);
    let moves = cpu.moves(node.own, node.enemy);
    if moves == 0 {
        return match pass(cpu, node) {
            AfterPass::Continues(passed) => {
                -cpu.null_window_search(thread, &passed, -alpha - 1, depth)
            }
            AfterPass::GameOver(score) => score,
        };
    }
    let entry = tt.probe(hash, node.own, node.enemy).unwrap_or(TtEntry::EMPTY);
    if let Some(score) = entry.cutoff(thread.selectivity, depth, alpha) {
        return score;
    }
    if thread.selectivity < Selectivity::FULL_WIDTH
        && let Some(score) = probcut::probcut(cpu, thread, node, alpha, depth)
    {
        return score;
    }
    let nodes_before = thread.nodes;
    let (own, enemy, selectivity) = (node.own, node.enemy, thread.selectivity);
    let query = TtQuery { hash, own, enemy, alpha, depth, selectivity };
    let shared = thread.shared.thread_count > 1 && depth >= ABDADA_MIN_DEPTH;
    if shared {
        thread.enter_shared_node(query);
    }
    let best = search_moves(cpu, thread, node, moves, alpha, depth, entry.hash_moves);
    if shared && thread.leave_shared_node() {
        // Another thread has completed the node. Its entry is hardly ever replaced already.
        return query
            .cutoff(tt)
            .unwrap_or_else(|| cpu.null_window_search(thread, node, alpha, depth));
    }
    if thread.stopped {
        return 0;
    }
    let result = TtUpdate {
        alpha,
        beta: alpha + 1,
        score: best.score,
        best_move: best.hash_move,
        depth: depth as u8,
        selectivity,
        nodes: thread.nodes - nodes_before,
    };
    tt.store(hash, own, enemy, result);
    best.score
}

/// The best of these moves, or the first that fails high: the hash move before the others are even generated.
#[inline(always)]
fn search_moves<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    node: &OthelloNode,
    mut moves: u64,
    alpha: i32,
    depth: u32,
    [first, second]: [HashMove; 2],
) -> BestMove {
    let mut best = BestMove::NONE;
    if let Some(square) = first.among(moves) {
        let flips = cpu.flips(node.own, node.enemy, square.into());
        let child = node.after(square, flips);
        let score = -cpu.null_window_search(thread, &child, -alpha - 1, depth - 1);
        best = BestMove { score, hash_move: first };
        moves ^= 1 << square;
    }
    if best.score > alpha || moves == 0 || thread.stopped {
        return best;
    }
    let prefetched = (depth >= ETC_MIN_DEPTH).then_some(thread.shared.tt);
    let mut list = MoveList::new();
    if !generate_moves(cpu, node, moves, &mut list, prefetched) {
        return BestMove { score: SCORE_MAX, hash_move: HashMove::NONE };
    }
    if depth >= ETC_MIN_DEPTH {
        let (tt, selectivity) = (thread.shared.tt, thread.selectivity);
        for scored in list.as_mut_slice() {
            let (position, child) = ((node.own, node.enemy), (scored.square, scored.flips));
            let cutoff =
                enhanced_transposition_cutoff(tt, position, child, alpha, depth, selectivity);
            if let Some(best) = cutoff {
                return best;
            }
        }
    }
    cpu.order_moves(thread, node, &mut list, alpha, depth, second);
    search_ordered_moves(cpu, thread, node, &mut list, alpha, depth, &mut best);
    best
}

/// Searches moves in order until one fails high. With several threads, moves that another one is searching
/// are deferred (simplified ABDADA); never the first, which often fails high.
#[inline(always)]
fn search_ordered_moves<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    node: &OthelloNode,
    list: &mut MoveList,
    alpha: i32,
    depth: u32,
    best: &mut BestMove,
) {
    let shared = thread.shared;
    let defers = shared.thread_count > 1 && depth >= ABDADA_MIN_DEPTH;
    while let Some(scored) = list.take_best() {
        let ScoredMove { square, flips, score, .. } = scored;
        let child = node.after(square, flips);
        let mut mark = 0;
        if defers {
            mark = hash(child.own, child.enemy) ^ u64::from(depth);
            if best.hash_move.is_some()
                && score != DEFERRED
                && shared.currently_searching.contains(mark)
            {
                list.push(ScoredMove { score: DEFERRED, ..scored });
                continue;
            }
            shared.currently_searching.start(mark);
        }
        let score = -cpu.null_window_search(thread, &child, -alpha - 1, depth - 1);
        if defers {
            shared.currently_searching.finish(mark);
        }
        if thread.stopped {
            return;
        }
        if score > best.score {
            *best = BestMove { score, hash_move: HashMove::to(square) };
            if score > alpha {
                return;
            }
        }
    }
}

/// Adds the moves to these squares. Whether none of them captures all enemy discs (wipeout), which scores
/// [`SCORE_MAX`]. The entries of the positions after them are prefetched from a table.
#[inline(always)]
fn generate_moves<C: Cpu>(
    cpu: C,
    node: &OthelloNode,
    mut moves: u64,
    list: &mut MoveList,
    prefetched: Option<&TranspositionTable>,
) -> bool {
    while moves != 0 {
        let square = moves.trailing_zeros() as usize;
        moves &= moves - 1;
        let flips = cpu.flips(node.own, node.enemy, square);
        if flips == node.enemy {
            return false;
        }
        let (next_own, next_enemy) = (node.enemy ^ flips, node.own ^ flips | 1 << square);
        if let Some(tt) = prefetched {
            tt.prefetch(cpu, hash(next_own, next_enemy));
        }
        let replies = cpu.moves(next_own, next_enemy);
        list.push(ScoredMove { square: square as u8, score: 0, flips, replies });
    }
    true
}

/// Move ordering. On the way to the end the evaluation counts less than the enemy's mobility: subtrees that are
/// quick to search come first (fastest-first).
#[inline(always)]
pub(super) fn order_moves<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    node: &OthelloNode,
    list: &mut MoveList,
    alpha: i32,
    depth: u32,
    second_hash_move: HashMove,
) {
    if list.len() < 2 {
        return;
    }
    if depth < node.empties() {
        return order_by_search(cpu, thread, node, list, alpha, depth, second_hash_move);
    }
    let odd = odd_quadrant_squares(!(node.own | node.enemy));
    for scored in list.as_mut_slice() {
        let ScoredMove { square, flips, replies, .. } = *scored;
        let is_in = |set: u64| (set >> square & 1) as i32;
        scored.score = -node.evaluate_after(cpu, thread, square, flips, Some(replies))
            - 3 * EVAL_PER_DISC * mobility(replies)
            + 40 * is_in(odd)
            + 3 * EVAL_PER_DISC * is_in(CORNERS)
            + 8 * EVAL_PER_DISC * i32::from(second_hash_move.is(square));
    }
}

/// Move ordering by shallow searches (internal iterative deepening of every move).
#[inline(always)]
fn order_by_search<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    node: &OthelloNode,
    list: &mut MoveList,
    alpha: i32,
    depth: u32,
    second_hash_move: HashMove,
) {
    let shallow_depth = (depth.saturating_sub(6) / 4).min(4);
    let selectivity = std::mem::replace(&mut thread.selectivity, Selectivity::MOST_SELECTIVE);
    let probcut_level = std::mem::replace(&mut thread.probcut_level, PROBCUT_OFF);
    for scored in list.as_mut_slice() {
        let ScoredMove { square, flips, replies, .. } = *scored;
        let value = if shallow_depth == 0 {
            -node.evaluate_after(cpu, thread, square, flips, Some(replies))
        } else {
            let child = node.after(square, flips);
            // Scores of moves far below alpha need not be exact.
            let score = cpu.pv_search(thread, &child, -SCORE_MAX, 8 - alpha, shallow_depth);
            -EVAL_PER_DISC * score
        };
        scored.score = value - 16 * mobility(replies)
            + 3 * EVAL_PER_DISC * i32::from(second_hash_move.is(square));
    }
    thread.selectivity = selectivity;
    thread.probcut_level = probcut_level;
}

/// Null window search of the last plies before the evaluation, without table and move ordering.
#[inline(always)]
pub(super) fn leaf_search<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    node: &OthelloNode,
    alpha: i32,
    depth: u32,
) -> i32 {
    thread.nodes += 1;
    if depth == 0 {
        return node.evaluate_discs(cpu, thread);
    }
    let mut moves = cpu.moves(node.own, node.enemy);
    if moves == 0 {
        return match pass(cpu, node) {
            AfterPass::Continues(passed) => -cpu.leaf_search(thread, &passed, -alpha - 1, depth),
            AfterPass::GameOver(score) => score,
        };
    }
    if depth > 1 {
        let mut list = MoveList::new();
        if !generate_moves(cpu, node, moves, &mut list, None) {
            return SCORE_MAX;
        }
        for scored in list.as_mut_slice() {
            let is_corner = (CORNERS >> scored.square & 1) as i32;
            scored.score = 2 * is_corner - mobility(scored.replies);
        }
        let mut best = -SCORE_INF;
        while let Some(ScoredMove { square, flips, .. }) = list.take_best() {
            let child = node.after(square, flips);
            best = best.max(-cpu.leaf_search(thread, &child, -alpha - 1, depth - 1));
            if best > alpha {
                return best;
            }
        }
        return best;
    }
    let mut best = -SCORE_INF;
    while moves != 0 {
        let square = moves.trailing_zeros() as u8;
        moves &= moves - 1;
        let flips = cpu.flips(node.own, node.enemy, square.into());
        if flips == node.enemy {
            return SCORE_MAX;
        }
        thread.nodes += 1;
        let score = -whole_discs(node.evaluate_after(cpu, thread, square, flips, None));
        if score > best {
            best = score;
            if best > alpha {
                return best;
            }
        }
    }
    best
}

/// Principal variation search (NegaScout), fail-soft: exact between `alpha` and `beta`, else a bound.
#[inline(always)]
pub(super) fn pv_search<C: Cpu>(
    cpu: C,
    thread: &mut SearchThread<'_>,
    node: &OthelloNode,
    mut alpha: i32,
    beta: i32,
    depth: u32,
) -> i32 {
    if beta - alpha <= 1 {
        return cpu.null_window_search(thread, node, alpha, depth);
    }
    thread.nodes += 1;
    if depth == 0 && node.empties() > 0 {
        return node.evaluate_discs(cpu, thread);
    }
    if thread.poll() {
        return 0;
    }
    let moves = cpu.moves(node.own, node.enemy);
    if moves == 0 {
        return match pass(cpu, node) {
            AfterPass::Continues(passed) => -cpu.pv_search(thread, &passed, -beta, -alpha, depth),
            AfterPass::GameOver(score) => score,
        };
    }
    let hash = hash(node.own, node.enemy);
    let tt = thread.shared.tt;
    let entry = tt.probe(hash, node.own, node.enemy).unwrap_or(TtEntry::EMPTY);
    let (lower, nodes_before) = (alpha, thread.nodes);
    let mut list = MoveList::new();
    if !generate_moves(cpu, node, moves, &mut list, None) {
        return SCORE_MAX;
    }
    if depth > 1 {
        let [first, second] = entry.hash_moves;
        cpu.order_moves(thread, node, &mut list, alpha, depth, second);
        for scored in list.as_mut_slice() {
            if first.is(scored.square) {
                scored.score = i32::MAX;
            }
        }
    }
    let mut best = BestMove::NONE;
    while let Some(ScoredMove { square, flips, .. }) = list.take_best() {
        let child = node.after(square, flips);
        let is_first = !best.hash_move.is_some();
        let mut score = -SCORE_INF;
        if !is_first {
            score = -cpu.null_window_search(thread, &child, -alpha - 1, depth - 1);
        }
        if is_first || score > alpha && score < beta {
            score = -cpu.pv_search(thread, &child, -beta, -alpha, depth - 1);
        }
        if thread.stopped {
            return 0;
        }
        if score > best.score {
            best = BestMove { score, hash_move: HashMove::to(square) };
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
    }
    let result = TtUpdate {
        alpha: lower,
        beta,
        score: best.score,
        best_move: best.hash_move,
        depth: depth as u8,
        selectivity: thread.selectivity,
        nodes: thread.nodes - nodes_before,
    };
    tt.store(hash, node.own, node.enemy, result);
    best.score
}
