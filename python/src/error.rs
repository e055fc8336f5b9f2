//! Exceptions, with the texts of the command line.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::TableTooLarge;
use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rules::{Lang, MoveErrorCode, ReplayError, Text};

create_exception!(damier, Error, PyValueError, "Error of a text or a value that was given.");
create_exception!(damier, ParseError, Error, "A text that cannot be read.");
create_exception!(damier, SetupError, Error, "Choices from which no game can start.");
create_exception!(damier, IllegalMoveError, Error, "A move that is not legal now.");
create_exception!(damier, RecordError, Error, "A record that cannot be read or replayed.");
create_exception!(damier, EngineBusyError, PyRuntimeError, "An engine that is searching already.");

static IS_FRENCH: AtomicBool = AtomicBool::new(false);

/// Language of texts for people.
pub(crate) fn lang() -> Lang {
    if IS_FRENCH.load(Relaxed) { Lang::Fr } else { Lang::En }
}

/// The words of a text in the chosen language.
pub(crate) fn words(text: &Text) -> String {
    text.get(lang()).to_owned()
}

/// Chooses the language of titles and errors: `en` or `fr`.
#[pyfunction]
pub(crate) fn set_language(code: &str) -> PyResult<()> {
    let lang = Lang::ALL.into_iter().find(|lang| lang.code() == code);
    let Some(lang) = lang else {
        return Err(Error::new_err(format!("there is no language '{code}', only: en, fr")));
    };
    IS_FRENCH.store(lang == Lang::Fr, Relaxed);
    Ok(())
}

/// A transposition table for which there is no memory.
#[expect(clippy::needless_pass_by_value, reason = "an argument of map_err")]
pub(crate) fn too_large(error: TableTooLarge) -> PyErr {
    PyMemoryError::new_err(words(&error.text()))
}

/// A text that cannot be read.
pub(crate) fn unreadable(error: &rules::ParseError) -> PyErr {
    ParseError::new_err(words(&error.text))
}

/// Choices from which no game can start.
pub(crate) fn wrong_setup(error: &rules::SetupError) -> PyErr {
    SetupError::new_err(words(&error.error.text))
}

/// A move that was not played.
pub(crate) fn refused(error: &rules::MoveError) -> PyErr {
    match error.code {
        MoveErrorCode::Unreadable => ParseError::new_err(words(&error.text)),
        MoveErrorCode::Over | MoveErrorCode::Illegal => {
            IllegalMoveError::new_err(words(&error.text))
        }
    }
}

/// A record that cannot be replayed.
pub(crate) fn not_replayed(error: &ReplayError) -> PyErr {
    let text = words(&error.text());
    match error {
        ReplayError::Start(_) => ParseError::new_err(text),
        ReplayError::NoSwap => SetupError::new_err(text),
        ReplayError::Entry { error, .. } if error.code == MoveErrorCode::Unreadable => {
            ParseError::new_err(text)
        }
        ReplayError::Entry { .. } => IllegalMoveError::new_err(text),
    }
}
