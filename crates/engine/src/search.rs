//! Principal variation search with everything that makes it fast, each technique by name.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use rules::{Line, Position};

use crate::order::{Memory, Queue};
use crate::table::{Bound, Known, Table};
use crate::{Brain, Limits, Move, Stopwatch, Tuning, Value};

/// The deepest ply that a search reaches.
pub(crate) const MAX_PLY: u16 = 126;
/// How many nodes pass between two looks at the clock: well under a millisecond.
const LOOK: u64 = 256;
/// Where so many plies are left, an estimate tells what they will bring, give or take a margin.
const FUTILE: i32 = 3;

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    /// Raised by the caller.
    pub(crate) stop: &'a AtomicBool,
    /// Raised when the search has ended.
    pub(crate) done: AtomicBool,
    /// Nodes of all threads.
    pub(crate) nodes: AtomicU64,
    pub(crate) limits: &'a Limits,
    pub(crate) watch: Stopwatch,
}

/// A value, and whether it is proved: no evaluation was needed for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    pub(crate) value: Value,
    pub(crate) proved: bool,
}

impl Found {
    const fn estimate(value: Value) -> Self {
        Self { value, proved: false }
    }

    /// The same for the other side. A forced win is proved however it was found.
    fn negated(self) -> Self {
        Self { value: -self.value, proved: self.proved || self.value.is_decided() }
    }
}

/// Whether a node may be on the principal variation: a type, so that each kind has its own code.
pub(crate) trait Node {
    const PV: bool;
}

pub(crate) struct Pv;
pub(crate) struct Cut;

impl Node for Pv {
    const PV: bool = true;
}

impl Node for Cut {
    const PV: bool = false;
}

/// The window of values that matter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
}

impl Window {
    pub(crate) const FULL: Self =
        Self { alpha: Value::from_points(-Value::INFINITY.points()), beta: Value::INFINITY };

    fn negated(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The smallest window above alpha: it only asks whether a move is better.
    fn null(self) -> Self {
        Self { beta: self.alpha.shifted(1), ..self }
    }

    /// The smallest window below beta: it only asks whether beta is reached.
    fn test(self) -> Self {
        Self { alpha: self.beta.shifted(-1), ..self }
    }
}

/// One thread of a search.
pub(crate) struct Worker<'a, B: Brain> {
    pub(crate) brain: B,
    pub(crate) line: Line<B::Position>,
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) stopped: bool,
    /// From this ply on no threat is searched deeper.
    calm: u16,
    memory: Memory,
    /// The best line found from each ply on.
    best: Vec<Vec<Move<B>>>,
    nodes: u64,
}

impl<'a, B: Brain> Worker<'a, B> {
    pub(crate) fn new(brain: B, line: Line<B::Position>, shared: &'a Shared<'a>) -> Self {
        let plies = usize::from(MAX_PLY) + 2;
        Self {
            brain,
            line,
            shared,
            stopped: false,
            calm: 0,
            memory: Memory::new(plies),
            best: vec![Vec::new(); plies],
            nodes: 0,
        }
    }

    /// The best line that the last search of a child of the root found, that child's move first.
    pub(crate) fn line_of(&self, m: Move<B>) -> Vec<Move<B>> {
        [&[m], &self.best[1][..]].concat()
    }

    /// The value of a root move, the first or another one of its iteration.
    pub(crate) fn search_root_move(
        &mut self,
        m: Move<B>,
        depth: u16,
        window: Window,
        is_first: bool,
    ) -> Found {
        self.calm = (2 * depth).min(MAX_PLY);
        let trace = self.brain.trace(self.line.position());
        let child = self.enter(&trace, m);
        let depth = i32::from(depth) - 1;
        let found = if is_first {
            self.child::<Pv>(&child, depth, 1, window)
        } else {
            let found = self.child::<Cut>(&child, depth, 1, window.null());
            if found.value > window.alpha && !self.stopped {
                self.child::<Pv>(&child, depth, 1, window)
            } else {
                found
            }
        };
        self.line.undo();
        found
    }

