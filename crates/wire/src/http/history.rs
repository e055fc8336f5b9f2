//! History of a visitor: the list of matches, their record files, and everything that is stored.

use rules::Tile;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{ListPage, ProfilePuzzle};

/// `GET /api/matches`: which matches, and which page of their list.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct MatchListQuery {
    /// Only what comes after this element of the list: its `at` and its `id`, with a hyphen between them.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub before: Option<String>,
    /// How many at most; 100 without it, which is the maximum.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub limit: Option<u32>,
    /// Only those of this game.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub game: Option<String>,
    /// Only those that ended so for the visitor.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub result: Option<ListedResult>,
    /// Only those against such an opponent.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub opponent: Option<OpponentPlace>,
    /// Only those that are over, or only those that are not.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub over: Option<bool>,
    /// Only those with this in the name of a player, the rules or the id.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub search: Option<String>,
}

impl MatchListQuery {
    /// Which page of the list.
    pub fn page(&self) -> ListPage {
        ListPage { before: self.before.clone(), limit: self.limit }
    }
}

/// Result of a match for the visitor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum ListedResult {
    /// The visitor has won.
    Won,
    /// The other has won.
    Lost,
    /// Nobody has won.
    Drawn,
}

/// Where the opponent is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum OpponentPlace {
    Computer,
    /// A person at another screen.
    Online,
    /// A person at the same screen.
    Screen,
}

/// `GET /api/records`: the visitor's matches as one record file: these, or all that the other fields select.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct RecordsQuery {
    /// Ids of matches, with commas between them.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub ids: Option<String>,
    /// Only those of this game.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub game: Option<String>,
    /// Only those that ended so for the visitor.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub result: Option<ListedResult>,
    /// Only those against such an opponent.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub opponent: Option<OpponentPlace>,
    /// Only those that are over, or only those that are not.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub over: Option<bool>,
    /// Only those with this in the name of a player, the rules or the id.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub search: Option<String>,
}

/// `POST /api/matches/delete`: which matches, at most 100.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct MatchIds {
    pub ids: Vec<String>,
}

/// What `POST /api/matches/delete` has done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct MatchDeletions {
    /// How many matches are no longer in the visitor's list.
    pub deleted: u64,
    /// Those that are still played with somebody else, and therefore stay.
    pub running: Vec<String>,
}

/// Everything that is stored for a visitor: `GET /api/profile/file`. A part of it is `POST`ed to be taken in.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ProfileFile {
    /// The name and the version of the format: `damier-profile-1`.
    pub format: String,
    /// What the page keeps: settings and progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<std::collections::HashMap<String, String>>")]
    #[schema(value_type = Option<Object>)]
    pub settings: Option<Map<String, Value>>,
    /// The own tiles.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub tiles: Vec<Tile>,
    /// The results at puzzles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub puzzles: Vec<ProfilePuzzle>,
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub analyses: Vec<ProfileAnalysis>,
    /// The matches, each as a record file of one game.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub matches: Vec<String>,
}

/// An analysis in a [`ProfileFile`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ProfileAnalysis {
    /// Its id, or that of the match that it is of.
    pub id: String,
    /// The game with variations and comments, as a record file of one game.
    pub record: String,
}

/// What has been taken in of a [`ProfileFile`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema, TS)]
pub struct ProfileImport {
    pub matches: usize,
    pub analyses: usize,
    pub tiles: usize,
    /// New results at puzzles.
    #[serde(default)]
    pub puzzles: usize,
    /// Matches, analyses, tiles and results that were there already.
    pub same: usize,
    /// Matches, analyses, tiles and results that cannot be read.
    pub unreadable: usize,
}

/// What `DELETE /api/profile` has done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct ProfileDeletion {
    /// How many matches are no longer in the visitor's list.
    pub matches: u64,
    /// Whether nothing is left. Otherwise there was not enough time: ask again.
    pub done: bool,
}
