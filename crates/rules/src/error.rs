//! Errors of texts from outside, in both languages.

use std::error::Error;
use std::fmt;
use std::ops::Range;

use crate::{LineIndex, Text};

/// Error of parsing a text: what is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The bytes of the text that the error is about; empty at its end if something is missing.
    pub at: Range<usize>,
    /// What is wrong with them.
    pub text: Text,
}

impl ParseError {
    /// The whole of `input` is wrong.
    pub const fn whole(input: &str, text: Text) -> Self {
        Self { at: 0..input.len(), text }
    }

    /// The same error in a larger text, of which the one read began at `offset`.
    #[must_use]
    pub fn shifted(self, offset: usize) -> Self {
        Self { at: self.at.start + offset..self.at.end + offset, text: self.text }
    }

    /// The line and the column where the error begins in the text that was read; both are counted from
    /// 1, columns in characters. All errors in a text share one index of it.
    pub fn place(&self, lines: &LineIndex<'_>) -> (usize, usize) {
        lines.place(self.at.start)
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {})", self.text, self.at.start)
    }
}

impl Error for ParseError {}

/// The kinds of [`MoveError`], tested in this order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveErrorCode {
    /// The game is over.
    Over,
    /// The text is no move of the game.
    Unreadable,
    /// The move is not legal now.
    Illegal,
}

/// A move that was not played; the position is unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveError {
    /// The kind, for programs.
    pub code: MoveErrorCode,
    /// The reason, for people.
    pub text: Text,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl Error for MoveError {}

/// A set-up from which no game can start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError {
    /// The setting that is wrong: a field of [`Setup`](crate::Setup).
    pub setting: &'static str,
    /// What is wrong with its text.
    pub error: ParseError,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.setting, self.error)
    }
}

impl Error for SetupError {}

/// A record that cannot be replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// Its start is no position of the game.
    Start(ParseError),
    /// It has the swap rule, which the game does not offer.
    NoSwap,
    /// One of its entries is refused.
    Entry {
        /// The place of the entry among the record's, from 0.
        index: usize,
        /// As the record has it.
        entry: String,
        /// Why it is refused.
        error: MoveError,
    },
}

impl ReplayError {
    /// What is wrong, for people.
    pub fn text(&self) -> Text {
        match self {
            Self::Start(error) => error.text.clone(),
            Self::NoSwap => Text::new(
                "this game is not played with the swap rule",
                "ce jeu ne se joue pas avec l'échange des places",
            ),
            Self::Entry { index, entry, error } => Text::composed(
                format!("move {} '{entry}': {}", index + 1, error.text.en),
                format!("coup {} « {entry} » : {}", index + 1, error.text.fr),
            ),
        }
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl Error for ReplayError {}
