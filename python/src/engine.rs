//! Engines: analysis at full strength, levels and classic players.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine::{AnyReport, AnySearcher, Limits, Resources};
use pyo3::prelude::*;
use rules::{Record, ReplayError};

use crate::encoding::GameRef;
use crate::error::{EngineBusyError, Error, not_replayed, too_large, words};
use crate::game::Game;
use crate::line::Line;
use crate::moves::Move;
use crate::position::Position;
use crate::report::Report;
use crate::supervise::Work;

/// The searcher of an engine; `None` while it is at work.
type SearcherSlot = Arc<Mutex<Option<Box<dyn AnySearcher>>>>;

/// A computer player, or the analysis of a game at full strength.
///
/// >>> import damier
/// >>> engine = damier.Engine("connect-four")
/// >>> report = engine.search(damier.Line("connect-four", moves=["4", "1", "4", "2", "4"]), lines=7)
/// >>> report.choice, report.lines[0].kind, report.lines[1].kind, report.lines[1].plies
/// ('4', 'loss', 'loss', 2)
/// >>> player = damier.Engine("isolation", "easy", seed=1)
/// >>> str(player.choose(damier.game("isolation").start(board="1 2 3 4")))
/// 'd4'
/// >>> damier.Engine("othello", "god")
/// Traceback (most recent call last):
/// damier.Error: there is no player 'god' here (players: very-easy, easy, normal, difficult, expert, maximum, random, minimax:1, minimax:2, minimax:3, minimax:4, minimax:5, minimax:6, minimax:7, minimax:8)
#[pyclass(frozen, module = "damier")]
pub(crate) struct Engine {
    game: GameRef,
    player: Option<&'static str>,
    searcher: SearcherSlot,
}

/// What is searched: the end of a line, or a position.
#[derive(FromPyObject)]
pub(crate) enum SearchTarget<'py> {
    /// A game in progress, whose history counts.
    Line(PyRef<'py, Line>),
    /// A position.
    Position(PyRef<'py, Position>),
}

impl SearchTarget<'_> {
    fn record(&self, game: GameRef) -> PyResult<Record> {
        let (other, record) = match self {
            Self::Line(line) => (line.game, line.record()),
            Self::Position(position) => (position.0.game(), position.record()),
        };
        let [wanted, found] = [game, other].map(|game| game.entry().game.info().id);
        if wanted == found {
            Ok(record)
        } else {
            Err(Error::new_err(format!("this is a position of {found}, not of {wanted}")))
        }
    }
}

/// A time in seconds.
pub(crate) fn seconds(time: Option<f64>) -> PyResult<Option<Duration>> {
    let read = |time| Duration::try_from_secs_f64(time).ok().filter(|time| !time.is_zero());
    let wrong = || Error::new_err("a time in seconds was expected");
    time.map(|time| read(time).ok_or_else(wrong)).transpose()
}

