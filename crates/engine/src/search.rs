//! Principal variation search with its pruning, reduction and extension techniques, a function each.
//!
//! The names are those of the Chess Programming Wiki (chessprogramming.org), which has a page on every
//! technique.

mod pruning;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use rules::{Line, Position};

use crate::correction_history::CorrectionHistory;
use crate::evaluation_cache::EvaluationCache;
use crate::move_picker::{MoveHistory, MovePicker};
use crate::transposition_table::{Bound, TranspositionTable, TtEntry};
use crate::{Evaluator, Limits, MoveOf, SearchParams, ThreatReport, TimeManager, Value};

/// The deepest ply that a search reaches.
pub(crate) const MAX_PLY: u16 = 126;
/// Nodes between two checks of the stop flag and the time: well under a millisecond.
const STOP_CHECK_NODES: u64 = 256;

/// State that all threads of a search share.
pub(crate) struct SharedState<'a> {
    pub(crate) table: &'a TranspositionTable,
    /// Raised by the caller.
    pub(crate) stop: &'a AtomicBool,
    /// Raised when the main thread has finished.
    pub(crate) done: AtomicBool,
    /// Nodes of all threads.
    pub(crate) nodes: AtomicU64,
    pub(crate) limits: &'a Limits,
    pub(crate) time: TimeManager,
}

/// A search value, and whether it is proved: no static evaluation was needed for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeValue {
    pub(crate) value: Value,
    pub(crate) proved: bool,
}

impl NodeValue {
    const fn estimate(value: Value) -> Self {
        Self { value, proved: false }
    }

    /// The same for the other side. A forced win is proved however it was found.
    #[inline]
    fn negated(self) -> Self {
        Self { value: -self.value, proved: self.proved || self.value.is_decided() }
    }
}

/// Node type: a type parameter, so that each kind has its own code.
pub(crate) trait NodeType {
    /// Whether the node may be on the principal variation.
    const PV: bool;
}

pub(crate) struct Pv;
pub(crate) struct NonPv;

impl NodeType for Pv {
    const PV: bool = true;
}

impl NodeType for NonPv {
    const PV: bool = false;
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchWindow {
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
}

impl SearchWindow {
    pub(crate) const FULL: Self =
        Self { alpha: Value::from_points(-Value::INFINITY.points()), beta: Value::INFINITY };

    #[inline]
    fn negated(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The null window above alpha: it only asks whether a move is better than alpha.
    #[inline]
    fn null_at_alpha(self) -> Self {
        Self { beta: self.alpha.shifted(1), ..self }
    }

    /// The null window below beta: it only asks whether beta is reached.
    #[inline]
    fn null_at_beta(self) -> Self {
        Self { alpha: self.beta.shifted(-1), ..self }
    }
}

/// One thread of a search.
pub(crate) struct SearchThread<'a, E: Evaluator> {
    pub(crate) evaluator: E,
    pub(crate) params: SearchParams,
    pub(crate) line: Line<E::Position>,
    pub(crate) shared: &'a SharedState<'a>,
    pub(crate) stopped: bool,
    /// Extension limit: from this ply on no threat is extended.
    extension_limit: u16,
    history: MoveHistory,
    evaluations: EvaluationCache,
    corrections: CorrectionHistory,
    /// Principal variation from each ply on.
    pv: Vec<Vec<MoveOf<E>>>,
    nodes: u64,
}

/// What is computed of the position at the end of the line as soon as it is reached.
struct NodeInput<A> {
    accumulator: A,
    key: u64,
}

/// A node whose cutoffs have all failed: its moves are searched.
struct ExpandedNode<P> {
    position: P,
    key: u64,
    depth: i32,
    ply: u16,
    window: SearchWindow,
    hash_move: Option<u16>,
    /// The most that a quiet move can reach, where that is below alpha.
    futility_bound: Option<Value>,
    /// The static evaluation before its correction, where pruning has used it.
    evaluation: Option<Value>,
}

impl<'a, E: Evaluator> SearchThread<'a, E> {
    pub(crate) fn new(
        evaluator: E,
        params: SearchParams,
        line: Line<E::Position>,
        shared: &'a SharedState<'a>,
    ) -> Self {
        let plies = usize::from(MAX_PLY) + 2;
        Self {
            evaluator,
            params,
            line,
            shared,
            stopped: false,
            extension_limit: 0,
            history: MoveHistory::new(plies),
            evaluations: EvaluationCache::new(params.evaluation_cache_entries),
            corrections: CorrectionHistory::new(params.correction_percent > 0),
            pv: vec![Vec::new(); plies],
            nodes: 0,
        }
    }

