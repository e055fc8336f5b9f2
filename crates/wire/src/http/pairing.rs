//! Quick pairing: any opponent for a game with given clocks.

use play::TimeControl;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::SeatSecret;

/// `POST /api/pairing`: looks for any opponent, answered with [`Pairing`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PairingRequest {
    /// The game's id.
    pub game: String,
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub time: TimeControl,
    /// The client's name, as shown to the other.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub name: String,
    /// The secret that opens the client's seat from now on.
    pub seat: SeatSecret,
    /// The client's table that waits already: the answer is an older one, or this one again.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub own: Option<String>,
    /// Ids of the matches in which the client itself has a seat: none of them is answered. The owner's browsers and
    /// terminals share a profile, and are told apart by these; without them nobody is paired with their own profile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional = nullable)]
    pub seats: Option<Vec<String>>,
}

/// Table for a client of quick pairing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Pairing {
    /// The id of its match.
    pub id: String,
    /// Whether the client has a seat there and waits; otherwise somebody else does, and the client joins over the
    /// socket of the match.
    pub waiting: bool,
}

/// Element of `GET /api/pairing`: how many wait for an opponent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct SeekCount {
    /// The game's id.
    pub game: String,
    pub time: TimeControl,
    /// How many wait.
    pub waiting: usize,
}
