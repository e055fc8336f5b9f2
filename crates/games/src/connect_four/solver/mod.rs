//! Exact solver of Connect Four.
//!
//! A score is 22 minus the number of discs that the winner has played when the game ends, positive if
//! the side to move wins, negative if it loses, 0 for a draw.
//!
//! [`ConnectFourSolver`] narrows the bounds of a score by null window searches ([`SolverThread`]) over positions in which
//! there is a choice: [`ConnectFourNode::play_forced_moves`] plays forced moves, and pairing strategies ([`ConnectFourNode::is_held_by_pairing`]) give
//! static bounds.

#![expect(
    clippy::inline_always,
    reason = "a node costs a few dozen instructions, so every call counts"
)]

mod bitboards;
mod cpu;
mod move_ordering;
mod node;
mod query;
mod score_bounds;
mod search;
mod transposition_table;
mod variation;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::run_threads;
use rules::{Position, Seat};

use super::{ConnectFour, OpeningBook};
use crate::abdada::CurrentlySearching;
pub(super) use bitboards::threats;
use cpu::Portable;
use node::{ConnectFourNode, ForcedOutcome, win_after};
pub use query::SolverQuery;
pub use score_bounds::ScoreBounds;
use search::SolverThread;
pub(super) use search::StopCondition;
use transposition_table::TranspositionTable;
pub(super) use variation::centre_first;

/// Nodes that the main thread searches before it starts the others.
const SINGLE_THREAD_NODES: u64 = 1 << 16;

/// Solver with a transposition table that lasts from query to query.
pub struct ConnectFourSolver {
    table: Arc<TranspositionTable>,
    /// One for each thread.
    threads: Vec<SolverThread>,
    book: Option<OpeningBook>,
}

impl ConnectFourSolver {
    /// A solver with so many threads, a table of so many MiB, and perhaps a book.
    pub fn new(threads: usize, mebibytes: usize, book: Option<OpeningBook>) -> Self {
        Self::with(Arc::new(TranspositionTable::new(mebibytes)), threads, book)
    }

    fn with(table: Arc<TranspositionTable>, threads: usize, book: Option<OpeningBook>) -> Self {
        let threads = (0..threads.max(1)).map(|_| SolverThread::new()).collect();
        Self { table, threads, book }
    }

    /// A solver for another thread that shares the table and the book.
    pub fn sharing_table(&self) -> Self {
        let mut sharing = Self::with(Arc::clone(&self.table), 1, self.book);
        sharing.threads.iter_mut().for_each(SolverThread::use_long_region);
        sharing
    }

    /// Clears all tables, except one that another solver shares; of one that was shared, what this solver has stored.
    pub fn clear(&mut self) {
        if let Some(table) = Arc::get_mut(&mut self.table) {
            for thread in &mut self.threads {
                table.clear(&mut thread.written);
            }
        }
        self.threads.iter_mut().for_each(SolverThread::clear);
    }

    /// Has the system provide the memory of the table now, not when each part of it is first used.
    pub fn commit_table(&mut self) {
        if let Some(table) = Arc::get_mut(&mut self.table) {
            table.clear_all();
        }
    }

    /// Nodes of all threads since the solver was made.
    pub fn nodes(&self) -> u64 {
        self.threads.iter().map(|thread| thread.nodes).sum()
    }

    /// Exact score of a position; `None` if it was stopped. `should_stop` is checked every few thousand nodes, with
    /// the nodes of its thread.
    pub fn score(
        &mut self,
        position: &ConnectFour,
        should_stop: &StopCondition<'_>,
    ) -> Option<i32> {
        self.solve(position, SolverQuery::Score, should_stop, &mut |_| ()).map(|bounds| bounds.low)
    }