    /// The principal variation of the root move that was searched last.
    pub(crate) fn root_pv(&self, m: MoveOf<E>) -> Vec<MoveOf<E>> {
        [&[m], &self.pv[1][..]].concat()
    }

    /// The value of a root move, the first or another one of its iteration.
    pub(crate) fn search_root_move(
        &mut self,
        m: MoveOf<E>,
        depth: u16,
        window: SearchWindow,
        is_first: bool,
    ) -> NodeValue {
        self.extension_limit = (2 * depth).min(MAX_PLY);
        let accumulator = self.evaluator.accumulator(self.line.position());
        let child = self.make_move(&accumulator, m);
        let depth = i32::from(depth) - 1;
        let result = if is_first {
            self.search_child::<Pv>(&child, depth, 1, window)
        } else {
            let result = self.search_child::<NonPv>(&child, depth, 1, window.null_at_alpha());
            if result.value > window.alpha && !self.stopped {
                self.search_child::<Pv>(&child, depth, 1, window)
            } else {
                result
            }
        };
        self.line.undo();
        result
    }

    /// Alpha-beta search of the position at the end of the line, fail-soft.
    fn search<N: NodeType>(
        &mut self,
        input: &NodeInput<E::Accumulator>,
        depth: i32,
        ply: u16,
        mut window: SearchWindow,
        may_null: bool,
    ) -> NodeValue {
        let &NodeInput { ref accumulator, key } = input;
        self.count_node();
        self.pv[usize::from(ply)].clear();
        if let Some(result) = self.terminal_value(ply) {
            return result;
        }
        if self.stopped || ply >= MAX_PLY {
            return NodeValue::estimate(self.evaluator.evaluate(self.line.position(), accumulator));
        }
        let threatened = self.is_extended(accumulator, ply);
        let depth = depth + i32::from(threatened);
        if depth <= 0 {
            return self.quiescence(input, self.params.quiescence_plies, ply, window);
        }
        if let Some(result) = self.immediate_win(accumulator, ply) {
            return result;
        }
        // Mate distance pruning: nothing here is quicker than a win that is already found.
        window.alpha = window.alpha.max(Value::loss_in(ply));
        window.beta = window.beta.min(Value::win_in(ply + 1));
        if window.alpha >= window.beta {
            return NodeValue { value: window.alpha, proved: true };
        }

        let position = *self.line.position();
        let entry = self.shared.table.probe(key);
        if let Some(result) =
            entry.and_then(|entry| self.tt_cutoff::<N>(&entry, depth, ply, window))
        {
            return result;
        }
        let prunes = !N::PV && !threatened && !window.beta.is_decided();
        let mut futility_bound = None;
        let evaluation = if prunes { self.pruning_evaluation(input, depth) } else { None };
        if let Some(evaluation) = evaluation {
            let estimate = self.corrected(evaluation);
            if let Some(result) = self.reverse_futility_cutoff(estimate, depth, window) {
                return result;
            }
            if may_null
                && estimate >= window.beta
                && let Some(result) = self.null_move_cutoff(accumulator, depth, ply, window)
            {
                return result;
            }
            futility_bound = self.futility_bound(estimate, depth, window);
        }
        let hash_move = entry.map(|entry| entry.best_move);
        let node = ExpandedNode {
            position,
            key,
            depth,
            ply,
            window,
            hash_move,
            futility_bound,
            evaluation,
        };
        self.search_moves::<N>(accumulator, &node)
    }

