//! Result of a finished game.

use pyo3::prelude::*;
use rules::{Ending, Seat};

use crate::error::words;

/// The result of a finished game.
#[pyclass(frozen, eq, module = "damier")]
#[derive(Clone, PartialEq)]
pub(crate) struct Outcome(pub(crate) Ending);

#[pymethods]
impl Outcome {
    /// The seat that won, 0 or 1; `None` in a draw.
    #[getter]
    fn winner(&self) -> Option<u8> {
        self.0.winner.map(Seat::index)
    }

    /// Why it is over, for programs.
    #[getter]
    fn reason(&self) -> &str {
        &self.0.reason
    }

    /// Why it is over, for people.
    #[getter]
    fn text(&self) -> String {
        words(&self.0.text)
    }

    /// By how much, in a game that counts.
    #[getter]
    fn margin(&self) -> Option<u8> {
        self.0.margin
    }

    /// The result for each seat: 1, 0 or -1.
    #[getter]
    fn returns(&self) -> (f64, f64) {
        let first = first_result(self.0.winner).into();
        (first, 0.0 - first)
    }

    fn __repr__(&self) -> String {
        let winner = self.0.winner.map_or("None".to_owned(), |seat| seat.index().to_string());
        format!("Outcome(winner={winner}, reason='{}')", self.0.reason)
    }
}

/// The result for the first seat: 1, 0 or -1.
pub(crate) const fn first_result(winner: Option<Seat>) -> f32 {
    match winner {
        None => 0.0,
        Some(Seat::First) => 1.0,
        Some(Seat::Second) => -1.0,
    }
}
