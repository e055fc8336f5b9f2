//! Root search: iterative deepening, aspiration windows and several principal variations.

use rules::{Line, Position};

use crate::distance::DistanceSearch;
use crate::search::{MAX_PLY, NodeValue, SearchThread, SearchWindow};
use crate::{Evaluator, Proof, PvLine, Report, SearchStability, Value};

/// The first iteration with an aspiration window, in plies.
const ASPIRATION_MIN_DEPTH: u16 = 4;
/// Growth of an aspiration window that failed.
const ASPIRATION_GROWTH: i32 = 4;
/// The least depth limit, in plies, of a search that looks for wins by threats.
const THREAT_MIN_DEPTH: u16 = 16;
/// Nodes of the threat search before an iteration but the first: a share of those searched so far, and at least so many.
const THREAT_NODES_DIVISOR: u64 = 2;
const THREAT_MIN_NODES: u64 = 500;
/// Nodes for the proof that a distance is exact: a share of those searched so far, and at least so many.
const DISTANCE_NODES_DIVISOR: u64 = 4;
const DISTANCE_MIN_NODES: u64 = 4_000;

/// The search of the root moves by one thread.
pub(crate) struct RootSearch<M> {
    /// All legal moves, the best first.
    moves: Vec<RootMove<M>>,
    /// Number of principal variations (multi-PV).
    lines: usize,
    /// The last iteration that is complete, in plies.
    depth: u16,
    /// Distances that were examined.
    distances: Vec<ExaminedDistance<M>>,
    /// A win by threats alone, if one is found.
    forced_win: Option<RootMove<M>>,
    /// Whether threats are still to be searched for one.
    searches_threats: bool,
}

/// Whether the distance to the end of a root move's value is exact.
struct ExaminedDistance<M> {
    root_move: M,
    value: Value,
    /// Whether it was examined as the value of the position: against all moves.
    is_first: bool,
    exact: bool,
}

#[derive(Clone)]
struct RootMove<M> {
    result: NodeValue,
    pv: Vec<M>,
}

impl<M> RootMove<M> {
    /// Whether the result is proved: a deeper search does not change it.
    fn is_proved(&self) -> bool {
        self.result.proved || self.result.value.is_decided()
    }
}

/// Aspiration window: the value is probably near that of the last iteration; the side that fails is
/// widened until it does not.
struct AspirationWindow {
    window: SearchWindow,
    margin: i32,
}

impl AspirationWindow {
    fn around(expected: Value, depth: u16, margin: i32) -> Self {
        let margin = margin.max(1);
        let window = if depth < ASPIRATION_MIN_DEPTH || expected.is_decided() {
            SearchWindow::FULL
        } else {
            SearchWindow { alpha: expected.shifted(-margin), beta: expected.shifted(margin) }
        };
        Self { window, margin }
    }

    /// Widens the window if `best` is not inside it, and says whether the search must be repeated.
    fn widen(&mut self, best: Value) -> bool {
        let Self { window, margin } = self;
        *margin = margin.saturating_mul(ASPIRATION_GROWTH);
        if best <= window.alpha {
            window.alpha = best.shifted(-*margin);
        } else if best >= window.beta {
            window.beta = best.shifted(*margin);
        } else {
            return false;
        }
        if *margin > Value::ESTIMATE_MAX || best.is_decided() {
            *window = SearchWindow::FULL;
        }
        true
    }
}