    /// Searches the moves of a node and stores the result.
    fn search_moves<N: NodeType>(
        &mut self,
        accumulator: &E::Accumulator,
        node: &ExpandedNode<E::Position>,
    ) -> NodeValue {
        let &ExpandedNode { position, depth, ply, mut window, .. } = node;
        let picker =
            MovePicker::all(&self.evaluator, &position, &self.history, ply.into(), node.hash_move);
        let mut best = NodeValue { value: -Value::INFINITY, proved: true };
        let mut best_move = None;
        let mut all_proved = true;
        let mut quiets_tried = arrayvec::ArrayVec::<u16, 128>::new();
        for (index, m) in picker.enumerate() {
            let is_tactical = self.evaluator.is_tactical(&position, m);
            if let Some(bound) = node.futility_bound.filter(|_| index > 0 && !is_tactical) {
                all_proved = false;
                best.value = best.value.max(bound);
                // All moves that follow are quiet, too.
                break;
            }
            let reduction = self.late_move_reduction(depth, index, ply, m.into(), is_tactical);
            let child = self.make_move(accumulator, m);
            if depth > 1 {
                self.shared.table.prefetch(child.key);
            }
            let result =
                self.search_move::<N>(&child, depth - 1, reduction, ply + 1, window, index);
            self.line.undo();
            if self.stopped {
                return NodeValue::estimate(best.value.max(result.value));
            }
            all_proved &= result.proved;
            if result.value > best.value {
                best = result;
                best_move = Some(m);
                if result.value > window.alpha {
                    window.alpha = result.value;
                    if N::PV {
                        self.update_pv(ply, m);
                    }
                }
                if result.value >= window.beta {
                    if !is_tactical {
                        let side = usize::from(position.turn().index());
                        self.history.record_cutoff(
                            side,
                            ply.into(),
                            depth,
                            m.into(),
                            &quiets_tried,
                        );
                    }
                    break;
                }
            }
            if !is_tactical {
                quiets_tried.push(m.into());
            }
        }
        let bound = if best.value >= window.beta {
            Bound::Lower
        } else if best.value > node.window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // A cutoff needs no other proof than its own; any other result needs all of them.
        let proved = if bound == Bound::Lower { best.proved } else { all_proved };
        let result = NodeValue { value: best.value, proved };
        if let Some(m) = best_move {
            self.tt_store(node, result, bound, m.into());
        }
        let is_quiet = best_move.is_none_or(|m| !self.evaluator.is_tactical(&position, m));
        if let Some(evaluation) = node.evaluation.filter(|_| is_quiet) {
            self.record_error(&position, evaluation, (best.value, bound), depth);
        }
        result
    }

    /// Principal variation search of one move: the first with the whole window, the others with a null
    /// window, and again where they fail high.
    fn search_move<N: NodeType>(
        &mut self,
        child: &NodeInput<E::Accumulator>,
        depth: i32,
        reduction: i32,
        ply: u16,
        window: SearchWindow,
        index: usize,
    ) -> NodeValue {
        if index == 0 {
            return self.search_child::<N>(child, depth, ply, window);
        }
        let null_window = window.null_at_alpha();
        let mut result = self.search_child::<NonPv>(child, depth - reduction, ply, null_window);
        if reduction > 0 && result.value > window.alpha && !self.stopped {
            result = self.search_child::<NonPv>(child, depth, ply, null_window);
        }
        if N::PV && result.value > window.alpha && result.value < window.beta && !self.stopped {
            result = self.search_child::<Pv>(child, depth, ply, window);
        }
        result
    }

    fn search_child<N: NodeType>(
        &mut self,
        child: &NodeInput<E::Accumulator>,
        depth: i32,
        ply: u16,
        window: SearchWindow,
    ) -> NodeValue {
        self.search::<N>(child, depth, ply, window.negated(), true).negated()
    }

    /// Quiescence search: only tactical moves, each side being free to stop (stand pat).
    fn quiescence(
        &mut self,
        input: &NodeInput<E::Accumulator>,
        plies: u16,
        ply: u16,
        mut window: SearchWindow,
    ) -> NodeValue {
        let accumulator = &input.accumulator;
        let position = *self.line.position();
        if self.params.quiescence_plies > 0
            && let Some(result) = self.immediate_win(accumulator, ply)
        {
            return result;
        }
        let evaluation = self.evaluate(input);
        let mut best = NodeValue::estimate(self.corrected(evaluation));
        if !E::HAS_TACTICAL_MOVES || plies == 0 || ply >= MAX_PLY || best.value >= window.beta {
            return best;
        }
        window.alpha = window.alpha.max(best.value);
        for m in MovePicker::tactical(&self.evaluator, &position) {
            let child = self.make_move(accumulator, m);
            self.count_node();
            let result = match self.terminal_value(ply + 1) {
                Some(result) => result,
                None => self.quiescence(&child, plies - 1, ply + 1, window.negated()),
            };
            self.line.undo();
            let value = -result.value;
            if self.stopped {
                break;
            }
            if value > best.value {
                best.value = value;
                window.alpha = window.alpha.max(value);
                if value >= window.beta {
                    break;
                }
            }
        }
        best
    }

