//! Ratings: those of levels, from games between them, those of people, from games against levels, and those of any players
//! of a ladder.
//!
//! All are on the scale of Elo and Glicko, on which 400 points are odds of ten to one. Level `normal` is
//! [`NORMAL_LEVEL_RATING`] in every game, which says nothing about ratings elsewhere.

mod bradley_terry;
mod glicko2;
mod level_ratings;
mod rating_table;

pub use glicko2::{PlayerRating, RatedGame};
pub use level_ratings::{LevelRating, LevelRatings};
pub use rating_table::{PairScore, RatingTable, TableRating};

/// The rating of level `normal`, and the one that a player begins with.
pub const NORMAL_LEVEL_RATING: f64 = 1500.0;
/// Points for odds of `e` to one: 400 points are odds of ten to one.
const POINTS_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;