impl<M: Copy + PartialEq + Into<u16>> RootSearch<M> {
    pub(crate) fn new<E>(thread: &SearchThread<'_, E>, lines: usize) -> Self
    where
        E: Evaluator,
        E::Position: Position<Move = M>,
    {
        let position = thread.line.position();
        let unknown = NodeValue { value: Value::ZERO, proved: false };
        let limits = thread.shared.limits;
        let legal = position.legal_moves().into_iter();
        let mut legal: Vec<M> = legal.filter(|&m| limits.allows(m.into())).collect();
        legal.sort_by_key(|&m| -thread.evaluator.move_priority(position, m));
        let moves: Vec<_> =
            legal.into_iter().map(|m| RootMove { result: unknown, pv: vec![m] }).collect();
        Self {
            lines: lines.min(moves.len()),
            moves,
            depth: 0,
            distances: Vec::new(),
            forced_win: None,
            searches_threats: false,
        }
    }

    /// The same with a search of threats for a forced win, unless the depth is limited as that of a weak level, or a
    /// position has been repeated: a forced win may then be drawn.
    pub(crate) fn with_threat_search<E>(self, thread: &SearchThread<'_, E>) -> Self
    where
        E: Evaluator,
        E::Position: Position<Move = M>,
    {
        let is_deep = thread.shared.limits.depth.is_none_or(|depth| depth >= THREAT_MIN_DEPTH);
        let searches_threats =
            thread.params.threat_search && is_deep && !has_repetition(&thread.line);
        Self { searches_threats, ..self }
    }

    /// Iterative deepening.
    pub(crate) fn iterate<E>(
        &mut self,
        thread: &mut SearchThread<'_, E>,
        first_depth: u16,
        watch: &mut dyn FnMut(&Report<M>),
    ) where
        E: Evaluator,
        E::Position: Position<Move = M>,
    {
        let deepest = thread.shared.limits.depth.unwrap_or(MAX_PLY).min(MAX_PLY);
        let mut stability = SearchStability::new(self.moves.len());
        for depth in first_depth..=deepest {
            if depth > first_depth {
                self.search_threats(thread);
            }
            let previous = self.moves.clone();
            for index in 0..self.lines {
                self.search_line(thread, depth, index);
                if thread.stopped {
                    break;
                }
            }
            if thread.stopped {
                self.end_incomplete_iteration(previous, depth > first_depth);
                break;
            }
            // Reductions may let a later line come out better than an earlier one.
            self.moves[..self.lines].sort_by_key(|m| std::cmp::Reverse(m.result.value));
            self.depth = depth;
            self.examine_distances(thread);
            watch(&self.report(thread));
            let best = &self.moves[0];
            stability.add(best.pv[0].into(), E::SCALE.chance(best.result.value));
            if self.moves[..self.lines].iter().all(RootMove::is_proved)
                || !thread.shared.time.allows_iteration(&stability)
            {
                break;
            }
        }
    }

    /// Searches threats alone for a forced win, and puts its first move first.
    fn search_threats<E>(&mut self, thread: &mut SearchThread<'_, E>)
    where
        E: Evaluator,
        E::Position: Position<Move = M>,
    {
        if !self.searches_threats {
            return;
        }
        let node_limit = (thread.all_nodes() / THREAT_NODES_DIVISOR).max(THREAT_MIN_NODES);
        let report = thread.search_threats(node_limit);
        self.searches_threats = !report.is_complete;
        let Some(pv) = report.win else { return };
        let is_in_time = E::Position::DRAWS
            .total_plies
            .is_none_or(|limit| thread.line.plies() + pv.len() <= usize::from(limit));
        let at = self.moves.iter().position(|m| m.pv[0] == pv[0]);
        if let Some(at) = at.filter(|_| is_in_time) {
            let value = Value::win_in(pv.len() as u16);
            let result = NodeValue { value, proved: true };
            self.moves[..=at].rotate_right(1);
            self.moves[0] = RootMove { result, pv };
            self.forced_win = Some(self.moves[0].clone());
        }
    }

    /// Keeps what an iteration that was stopped has found. Several lines are reported from one depth; a
    /// single one may be better already. A loss is not the value of the position before all moves are
    /// searched: then the move keeps its value of the last iteration.
    fn end_incomplete_iteration(&mut self, previous: Vec<RootMove<M>>, has_previous: bool) {
        if self.lines > 1 && has_previous {
            self.moves = previous;
            return;
        }
        for m in &mut self.moves[..self.lines] {
            let is_loss = m.result.value.is_decided() && m.result.value < Value::ZERO;
            let last = previous.iter().find(|last| last.pv[0] == m.pv[0]);
            if let Some(last) = last.filter(|_| is_loss) {
                *m = last.clone();
            }
        }
    }

    /// Examines the distances of proved wins and losses that were not examined yet.
    fn examine_distances<E>(&mut self, thread: &SearchThread<'_, E>)
    where
        E: Evaluator,
        E::Position: Position<Move = M>,
    {
        let node_limit = (thread.all_nodes() / DISTANCE_NODES_DIVISOR).max(DISTANCE_MIN_NODES);
        let interrupt = || thread.is_over();
        let mut search = DistanceSearch::new(thread.line.clone(), node_limit, &interrupt);
        for index in 0..self.lines {
            let (root_move, value) = (self.moves[index].pv[0], self.moves[index].result.value);
            let is_first = index == 0 && value > Value::ZERO;
            if !value.is_decided() || self.distance(root_move, value, is_first).is_some() {
                continue;
            }
            let exact = if is_first {
                search.is_quickest_win(value)
            } else {
                search.is_exact_for_move(root_move, value)
            };
            let Some(exact) = exact else { return };
            self.distances.push(ExaminedDistance { root_move, value, is_first, exact });
        }
    }

    /// Whether the distance of a value is exact, if that was examined.
    fn distance(&self, root_move: M, value: Value, is_first: bool) -> Option<bool> {
        let is_it = |it: &&ExaminedDistance<M>| {
            it.root_move == root_move && it.value == value && it.is_first == is_first
        };
        self.distances.iter().find(is_it).map(|it| it.exact)
    }

    /// What is proved of the value of a root move.
    fn proof(&self, index: usize) -> Proof {
        let RootMove { result, pv } = &self.moves[index];
        let is_first = index == 0 && result.value > Value::ZERO;
        if !result.value.is_decided() {
            return if result.proved { Proof::Exact } else { Proof::None };
        }
        // No win or loss of a move is nearer than these.
        let is_nearest =
            [Value::win_in(1), Value::loss_in(1), Value::loss_in(2)].contains(&result.value);
        if is_nearest || self.distance(pv[0], result.value, is_first) == Some(true) {
            Proof::Exact
        } else {
            Proof::Winner
        }
    }

    /// Finds the best of the moves from `index` on, the next principal variation, and puts it there.
    fn search_line<E>(&mut self, thread: &mut SearchThread<'_, E>, depth: u16, index: usize)
    where
        E: Evaluator,
        E::Position: Position<Move = M>,
    {
        let expected = self.moves[index].result.value;
        let mut aspiration =
            AspirationWindow::around(expected, depth, thread.params.aspiration_window);
        loop {
            let best = self.search_window(thread, depth, index, aspiration.window);
            if thread.stopped || !aspiration.widen(best) {
                return;
            }
        }
    }

    /// Searches the moves from `index` on in a window, puts the best at `index`, and returns its
    /// value, or a bound on it.
    fn search_window<E>(
        &mut self,
        thread: &mut SearchThread<'_, E>,
        depth: u16,
        index: usize,
        window: SearchWindow,
    ) -> Value
    where
        E: Evaluator,
        E::Position: Position<Move = M>,
    {
        let mut alpha = window.alpha;
        let mut best = -Value::INFINITY;
        let mut best_at = index;
        let mut all_proved = true;
        for at in index..self.moves.len() {
            let m = self.moves[at].pv[0];
            let known = self.forced_win.clone().filter(|win| win.pv[0] == m);
            let result = if let Some(win) = &known {
                win.result
            } else {
                let window = SearchWindow { alpha, ..window };
                thread.search_root_move(m, depth, window, at == index)
            };
            if thread.stopped {
                break;
            }
            all_proved &= result.proved;
            if result.value > best {
                best = result.value;
                best_at = at;
                if result.value > alpha || at == index {
                    // A bound is no exact value, however it was proved.
                    let is_bound = result.value <= window.alpha || result.value >= window.beta;
                    let proved = result.proved && !is_bound;
                    let result = NodeValue { proved, ..result };
                    let pv = known.map_or_else(|| thread.root_pv(m), |win| win.pv);
                    self.moves[at] = RootMove { result, pv };
                }
                alpha = alpha.max(result.value);
                if result.value >= window.beta {
                    break;
                }
            }
        }
        self.moves[index..=best_at].rotate_right(1);
        if best > window.alpha && best < window.beta {
            // The best move is proved best only if all the others are proved worse.
            let result = &mut self.moves[index].result;
            result.proved &= all_proved && !thread.stopped || result.value.is_decided();
        }
        best
    }

    pub(crate) fn report<E>(&self, thread: &SearchThread<'_, E>) -> Report<M>
    where
        E: Evaluator,
        E::Position: Position<Move = M>,
    {
        let line = |index: usize| PvLine {
            moves: self.moves[index].pv.clone(),
            value: self.moves[index].result.value,
            proof: self.proof(index),
        };
        Report {
            lines: (0..self.lines).map(line).collect(),
            depth: self.depth,
            nodes: thread.all_nodes(),
            time: thread.shared.time.elapsed(),
            selectivity: None,
            solver: None,
            is_from_book: false,
        }
    }
}

/// Whether a position has come twice.
fn has_repetition<P: Position>(line: &Line<P>) -> bool {
    let mut replayed = Line::new(*line.start());
    line.moves().any(|m| {
        replayed.play(m);
        replayed.occurrences() > 1
    })
}
