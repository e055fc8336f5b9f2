//! Boards of the Katarenga family, and the quadrants that make them.

use games::terrain::{BoardText, Colour, SETS, Terrain, check_tile};
use pyo3::prelude::*;
use rules::{Bitboard, Marks, Seat, Setup, Square, View};

use crate::encoding::{GAMES, GameRef};
use crate::error::{Error, unreadable, words, wrong_setup};
use crate::picture::{PictureLook, svg};

/// The game whose empty board shows a terrain.
const EMPTY_BOARD_GAME: &str = "isolation";

/// A coloured board of 8x8 squares, on which Katarenga, Congress and Isolation are played.
///
/// >>> import damier
/// >>> board = damier.Board("A Bf+90 C+180 D")
/// >>> board.rows[0], board.colour("a8"), board.is_box
/// ('RYBGGRYB', 'R', True)
/// >>> board.reach("a8", pawns=["a6", "c8"])
/// ['a6', 'a7', 'b8', 'c8']
/// >>> damier.Board("A B C X")
/// Traceback (most recent call last):
/// damier.ParseError: there is no quadrant 'X'
#[pyclass(frozen, eq, module = "damier")]
#[derive(Clone, PartialEq)]
pub(crate) struct Board {
    text: BoardText,
    terrain: Terrain,
}

impl Board {
    fn read(text: BoardText) -> PyResult<Self> {
        let terrain = text.terrain().map_err(|error| unreadable(&error))?;
        Ok(Self { text, terrain })
    }
}

#[pymethods]
impl Board {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        Self::read(text.parse().map_err(|error| unreadable(&error))?)
    }

    /// The board of the box that a seed stands for.
    #[staticmethod]
    fn random(seed: u64) -> PyResult<Self> {
        Self::read(BoardText::random(seed))
    }

    /// The board of four quadrants as they lie: top left, top right, bottom left, bottom right.
    #[staticmethod]
    fn from_quadrants(quadrants: Vec<PyRef<'_, Quadrant>>) -> PyResult<Self> {
        let laid: Vec<_> = quadrants.iter().map(|quadrant| quadrant.0).collect();
        let Ok(laid) = <[_; 4]>::try_from(laid) else {
            let text = format!("a board is four quadrants, not {}", quadrants.len());
            return Err(Error::new_err(text));
        };
        let terrain = Terrain::from_quadrants(&laid);
        Ok(Self { text: BoardText::Rows(terrain), terrain })
    }

    /// The colours of the rows, from the top.
    #[getter]
    fn rows(&self) -> Vec<String> {
        self.terrain.to_string().split('/').map(str::to_owned).collect()
    }

    /// The four quadrants as they lie.
    #[getter]
    fn quadrants(&self) -> Vec<Quadrant> {
        self.terrain.quadrants().into_iter().map(Quadrant).collect()
    }

    /// Whether it can be laid with the four tiles of the box.
    #[getter]
    fn is_box(&self) -> bool {
        self.terrain.is_box()
    }

    /// The colour of a square: `Y`, `G`, `B` or `R`.
    fn colour(&self, square: &str) -> PyResult<String> {
        let square = read_square(square)?;
        Ok(self.terrain.colour(square).to_string())
    }

    /// The squares that a pawn on a square reaches, with pawns on others.
    #[pyo3(signature = (square, pawns=Vec::new()))]
    fn reach(&self, square: &str, pawns: Vec<String>) -> PyResult<Vec<&'static str>> {
        let pawns = pawns.iter().map(|pawn| read_square(pawn)).collect::<PyResult<Bitboard>>()?;
        let reached = self.terrain.reach(read_square(square)?, pawns);
        Ok(reached.squares().map(Square::name).collect())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        let game = board_game();
        let setup = Setup { board: Some(self.terrain.to_string()), ..Setup::default() };
        let preview = game.entry().game.preview(&setup);
        let board = preview.map_err(|error| wrong_setup(&error))?;
        let view = View {
            board,
            turn: Seat::First,
            outcome: None,
            last: None,
            marks: Marks::default(),
            choices: Vec::new(),
        };
        svg(game, &view, PictureLook::default())
    }

    fn __str__(&self) -> String {
        self.text.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.text)
    }

    fn __hash__(&self) -> u64 {
        // The hash of the empty board on it.
        let rows = self.terrain.to_string();
        rows.bytes().fold(0, |hash, byte| rules::SplitMix64::mix(hash ^ u64::from(byte)))
    }
}

fn board_game() -> GameRef {
    let is_it = |game: &GameRef| game.entry().game.info().id == EMPTY_BOARD_GAME;
    GAMES.iter().copied().find(is_it).unwrap_or(GAMES[0])
}

fn read_square(text: &str) -> PyResult<Square> {
    text.parse().map_err(|error| unreadable(&error))
}

/// A board as an argument: itself or its text.
#[derive(FromPyObject)]
pub(crate) enum BoardName<'py> {
    /// A board.
    Board(PyRef<'py, Board>),
    /// Its text.
    Text(String),
}

impl BoardName<'_> {
    /// The text of the board.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Board(board) => board.text.to_string(),
            Self::Text(text) => text.clone(),
        }
    }
}

/// A quarter of a board.
#[pyclass(frozen, eq, hash, module = "damier")]
#[derive(Clone, PartialEq, Hash)]
pub(crate) struct Quadrant(games::terrain::Quadrant);

#[pymethods]
impl Quadrant {
    #[new]
    fn new(rows: &str) -> PyResult<Self> {
        rows.parse().map(Self).map_err(|error| unreadable(&error))
    }

    /// Turned clockwise by so many quarters.
    fn turned(&self, quarters: i64) -> Self {
        Self(self.0.turned(quarters.rem_euclid(4) as u8))
    }

    /// The mirror image.
    fn flipped(&self) -> Self {
        Self(self.0.flipped())
    }

    /// The eight ways to lay it.
    fn variants(&self) -> Vec<Self> {
        self.0.variants().into_iter().map(Self).collect()
    }

    /// How many squares have a colour.
    fn count(&self, colour: &str) -> PyResult<usize> {
        let mut letters = colour.chars();
        let found = letters.next().filter(|_| letters.next().is_none());
        let found = found.and_then(Colour::from_letter);
        let colour = found.ok_or_else(|| {
            Error::new_err(format!("'{colour}' is no colour: yellow is Y, green G, blue B, red R"))
        })?;
        Ok(self.0.count(colour))
    }

    /// What is unusual about it.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        check_tile(&self.0.to_string()).warnings.iter().map(words).collect()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Quadrant('{}')", self.0)
    }
}

/// The built-in quadrants by their names, those of the box last.
#[pyfunction]
pub(crate) fn quadrants() -> PyResult<Vec<(String, Quadrant)>> {
    let tiles = SETS.iter().flat_map(|set| set.tiles);
    tiles.map(|tile| Ok((tile.name.to_string(), Quadrant::new(&tile.rows)?))).collect()
}