    /// The value of a finished game. A draw by history is not proved: the position may be reached by
    /// another line without one.
    fn terminal_value(&self, ply: u16) -> Option<NodeValue> {
        let position = self.line.position();
        if let Some(outcome) = position.outcome() {
            let value = E::SCALE.terminal_value(position.turn(), &outcome).delayed(ply.into());
            return Some(NodeValue { value, proved: true });
        }
        self.line.draw().map(|_| NodeValue::estimate(Value::ZERO))
    }

    /// Threat extension: a side that must answer a threat to win has few moves worth searching.
    fn is_extended(&self, accumulator: &E::Accumulator, ply: u16) -> bool {
        self.params.threat_extension
            && ply < self.extension_limit
            && self.evaluator.is_threatened(self.line.position(), accumulator)
    }

    /// Transposition cutoff: the value of the entry, if it is deep enough and its bound decides the
    /// window.
    fn tt_cutoff<N: NodeType>(
        &self,
        entry: &TtEntry,
        depth: i32,
        ply: u16,
        window: SearchWindow,
    ) -> Option<NodeValue> {
        let entry_depth = i32::from(entry.depth);
        let is_deep_enough = if self.params.accepts_deeper_entries {
            entry_depth >= depth
        } else {
            entry_depth == depth
        };
        if N::PV || !(is_deep_enough || entry.proved) {
            return None;
        }
        let value = entry.value.delayed(ply.into());
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        decides.then_some(NodeValue { value, proved: entry.proved })
    }

    fn tt_store(
        &self,
        node: &ExpandedNode<E::Position>,
        result: NodeValue,
        bound: Bound,
        best_move: u16,
    ) {
        let entry = TtEntry {
            value: result.value.delayed(-i32::from(node.ply)),
            bound,
            proved: result.proved,
            depth: node.depth.clamp(0, 255) as u8,
            best_move,
        };
        self.shared.table.store(node.key, &entry);
    }

    /// A win in one ply, which needs no search.
    fn immediate_win(&mut self, accumulator: &E::Accumulator, ply: u16) -> Option<NodeValue> {
        let m = self.evaluator.winning_move(self.line.position(), accumulator)?;
        let pv = &mut self.pv[usize::from(ply)];
        pv.clear();
        pv.push(m);
        Some(NodeValue { value: Value::win_in(ply + 1), proved: true })
    }

    /// Searches threats alone from the position at the end of the line.
    pub(crate) fn search_threats(&mut self, node_limit: u64) -> ThreatReport<MoveOf<E>> {
        let left = self.shared.limits.nodes.map(|limit| limit.saturating_sub(self.all_nodes()));
        let node_limit = left.unwrap_or(u64::MAX).min(node_limit);
        let interrupt = || self.is_over();
        let position = self.line.position();
        let report = self.evaluator.search_threats(position, node_limit, &interrupt);
        self.count_nodes(report.nodes);
        report
    }

    /// Makes a move.
    fn make_move(
        &mut self,
        accumulator: &E::Accumulator,
        m: MoveOf<E>,
    ) -> NodeInput<E::Accumulator> {
        let before = *self.line.position();
        self.line.play(m);
        let position = self.line.position();
        let accumulator = self.evaluator.update(accumulator, &before, m, position);
        NodeInput { accumulator, key: position.key() }
    }

    /// Sets the principal variation from `ply` on: `m`, then that of the child.
    fn update_pv(&mut self, ply: u16, m: MoveOf<E>) {
        let (upper, lower) = self.pv.split_at_mut(usize::from(ply) + 1);
        let pv = &mut upper[usize::from(ply)];
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&lower[0]);
    }

    fn count_node(&mut self) {
        self.count_nodes(1);
    }

    /// Counts nodes, and checks every [`STOP_CHECK_NODES`] whether to stop.
    fn count_nodes(&mut self, count: u64) {
        let checks = self.nodes / STOP_CHECK_NODES;
        self.nodes += count;
        let passed = self.nodes / STOP_CHECK_NODES - checks;
        if passed > 0 {
            self.shared.nodes.fetch_add(passed * STOP_CHECK_NODES, Relaxed);
            self.stopped |= self.is_over();
        }
        if let Some(limit) = self.shared.limits.nodes {
            self.stopped |= self.all_nodes() >= limit;
        }
    }

    /// Whether a stop is requested or the time is used up.
    pub(crate) fn is_over(&self) -> bool {
        let SharedState { stop, done, time, .. } = self.shared;
        stop.load(Relaxed) || done.load(Relaxed) || time.is_over()
    }

    /// Nodes of all threads, those of the others as of their last check.
    pub(crate) fn all_nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed) + self.nodes % STOP_CHECK_NODES
    }
}
