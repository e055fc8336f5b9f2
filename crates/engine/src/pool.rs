//! The engine: iterative deepening at the root, on one thread or several.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use rules::{Line, Position};

use crate::search::{Found, MAX_PLY, Shared, Window, Worker};
use crate::table::Table;
use crate::{BestLine, Brain, Limits, Move, Report, Resources, Stopwatch, Value};

/// A brain with a table and threads to think.
pub struct Engine<B: Brain> {
    brain: B,
    table: Table,
    threads: usize,
}

impl<B: Brain> Engine<B> {
    /// An engine that knows nothing yet.
    pub fn new(mut brain: B, resources: Resources) -> Self {
        brain.equip(resources);
        Self { brain, table: Table::new(resources.table), threads: resources.threads.max(1) }
    }

    /// The brain.
    pub const fn brain(&self) -> &B {
        &self.brain
    }

    /// The brain, to ask it something.
    pub(crate) const fn brain_mut(&mut self) -> &mut B {
        &mut self.brain
    }

    /// Forgets what earlier searches found: the next one depends on its arguments alone.
    pub fn forget(&mut self) {
        self.table.clear();
        self.brain.forget();
    }

    /// Searches the position at the end of `line` until a limit is reached, the result is proved or
    /// `stop` is raised, and tells `watch` after every iteration. With one thread, and no limit on
    /// time, the same calls give the same answers.
    pub fn search(
        &mut self,
        line: &Line<B::Position>,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Report<Move<B>>),
    ) -> Report<Move<B>> {
        let stopwatch = Stopwatch::start(limits);
        self.brain.prepare(line.position());
        if let Some(report) = self.brain.solve(line, limits, stop, watch) {
            return report;
        }
        self.table.next_search();
        let shared = Shared {
            table: &self.table,
            stop,
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            limits,
            watch: stopwatch,
        };
        // Lazy SMP: every thread searches the same root, and they meet in the table.
        std::thread::scope(|scope| {
            for number in 1..self.threads {
                let (brain, line, shared) = (self.brain.clone(), line.clone(), &shared);
                scope.spawn(move || {
                    let mut worker = Worker::new(brain, line, shared);
                    Root::new(&worker, 1).iterate(&mut worker, 1 + number as u16 % 2, &mut |_| {});
                });
            }
            let mut worker = Worker::new(self.brain.clone(), line.clone(), &shared);
            let mut root = Root::new(&worker, limits.lines.max(1));
            root.iterate(&mut worker, 1, watch);
            shared.done.store(true, Relaxed);
            root.report(&worker)
        })
    }
}

/// The moves at the root with what is known of them, the best first.
struct Root<M> {
    moves: Vec<RootMove<M>>,
    /// How many of them are wanted with their values.
    lines: usize,
    /// The last iteration that was finished.
    depth: u16,
}

#[derive(Clone)]
struct RootMove<M> {
    found: Found,
    line: Vec<M>,
}

