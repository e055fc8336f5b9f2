//! The search of one game: a line and limits in, reports out.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rules::{Line, Position};

use crate::{Limits, Proof, Value, ValueScale};

/// The search of one game: the generic alpha-beta, a solver, or both together.
pub trait Searcher: Send + 'static {
    /// The game's positions.
    type Position: Position;

    /// What the values of the reports mean.
    const SCALE: ValueScale;

    /// Searches the position at the end of `line`, in which the game goes on, until a limit is
    /// reached, the result is proved or `stop` is raised, and tells `watch` of every improvement. With
    /// one thread, and no limit on time, the same calls give the same answers.
    fn search(
        &mut self,
        line: &Line<Self::Position>,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&ReportOf<Self::Position>),
    ) -> ReportOf<Self::Position>;

    /// Clears the transposition tables: the next search depends on its arguments alone.
    fn clear(&mut self);
}

/// The report of a search of positions `P`.
pub type ReportOf<P> = Report<<P as Position>::Move>;

/// The result of a search so far, or in the end.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// The principal variations, best first: as many as were asked for, if there are so many moves.
    pub lines: Vec<PvLine<M>>,
    /// The last iteration that is complete, in plies.
    pub depth: u16,
    /// Positions visited, all threads together.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// Selectivity of the search in percent: the confidence of each of its `ProbCut` cuts. `None` where
    /// none was made.
    pub selectivity: Option<u8>,
    /// Progress of a solver that has not settled all moves. `None` where none is at work.
    pub solver: Option<SolverProgress>,
    /// Whether an opening book answers, without a search.
    pub is_from_book: bool,
}

/// Progress of a solver at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SolverProgress {
    /// Root moves whose result is proved.
    pub settled: usize,
    /// Legal moves at the root.
    pub moves: usize,
    /// Positions that the solver has visited.
    pub nodes: u64,
}

/// A root move with its value and principal variation.
#[derive(Clone, PartialEq, Debug)]
pub struct PvLine<M> {
    /// The principal variation, the root move first.
    pub moves: Vec<M>,
    /// The value of the root move for the side that makes it.
    pub value: Value,
    /// What is proved of the value. Of the first line it is true for the position too: an exact win is
    /// the quickest of all moves, and a loss means that all moves lose.
    pub proof: Proof,
}

impl<M: Copy> Report<M> {
    /// The best move; `None` only where there is no legal move.
    pub fn best_move(&self) -> Option<M> {
        self.lines.first()?.moves.first().copied()
    }
}
