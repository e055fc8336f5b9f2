//! Moves, and the ways to name one.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;

use crate::encoding::{GameRef, no_action};
use crate::error::{Error, IllegalMoveError, unreadable, words};
use crate::game::Game;

/// A move, legal or not.
///
/// >>> import damier
/// >>> move = damier.Move("katarenga", "a8>r")
/// >>> move.action, move == damier.Move("katarenga", 4209)
/// (4209, True)
#[pyclass(frozen, module = "damier")]
#[derive(Clone, Copy)]
pub(crate) struct Move {
    pub(crate) game: GameRef,
    pub(crate) action: u16,
}

impl Move {
    /// The notation.
    pub(crate) fn text(self) -> String {
        self.game.notation(self.action).unwrap_or_default()
    }

    fn id(self) -> &'static str {
        self.game.entry().game.info().id
    }
}

#[pymethods]
impl Move {
    #[new]
    fn new(game: Game, name: MoveName<'_>) -> PyResult<Self> {
        Ok(Self { game: game.0, action: name.action(game.0)? })
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(self.game)
    }

    /// The number of the move.
    #[getter]
    fn action(&self) -> u16 {
        self.action
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}', '{}')", self.id(), self.text())
    }

    fn __int__(&self) -> u16 {
        self.action
    }

    fn __index__(&self) -> u16 {
        self.action
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.id() == other.id() && self.action == other.action
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.id(), self.action).hash(&mut hasher);
        hasher.finish()
    }
}

/// A move as an argument: itself, its notation or its number.
#[derive(FromPyObject)]
pub(crate) enum MoveName<'py> {
    /// A move.
    Move(PyRef<'py, Move>),
    /// Its notation.
    Text(String),
    /// Its number.
    Action(i64),
}

impl MoveName<'_> {
    /// The number of the move in a game.
    pub(crate) fn action(&self, game: GameRef) -> PyResult<u16> {
        match self {
            Self::Move(m) if m.id() == game.entry().game.info().id => Ok(m.action),
            Self::Move(m) => Err(Error::new_err(format!(
                "{} is a move of {}, not of {}",
                m.text(),
                m.id(),
                game.entry().game.info().id
            ))),
            Self::Text(text) => game.read_move(text).map_err(|error| unreadable(&error)),
            &Self::Action(action) => u16::try_from(action)
                .ok()
                .filter(|&action| usize::from(action) < game.actions())
                .ok_or_else(|| IllegalMoveError::new_err(words(&no_action(game, action)))),
        }
    }

    /// The entry of a record; text stays as it was written.
    pub(crate) fn entry(&self, game: GameRef) -> PyResult<String> {
        match self {
            Self::Text(text) => Ok(text.clone()),
            Self::Move(_) | Self::Action(_) => {
                Ok(game.notation(self.action(game)?).unwrap_or_default())
            }
        }
    }
}
