//! How fair boards are.

use rules::{Seat, Setup, Text};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// `POST /api/fairness`: a little more about how fair a board is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct FairnessRequest {
    /// The game's id.
    pub game: String,
    /// The choices with the board; a seed of 0 without a board is a board too.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub setup: Setup,
    /// The games so far, as the last answer had them; none to begin with.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub games: Vec<FairGame>,
    /// Only an estimate by one short search is wanted: no games are played.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub quick: bool,
}

/// A game that the engine has played against itself.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct FairGame {
    /// Whether the board was turned half round.
    pub turned: bool,
    /// What First got: 1, 0.5 or 0.
    pub score: f32,
    /// How many plies it had.
    pub plies: u32,
}

/// How fair a board is, as far as that is known.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct FairnessInfo {
    /// All games so far.
    pub games: Vec<FairGame>,
    /// First's share of the points.
    pub score: f64,
    /// How far the true share may be from that, 95 times in 100.
    pub error: f64,
    /// First's share on the board as it lies, and on its half turn.
    pub parts: [f64; 2],
    /// The mean length of a game, in plies.
    pub length: f64,
    /// Who wins with the best play, if that is proved: then there are no games.
    pub proved: Option<Seat>,
    /// The side that an estimate favours so much that players should know. Only in the answer to a quick request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub favoured: Option<FavouredSide>,
    /// The verdict in words.
    pub verdict: Text,
}

/// A side that a board favours, by one short search.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct FavouredSide {
    pub seat: Seat,
    /// Its expected score, 0 to 1.
    pub score: f64,
}

/// `GET /api/boards/{game}`: a board that has been measured at leisure.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct MeasuredBoard {
    /// The seed that it is drawn from.
    pub seed: u64,
    /// First's share of the points.
    pub score: f64,
    /// How far the true share may be from that.
    pub error: f64,
    /// First's share on the board as it lies, and on its half turn.
    pub parts: [f64; 2],
    /// The mean length of a game, in plies.
    pub length: f64,
    /// Whether it is called fair, as it lies.
    pub fair: bool,
}
