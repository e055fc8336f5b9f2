//! State of a search: what its threads share, and what each has of its own.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use engine::{EvaluationCache, TimeManager};

use super::endgame_moves::EndgameMoves;
use super::local_table::LocalTable;
use super::network::PatternNetwork;
use super::selectivity::Selectivity;
use super::transposition_table::TranspositionTable;
use crate::abdada::CurrentlySearching;

/// State that all threads of a search share.
pub(super) struct SharedState<'a> {
    pub(super) tt: &'a TranspositionTable,
    pub(super) network: &'a PatternNetwork,
    /// Stop request from outside.
    pub(super) stop: &'a AtomicBool,
    /// Set when the main thread has finished, which ends the others.
    pub(super) main_thread_done: AtomicBool,
    /// Nodes of all threads, updated every [`POLL_INTERVAL_NODES`].
    pub(super) nodes: AtomicU64,
    pub(super) node_limit: u64,
    pub(super) time: TimeManager,
    pub(super) currently_searching: CurrentlySearching,
    pub(super) thread_count: usize,
}

/// A null window search of a node, as the transposition table can answer it.
#[derive(Clone, Copy)]
pub(super) struct TtQuery {
    pub(super) hash: u64,
    pub(super) own: u64,
    pub(super) enemy: u64,
    pub(super) alpha: i32,
    pub(super) depth: u32,
    pub(super) selectivity: Selectivity,
}

impl TtQuery {
    /// The score, if an entry decides the window.
    #[inline(always)]
    pub(super) fn cutoff(&self, tt: &TranspositionTable) -> Option<i32> {
        let entry = tt.probe(self.hash, self.own, self.enemy)?;
        entry.cutoff(self.selectivity, self.depth, self.alpha)
    }
}

/// Tables of one thread, which last from search to search.
pub(super) struct ThreadTables {
    local_table: LocalTable,
    evaluations: EvaluationCache,
}

/// Entries of the cache of evaluations: 16 bytes each, they fit into the second-level cache beside the weights in use.
const EVALUATION_CACHE_ENTRIES: usize = 1 << 14;

impl ThreadTables {
    pub(super) fn new() -> Self {
        Self {
            local_table: LocalTable::new(),
            evaluations: EvaluationCache::new(EVALUATION_CACHE_ENTRIES),
        }
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.local_table.clear();
        self.evaluations.clear();
    }
}

/// State of one thread.
pub(super) struct SearchThread<'a> {
    pub(super) shared: &'a SharedState<'a>,
    pub(super) local_table: &'a mut LocalTable,
    pub(super) evaluations: &'a mut EvaluationCache,
    /// Moves of the endgame nodes on the current path, by empty squares: kept here, they need not be cleared.
    endgame_moves: [EndgameMoves; ENDGAME_MOVES],
    pub(super) nodes: u64,
    /// Nodes that are counted in the shared state already.
    published_nodes: u64,
    pub(super) selectivity: Selectivity,
    /// Nesting of ProbCut's reduced searches.
    pub(super) probcut_level: u8,
    /// The search is being aborted: scores are meaningless and must not be stored.
    pub(super) stopped: bool,
    /// Nodes on the current path that other threads may be searching too.
    shared_path: Vec<TtQuery>,
    /// Index in the path of a node that another thread has completed: the search below it is aborted.
    completed_elsewhere: Option<usize>,
}

/// Lists of endgame moves: more than empty squares of an endgame, and a power of two.
const ENDGAME_MOVES: usize = 16;

/// Nodes between two checks of the limits.
const POLL_INTERVAL_NODES: u64 = 2048;

impl<'a> SearchThread<'a> {
    pub(super) const fn new(shared: &'a SharedState<'a>, tables: &'a mut ThreadTables) -> Self {
        Self {
            shared,
            local_table: &mut tables.local_table,
            evaluations: &mut tables.evaluations,
            endgame_moves: [EndgameMoves::EMPTY; ENDGAME_MOVES],
            nodes: 0,
            published_nodes: 0,
            selectivity: Selectivity::FULL_WIDTH,
            probcut_level: 0,
            stopped: false,
            shared_path: Vec::new(),
            completed_elsewhere: None,
        }
    }

    /// The moves of the endgame node with so many empty squares on the current path.
    #[inline(always)]
    pub(super) const fn endgame_moves(&mut self, empties: u32) -> &mut EndgameMoves {
        &mut self.endgame_moves[empties as usize & (ENDGAME_MOVES - 1)]
    }

    /// Enters a node that other threads may be searching too.
    pub(super) fn enter_shared_node(&mut self, query: TtQuery) {
        self.shared_path.push(query);
    }

    /// Leaves the last such node; whether its search was aborted because another thread has completed it.
    pub(super) fn leave_shared_node(&mut self) -> bool {
        self.shared_path.pop();
        let here = self.completed_elsewhere == Some(self.shared_path.len());
        if here {
            self.completed_elsewhere = None;
            self.stopped = false;
        }
        here
    }

    /// Whether the search is to be aborted. Limits are checked every [`POLL_INTERVAL_NODES`].
    #[inline(always)]
    pub(super) fn poll(&mut self) -> bool {
        if self.nodes - self.published_nodes >= POLL_INTERVAL_NODES {
            self.check_limits();
        }
        self.stopped
    }

    #[cold]
    fn check_limits(&mut self) {
        let shared = self.shared;
        let new = self.nodes - self.published_nodes;
        let all = shared.nodes.fetch_add(new, Relaxed) + new;
        self.published_nodes = self.nodes;
        self.stopped |= all >= shared.node_limit
            || shared.stop.load(Relaxed)
            || shared.main_thread_done.load(Relaxed)
            || shared.time.is_over();
        if !self.stopped {
            let is_completed = |query: &TtQuery| query.cutoff(shared.tt).is_some();
            self.completed_elsewhere = self.shared_path.iter().position(is_completed);
            self.stopped = self.completed_elsewhere.is_some();
        }
    }

    /// Nodes of all threads.
    pub(super) fn all_nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed) + self.nodes - self.published_nodes
    }

    /// Adds the remaining nodes to the shared count.
    pub(super) fn publish_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.published_nodes, Relaxed);
        self.published_nodes = self.nodes;
    }
}
