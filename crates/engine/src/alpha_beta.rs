//! The generic alpha-beta search as a [`Searcher`]: an evaluator, a transposition table and threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use rules::Line;

use crate::root::RootSearch;
use crate::search::{SearchThread, SharedState};
use crate::transposition_table::TranspositionTable;
use crate::{
    Evaluator, Limits, ReportOf, Resources, SearchParams, Searcher, TimeManager, ValueScale,
    run_threads,
};

/// The generic alpha-beta search with the evaluator of a game.
pub struct AlphaBeta<E: Evaluator> {
    evaluator: E,
    params: SearchParams,
    table: TranspositionTable,
    threads: usize,
    /// Whether there was no search since the table was cleared.
    is_cleared: bool,
}

impl<E: Evaluator> AlphaBeta<E> {
    /// A search with an empty table and the evaluator's own parameters.
    pub fn new(evaluator: E, resources: Resources) -> Self {
        Self {
            evaluator,
            params: E::PARAMS,
            table: TranspositionTable::new(resources.table),
            threads: resources.threads.max(1),
            is_cleared: true,
        }
    }

    /// The same with other parameters.
    #[must_use]
    pub fn with_params(self, params: SearchParams) -> Self {
        Self { params, ..self }
    }

    /// [`Searcher::search`] with time that is already running.
    pub fn search_within(
        &mut self,
        line: &Line<E::Position>,
        limits: &Limits,
        time: TimeManager,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&ReportOf<E::Position>),
    ) -> ReportOf<E::Position> {
        self.evaluator.prepare(line.position());
        self.table.next_search();
        self.is_cleared = false;
        let shared = SharedState {
            table: &self.table,
            stop,
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            limits,
            time,
        };
        // Lazy SMP: every thread searches the same root, and they share results through the table.
        let (evaluator, params, shared) = (&self.evaluator, self.params, &shared);
        let helpers = (1..self.threads).map(|number| {
            let (evaluator, line) = (evaluator.clone(), line.clone());
            move || {
                let mut thread = SearchThread::new(evaluator, params, line, shared);
                let first_depth = 1 + number as u16 % 2;
                RootSearch::new(&thread, 1).iterate(&mut thread, first_depth, &mut |_| {});
            }
        });
        let main = || {
            let mut thread = SearchThread::new(evaluator.clone(), params, line.clone(), shared);
            let root = RootSearch::new(&thread, limits.lines.max(1));
            let mut root = root.with_threat_search(&thread);
            root.iterate(&mut thread, 1, watch);
            shared.done.store(true, Relaxed);
            root.report(&thread)
        };
        run_threads(main, helpers).0
    }
}

impl<E: Evaluator> Searcher for AlphaBeta<E> {
    type Position = E::Position;

    const SCALE: ValueScale = E::SCALE;

    fn search(
        &mut self,
        line: &Line<E::Position>,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&ReportOf<E::Position>),
    ) -> ReportOf<E::Position> {
        let moves_to_go = self.evaluator.moves_to_go(line);
        let time = TimeManager::with_moves_to_go(limits, moves_to_go, moves_to_go);
        self.search_within(line, limits, time, stop, watch)
    }

    fn clear(&mut self) {
        if !self.is_cleared {
            self.table.clear();
            self.is_cleared = true;
        }
    }
}
