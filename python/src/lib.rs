//! The Python package `damier`: positions, records, boards, engines, and arrays for learning.
//!
//! Every class is a thin layer over a crate of the program: no rule is written here. Types and documentation for
//! Python are in `damier/_damier.pyi`.

mod batch;
mod batch_env;
mod board;
mod encoding;
mod engine;
mod error;
mod game;
mod line;
mod moves;
mod outcome;
mod picture;
mod position;
mod report;
mod saved_game;
mod solver;
mod supervise;

use pyo3::prelude::pymodule;

/// The compiled part of the package `damier`.
#[pymodule(name = "_damier")]
mod module {
    #[pymodule_export]
    use super::batch_env::BatchEnv;
    #[pymodule_export]
    use super::board::{Board, Quadrant, quadrants};
    #[pymodule_export]
    use super::engine::{Engine, Search};
    #[pymodule_export]
    use super::error::{
        EngineBusyError, Error, IllegalMoveError, ParseError, RecordError, SetupError, set_language,
    };
    #[pymodule_export]
    use super::game::{Game, game, games};
    #[pymodule_export]
    use super::line::Line;
    #[pymodule_export]
    use super::moves::Move;
    #[pymodule_export]
    use super::outcome::Outcome;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::report::{Report, ReportLine};
    #[pymodule_export]
    use super::saved_game::{SavedGame, read_games, write_games};
    #[pymodule_export]
    use super::solver::{ConnectFourSolver, ScoreBounds};
}
