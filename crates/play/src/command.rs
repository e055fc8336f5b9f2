//! What players ask for, and why it may be refused.

use std::error::Error;
use std::fmt;

use rules::{RefusalCode, Text};
use serde::{Deserialize, Serialize};

use crate::{Claim, Offer};

/// What a player asks for.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
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
    /// Claim the win or a draw, because the other player has gone.
    Claim {
        /// Which.
        claim: Claim,
    },
    /// Lay tiles on the own half of the board, before the start.
    Lay {
        /// Two tiles in the words of the game; `-` leaves a place empty.
        half: String,
    },
    /// Agree with the board as it lies.
    Confirm,
    /// Have the computer take the free seat.
    Invite {
        /// The opponent's id, such as `difficult`.
        opponent: String,
        /// Where its chance decisions come from.
        seed: u64,
    },
    /// Give the seat up before the start; later, go away.
    Leave,
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
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
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
    /// No seat is free.
    Taken,
    /// The board is not put together yet, or nothing has started yet.
    NotReady,
    /// The other player has not been gone for long enough.
    TooSoon,
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
    pub(crate) const TAKEN: Self =
        Self::new(RefusedCode::Taken, "no seat is free", "aucune place n'est libre");
    pub(crate) const SEATED_ALREADY: Self = Self::new(
        RefusedCode::Taken,
        "you have a seat at this table already",
        "vous avez déjà une place à cette table",
    );
    pub(crate) const LONG_NAME: Self = Self::new(
        RefusedCode::NotAllowed,
        "the name is too long, or has characters that nobody sees",
        "le nom est trop long, ou contient des caractères invisibles",
    );
    pub(crate) const NOT_STARTED: Self = Self::new(
        RefusedCode::NotReady,
        "the game has not started yet",
        "la partie n'a pas encore commencé",
    );
    pub(crate) const NOT_LAID: Self = Self::new(
        RefusedCode::NotReady,
        "the board is not put together yet",
        "le plateau n'est pas encore assemblé",
    );
    pub(crate) const ALONE: Self = Self::new(
        RefusedCode::NotReady,
        "the other player is not here yet",
        "l'autre joueur n'est pas encore là",
    );
    pub(crate) const HALF: Self = Self::new(
        RefusedCode::Unreadable,
        "half a board is two tiles, '-' for an empty place",
        "une moitié de plateau, c'est deux tuiles, « - » pour une place vide",
    );
    /// The other player has not been gone for long enough.
    pub const TOO_SOON: Self = Self::new(
        RefusedCode::TooSoon,
        "the other player has not been gone for long enough",
        "l'autre joueur n'est pas parti depuis assez longtemps",
    );
    pub(crate) const CONFIRMED_ALREADY: Self = Self::new(
        RefusedCode::NotAllowed,
        "you have agreed with this board already",
        "vous avez déjà accepté ce plateau",
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
