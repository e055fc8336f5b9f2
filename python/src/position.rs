//! Positions, without history.

use numpy::ndarray::Array1;
use numpy::{IntoPyArray, PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use rules::Record;

use crate::encoding::AnyPosition;
use crate::error::{IllegalMoveError, not_replayed, words};
use crate::game::Game;
use crate::moves::{Move, MoveName};
use crate::outcome::Outcome;
use crate::picture::{PictureLook, emoji, svg};

/// A position: the board and the side to move, without history. It never changes.
///
/// >>> import damier
/// >>> start = damier.game("othello").start()
/// >>> start.turn
/// 0
/// >>> [str(move) for move in start.legal_moves]
/// ['d3', 'c4', 'f5', 'e6']
/// >>> after = start.play("d3")
/// >>> print(after)
/// 8/8/3x4/3xx3/3xo3/8/8/8 o
/// >>> after.play("d3")
/// Traceback (most recent call last):
/// damier.IllegalMoveError: d3 is taken
/// >>> after.planes().shape, int(after.legal_mask().sum())
/// ((3, 8, 8), 3)
#[pyclass(frozen, module = "damier")]
pub(crate) struct Position(pub(crate) Box<dyn AnyPosition>);

impl Position {
    fn id(&self) -> &'static str {
        self.0.game().entry().game.info().id
    }

    /// The game that begins here.
    pub(crate) fn record(&self) -> Record {
        Record::new(self.0.text())
    }

    fn open(&self) -> PyResult<Box<dyn rules::Live>> {
        let game = self.0.game().entry().game;
        game.open(&self.record()).map_err(|error| not_replayed(&error))
    }
}

#[pymethods]
impl Position {
    #[new]
    fn new(game: Game, text: &str) -> PyResult<Self> {
        game.0.read_position(text).map(Self).map_err(|error| crate::error::unreadable(&error))
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(self.0.game())
    }

    /// The seat to move, 0 or 1; after the end, the one that would be.
    #[getter]
    fn turn(&self) -> u8 {
        self.0.turn().index()
    }

    /// How the game has ended by the board alone; `None` if it goes on. `Line` also knows draws by history.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome().map(|outcome| Outcome(outcome.into()))
    }

    /// All legal moves.
    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        let game = self.0.game();
        self.0.legal_actions().into_iter().map(|action| Move { game, action }).collect()
    }

    /// The numbers of the legal moves, as an array.
    fn legal_actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let actions: Vec<i64> = self.0.legal_actions().into_iter().map(Into::into).collect();
        actions.into_pyarray(py)
    }

    /// For each action whether it is legal, as an array.
    fn legal_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut mask = vec![false; self.0.game().actions()];
        self.0.write_mask(&mut mask);
        mask.into_pyarray(py)
    }

    /// The position as an array of planes, rows and columns, of bytes 0 and 1: see `Game.planes`.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let shape = self.0.game().shape();
        let mut planes = Array1::zeros(shape.iter().product::<usize>());
        self.0.write_planes(planes.as_slice_mut().unwrap_or_default());
        planes.into_pyarray(py).reshape(shape)
    }

    /// The position after a move, given as `Move`, notation or action.
    fn play(&self, r#move: MoveName<'_>) -> PyResult<Self> {
        let action = r#move.action(self.0.game())?;
        let after = self.0.play(action);
        after.map(Self).map_err(|why| IllegalMoveError::new_err(words(&why)))
    }

    /// Whether a move is legal.
    fn is_legal(&self, r#move: MoveName<'_>) -> PyResult<bool> {
        let action = r#move.action(self.0.game())?;
        Ok(self.0.legal_actions().contains(&action))
    }

    /// The image of the position under a symmetry of the game, by its number.
    fn transformed(&self, symmetry: usize) -> PyResult<Self> {
        let symmetry = self.game().symmetry(symmetry)?;
        Ok(Self(self.0.transformed(symmetry)))
    }

    /// Move sequences of that length from here.
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        py.detach(|| self.0.perft(depth))
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
        svg(self.0.game(), &self.open()?.view(), look)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        svg(self.0.game(), &self.open()?.view(), PictureLook::default())
    }

    /// The board as lines of emoji.
    fn emoji(&self) -> PyResult<String> {
        Ok(emoji(self.0.game(), &self.open()?.view()))
    }

    fn __str__(&self) -> String {
        self.0.text()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}', '{}')", self.id(), self.0.text())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.id() == other.id() && self.0.key() == other.0.key() && self.0.text() == other.0.text()
    }

    fn __hash__(&self) -> u64 {
        self.0.key()
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyAny>, (&'static str, String)) {
        (py.get_type::<Self>().into_any().unbind(), (self.id(), self.0.text()))
    }
}