impl<M: Copy + PartialEq> Root<M> {
    fn new<B>(worker: &Worker<'_, B>, lines: usize) -> Self
    where
        B: Brain,
        B::Position: Position<Move = M>,
    {
        let position = worker.line.position();
        let unknown = Found { value: Value::ZERO, proved: false };
        let mut legal: Vec<M> = position.legal_moves().into_iter().collect();
        legal.sort_by_key(|&m| -worker.brain.priority(position, m));
        let moves: Vec<_> =
            legal.into_iter().map(|m| RootMove { found: unknown, line: vec![m] }).collect();
        Self { lines: lines.min(moves.len()), moves, depth: 0 }
    }

    /// Iterative deepening.
    fn iterate<B>(
        &mut self,
        worker: &mut Worker<'_, B>,
        from: u16,
        watch: &mut dyn FnMut(&Report<M>),
    ) where
        B: Brain,
        B::Position: Position<Move = M>,
    {
        let deepest = worker.shared.limits.depth.unwrap_or(MAX_PLY).min(MAX_PLY);
        for depth in from..=deepest {
            let last = (self.lines > 1 && depth > from).then(|| self.moves.clone());
            for index in 0..self.lines {
                self.search_from(worker, depth, index);
                if worker.stopped {
                    break;
                }
            }
            if worker.stopped {
                // Several lines are told from one depth; a single one may be better already.
                self.moves = last.unwrap_or_else(|| std::mem::take(&mut self.moves));
                break;
            }
            // Reductions may let a later line come out better than an earlier one.
            self.moves[..self.lines].sort_by_key(|m| std::cmp::Reverse(m.found.value));
            self.depth = depth;
            watch(&self.report(worker));
            let proved = |m: &RootMove<M>| m.found.proved || m.found.value.is_decided();
            if self.moves[..self.lines].iter().all(proved)
                || !worker.shared.watch.allows_iteration()
            {
                break;
            }
        }
    }

    /// Finds the best of the moves from `index` on and puts it there.
    fn search_from<B>(&mut self, worker: &mut Worker<'_, B>, depth: u16, index: usize)
    where
        B: Brain,
        B::Position: Position<Move = M>,
    {
        // Aspiration windows: the value is probably near the last one; widen while it is not.
        let expected = self.moves[index].found.value;
        let mut margin = worker.brain.tuning().window.max(1);
        let mut window = if depth < 4 || expected.is_decided() {
            Window::FULL
        } else {
            Window { alpha: expected.shifted(-margin), beta: expected.shifted(margin) }
        };
        loop {
            let best = self.search_window(worker, depth, index, window);
            if worker.stopped {
                return;
            }
            margin = margin.saturating_mul(4);
            if best <= window.alpha {
                window.alpha = best.shifted(-margin);
            } else if best >= window.beta {
                window.beta = best.shifted(margin);
            } else {
                return;
            }
            if margin > Value::ESTIMATES || best.is_decided() {
                window = Window::FULL;
            }
        }
    }

    /// Searches the moves from `index` on in a window, puts the best at `index`, and returns its
    /// value, or a bound on it.
    fn search_window<B>(
        &mut self,
        worker: &mut Worker<'_, B>,
        depth: u16,
        index: usize,
        window: Window,
    ) -> Value
    where
        B: Brain,
        B::Position: Position<Move = M>,
    {
        let mut alpha = window.alpha;
        let mut best = -Value::INFINITY;
        let mut best_at = index;
        let mut all_proved = true;
        for at in index..self.moves.len() {
            let m = self.moves[at].line[0];
            let found = worker.search_root_move(m, depth, Window { alpha, ..window }, at == index);
            if worker.stopped {
                break;
            }
            all_proved &= found.proved;
            if found.value > best {
                best = found.value;
                best_at = at;
                if found.value > alpha || at == index {
                    self.moves[at] = RootMove { found, line: worker.line_of(m) };
                }
                alpha = alpha.max(found.value);
                if found.value >= window.beta {
                    break;
                }
            }
        }
        self.moves[index..=best_at].rotate_right(1);
        if best > window.alpha && best < window.beta {
            // The best move is proved best only if all the others are proved worse.
            let found = &mut self.moves[index].found;
            found.proved &= all_proved && !worker.stopped || found.value.is_decided();
        }
        best
    }

    fn report<B>(&self, worker: &Worker<'_, B>) -> Report<M>
    where
        B: Brain,
        B::Position: Position<Move = M>,
    {
        let line = |m: &RootMove<M>| BestLine {
            moves: m.line.clone(),
            value: m.found.value,
            exact: m.found.proved || m.found.value.is_decided(),
        };
        Report {
            lines: self.moves[..self.lines].iter().map(line).collect(),
            depth: self.depth,
            nodes: worker.all_nodes(),
            time: worker.shared.watch.elapsed(),
            surety: None,
        }
    }
}