impl Engine {
    fn begin(
        &self,
        target: &SearchTarget<'_>,
        depth: Option<u16>,
        nodes: Option<u64>,
        time: Option<f64>,
        lines: usize,
    ) -> PyResult<Search> {
        let record = target.record(self.game)?;
        let lines = lines.max(1);
        let limits = Limits { depth, nodes, time: seconds(time)?, lines, ..Limits::default() };
        let Some(mut searcher) = lock(&self.searcher).take() else {
            return Err(EngineBusyError::new_err("this engine is searching already"));
        };
        let stop = Arc::new(AtomicBool::new(false));
        let (raised, slot) = (Arc::clone(&stop), Arc::clone(&self.searcher));
        let work = Work::start(move |events| {
            let mut watch = |report: &AnyReport| drop(events.send(Event::Report(report.clone())));
            let found = searcher.search(&record, &limits, &raised, &mut watch);
            *lock(&slot) = Some(searcher);
            // Nobody may be waiting any more.
            let _ = events.send(Event::End(Box::new(found)));
        });
        Ok(Search { game: self.game, work, stop, found: Mutex::new(None) })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (game, player=None, *, seed=0, threads=1, table=16))]
    fn new(
        game: Game,
        player: Option<&str>,
        seed: u64,
        threads: usize,
        table: usize,
    ) -> PyResult<Self> {
        let entry = game.0.entry();
        let resources =
            Resources { threads: threads.clamp(1, 1024), table: table.clamp(1, 65_536) };
        let opponent = player.map(|name| {
            entry.opponent(name).ok_or_else(|| {
                let known: Vec<_> = entry.opponents().map(|opponent| opponent.id).collect();
                let known = known.join(", ");
                let args = [("name", name.into()), ("known", (&*known).into())];
                Error::new_err(words(&texts::text("unknown-player", &args)))
            })
        });
        let opponent = opponent.transpose()?;
        let searcher = match opponent {
            Some(opponent) => opponent.make(seed),
            None => {
                entry.check_table(resources.table).map_err(too_large)?;
                entry.analyst(resources)
            }
        };
        let player = opponent.map(|opponent| opponent.id);
        Ok(Self { game: game.0, player, searcher: Arc::new(Mutex::new(Some(searcher))) })
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(self.game)
    }

    /// The name of the player; `None` for the analysis.
    #[getter]
    fn player(&self) -> Option<&'static str> {
        self.player
    }

    /// Searches a line or a position until a limit is reached or the result is proved. `on_report` is called with every
    /// report on the way. The GIL is released; Ctrl-C ends the search.
    #[pyo3(signature = (target, *, depth=None, nodes=None, time=None, lines=1, on_report=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn search(
        &self,
        py: Python<'_>,
        target: SearchTarget<'_>,
        depth: Option<u16>,
        nodes: Option<u64>,
        time: Option<f64>,
        lines: usize,
        on_report: Option<Py<PyAny>>,
    ) -> PyResult<Report> {
        let search = self.begin(&target, depth, nodes, time, lines)?;
        while let Some(report) = search.advance(py)? {
            if let Some(callback) = &on_report {
                callback.call1(py, (report,))?;
            }
        }
        search.result(py)
    }

    /// The same in the background: a `Search` to iterate over, to stop and to ask for its result.
    #[pyo3(signature = (target, *, depth=None, nodes=None, time=None, lines=1))]
    fn start(
        &self,
        target: SearchTarget<'_>,
        depth: Option<u16>,
        nodes: Option<u64>,
        time: Option<f64>,
        lines: usize,
    ) -> PyResult<Search> {
        self.begin(&target, depth, nodes, time, lines)
    }

    /// The move to play; `None` for `swap` and at the end.
    #[pyo3(signature = (target, *, depth=None, nodes=None, time=None))]
    fn choose(
        &self,
        py: Python<'_>,
        target: SearchTarget<'_>,
        depth: Option<u16>,
        nodes: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<Option<Move>> {
        let report = self.search(py, target, depth, nodes, time, 1, None)?;
        let read = |choice| self.game.read_move(choice).ok();
        let action = report.report.choice.as_deref().and_then(read);
        Ok(action.map(|action| Move { game: self.game, action }))
    }

    fn __repr__(&self) -> String {
        let id = self.game.entry().game.info().id;
        match self.player {
            Some(player) => format!("Engine('{id}', '{player}')"),
            None => format!("Engine('{id}')"),
        }
    }
}

/// What a search thread sends.
enum Event {
    Report(AnyReport),
    End(Box<Result<AnyReport, ReplayError>>),
}

/// A search in a thread of its own.
#[pyclass(frozen, module = "damier")]
pub(crate) struct Search {
    game: GameRef,
    work: Work<Event>,
    stop: Arc<AtomicBool>,
    found: Mutex<Option<Result<AnyReport, ReplayError>>>,
}

impl Search {
    /// The next report; `None` when the search has ended. A signal stops the search.
    fn advance(&self, py: Python<'_>) -> PyResult<Option<Report>> {
        if lock(&self.found).is_some() {
            return Ok(None);
        }
        let event = self.work.next(py).inspect_err(|_| self.stop.store(true, Relaxed))?;
        match event {
            Event::Report(report) => Ok(Some(Report { game: self.game, report })),
            Event::End(found) => {
                *lock(&self.found) = Some(*found);
                Ok(None)
            }
        }
    }
}

/// Nobody waits for the result any more.
impl Drop for Search {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
    }
}

#[pymethods]
impl Search {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Report>> {
        self.advance(py)
    }

    /// Ends the search soon; its result is what it has found.
    fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Waits for the end, and returns the last report.
    fn result(&self, py: Python<'_>) -> PyResult<Report> {
        while self.advance(py)?.is_some() {}
        match &*lock(&self.found) {
            Some(Ok(report)) => Ok(Report { game: self.game, report: report.clone() }),
            Some(Err(error)) => Err(not_replayed(error)),
            None => Err(Error::new_err("the search has not ended")),
        }
    }

    /// Whether the result is there.
    #[getter]
    fn is_over(&self) -> bool {
        lock(&self.found).is_some()
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __exit__(
        &self,
        py: Python<'_>,
        _kind: Py<PyAny>,
        _value: Py<PyAny>,
        _traceback: Py<PyAny>,
    ) -> PyResult<()> {
        self.stop();
        while self.advance(py)?.is_some() {}
        Ok(())
    }
}
