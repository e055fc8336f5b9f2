//! Errors of certificates.

use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rules::{Position, Text};

/// Characters of a text from outside that an error quotes.
const QUOTE_MAX_CHARS: usize = 300;

/// Why a certificate cannot be made, or is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertificateError {
    /// The line of the file, counted from 1.
    pub line: Option<u64>,
    /// What is wrong.
    pub text: Text,
}

impl CertificateError {
    fn new(line: Option<u64>, en: String, fr: String) -> Self {
        Self { line, text: Text::composed(en, fr).shortened(QUOTE_MAX_CHARS) }
    }

    /// The file cannot be read there.
    pub(super) fn syntax(line: u64, en: &str, fr: &str) -> Self {
        Self::new(Some(line), en.to_owned(), fr.to_owned())
    }

    pub(super) fn unknown_game(line: u64, game: &str) -> Self {
        Self::new(
            Some(line),
            format!("there are no certificates for a game '{game}'"),
            format!("il n'y a pas de certificats pour un jeu « {game} »"),
        )
    }

    pub(super) fn game_over() -> Self {
        let text = Text::new("the game is over in that position", "la partie est finie ici");
        Self { line: None, text }
    }

    /// The search was stopped, or has not settled the position.
    pub(super) fn unsolved(position: &impl Position, stop: &AtomicBool) -> Self {
        if stop.load(Relaxed) {
            return Self::stopped();
        }
        Self::new(
            None,
            format!("the engine cannot settle this position: {position}"),
            format!("le moteur ne peut pas trancher cette position : {position}"),
        )
    }

    pub(super) fn stopped() -> Self {
        Self { line: None, text: Text::new("stopped", "interrompu") }
    }

    pub(super) fn illegal(line: u64, number: u64, word: &str, position: &impl Position) -> Self {
        Self::new(
            Some(line),
            format!("move {number}, '{word}', is not legal in {position}"),
            format!("le coup {number}, « {word} », n'est pas légal dans {position}"),
        )
    }

    pub(super) fn refuted(line: Option<u64>, number: u64, position: &str) -> Self {
        Self::new(
            line,
            format!("after move {number} the game can end otherwise than is claimed: {position}"),
            format!("après le coup {number} la partie peut finir autrement : {position}"),
        )
    }

    pub(super) fn repeated(line: Option<u64>, number: u64, position: &str) -> Self {
        Self::new(
            line,
            format!("after move {number} a position can come again, for a draw: {position}"),
            format!("après le coup {number} une position peut revenir, donc la nulle : {position}"),
        )
    }

    pub(super) fn too_long(line: Option<u64>, number: u64, plies: u16) -> Self {
        Self::new(
            line,
            format!("after move {number} a game lasts {plies} plies, which is too long to win it"),
            format!("après le coup {number} une partie dure {plies} demi-coups : trop pour gagner"),
        )
    }

    pub(super) fn wrong_length(line: u64, claimed: u16, plies: u16) -> Self {
        Self::new(
            Some(line),
            format!("the longest game has {plies} plies, not {claimed}"),
            format!("la partie la plus longue a {plies} demi-coups, pas {claimed}"),
        )
    }

    pub(super) fn nothing_claimed(line: u64) -> Self {
        Self::syntax(line, "nothing is claimed", "rien n'est affirmé")
    }

    /// Whether somebody stopped the work.
    pub fn is_stopped(&self) -> bool {
        *self == Self::stopped()
    }
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.text),
            None => self.text.fmt(f),
        }
    }
}

impl Error for CertificateError {}