    /// Bounds of the score that answer a query; `None` if it was stopped. Narrower bounds are reported to
    /// `watch`.
    pub fn solve(
        &mut self,
        position: &ConnectFour,
        query: SolverQuery,
        should_stop: &StopCondition<'_>,
        watch: &mut dyn FnMut(ScoreBounds),
    ) -> Option<ScoreBounds> {
        let turn = position.turn();
        let (own, other) = (position.discs(turn), position.discs(!turn));
        let discs = (own | other).count_ones() as i32;
        if let Some(outcome) = position.outcome() {
            return Some(ScoreBounds::exact(outcome.winner.map_or(0, |_| -win_after(discs - 1))));
        }
        if let Some(score) = self.book.and_then(|book| book.score(position)) {
            return Some(ScoreBounds::exact(score));
        }
        let Some(node) = ConnectFourNode::new(own, other) else {
            return Some(ScoreBounds::exact(win_after(discs)));
        };
        match node.play_forced_moves(Portable) {
            ForcedOutcome::Draw => Some(ScoreBounds::exact(0)),
            ForcedOutcome::Lost { discs: end } => {
                let loss = ScoreBounds::exact(-win_after(end + 1));
                Some(if (end - discs) % 2 == 0 { loss } else { loss.negated() })
            }
            ForcedOutcome::Open(node, moves) if (node.discs - discs) % 2 == 0 => {
                self.narrow_bounds(&node, moves, query.schedule(discs), should_stop, watch)
            }
            ForcedOutcome::Open(node, moves) => {
                let mut watch = |bounds: ScoreBounds| watch(bounds.negated());
                self.narrow_bounds(
                    &node,
                    moves,
                    query.negated().schedule(discs),
                    should_stop,
                    &mut watch,
                )
                .map(ScoreBounds::negated)
            }
        }
    }

    /// Narrows the bounds by one null window search after the other, until the query is answered.
    fn narrow_bounds(
        &mut self,
        node: &ConnectFourNode,
        moves: u64,
        query: query::WindowSchedule,
        should_stop: &StopCondition<'_>,
        watch: &mut dyn FnMut(ScoreBounds),
    ) -> Option<ScoreBounds> {
        let mut bounds = node.bounds();
        while let Some(beta) = query.next_beta(bounds, node.discs) {
            watch(bounds);
            let score = self.null_window_search(node, moves, beta, should_stop)?;
            if score >= beta {
                bounds.low = score.clamp(bounds.low, bounds.high);
            } else {
                bounds.high = score.clamp(bounds.low, bounds.high);
            }
        }
        watch(bounds);
        Some(bounds)
    }

    /// Null window search below `beta` on all threads. They search the same tree and share the table, defer moves
    /// that another thread is searching (simplified ABDADA), and abort nodes that another has completed. The first
    /// to finish ends the search.
    fn null_window_search(
        &mut self,
        node: &ConnectFourNode,
        moves: u64,
        beta: i32,
        should_stop: &StopCondition<'_>,
    ) -> Option<i32> {
        let Self { table, threads, .. } = self;
        let (first, others) = threads.split_first_mut()?;
        if others.is_empty() {
            return first.null_window_search(table, None, should_stop, (node, moves), beta);
        }
        others.iter_mut().for_each(SolverThread::use_long_region);
        let limit = first.nodes + SINGLE_THREAD_NODES;
        let within_one_thread = |nodes| nodes > limit || should_stop(nodes);
        if let Some(found) =
            first.null_window_search(table, None, &within_one_thread, (node, moves), beta)
        {
            return Some(found);
        }
        let (finished, currently_searching) = (AtomicBool::new(false), CurrentlySearching::new());
        let should_stop = |nodes| finished.load(Relaxed) || should_stop(nodes);
        let work = |thread: &mut SolverThread| {
            let answer = thread.null_window_search(
                table,
                Some(&currently_searching),
                &should_stop,
                (node, moves),
                beta,
            );
            finished.fetch_or(answer.is_some(), Relaxed);
            answer
        };
        let work = &work;
        let helpers = others.iter_mut().map(|thread| move || work(thread));
        let (answer, others) = run_threads(|| work(first), helpers);
        others.into_iter().fold(answer, Option::or)
    }
}

impl ConnectFour {
    /// Plies to the end of a game with this score, which is not 0, for the side to move.
    pub fn plies_to_end(&self, score: i32) -> u32 {
        let discs = (self.discs(Seat::First) | self.discs(Seat::Second)).count_ones();
        let own = discs / 2;
        let last = 22u32.saturating_sub(score.unsigned_abs());
        if score > 0 {
            (2 * last.saturating_sub(own)).saturating_sub(1)
        } else {
            2 * last.saturating_sub(discs - own)
        }
    }
}
