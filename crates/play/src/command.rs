//! What players ask for, and why it may be refused.

use std::error::Error;
use std::fmt;

use rules::{RefusalCode, Text};
use serde::{Deserialize, Serialize};

use crate::Offer;

/// What a player asks for.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Play this entry of the record: a move, or `swap`.
    Move {
        /// In the game's notation.
        notation: String,
    },
    /// Go back to the player's last own turn, where a match allows that freely.
    Undo,
    /// Play again what was undone last.
    Redo,
    /// Give up.
    Resign,
    /// Ask the other player for something.
    Offer {
        /// What.
        offer: Offer,
    },
    /// Agree to what the other player has asked for.
    Accept {
        /// What.
        offer: Offer,
    },
    /// Refuse it.
    Decline {
        /// What.
        offer: Offer,
    },
    /// End the match before it has really begun.
    Abort,
}

/// Why a command is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The kind, for programs.
    pub code: RefusedCode,
    /// The reason, for people.
    pub text: Text,
}

/// The kinds of refusal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefusedCode {
    /// The match is over.
    Over,
    /// It is the other player's turn.
    NotYourTurn,
    /// The text is no move of the game.
    Unreadable,
    /// The move is not legal now.
    Illegal,
    /// There is nothing to go back or forward to.
    NoSuchMove,
    /// The match does not allow that.
    NotAllowed,
    /// Nobody has offered that, or it has been offered already.
    NoSuchOffer,
}

impl Refused {
    pub(crate) const fn new(code: RefusedCode, en: &'static str, fr: &'static str) -> Self {
        Self { code, text: Text::new(en, fr) }
    }

    pub(crate) const OVER: Self =
        Self::new(RefusedCode::Over, "the game is over", "la partie est finie");
    pub(crate) const NOT_YOUR_TURN: Self =
        Self::new(RefusedCode::NotYourTurn, "it is not your turn", "ce n'est pas votre tour");
    pub(crate) const NOTHING_TO_UNDO: Self = Self::new(
        RefusedCode::NoSuchMove,
        "there is no move to take back",
        "aucun coup à reprendre",
    );
    pub(crate) const NOTHING_TO_REDO: Self = Self::new(
        RefusedCode::NoSuchMove,
        "there is no move to play again",
        "aucun coup à rejouer",
    );
    pub(crate) const NOT_ALLOWED: Self = Self::new(
        RefusedCode::NotAllowed,
        "this match does not allow that",
        "cette partie ne le permet pas",
    );
    pub(crate) const TOO_LATE: Self = Self::new(
        RefusedCode::NotAllowed,
        "a game can be aborted only before the second move",
        "une partie ne s'annule qu'avant le deuxième coup",
    );
    pub(crate) const NO_SUCH_OFFER: Self = Self::new(
        RefusedCode::NoSuchOffer,
        "there is no such offer",
        "il n'y a pas d'offre de ce genre",
    );
    pub(crate) const OFFERED_ALREADY: Self =
        Self::new(RefusedCode::NoSuchOffer, "that is offered already", "c'est déjà proposé");
}

impl From<rules::Refusal> for Refused {
    fn from(refusal: rules::Refusal) -> Self {
        let code = match refusal.code {
            RefusalCode::Over => RefusedCode::Over,
            RefusalCode::Unreadable => RefusedCode::Unreadable,
            RefusalCode::Illegal => RefusedCode::Illegal,
        };
        Self { code, text: refusal.text }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl Error for Refused {}