    /// Alpha-beta search of the position at the end of the line, fail-soft.
    fn search<N: Node>(
        &mut self,
        trace: &B::Trace,
        depth: i32,
        ply: u16,
        mut window: Window,
        may_null: bool,
    ) -> Found {
        self.visit();
        self.best[usize::from(ply)].clear();
        if let Some(found) = self.ended(ply) {
            return found;
        }
        if self.stopped || ply >= MAX_PLY {
            return Found::estimate(self.brain.evaluate(self.line.position(), trace));
        }
        // Threat extension: a side that must answer a threat to win has few moves worth a look.
        let threatened = self.brain.tuning().threats
            && ply < self.calm
            && self.brain.is_threatened(self.line.position(), trace);
        let depth = depth + i32::from(threatened);
        if depth <= 0 {
            let plies = self.brain.tuning().quiescence;
            return self.quiesce(trace, plies, ply, window);
        }
        if let Some(found) = self.wins_now(trace, ply) {
            return found;
        }
        // Mate distance pruning: nothing here is quicker than a win already found.
        window.alpha = window.alpha.max(Value::loss_in(ply));
        window.beta = window.beta.min(Value::win_in(ply + 1));
        if window.alpha >= window.beta {
            return Found { value: window.alpha, proved: true };
        }

        let position = *self.line.position();
        let key = position.key();
        let known = self.shared.table.probe(key);
        if let Some(found) = known.and_then(|known| self.recall::<N>(&known, depth, ply, window)) {
            return found;
        }
        let prunes = !N::PV && !threatened && !window.beta.is_decided();
        let mut hopeless = None;
        if prunes && let Some(estimate) = self.estimate_to_prune(trace, depth) {
            if let Some(found) = self.stands(estimate, depth, window) {
                return found;
            }
            if may_null
                && estimate >= window.beta
                && let Some(found) = self.try_null_move(depth, ply, window)
            {
                return found;
            }
            hopeless = self.is_hopeless(estimate, depth, window);
        }
        let hash = known.map(|known| known.best);
        let queue = Queue::all(&self.brain, &position, &self.memory, ply.into(), hash);
        let first_alpha = window.alpha;
        let mut best = Found { value: -Value::INFINITY, proved: true };
        let mut best_move = None;
        let mut all_proved = true;
        let mut quiet_tried = arrayvec::ArrayVec::<u16, 128>::new();
        for (index, m) in queue.enumerate() {
            let noisy = self.brain.noisy(&position, m);
            if let Some(bound) = hopeless.filter(|_| index > 0 && !noisy) {
                all_proved = false;
                best.value = best.value.max(bound);
                continue;
            }
            let reduction = self.reduction(depth, index, ply, m.into(), noisy);
            let child = self.enter(trace, m);
            let found = self.search_move::<N>(&child, depth - 1, reduction, ply + 1, window, index);
            self.line.undo();
            if self.stopped {
                return Found::estimate(best.value.max(found.value));
            }
            all_proved &= found.proved;
            if found.value > best.value {
                best = found;
                best_move = Some(m);
                if found.value > window.alpha {
                    window.alpha = found.value;
                    if N::PV {
                        self.keep_line(ply, m);
                    }
                }
                if found.value >= window.beta {
                    if !noisy {
                        let side = usize::from(position.turn().index());
                        self.memory.learn(side, ply.into(), depth, m.into(), &quiet_tried);
                    }
                    break;
                }
            }
            if !noisy {
                quiet_tried.push(m.into());
            }
        }
        let bound = if best.value >= window.beta {
            Bound::Lower
        } else if best.value > first_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // A refutation needs no other proof than its own; anything else needs them all.
        let proved = if bound == Bound::Lower { best.proved } else { all_proved };
        let found = Found { value: best.value, proved };
        self.keep(key, found, bound, depth, ply, best_move.map(Into::into));
        found
    }

    /// Searches one move: the first with the whole window, the others as if they were worse, and
    /// again if they are not.
    fn search_move<N: Node>(
        &mut self,
        child: &B::Trace,
        depth: i32,
        reduction: i32,
        ply: u16,
        window: Window,
        index: usize,
    ) -> Found {
        if index == 0 {
            return self.child::<N>(child, depth, ply, window);
        }
        let mut found = self.child::<Cut>(child, depth - reduction, ply, window.null());
        if reduction > 0 && found.value > window.alpha && !self.stopped {
            found = self.child::<Cut>(child, depth, ply, window.null());
        }
        if N::PV && found.value > window.alpha && found.value < window.beta && !self.stopped {
            found = self.child::<Pv>(child, depth, ply, window);
        }
        found
    }

    fn child<N: Node>(&mut self, trace: &B::Trace, depth: i32, ply: u16, window: Window) -> Found {
        self.search::<N>(trace, depth, ply, window.negated(), true).negated()
    }

