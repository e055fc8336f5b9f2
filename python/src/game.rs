//! Games of the catalogue.

use std::hash::{DefaultHasher, Hash, Hasher};

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use rules::{Info, Setup};

use crate::board::BoardName;
use crate::encoding::{GAMES, GameRef};
use crate::error::{Error, unreadable, words, wrong_setup};
use crate::position::Position;

/// A game of the catalogue.
///
/// >>> import damier
/// >>> [game.id for game in damier.games()]
/// ['connect-four', 'othello', 'katarenga', 'congress', 'isolation']
/// >>> othello = damier.game("othello")
/// >>> othello.actions, othello.shape, othello.planes
/// (65, (3, 8, 8), ['own', 'opponent', 'first to move'])
/// >>> damier.game("otello")
/// Traceback (most recent call last):
/// damier.Error: there is no game 'otello', did you mean othello? (games: connect-four, othello, katarenga, congress, isolation)
#[pyclass(frozen, module = "damier")]
#[derive(Clone, Copy)]
pub(crate) struct Game(pub(crate) GameRef);

/// All games, in the order of the menus.
#[pyfunction]
pub(crate) fn games() -> Vec<Game> {
    GAMES.iter().copied().map(Game).collect()
}

/// The game of that name.
#[pyfunction]
pub(crate) fn game(name: &str) -> PyResult<Game> {
    let infos: Vec<_> = GAMES.iter().map(|game| game.entry().game.info()).collect();
    let found = texts::find_game(name, &infos).map_err(|text| Error::new_err(words(&text)))?;
    Ok(Game(GAMES[found]))
}

/// A game as an argument: itself or its name.
impl<'a, 'py> FromPyObject<'a, 'py> for Game {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match object.cast::<Self>() {
            Ok(found) => Ok(*found.get()),
            Err(_) => game(&object.extract::<String>()?),
        }
    }
}

impl Game {
    fn info(self) -> &'static Info {
        self.0.entry().game.info()
    }

    /// A symmetry of the game, by its number.
    pub(crate) fn symmetry(self, number: usize) -> PyResult<usize> {
        let last = self.0.symmetries() - 1;
        if number > last {
            let text = format!("there is no symmetry {number} here, only 0 to {last}");
            return Err(Error::new_err(text));
        }
        Ok(number)
    }
}

#[pymethods]
impl Game {
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        game(name)
    }

    /// The name in commands and records.
    #[getter]
    fn id(&self) -> &'static str {
        self.info().id
    }

    /// The name for people.
    #[getter]
    fn title(&self) -> String {
        words(&self.info().title)
    }

    /// The rules, in Markdown.
    #[getter]
    fn rules(&self) -> String {
        words(&self.info().rules)
    }

    /// The names of the rule sets, the usual one first.
    #[getter]
    fn rule_sets(&self) -> Vec<&'static str> {
        self.info().rule_sets.iter().map(|set| set.id).collect()
    }

    /// What the two seats are called.
    #[getter]
    fn seats(&self) -> (String, String) {
        let [first, second] = &self.info().seats;
        (words(first), words(second))
    }

    /// Whether a board is chosen or drawn before a game.
    #[getter]
    fn has_boards(&self) -> bool {
        !self.info().tiles.is_empty()
    }

    /// Whether a game may be played with the swap rule.
    #[getter]
    fn has_swap(&self) -> bool {
        self.info().swap
    }

    /// The names of the levels of play, weakest first.
    #[getter]
    fn levels(&self) -> Vec<&'static str> {
        self.0.entry().levels.iter().map(|level| level.id).collect()
    }

    /// The names of all computer players: the levels and the classic algorithms.
    #[getter]
    fn players(&self) -> Vec<&'static str> {
        self.0.entry().opponents().map(|opponent| opponent.id).collect()
    }

    /// How many numbers moves have: an action is less.
    #[getter]
    fn actions(&self) -> usize {
        self.0.actions()
    }

    /// Planes, rows and columns of `Position.planes`.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        self.0.shape().into()
    }

    /// What each plane shows; `own` is the side to move.
    #[getter]
    fn planes(&self) -> Vec<&'static str> {
        self.0.plane_names().to_vec()
    }

    /// How many symmetries the rules have; number 0 changes nothing.
    #[getter]
    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }

    /// The position from which a game starts; a board is drawn from `seed` where none is chosen.
    #[pyo3(signature = (*, board=None, rules=None, seed=0))]
    fn start(
        &self,
        board: Option<BoardName<'_>>,
        rules: Option<String>,
        seed: u64,
    ) -> PyResult<Position> {
        let setup = Setup { rules, board: board.map(|board| board.text()), seed };
        self.0.start(&setup).map(Position).map_err(|error| wrong_setup(&error))
    }

    /// Reads a position.
    fn position(&self, text: &str) -> PyResult<Position> {
        self.0.read_position(text).map(Position).map_err(|error| unreadable(&error))
    }

    /// The image of each action under a symmetry.
    fn action_images<'py>(
        &self,
        py: Python<'py>,
        symmetry: usize,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        Ok(self.0.action_images(self.symmetry(symmetry)?).into_pyarray(py))
    }

    /// The place in the flattened planes to which a symmetry moves each cell of each plane.
    fn cell_images<'py>(
        &self,
        py: Python<'py>,
        symmetry: usize,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        Ok(self.0.cell_images(self.symmetry(symmetry)?).into_pyarray(py))
    }

    fn __repr__(&self) -> String {
        format!("Game('{}')", self.info().id)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.info().id == other.info().id
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.info().id.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__(&self, py: Python<'_>) -> (Py<PyAny>, (&'static str,)) {
        (py.get_type::<Self>().into_any().unbind(), (self.info().id,))
    }
}
