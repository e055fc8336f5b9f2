//! Errors of work that came from elsewhere.

use std::fmt;

/// Why a message, a request or a result is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WorkError {
    /// It is too large.
    TooLarge(&'static str),
    /// It cannot be parsed.
    Malformed(String),
    /// It names a game or an opponent that this program does not have.
    Unknown(&'static str),
    /// Its game cannot be replayed, or its board cannot be set up.
    BadGame(String),
    /// It does not answer what was asked, or breaks the rules of the game.
    Wrong(&'static str),
}

impl fmt::Display for WorkError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge(what) => write!(formatter, "{what} too large"),
            Self::Malformed(why) => write!(formatter, "malformed: {why}"),
            Self::Unknown(what) => write!(formatter, "unknown {what}"),
            Self::BadGame(why) => write!(formatter, "bad game: {why}"),
            Self::Wrong(what) => write!(formatter, "wrong {what}"),
        }
    }
}

impl std::error::Error for WorkError {}
