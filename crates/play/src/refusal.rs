//! Refusals: why something that a client asks for is not done.

use std::error::Error;
use std::fmt;

use rules::Text;
use serde::{Deserialize, Serialize};

/// Refusal of a command, by the match or by the server that runs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The kind, for programs.
    pub code: RefusalCode,
    /// The reason, for people.
    pub text: Text,
}

/// The kinds of refusal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum RefusalCode {
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
    /// The message is no message of the protocol.
    BadMessage,
    /// The client speaks another version of the protocol.
    Protocol,
    /// The command was meant for an earlier version of the match.
    Stale,
    /// The player is not the client's to move.
    NotYours,
    /// The server is too busy or failed; the command may be sent again.
    TryAgain,
    /// Too many messages in too short a time; the command may be sent again later.
    SlowDown,
    /// Too many people watch already.
    Full,
}

impl Refusal {
    /// A refusal with a fixed text, in English and in French.
    pub const fn new(code: RefusalCode, en: &'static str, fr: &'static str) -> Self {
        Self { code, text: Text::new(en, fr) }
    }

    pub(crate) const OVER: Self =
        Self::new(RefusalCode::Over, "the game is over", "la partie est finie");
    pub(crate) const NOT_YOUR_TURN: Self =
        Self::new(RefusalCode::NotYourTurn, "it is not your turn", "ce n'est pas votre tour");
    pub(crate) const NOTHING_TO_UNDO: Self = Self::new(
        RefusalCode::NoSuchMove,
        "there is no move to take back",
        "aucun coup à reprendre",
    );
    pub(crate) const NOTHING_TO_REDO: Self = Self::new(
        RefusalCode::NoSuchMove,
        "there is no move to play again",
        "aucun coup à rejouer",
    );
    pub(crate) const NOT_ALLOWED: Self = Self::new(
        RefusalCode::NotAllowed,
        "this match does not allow that",
        "cette partie ne le permet pas",
    );
    pub(crate) const TOO_LATE: Self = Self::new(
        RefusalCode::NotAllowed,
        "a game can be aborted only before the second move",
        "une partie ne s'annule qu'avant le deuxième coup",
    );
    pub(crate) const NO_SUCH_OFFER: Self = Self::new(
        RefusalCode::NoSuchOffer,
        "there is no such offer",
        "il n'y a pas d'offre de ce genre",
    );
    pub(crate) const TAKEN: Self =
        Self::new(RefusalCode::Taken, "no seat is free", "aucune place n'est libre");
    pub(crate) const SEATED_ALREADY: Self = Self::new(
        RefusalCode::Taken,
        "you have a seat at this table already",
        "vous avez déjà une place à cette table",
    );
    pub(crate) const BAD_NAME: Self = Self::new(
        RefusalCode::NotAllowed,
        "the name is too long, or has characters that nobody sees",
        "le nom est trop long, ou contient des caractères invisibles",
    );
    pub(crate) const NOT_STARTED: Self = Self::new(
        RefusalCode::NotReady,
        "the game has not started yet",
        "la partie n'a pas encore commencé",
    );
    pub(crate) const NOT_LAID: Self = Self::new(
        RefusalCode::NotReady,
        "the board is not put together yet",
        "le plateau n'est pas encore assemblé",
    );
    pub(crate) const ALONE: Self = Self::new(
        RefusalCode::NotReady,
        "the other player is not here yet",
        "l'autre joueur n'est pas encore là",
    );
    pub(crate) const HALF: Self = Self::new(
        RefusalCode::Unreadable,
        "half a board is two tiles, '-' for an empty place",
        "une moitié de plateau, c'est deux tuiles, « - » pour une place vide",
    );
    /// The other player has not been gone for long enough.
    pub const TOO_SOON: Self = Self::new(
        RefusalCode::TooSoon,
        "the other player has not been gone for long enough",
        "l'autre joueur n'est pas parti depuis assez longtemps",
    );
    pub(crate) const CONFIRMED_ALREADY: Self = Self::new(
        RefusalCode::NotAllowed,
        "you have agreed with this board already",
        "vous avez déjà accepté ce plateau",
    );
    pub(crate) const OFFERED_ALREADY: Self =
        Self::new(RefusalCode::NoSuchOffer, "that is offered already", "c'est déjà proposé");
}

impl From<rules::MoveError> for Refusal {
    fn from(error: rules::MoveError) -> Self {
        let code = match error.code {
            rules::MoveErrorCode::Over => RefusalCode::Over,
            rules::MoveErrorCode::Unreadable => RefusalCode::Unreadable,
            rules::MoveErrorCode::Illegal => RefusalCode::Illegal,
        };
        Self { code, text: error.text }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl Error for Refusal {}
