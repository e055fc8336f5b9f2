//! Record of a game: its start and its moves, as they are stored and sent.

use serde::{Deserialize, Serialize};

/// The entry by which the player in seat Second takes the other's seat.
pub const SWAP: &str = "swap";

/// A game: where it started, and what was played.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", ts(rename = "GameRecord"))] // TypeScript has a `Record` of its own
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The position from which it started, in the game's notation.
    pub start: String,
    /// Whether the swap rule holds.
    #[serde(default)]
    pub swap: bool,
    /// The moves; with the swap rule the second entry may be [`SWAP`], which is no ply.
    #[serde(default)]
    pub moves: Vec<String>,
}

impl Record {
    /// A game that starts at `start`, with nothing played yet.
    pub const fn new(start: String) -> Self {
        Self { start, swap: false, moves: Vec::new() }
    }
}
