//! Root search: iterative deepening, aspiration windows and several principal variations.

use rules::Position;

use crate::search::{MAX_PLY, NodeValue, SearchThread, SearchWindow};
use crate::{Evaluator, PvLine, Report, Value};

/// The first iteration with an aspiration window, in plies.
const ASPIRATION_MIN_DEPTH: u16 = 4;
/// Growth of an aspiration window that failed.
const ASPIRATION_GROWTH: i32 = 4;

/// The search of the root moves by one thread.
pub(crate) struct RootSearch<M> {
    /// All legal moves, the best first.
    moves: Vec<RootMove<M>>,
    /// Number of principal variations (multi-PV).
    lines: usize,
    /// The last iteration that is complete, in plies.
    depth: u16,
}

#[derive(Clone)]
struct RootMove<M> {
    result: NodeValue,
    pv: Vec<M>,
}

impl<M> RootMove<M> {
    fn is_exact(&self) -> bool {
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

impl<M: Copy + PartialEq> RootSearch<M> {
    pub(crate) fn new<E>(thread: &SearchThread<'_, E>, lines: usize) -> Self
    where
        E: Evaluator,
        E::Position: Position<Move = M>,
    {
        let position = thread.line.position();
        let unknown = NodeValue { value: Value::ZERO, proved: false };
        let mut legal: Vec<M> = position.legal_moves().into_iter().collect();
        legal.sort_by_key(|&m| -thread.evaluator.move_priority(position, m));
        let moves: Vec<_> =
            legal.into_iter().map(|m| RootMove { result: unknown, pv: vec![m] }).collect();
        Self { lines: lines.min(moves.len()), moves, depth: 0 }
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
        for depth in first_depth..=deepest {
            let previous = (self.lines > 1 && depth > first_depth).then(|| self.moves.clone());
            for index in 0..self.lines {
                self.search_line(thread, depth, index);
                if thread.stopped {
                    break;
                }
            }
            if thread.stopped {
                // Several lines are reported from one depth; a single one may be better already.
                self.moves = previous.unwrap_or_else(|| std::mem::take(&mut self.moves));
                break;
            }
            // Reductions may let a later line come out better than an earlier one.
            self.moves[..self.lines].sort_by_key(|m| std::cmp::Reverse(m.result.value));
            self.depth = depth;
            watch(&self.report(thread));
            if self.moves[..self.lines].iter().all(RootMove::is_exact)
                || !thread.shared.time.allows_iteration()
            {
                break;
            }
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
            let result =
                thread.search_root_move(m, depth, SearchWindow { alpha, ..window }, at == index);
            if thread.stopped {
                break;
            }
            all_proved &= result.proved;
            if result.value > best {
                best = result.value;
                best_at = at;
                if result.value > alpha || at == index {
                    self.moves[at] = RootMove { result, pv: thread.root_pv(m) };
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
        let line = |m: &RootMove<M>| PvLine {
            moves: m.pv.clone(),
            value: m.result.value,
            exact: m.is_exact(),
        };
        Report {
            lines: self.moves[..self.lines].iter().map(line).collect(),
            depth: self.depth,
            nodes: thread.all_nodes(),
            time: thread.shared.time.elapsed(),
            selectivity: None,
        }
    }
}
