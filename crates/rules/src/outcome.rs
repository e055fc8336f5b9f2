//! Result of a game, and its reason.

use crate::{Seat, Text};

/// Why a game ended. Games name their own reasons; the ones here belong to no game.
#[derive(Debug)]
pub struct Reason {
    /// A stable name for programs, such as `aligned`.
    pub id: &'static str,
    /// The same for people, as it stands after "Player 1 wins: ".
    pub text: Text,
}

impl Reason {
    /// A reason of a game's own.
    pub const fn new(id: &'static str, en: &'static str, fr: &'static str) -> Self {
        Self { id, text: Text::new(en, fr) }
    }
}

/// The player to move cannot move and loses.
pub(crate) static STUCK: Reason =
    Reason::new("stuck", "the opponent has no move left", "l'adversaire ne peut plus jouer");
pub(crate) static REPETITION: Reason = Reason::new(
    "repetition",
    "the same position for the third time",
    "troisième fois la même position",
);
pub(crate) static QUIET: Reason =
    Reason::new("quiet", "too many moves without progress", "trop de coups sans progrès");
pub(crate) static LENGTH: Reason = Reason::new(
    "length",
    "the game has reached its longest length",
    "la partie a atteint sa longueur maximale",
);

/// Reasons are the same when their names are.
impl PartialEq for Reason {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Reason {}

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Who won; `None` is a draw.
    pub winner: Option<Seat>,
    /// Why it is over.
    pub reason: &'static Reason,
    /// By how much, in the games that count; 0 in a draw of such a game.
    pub margin: Option<u8>,
}

impl Outcome {
    /// `seat` has won.
    #[inline]
    pub const fn win(seat: Seat, reason: &'static Reason) -> Self {
        Self { winner: Some(seat), reason, margin: None }
    }

    /// Nobody has won.
    #[inline]
    pub const fn draw(reason: &'static Reason) -> Self {
        Self { winner: None, reason, margin: None }
    }

    /// `seat` is to move, cannot, and loses.
    #[inline]
    pub const fn stuck(seat: Seat) -> Self {
        let winner = match seat {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        };
        Self::win(winner, &STUCK)
    }
}