    /// Quiescence: only noisy moves, each side being free to stop.
    fn quiesce(&mut self, trace: &B::Trace, plies: u16, ply: u16, mut window: Window) -> Found {
        let position = *self.line.position();
        if self.brain.tuning().quiescence > 0
            && let Some(found) = self.wins_now(trace, ply)
        {
            return found;
        }
        let mut best = Found::estimate(self.brain.evaluate(&position, trace));
        if plies == 0 || ply >= MAX_PLY || best.value >= window.beta {
            return best;
        }
        window.alpha = window.alpha.max(best.value);
        for m in Queue::noisy(&self.brain, &position) {
            let child = self.enter(trace, m);
            self.visit();
            let found = match self.ended(ply + 1) {
                Some(found) => found,
                None => self.quiesce(&child, plies - 1, ply + 1, window.negated()),
            };
            self.line.undo();
            let value = -found.value;
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

    /// The value of a finished game. A draw by history is no proof: another way here may be no draw.
    fn ended(&self, ply: u16) -> Option<Found> {
        let position = self.line.position();
        if let Some(outcome) = position.outcome() {
            let value = self.brain.result(position, &outcome).delayed(ply.into());
            return Some(Found { value, proved: true });
        }
        self.line.draw().map(|_| Found::estimate(Value::ZERO))
    }

    /// Transposition cut-off: what the table knows, if that settles the matter.
    fn recall<N: Node>(
        &self,
        known: &Known,
        depth: i32,
        ply: u16,
        window: Window,
    ) -> Option<Found> {
        let known_depth = i32::from(known.depth);
        let deep = if self.brain.tuning().deeper_is_better {
            known_depth >= depth
        } else {
            known_depth == depth
        };
        if N::PV || !(deep || known.proved) {
            return None;
        }
        let value = known.value.delayed(ply.into());
        let settles = match known.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        settles.then_some(Found { value, proved: known.proved })
    }

    fn keep(&self, key: u64, found: Found, bound: Bound, depth: i32, ply: u16, best: Option<u16>) {
        let known = Known {
            value: found.value.delayed(-i32::from(ply)),
            bound,
            proved: found.proved,
            depth: depth.clamp(0, 255) as u8,
            best: best.unwrap_or_default(),
        };
        self.shared.table.store(key, &known);
    }

    /// A win at once needs no search.
    fn wins_now(&mut self, trace: &B::Trace, ply: u16) -> Option<Found> {
        let m = self.brain.winning_move(self.line.position(), trace)?;
        let line = &mut self.best[usize::from(ply)];
        line.clear();
        line.push(m);
        Some(Found { value: Value::win_in(ply + 1), proved: true })
    }

    /// The estimate of a position, if any pruning here asks for it.
    fn estimate_to_prune(&self, trace: &B::Trace, depth: i32) -> Option<Value> {
        let Tuning { null_move, futility, .. } = self.brain.tuning();
        let asked = null_move.is_some() || (futility.is_some() && depth <= FUTILE);
        asked.then(|| self.brain.evaluate(self.line.position(), trace))
    }

    /// Reverse futility pruning: near the end of a line, what is far above beta stays above it.
    fn stands(&self, estimate: Value, depth: i32, window: Window) -> Option<Found> {
        let margin = self.brain.tuning().futility?;
        let low = estimate.shifted(-margin * depth);
        (depth <= FUTILE && low >= window.beta).then_some(Found::estimate(low))
    }

    /// Futility pruning: near the end of a line, no quiet move makes up for what is far below alpha.
    /// Returns what they may bring at most.
    fn is_hopeless(&self, estimate: Value, depth: i32, window: Window) -> Option<Value> {
        let margin = self.brain.tuning().futility.filter(|_| depth <= FUTILE)?;
        let high = estimate.shifted(margin * (depth + 1));
        (high <= window.alpha && !window.alpha.is_decided()).then_some(high)
    }

    /// Null move pruning: if even passing holds beta, a real move will too.
    fn try_null_move(&mut self, depth: i32, ply: u16, window: Window) -> Option<Found> {
        let reduction = i32::from(self.brain.tuning().null_move?) + depth / 6;
        if depth <= reduction {
            return None;
        }
        let null = self.line.position().null()?;
        let line = std::mem::replace(&mut self.line, Line::new(null));
        let trace = self.brain.trace(&null);
        let depth = depth - 1 - reduction;
        let found = self.search::<Cut>(&trace, depth, ply + 1, window.test().negated(), false);
        self.line = line;
        let value = -found.value;
        (value >= window.beta && !value.is_decided() && !self.stopped)
            .then_some(Found::estimate(value))
    }

    /// Late move reductions: moves that come late are probably bad, and are looked at less deeply
    /// unless they surprise.
    fn reduction(&self, depth: i32, index: usize, ply: u16, m: u16, noisy: bool) -> i32 {
        let Some(full) = self.brain.tuning().late_moves else { return 0 };
        if depth < 3 || index < full || noisy || self.memory.is_killer(ply.into(), m) {
            return 0;
        }
        let late = (index - full) as i32;
        (1 + depth / 8 + late / 8).min(depth - 2)
    }

    /// Makes a move and returns the features after it.
    fn enter(&mut self, trace: &B::Trace, m: Move<B>) -> B::Trace {
        let before = *self.line.position();
        self.line.play(m);
        self.brain.step(trace, &before, m, self.line.position())
    }

    /// The best line from `ply` on begins with `m`.
    fn keep_line(&mut self, ply: u16, m: Move<B>) {
        let (upper, lower) = self.best.split_at_mut(usize::from(ply) + 1);
        let line = &mut upper[usize::from(ply)];
        line.clear();
        line.push(m);
        line.extend_from_slice(&lower[0]);
    }

    /// Counts a node, and looks now and then whether to stop.
    fn visit(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) {
            self.shared.nodes.fetch_add(LOOK, Relaxed);
            self.stopped |= self.shared.stop.load(Relaxed)
                || self.shared.done.load(Relaxed)
                || self.shared.watch.is_over();
        }
        if let Some(limit) = self.shared.limits.nodes {
            let others = self.shared.nodes.load(Relaxed);
            self.stopped |= others + self.nodes % LOOK >= limit;
        }
    }

    /// Nodes of all threads as this one knows them.
    pub(crate) fn all_nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed) + self.nodes % LOOK
    }
}
