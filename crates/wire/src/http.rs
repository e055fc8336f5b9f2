//! Requests and responses of the HTTP interface.

mod analyses;
mod fairness;
mod history;
mod introductions;
mod pairing;
mod puzzles;
mod rooms;
mod tiles;
mod you;

use std::collections::BTreeMap;

use play::{Kind, Player, TimeControl, Version, Who};
use rules::{Board, BySeat, Record, Seat, Setup, Spot, Text, Tile, View};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::SeatSecret;

pub use analyses::{
    AnalysedMove, Analysis, AnalysisSummary, FileInfo, FilesRequest, Found, Look, LookRequest,
    NewAnalysis, ReadRequest, Recognised, SaveAnalysis, Saved,
};
pub use fairness::{FairGame, FairnessInfo, FairnessRequest, FavouredSide, MeasuredBoard};
pub use history::{
    ListedResult, MatchDeletions, MatchIds, MatchListQuery, OpponentPlace, ProfileAnalysis,
    ProfileDeletion, ProfileFile, ProfileImport, RecordsQuery,
};
pub use introductions::{
    IntroductionAnswer, IntroductionAttempt, IntroductionInfo, IntroductionStepInfo,
};
pub use pairing::{Pairing, PairingRequest, SeekCount};
pub use puzzles::{
    ChosenPuzzle, DailyPuzzle, GamePuzzles, GradeInfo, HintStep, NextPuzzleQuery, ProfilePuzzle,
    PuzzleAnswer, PuzzleAttempt, PuzzleCount, PuzzleGoalInfo, PuzzleHint, PuzzleHintRequest,
    PuzzleInfo, PuzzleRating, PuzzleSolution, PuzzleState, PuzzleSummary, PuzzleVerdict, Puzzles,
    Refutation, ThemeInfo, ThemeName,
};
pub use rooms::{
    Lan, LanAccess, LanSharing, Lobby, LobbyFilter, LobbyMessage, LobbySocketQuery, Neighbour,
    NewRoom, Probe, ProbeResult, RoomChange, RoomCreated, RoomSummary, Side, Stage,
};
pub use tiles::{
    ImportedTile, OwnTile, TileAnswer, TileChange, TileProblem, TileQuestion, TileReport,
};
pub use you::{
    AccuracyPoint, DeviceInfo, Favourite, GameFigures, LevelRatingInfo, NewReport,
    ProfileLinkCreated, RatingInfo, ResultCount, TakeProfile, You, YouQuery,
};

/// `GET /api/catalogue`: all that a screen may know before a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Catalogue {
    /// The games, in the order of menus.
    pub games: Vec<GameInfo>,
    /// The version of the program.
    pub version: String,
    /// Whether the client is on the owner's own machine.
    pub owner: bool,
    /// Where positions and games are analysed.
    #[serde(default)]
    pub analysis: AnalysisPlace,
}

/// Where positions and games are analysed.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(rename_all = "kebab-case")]
pub enum AnalysisPlace {
    /// At the server.
    #[default]
    Server,
    /// In the browser alone, with engines that the server sends it: it refuses questions.
    Browser,
    /// At the server, or in the browser, as the client likes.
    Either,
}

/// `POST /api/analysis/check`: a position that the client wants to analyse itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct AnalysisCheck {
    /// The game's id.
    pub game: String,
    /// The game so far.
    pub record: Record,
    /// The match that it is from.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub of: Option<String>,
}

/// `GET /api/start`: all that the page needs at its start.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Start {
    /// The language of the texts: the one chosen, else the first of the browser's.
    pub lang: String,
    /// What the page says, by id.
    pub texts: BTreeMap<String, String>,
    pub catalogue: Catalogue,
    /// What the visitor has chosen and reached; only the page understands it.
    #[schema(value_type = Object)]
    #[ts(type = "unknown")]
    pub profile: serde_json::Value,
}

/// A game, as screens need to know it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct GameInfo {
    /// The name in commands and links.
    pub id: String,
    /// The name for people.
    pub title: Text,
    /// What it is about, in one line.
    pub goal: Text,
    /// How many steps its introduction has.
    pub introduction: usize,
    /// What the seats are called, First and Second.
    pub seats: [Text; 2],
    /// How squares look.
    pub grounds: Vec<StyleInfo>,
    /// How pieces look.
    pub pieces: Vec<StyleInfo>,
    /// How the board is drawn.
    pub look: LookInfo,
    /// Labels of columns from the left; empty where there is none.
    pub files: Vec<String>,
    /// Labels of rows from the top.
    pub ranks: Vec<String>,
    /// The ways to play; the first is the usual one.
    pub rule_sets: Vec<RuleSetInfo>,
    /// The tiles that a board is put together from; none if every board is the same.
    pub tiles: Vec<TileSetInfo>,
    /// Seeds of boards that were measured and found fair: random boards are drawn from them.
    pub fair_seeds: Vec<u64>,
    /// Whether the swap rule is offered.
    pub swap: bool,
    /// The levels of the computer, weakest first.
    pub levels: Vec<OpponentInfo>,
    /// The classic algorithms.
    pub classics: Vec<OpponentInfo>,
    /// Programs of the server's owner that this visitor may play; their ids begin with `bot:`.
    pub bots: Vec<OpponentInfo>,
    /// The files of other programs that can be read.
    pub formats: Vec<FormatInfo>,
}

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct LookInfo {
    /// What the pieces stand on.
    pub surface: SurfaceInfo,
    /// Whether a piece falls down its column. Such a board is never turned upside down.
    pub falling: bool,
    /// The seat whose pieces begin at the lower edge; `None` where the seats have no edges.
    pub lower: Option<Seat>,
}

