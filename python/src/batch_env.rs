//! A batch of games as a Python object.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{Element, IntoPyArray, PyArray, PyArray1, PyArrayMethods, PyReadonlyArray1};
use numpy::{Ix2, Ix4, PyArray2, PyArray4};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rules::Setup;

use crate::batch::{AnyBatch, BatchStart, Successors};
use crate::board::BoardName;
use crate::encoding::GameRef;
use crate::error::{Error, IllegalMoveError, words, wrong_setup};
use crate::game::Game;
use crate::position::Position;

/// The most games of a batch.
const BATCH_MAX_GAMES: usize = 1 << 24;

/// Many games of one kind, stepped at once: arrays in and out, and no Python object for a game.
///
/// >>> import damier
/// >>> env = damier.BatchEnv("connect-four", 1000, seed=1)
/// >>> for _ in range(50):
/// ...     rewards, ended = env.step(env.random_actions())
/// >>> env.planes().shape, env.legal_mask().shape, rewards.dtype, ended.dtype
/// ((1000, 3, 6, 7), (1000, 7), dtype('float32'), dtype('bool'))
#[pyclass(frozen, module = "damier")]
pub(crate) struct BatchEnv {
    game: GameRef,
    games: usize,
    batch: Mutex<Box<dyn AnyBatch>>,
}

impl BatchEnv {
    fn batch(&self) -> MutexGuard<'_, Box<dyn AnyBatch>> {
        self.batch.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new array, or the one that was given, filled by `write` without the GIL.
    fn filled<'py, T: Element + Copy + Send, D: numpy::ndarray::Dimension>(
        &self,
        py: Python<'py>,
        shape: D,
        out: Option<Bound<'py, PyArray<T, D>>>,
        write: impl Fn(&mut dyn AnyBatch, &mut [T]) + Send + Sync,
    ) -> PyResult<Bound<'py, PyArray<T, D>>> {
        let array = match out {
            Some(array) if array.dims() == shape => array,
            Some(array) => {
                let (has, wants) = (array.dims(), shape);
                let text = format!("the array has the shape {has:?} instead of {wants:?}");
                return Err(Error::new_err(text));
            }
            None => PyArray::zeros(py, shape, false),
        };
        {
            let mut borrowed = array.try_readwrite()?;
            let slice = borrowed.as_slice_mut().map_err(|_| {
                Error::new_err("the array must be contiguous, with its rows one after the other")
            })?;
            py.detach(|| write(&mut **self.batch(), slice));
        }
        Ok(array)
    }
}

/// The actions as numbers of 64 bits; other integers are converted.
fn read_actions<'py>(actions: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, i64>> {
    if let Ok(array) = actions.extract::<PyReadonlyArray1<'py, i64>>() {
        return Ok(array);
    }
    let py = actions.py();
    let array = py.import("numpy")?.call_method1("asarray", (actions,))?;
    let keywords = PyDict::new(py);
    keywords.set_item("casting", "safe")?;
    let array = array.call_method("astype", ("int64",), Some(&keywords))?;
    array.extract::<PyReadonlyArray1<'py, i64>>()
}

/// Games, actions, rewards, ends and planes of successors.
type SuccessorArrays<'py> = (
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray4<u8>>,
);

/// Rewards and ends of a step.
type StepArrays<'py> = (Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<bool>>);

#[pymethods]
impl BatchEnv {
    #[new]
    #[pyo3(signature = (game, games, *, start=None, board=None, rules=None, seed=0, autoreset=true))]
    fn new(
        game: Game,
        games: usize,
        start: Option<PyRef<'_, Position>>,
        board: Option<BoardName<'_>>,
        rules: Option<String>,
        seed: u64,
        autoreset: bool,
    ) -> PyResult<Self> {
        if games == 0 || games > BATCH_MAX_GAMES {
            let text = format!("a batch has 1 to {BATCH_MAX_GAMES} games, not {games}");
            return Err(Error::new_err(text));
        }
        let [wanted, found] = [Some(game.0), start.as_ref().map(|start| start.0.game())]
            .map(|game| game.map(|game| game.entry().game.info().id));
        if let (Some(wanted), Some(found)) = (wanted, found)
            && wanted != found
        {
            let text = format!("this is a position of {found}, not of {wanted}");
            return Err(Error::new_err(text));
        }
        let setup = Setup { rules, board: board.map(|board| board.text()), seed };
        let position = start.map(|start| start.0.text());
        let start = BatchStart { position, setup, is_restarting: autoreset };
        let batch = game.0.batch(games, start).map_err(|error| wrong_setup(&error))?;
        Ok(Self { game: game.0, games, batch: Mutex::new(batch) })
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(self.game)
    }

