//! Figures of a visitor, devices of a profile, and reports.

use play::Player;
use rules::Seat;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::SeatSecret;

/// `GET /api/you`: figures of the visitor's finished matches, and the devices of the profile.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct You {
    /// The games that the visitor has played, in the order of menus.
    pub games: Vec<GameFigures>,
    /// Devices that came to the profile by a link, the oldest first.
    pub devices: Vec<DeviceInfo>,
}

/// Figures of one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct GameFigures {
    /// The game's id.
    pub game: String,
    /// Results by opponent and seat, in no order.
    pub results: Vec<ResultCount>,
    /// Accuracies of reviewed matches, the oldest first; the last hundred.
    pub accuracies: Vec<AccuracyPoint>,
    /// The openings, or boards, of most matches, the most frequent first.
    pub favourites: Vec<Favourite>,
    /// Milliseconds for which it was played; breaks are left out.
    pub played_ms: u64,
    /// The visitor's rating; `None` without a match that counts, or in a game whose levels are not rated.
    #[ts(optional = nullable)]
    pub rating: Option<RatingInfo>,
    /// The ratings of the levels, weakest first; empty if they are not rated.
    pub levels: Vec<LevelRatingInfo>,
}

/// Results against one opponent from one seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct ResultCount {
    /// The id of a computer player; `None` for people.
    #[ts(optional = nullable)]
    pub opponent: Option<String>,
    /// Where the visitor sat.
    pub seat: Seat,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

/// How well the visitor played in a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct AccuracyPoint {
    /// The id of the match.
    pub id: String,
    /// When it ended, in milliseconds since 1970.
    pub at: u64,
    /// The accuracy, 0 to 1.
    pub accuracy: f32,
}

/// Opening or board that the visitor has played often.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Favourite {
    /// The start position, in a game of many boards.
    #[ts(optional = nullable)]
    pub start: Option<String>,
    /// The first moves, in a game that always begins at the same position.
    #[ts(optional = nullable)]
    pub opening: Option<String>,
    /// The last match that began so.
    pub id: String,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

/// Rating of the visitor in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct RatingInfo {
    pub rating: i32,
    /// Its error: twice the rating deviation.
    pub error: i32,
    /// How many matches count.
    pub matches: u32,
    /// The level that would be an even match, once the rating is sure enough.
    #[ts(optional = nullable)]
    pub even_level: Option<String>,
}

/// Rating of a level.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct LevelRatingInfo {
    /// The level's id.
    pub level: String,
    pub rating: i32,
    /// Its error: twice the standard error.
    pub error: i32,
}

/// Device that came to a profile by a link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct DeviceInfo {
    /// When it came, in milliseconds since 1970.
    pub added: u64,
    /// Whether it is the one that asks.
    pub is_this: bool,
}

/// `GET /api/you`: what is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct YouQuery {
    /// Only the game with this id.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub game: Option<String>,
}

/// `POST /api/profile/link`: the link by which one more device comes to the profile, once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct ProfileLinkCreated {
    /// The secret of the link, for [`TakeProfile`].
    pub secret: SeatSecret,
    /// How long it can be used, in milliseconds.
    pub lifetime: u64,
}

/// `POST /api/profile/take`: the device comes to the profile of a link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TakeProfile {
    /// The secret of the link.
    pub secret: SeatSecret,
}

/// `POST /api/reports`: the name of a player is reported to the operator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// The id of the match in which it is seen.
    #[serde(rename = "match")]
    pub match_id: String,
    pub player: Player,
}