/// The material of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum SurfaceInfo {
    /// One cloth with a grid of lines.
    Cloth,
    /// Squares of different grounds, each with its sign.
    Tiles,
    /// An upright rack with a round hole for each cell.
    Rack,
}

/// A kind of file that another program writes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct FormatInfo {
    /// What people call it.
    pub name: String,
    /// How the names of such files end, and those of the files that belong to them.
    pub endings: Vec<String>,
}

/// `GET /api/rules/GAME`: how a game is played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Rules {
    /// In Markdown.
    pub text: Text,
    /// What the blocks fenced with ` ```board ` show, in their order; their captions are in the text.
    pub diagrams: Vec<Diagram>,
}

/// A picture that explains something.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Diagram {
    /// What is drawn; its choices are those to light up.
    pub view: View,
    /// What has been pointed at.
    pub picked: Vec<Spot>,
}

/// How a piece or a square looks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct StyleInfo {
    pub label: Text,
    /// It in one character.
    pub glyph: char,
    /// It in one ASCII letter.
    pub letter: char,
    /// Its colour, `#rrggbb`.
    pub colour: String,
}

/// A way to play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct RuleSetInfo {
    /// The name in commands.
    pub id: String,
    /// The name for people.
    pub title: Text,
    /// What is special about it.
    pub about: Text,
}

/// A set of tiles.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct TileSetInfo {
    /// The name in commands.
    pub id: String,
    /// The name for people.
    pub title: Text,
    pub tiles: Vec<Tile>,
}

/// Somebody to play against.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct OpponentInfo {
    /// The name in commands.
    pub id: String,
    /// The name for people.
    pub title: Text,
    /// Its name by rule sets where that is another one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub titles: BTreeMap<String, Text>,
    /// How deep it searches, if its tree can be looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub depth: Option<u16>,
    /// The rating of a level by the usual rules, if it has been measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rating: Option<OpponentRatingInfo>,
}

/// Rating of an opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct OpponentRatingInfo {
    pub points: i32,
    /// Its error: twice the standard error.
    pub error: i32,
}

/// `POST /api/matches`: a new match, answered with [`Created`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewMatch {
    /// The game's id.
    pub game: String,
    /// Rule set, board, seed. Without a board and a seed the server draws one.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub setup: Option<Setup>,
    /// A game to go on with, instead of a set-up.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub record: Option<Record>,
    /// Whether the swap rule holds, in a game that has it: `swap` in the catalogue.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub swap: bool,
    /// Who plays, in seats First and Second.
    pub players: BySeat<Who>,
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub time: TimeControl,
    /// A secret with which a client that keeps no cookies plays in it.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub seat: Option<SeatSecret>,
}

/// `POST /api/matches/ID/seat`: the secret with which another device goes on with a match at one screen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct SeatCreated {
    /// The secret, for the `hello` of the other device.
    pub seat: SeatSecret,
}

/// A match that was created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Created {
    pub id: String,
}

/// `GET /api/matches`: the visitor's matches, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct MatchSummary {
    pub id: String,
    /// The game's id.
    pub game: String,
    /// Where it is played.
    pub kind: Kind,
    /// Who plays; `None` where a seat is still free.
    pub players: BySeat<Option<Who>>,
    /// How many events it has had.
    pub version: Version,
    /// Entries of the record.
    pub entries: usize,
    /// Whether it is over.
    pub over: bool,
    /// When something last happened, in milliseconds since 1970.
    pub at: u64,
    /// The rules, where a game has several and they are known.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub rules: Option<String>,
    /// Who has won; `None` for a draw and while it is not over.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub winner: Option<Player>,
    /// Why it is over.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub reason: Option<String>,
    /// When it was created, in milliseconds since 1970.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub created: u64,
    /// When it ended.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub ended: Option<u64>,
    /// Which player the visitor is; `None` where the visitor is both or none of them.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub you: Option<Player>,
    /// How well the players played, in percent, by the seats where they began; `None` if there has been no review of the
    /// finished game.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub accuracy: Option<BySeat<Option<u8>>>,
    /// Whether it cannot be read any more; then nothing but the id and the time is known of it.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub damaged: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// `GET /api/analyses`: which page of the list.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ListPage {
    /// Only what comes after this element of the list: its `at` and its `id`, with a hyphen between them.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub before: Option<String>,
    /// How many at most; 100 without it, which is the maximum.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub limit: Option<u32>,
}

/// `POST /api/preview`: the picture of a set-up in progress, answered with a [`Preview`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PreviewRequest {
    /// The game's id.
    pub game: String,
    /// What has been chosen so far.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub setup: Setup,
}

/// The picture of a set-up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Preview {
    pub board: Board,
    /// The set-up that it shows: where neither a board nor a seed was chosen, a seed has been drawn.
    pub setup: Setup,
}

/// `GET /healthz`: identity of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Health {
    /// The version of Damier.
    pub damier: String,
    /// A number that stands for the folder of its data.
    pub data: String,
    /// Whether other machines reach it.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub lan: bool,
}

/// `POST /api/matches/ID/hint`: what the engine would play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Hint {
    pub notation: Option<String>,
    /// The expected score of the side to move, 0 to 1.
    pub chance: f32,
    /// The version of the match that it is for.
    pub version: Version,
}

/// Any error of the HTTP part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Problem {
    /// The kind, for programs: `not-found`, `bad-request`, `too-large`, `refused`, `stale`, `taken`, `changed`, `quota`,
    /// `busy`, `too-many`, `timeout`, `not-stored`, `incompatible`, `missing-data`, `failed`.
    pub code: String,
    /// What is wrong, for people.
    pub text: Text,
    /// The bytes of the text in question that are wrong, start and end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub at: Option<[usize; 2]>,
    /// The field of the request that is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub field: Option<String>,
}