    /// Starts all games anew, and the random numbers if there is a seed.
    #[pyo3(signature = (*, seed=None))]
    fn reset(&self, py: Python<'_>, seed: Option<u64>) {
        py.detach(|| self.batch().reset(seed));
    }

    /// Plays an action in each game. Returns the rewards of the first seat (the second has the opposite), and which
    /// games have ended. Those begin anew at once, or with `autoreset=False` stay as they are, whatever their action. If an
    /// action is not legal nothing is played.
    fn step<'py>(&self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<StepArrays<'py>> {
        let actions = read_actions(actions)?;
        let copied;
        let actions = if let Ok(slice) = actions.as_slice() {
            slice
        } else {
            copied = actions.as_array().to_vec();
            &copied
        };
        if actions.len() != self.games {
            let text = format!("actions: {} instead of {}", actions.len(), self.games);
            return Err(Error::new_err(text));
        }
        let rewards = PyArray1::<f32>::zeros(py, self.games, false);
        let ended = PyArray1::<bool>::zeros(py, self.games, false);
        {
            let mut rewards = rewards.try_readwrite()?;
            let mut ended = ended.try_readwrite()?;
            let (rewards, ended) = (rewards.as_slice_mut()?, ended.as_slice_mut()?);
            py.detach(|| self.batch().step(actions, rewards, ended)).map_err(|(game, why)| {
                IllegalMoveError::new_err(format!("game {game}: {}", words(&why)))
            })?;
        }
        Ok((rewards, ended))
    }

    /// An action for each game, drawn from its legal ones; -1 where it is over.
    #[pyo3(signature = (out=None))]
    fn random_actions<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray1<i64>>>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let shape = numpy::Ix1(self.games);
        self.filled(py, shape, out, |batch, out| batch.draw_actions(out))
    }

    /// What each legal action of each game leads to: the game, the action, the reward of the first seat, whether the
    /// game ends, and the planes of the position. The games stay as they are.
    fn successors<'py>(&self, py: Python<'py>) -> PyResult<SuccessorArrays<'py>> {
        let Successors { games, actions, rewards, ended, planes } =
            py.detach(|| self.batch().successors());
        let [depth, rows, columns] = self.game.shape();
        let shape = [games.len(), depth, rows, columns];
        Ok((
            games.into_pyarray(py),
            actions.into_pyarray(py),
            rewards.into_pyarray(py),
            ended.into_pyarray(py),
            planes.into_pyarray(py).reshape(shape)?,
        ))
    }

    /// For each game and action whether it is legal; into `out`, if it is given.
    #[pyo3(signature = (out=None))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray2<bool>>>,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let shape = Ix2(self.games, self.game.actions());
        self.filled(py, shape, out, |batch, out| batch.write_masks(out))
    }

    /// The planes of each position: see `Position.planes`; into `out`, if it is given.
    #[pyo3(signature = (out=None))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray4<u8>>>,
    ) -> PyResult<Bound<'py, PyArray4<u8>>> {
        let [planes, rows, columns] = self.game.shape();
        let shape = Ix4(self.games, planes, rows, columns);
        self.filled(py, shape, out, |batch, out| batch.write_planes(out))
    }

    /// The seat to move in each game.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        self.filled(py, numpy::Ix1(self.games), None, |batch, out| batch.write_turns(out))
    }

    /// Which games are over: only without `autoreset`.
    #[getter]
    fn over<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        self.filled(py, numpy::Ix1(self.games), None, |batch, out| batch.write_over(out))
    }

    /// The position of one game.
    fn position(&self, game: usize) -> PyResult<Position> {
        let last = self.games - 1;
        let position = self.batch().position(game);
        position
            .map(Position)
            .ok_or_else(|| Error::new_err(format!("there is no game {game}, only 0 to {last}")))
    }

    fn __len__(&self) -> usize {
        self.games
    }

    fn __repr__(&self) -> String {
        format!("BatchEnv('{}', {})", self.game.entry().game.info().id, self.games)
    }
}
