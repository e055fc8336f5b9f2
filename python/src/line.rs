//! Games in progress, with their history.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use rules::{Live, Record, SavedGame as SavedRecord};

use crate::encoding::GameRef;
use crate::error::{Error, not_replayed, refused, unreadable};
use crate::game::Game;
use crate::moves::MoveName;
use crate::outcome::Outcome;
use crate::picture::{PictureLook, svg};
use crate::position::Position;
use crate::saved_game::SavedGame;

/// A game in progress: where it started and what was played. It decides draws by history.
///
/// >>> import damier
/// >>> line = damier.Line("connect-four", moves=["4", "4", "3", "3", "5", "5"])
/// >>> line.play("6")
/// >>> line.outcome
/// Outcome(winner=0, reason='row')
/// >>> line.play("1")
/// Traceback (most recent call last):
/// damier.IllegalMoveError: the game is over
/// >>> line.undo(2)
/// >>> line.moves
/// ['4', '4', '3', '3', '5']
/// >>> print(line.save(first="Ana", date="2026-11-16"), end="")
/// Game: connect-four
/// Start: 7/7/7/7/7/7 x
/// First: Ana
/// Date: 2026-11-16
/// Result: *
/// <BLANKLINE>
/// 1. 4 4 2. 3 3 3. 5
#[pyclass(frozen, module = "damier")]
pub(crate) struct Line {
    pub(crate) game: GameRef,
    live: Mutex<Box<dyn Live>>,
}

/// The start of a game as an argument: a position or its text.
#[derive(FromPyObject)]
pub(crate) enum StartName<'py> {
    /// A position.
    Position(PyRef<'py, Position>),
    /// Its text.
    Text(String),
}

impl Line {
    /// Replays a record.
    pub(crate) fn replay(game: GameRef, record: &Record) -> PyResult<Self> {
        let live = game.entry().game.open(record).map_err(|error| not_replayed(&error))?;
        Ok(Self { game, live: Mutex::new(live) })
    }

    fn live(&self) -> MutexGuard<'_, Box<dyn Live>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game so far.
    pub(crate) fn record(&self) -> Record {
        self.live().record().clone()
    }
}

#[pymethods]
impl Line {
    #[new]
    #[pyo3(signature = (game, start=None, moves=Vec::new(), *, swap=false))]
    fn new(
        game: Game,
        start: Option<StartName<'_>>,
        moves: Vec<MoveName<'_>>,
        swap: bool,
    ) -> PyResult<Self> {
        let start = match start {
            Some(StartName::Text(text)) => text,
            Some(StartName::Position(position)) => {
                let id = position.0.game().entry().game.info().id;
                if id != game.0.entry().game.info().id {
                    let wanted = game.0.entry().game.info().id;
                    let text = format!("this is a position of {id}, not of {wanted}");
                    return Err(Error::new_err(text));
                }
                position.0.text()
            }
            None => {
                let start = game.0.entry().game.start(&rules::Setup::default());
                start.map_err(|error| crate::error::wrong_setup(&error))?
            }
        };
        let moves = moves.iter().map(|name| name.entry(game.0)).collect::<PyResult<_>>()?;
        Self::replay(game.0, &Record { start, swap, moves })
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(self.game)
    }

    /// The position from which it started.
    #[getter]
    fn start(&self) -> PyResult<Position> {
        let start = self.live().record().start.clone();
        self.game.read_position(&start).map(Position).map_err(|error| unreadable(&error))
    }

    /// The present position.
    #[getter]
    fn position(&self) -> PyResult<Position> {
        let text = self.live().position();
        self.game.read_position(&text).map(Position).map_err(|error| unreadable(&error))
    }

    /// What was played, in exact notation; `swap` is the exchange of seats.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.live().record().moves.clone()
    }

    /// What may be played now, in exact notation, with `swap` where it may be said.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        let view = self.live().view();
        view.choices.into_iter().map(|choice| choice.notation).collect()
    }

    /// The seat to move, 0 or 1; after the end, the one that would be.
    #[getter]
    fn turn(&self) -> u8 {
        self.live().turn().index()
    }

    /// How the game has ended; `None` if it goes on.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.live().outcome().map(Outcome)
    }

    /// Whether the swap rule holds.
    #[getter]
    fn swap(&self) -> bool {
        self.live().record().swap
    }

    /// Whether the players have exchanged seats.
    #[getter]
    fn swapped(&self) -> bool {
        self.live().swapped()
    }

    /// Plays a move, given as `Move`, notation or action. An error changes nothing.
    fn play(&self, r#move: MoveName<'_>) -> PyResult<()> {
        let entry = r#move.entry(self.game)?;
        self.live().play(&entry).map_err(|error| refused(&error))
    }

    /// Takes so many moves back.
    #[pyo3(signature = (entries=1))]
    fn undo(&self, entries: usize) -> PyResult<()> {
        let mut live = self.live();
        let played = live.record().moves.len();
        let Some(left) = played.checked_sub(entries) else {
            let text = format!("{entries} moves cannot be taken back, only {played} were played");
            return Err(Error::new_err(text));
        };
        live.truncate(left);
        Ok(())
    }

    /// An independent copy.
    fn copy(&self) -> Self {
        Self { game: self.game, live: Mutex::new(self.live().boxed_clone()) }
    }

    /// The game as one of a record file.
    #[pyo3(signature = (*, first=None, second=None, date=None))]
    fn save(
        &self,
        first: Option<String>,
        second: Option<String>,
        date: Option<String>,
    ) -> SavedGame {
        let live = self.live();
        let mut saved = SavedRecord::new(self.game.entry().game.info().id, live.record().clone());
        saved.players = rules::BySeat { first, second };
        saved.date = date;
        if let Some(ending) = live.outcome() {
            saved.finish(&ending);
        }
        SavedGame { game: self.game, saved }
    }

    /// The board as an SVG document.
    #[pyo3(signature = (*, theme="light", palette="usual", coordinates=true, flipped=false))]
    fn svg(
        &self,
        theme: &str,
        palette: &str,
        coordinates: bool,
        flipped: bool,
    ) -> PyResult<String> {
        let look = PictureLook { theme, palette, coordinates, flipped };
        svg(self.game, &self.live().view(), look)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        svg(self.game, &self.live().view(), PictureLook::default())
    }

    fn __len__(&self) -> usize {
        self.live().record().moves.len()
    }

    fn __repr__(&self) -> String {
        let live = self.live();
        let (id, moves) = (self.game.entry().game.info().id, live.record().moves.join(" "));
        format!("<Line of {id}: {moves}>")
    }
}
