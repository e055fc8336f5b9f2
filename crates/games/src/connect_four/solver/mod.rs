//! The exact solver.
//!
//! A score is 22 minus the number of discs that the winner has played when the game ends, positive if
//! the side to move wins, negative if it loses, 0 for a draw.
//!
//! [`Solver`] narrows the bounds of a score by asking a [`Searcher`] whether it reaches one goal after
//! the other. The search is a null-window alpha-beta over positions in which there is a choice: forced
//! moves are played by [`Node::settle`], and pairing strategies ([`Node::is_held`]) end what is hopeless.

#![expect(
    clippy::inline_always,
    reason = "a node costs a few dozen instructions, so every call counts"
)]

mod bits;
mod node;
mod order;
mod question;
mod search;
mod table;
mod variation;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use rules::{Position, Seat};

use super::{Book, ConnectFour};
use crate::abdada::CurrentlySearching;
pub(super) use bits::threats;
use node::{Node, Settled, win_after};
pub use question::Question;
pub(super) use search::Halt;
use search::Searcher;
pub use table::Bounds;
use table::Table;
pub(super) use variation::middle_first;

/// A question that takes one thread more positions than this is worth waking the others.
const ALONE: u64 = 1 << 16;

/// Finds exact scores, and remembers what it found.
pub struct Solver {
    table: Arc<Table>,
    /// One for each thread.
    searchers: Vec<Searcher>,
    book: Option<Book>,
}

impl Solver {
    /// A solver with so many threads, a table of so many MiB, and perhaps a book.
    pub fn new(threads: usize, mebibytes: usize, book: Option<Book>) -> Self {
        Self::with(Arc::new(Table::new(mebibytes)), threads, book)
    }

    fn with(table: Arc<Table>, threads: usize, book: Option<Book>) -> Self {
        let searchers = (0..threads.max(1)).map(|_| Searcher::new()).collect();
        Self { table, searchers, book }
    }

    /// Another solver for another thread, with the same table and book.
    pub fn partner(&self) -> Self {
        Self::with(Arc::clone(&self.table), 1, self.book)
    }

    /// Forgets everything; a table that is shared with a partner stays as it is.
    pub fn clear(&mut self) {
        let has_written = self.searchers.iter().any(|searcher| searcher.has_written);
        if let Some(table) = Arc::get_mut(&mut self.table).filter(|_| has_written) {
            table.clear();
        }
        self.searchers.iter_mut().for_each(Searcher::clear);
    }

    /// Positions visited since the solver was made, by all threads.
    pub fn nodes(&self) -> u64 {
        self.searchers.iter().map(|searcher| searcher.nodes).sum()
    }

    /// The exact score of a position; `None` if `halt` said so. `halt` is asked every few thousand
    /// positions, and told how many its thread has visited.
    pub fn score(&mut self, position: &ConnectFour, halt: &Halt<'_>) -> Option<i32> {
        self.judge(position, Question::Score, halt, &mut |_| ()).map(|bounds| bounds.low)
    }

    /// The bounds of the score that answer a question; `None` if `halt` said so. `watch` hears of the
    /// bounds whenever they become narrower.
    pub fn judge(
        &mut self,
        position: &ConnectFour,
        question: Question,
        halt: &Halt<'_>,
        watch: &mut dyn FnMut(Bounds),
    ) -> Option<Bounds> {
        let turn = position.turn();
        let (own, other) = (position.discs(turn), position.discs(!turn));
        let discs = (own | other).count_ones() as i32;
        if let Some(outcome) = position.outcome() {
            return Some(Bounds::exactly(outcome.winner.map_or(0, |_| -win_after(discs - 1))));
        }
        if let Some(score) = self.book.and_then(|book| book.score(position)) {
            return Some(Bounds::exactly(score));
        }
        let Some(node) = Node::new(own, other) else {
            return Some(Bounds::exactly(win_after(discs)));
        };
        match node.settle() {
            Settled::Draw => Some(Bounds::exactly(0)),
            Settled::Lost { discs: end } => {
                let loss = Bounds::exactly(-win_after(end + 1));
                Some(if (end - discs) % 2 == 0 { loss } else { loss.flipped() })
            }
            Settled::Open(node, moves) if (node.discs - discs) % 2 == 0 => {
                self.close_in(&node, moves, question.asked_at(discs), halt, watch)
            }
            Settled::Open(node, moves) => {
                let mut watch = |bounds: Bounds| watch(bounds.flipped());
                self.close_in(&node, moves, question.flipped().asked_at(discs), halt, &mut watch)
                    .map(Bounds::flipped)
            }
        }
    }

    /// Asks for one goal after the other, until the question is answered.
    fn close_in(
        &mut self,
        node: &Node,
        moves: u64,
        question: question::Asked,
        halt: &Halt<'_>,
        watch: &mut dyn FnMut(Bounds),
    ) -> Option<Bounds> {
        let mut bounds = node.bounds();
        while let Some(goal) = question.next_goal(bounds) {
            watch(bounds);
            let found = self.reaches(node, moves, goal, halt)?;
            if found >= goal {
                bounds.low = found.clamp(bounds.low, bounds.high);
            } else {
                bounds.high = found.clamp(bounds.low, bounds.high);
            }
        }
        watch(bounds);
        Some(bounds)
    }

    /// Whether an open position reaches a goal. All threads search for the same answer and meet in the
    /// table; they put off what another is at (simplified ABDADA), and leave what another has answered.
    /// The first to find the answer ends the search.
    fn reaches(&mut self, node: &Node, moves: u64, goal: i32, halt: &Halt<'_>) -> Option<i32> {
        let Self { table, searchers, .. } = self;
        let (first, others) = searchers.split_first_mut()?;
        if others.is_empty() {
            return first.reaches(table, None, halt, (node, moves), goal);
        }
        let limit = first.nodes + ALONE;
        let quick = |nodes| nodes > limit || halt(nodes);
        if let Some(found) = first.reaches(table, None, &quick, (node, moves), goal) {
            return Some(found);
        }
        let (found, busy) = (AtomicBool::new(false), CurrentlySearching::new());
        let halt = |nodes| found.load(Relaxed) || halt(nodes);
        let work = |searcher: &mut Searcher| {
            let answer = searcher.reaches(table, Some(&busy), &halt, (node, moves), goal);
            found.fetch_or(answer.is_some(), Relaxed);
            answer
        };
        thread::scope(|scope| {
            let spawn = |searcher| scope.spawn(|| work(searcher));
            let others: Vec<_> = others.iter_mut().map(spawn).collect();
            let answer = work(first);
            others.into_iter().fold(answer, |answer, other| answer.or(other.join().ok().flatten()))
        })
    }
}

impl ConnectFour {
    /// How many plies are left if the game ends with this score for the side to move, which is not 0.
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
