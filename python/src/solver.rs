//! The exact solver of Connect Four.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use engine::check_table;
use games::connect_four::{self, ConnectFour, OpeningBook, SolverQuery};
use pyo3::prelude::*;

use crate::encoding::AnyPosition;
use crate::engine::seconds;
use crate::error::{EngineBusyError, Error, too_large, unreadable, words};
use crate::position::Position;
use crate::supervise::Work;

/// Bounds of an exact score.
#[pyclass(frozen, eq, module = "damier")]
#[derive(Clone, PartialEq)]
pub(crate) struct ScoreBounds {
    /// The least that the score can be.
    #[pyo3(get)]
    low: i32,
    /// The most that the score can be.
    #[pyo3(get)]
    high: i32,
}

impl From<connect_four::ScoreBounds> for ScoreBounds {
    fn from(bounds: connect_four::ScoreBounds) -> Self {
        Self { low: bounds.low, high: bounds.high }
    }
}

#[pymethods]
impl ScoreBounds {
    /// Whether both bounds are the same.
    #[getter]
    fn is_exact(&self) -> bool {
        self.low == self.high
    }

    fn __repr__(&self) -> String {
        format!("ScoreBounds({}, {})", self.low, self.high)
    }
}

/// Answer of the solver: the bounds that are known, and whether that is all that was asked.
type Answer = connect_four::ScoreBounds;

/// The exact solver of Connect Four.
///
/// A score is 22 minus the number of discs that the winner has played when the game ends, positive if the side to move
/// wins, negative if it loses, 0 for a draw.
///
/// >>> import damier
/// >>> solver = damier.ConnectFourSolver(table=16)
/// >>> solver.solve(damier.game("connect-four").start())
/// ScoreBounds(1, 1)
/// >>> solver.solve(damier.game("othello").start())
/// Traceback (most recent call last):
/// damier.Error: Othello has no solver
#[pyclass(frozen, module = "damier")]
pub(crate) struct ConnectFourSolver {
    /// `None` while it is at work.
    solver: Arc<Mutex<Option<connect_four::ConnectFourSolver>>>,
}

#[pymethods]
impl ConnectFourSolver {
    #[new]
    #[pyo3(signature = (*, threads=1, table=84, book=true))]
    fn new(threads: usize, table: usize, book: bool) -> PyResult<Self> {
        let book = OpeningBook::get().filter(|_| book);
        let (threads, table) = (threads.clamp(1, 1024), table.clamp(1, 65_536));
        check_table(table).map_err(too_large)?;
        let solver = connect_four::ConnectFourSolver::new(threads, table, book);
        Ok(Self { solver: Arc::new(Mutex::new(Some(solver))) })
    }

    /// The exact score of a position; who wins, with `weak`; the bounds that are known after `time` seconds.
    #[pyo3(signature = (position, *, weak=false, time=None))]
    fn solve(
        &self,
        py: Python<'_>,
        position: PyRef<'_, Position>,
        weak: bool,
        time: Option<f64>,
    ) -> PyResult<ScoreBounds> {
        let position = connect_four(position.0.as_ref())?;
        let end = seconds(time)?.map(|time| Instant::now() + time);
        let query = if weak { SolverQuery::Outcome } else { SolverQuery::Score };
        let taken = self.solver.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut solver) = taken else {
            return Err(EngineBusyError::new_err("this solver is at work already"));
        };
        let stop = Arc::new(AtomicBool::new(false));
        let (raised, slot) = (Arc::clone(&stop), Arc::clone(&self.solver));
        let work = Work::<Answer>::start(move |events| {
            let halt = |_| raised.load(Relaxed) || end.is_some_and(|end| Instant::now() >= end);
            let mut bounds = connect_four::ScoreBounds::UNKNOWN;
            let found = solver.solve(&position, query, &halt, &mut |now| bounds = now);
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(solver);
            // Nobody may be waiting any more.
            let _ = events.send(found.unwrap_or(bounds));
        });
        let answer = work.next(py).inspect_err(|_| stop.store(true, Relaxed))?;
        Ok(answer.into())
    }
}

/// The position as one of Connect Four.
fn connect_four(position: &dyn AnyPosition) -> PyResult<ConnectFour> {
    let info = position.game().entry().game.info();
    if info.id != <ConnectFour as rules::Game>::INFO.id {
        let args = [("game", (&info.title).into())];
        return Err(Error::new_err(words(&texts::text("no-solver", &args))));
    }
    position.text().parse().map_err(|error| unreadable(&error))
}
