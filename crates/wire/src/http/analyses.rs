//! Positions without a match, and analyses as they are kept.

use play::Version;
use rules::{Board, BySeat, Record, Text, View};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// `POST /api/look`: a position without a match, answered with a [`Look`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct LookRequest {
    /// The game's id.
    pub game: String,
    /// The game so far; without it, the usual start of a game that has one, or a board that is drawn.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub record: Option<Record>,
    /// Moves that follow, apart or run together.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub moves: String,
}

/// A position without a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Look {
    /// The game so far, in exact notation.
    pub record: Record,
    /// The position at its end.
    pub position: String,
    /// The picture, and the legal moves.
    pub view: View,
    /// The page that analyses it.
    pub path: String,
}

/// `POST /api/read`: what is this? Answered with [`Recognised`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadRequest {
    /// Moves, a position, a file with games, or a link to a page of this program.
    pub text: String,
    /// The game, if that is known.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub game: Option<String>,
}

/// `POST /api/files`: what is in these files? Answered with [`Recognised`]. This is the first line of the
/// body; the bytes of the files follow, one after the other. `POST /api/files/N` is asked in the same way,
/// and answered with an [`Analysis`] of that game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct FilesRequest {
    /// The files: one with games, and those that tell more of the games.
    pub files: Vec<FileInfo>,
}

/// A file that is sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct FileInfo {
    pub name: String,
    /// How many bytes it has.
    pub length: usize,
}

/// Every way to understand a text, or every game of a file, at least one: with several, a person must
/// choose.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Recognised {
    pub found: Vec<Found>,
    /// How many games there are that a list this long leaves out.
    #[serde(default, skip_serializing_if = "is_none")]
    pub left_out: usize,
    /// How many games of a file cannot be read.
    #[serde(default, skip_serializing_if = "is_none")]
    pub refused: usize,
    /// What is wrong with the first of them, and where.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Text>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants it so")]
const fn is_none(count: &usize) -> bool {
    *count == 0
}

/// One way to understand a text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Found {
    /// What it is: `moves`, `position`, `record` or `link`.
    pub kind: String,
    /// The game's id.
    pub game: String,
    /// How many moves have been played.
    pub entries: usize,
    /// The names of the players, if they are known.
    pub players: BySeat<Option<String>>,
    /// When it was played, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub date: Option<String>,
    /// A few words on it, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub about: Option<String>,
    /// The score, as record files write it.
    pub result: String,
    /// The picture of the position at its end; in a long list only the first have one.
    pub board: Option<Board>,
    /// The page that shows it; `None` for a game of a file, which is made an analysis first.
    pub path: Option<String>,
    /// The place of the game in the file, from 0.
    pub index: usize,
}

/// `POST /api/analyses`: a new analysis, answered with an [`Analysis`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "from", rename_all = "kebab-case", deny_unknown_fields)]
pub enum NewAnalysis {
    /// A game of a file, with all that stands there.
    File {
        /// The text of the file.
        text: String,
        /// The place of the game in it, from 0.
        #[serde(default)]
        #[ts(optional, as = "Option<_>")]
        index: usize,
    },
    /// What a screen has.
    Tree {
        /// The game's id.
        game: String,
        /// The position at the start.
        start: String,
        /// Whether the swap rule holds.
        #[serde(default)]
        #[ts(optional, as = "Option<_>")]
        swap: bool,
        /// The names of the players.
        #[serde(default)]
        #[ts(optional, as = "Option<_>")]
        players: BySeat<Option<String>>,
        /// What is said of the start.
        #[serde(default)]
        #[ts(optional, as = "Option<_>")]
        comment: String,
        moves: Vec<AnalysedMove>,
    },
}

/// `GET /api/analyses/ID`: a game with its variations and all that is said of them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Analysis {
    /// Its id: its own, or that of the match.
    pub id: String,
    /// How often it has been stored; 0 for a match that nobody has said anything of.
    pub version: Version,
    /// Whether it is the analysis of a match.
    #[serde(rename = "match")]
    pub of_match: bool,
    /// The game's id.
    pub game: String,
    /// The position at the start.
    pub start: String,
    /// Whether the swap rule holds.
    pub swap: bool,
    /// The names of the players, by the seats that they had at the beginning.
    pub players: BySeat<Option<String>>,
    /// The score, as record files write it.
    pub result: String,
    /// What is said of the start.
    pub comment: String,
    /// The moves: each names an earlier one as the move before it, and of several that follow the
    /// same, the first is the game's own.
    pub moves: Vec<AnalysedMove>,
}

/// A move of an analysis.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct AnalysedMove {
    /// The place of the move before it in the list; `null` for a first move.
    pub parent: Option<usize>,
    pub notation: String,
    /// What is said of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// The sign that somebody gave it: `!`, `?`, `!!`, `??`, `!?` or `?!`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mark: String,
    /// Other notes, as record files write them; they are kept as they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// `PUT /api/analyses/ID`: what is said from now on, answered with [`Saved`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct SaveAnalysis {
    /// The version that the client has seen: refused as `stale` if there is a newer one.
    pub version: Version,
    /// What is said of the start.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub comment: String,
    pub moves: Vec<AnalysedMove>,
}

/// An analysis has been stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Saved {
    /// Its version now.
    pub version: Version,
}

/// `GET /api/analyses`: the visitor's analyses, the last changed first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct AnalysisSummary {
    pub id: String,
    /// Whether it is the analysis of a match.
    #[serde(rename = "match")]
    pub of_match: bool,
    /// The game's id.
    pub game: String,
    /// The names of the players.
    pub players: BySeat<Option<String>>,
    /// Moves of the game itself.
    pub entries: usize,
    /// Moves of its variations.
    pub variations: usize,
    /// When it was last changed, in milliseconds since 1970.
    pub at: u64,
}
