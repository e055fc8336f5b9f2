//! Commands: what players ask for.

use serde::{Deserialize, Serialize};

use crate::{Claim, Offer};

/// A command that a player gives.
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
    Resign,
    /// Ask the other player for something.
    Offer {
        offer: Offer,
    },
    /// Agree to what the other player has asked for.
    Accept {
        offer: Offer,
    },
    Decline {
        offer: Offer,
    },
    /// End the match before it has really begun.
    Abort,
    /// Claim the win or a draw, because the other player has gone.
    Claim {
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

impl Command {
    /// Whether it means the same whatever has been offered meanwhile: who moves answers for the board alone.
    pub(crate) const fn ignores_offers(&self) -> bool {
        matches!(self, Self::Move { .. } | Self::Undo | Self::Redo)
    }
}
