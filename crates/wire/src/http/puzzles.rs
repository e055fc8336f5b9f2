//! Puzzles: positions with one right move, which is proved.

use rules::{Choice, Spot, Text, View};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::ValueInfo;

/// `GET /api/puzzles`: the puzzles that there are, and how far the visitor has come.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Puzzles {
    /// The puzzle of this day, the same for everybody; `None` in a program without puzzles.
    #[ts(optional = nullable)]
    pub daily: Option<DailyPuzzle>,
    /// Days in a row whose puzzle the visitor has solved, up to this one or the last.
    pub streak: u32,
    /// The games that have puzzles, in the order of menus.
    pub games: Vec<GamePuzzles>,
}

/// The puzzle of a day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct DailyPuzzle {
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The day, by UTC: `2026-11-16`.
    pub date: String,
    /// What the visitor has made of it.
    pub state: PuzzleState,
}

/// What a visitor has made of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleState {
    New,
    /// Failed, and not solved since.
    Failed,
    /// Solved after a wrong move or with help.
    Solved,
    /// Solved at once.
    Won,
}

/// Puzzles of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct GamePuzzles {
    /// The game's id.
    pub game: String,
    /// All of them.
    pub total: PuzzleCount,
    /// By theme, the most frequent first.
    pub themes: Vec<ThemeInfo>,
    /// By difficulty, the easiest first.
    pub grades: Vec<GradeInfo>,
    /// The visitor's rating at them; `None` without an attempt.
    #[ts(optional = nullable)]
    pub rating: Option<PuzzleRating>,
}

/// How many puzzles there are.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct PuzzleCount {
    pub puzzles: u32,
    /// Those that the visitor has solved.
    pub solved: u32,
}

/// Puzzles of a theme.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct ThemeInfo {
    /// The theme's id.
    pub id: String,
    pub title: Text,
    /// How many there are.
    pub count: PuzzleCount,
}

/// Puzzles of a difficulty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct GradeInfo {
    /// The difficulty, from 1: the number of the weakest level of play that solves them.
    pub grade: u8,
    /// How many there are.
    pub count: PuzzleCount,
}

/// Rating of the visitor at the puzzles of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct PuzzleRating {
    pub rating: i32,
    /// Its error: twice the rating deviation.
    pub error: i32,
    /// How many puzzles count.
    pub puzzles: u32,
    /// How many of them were solved at once.
    pub won: u32,
}

/// `GET /api/puzzles/next`: which puzzles to choose from.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NextPuzzleQuery {
    /// Only those of this game.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub game: Option<String>,
    /// Only those of this theme.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub theme: Option<String>,
    /// Only those of this difficulty; otherwise the one nearest to the visitor's rating is chosen.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub grade: Option<u8>,
    /// Not this one.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub after: Option<String>,
}

/// A puzzle that was chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct ChosenPuzzle {
    pub id: String,
}

/// `GET /api/puzzles/ID`: a puzzle, without its solution.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct PuzzleInfo {
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The position, with the solver to move.
    pub position: String,
    /// The same to be shown, with the legal moves.
    pub view: View,
    /// What the solver is to reach.
    pub goal: PuzzleGoalInfo,
    /// Moves that the solver has to find.
    pub moves: u32,
    /// The difficulty, from 1.
    pub grade: u8,
    pub rating: u32,
    /// What the visitor has made of it.
    pub state: PuzzleState,
    /// The day, if it is the puzzle of this one.
    #[ts(optional = nullable)]
    pub date: Option<String>,
}

/// What the solver of a puzzle is to reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum PuzzleGoalInfo {
    Win,
    /// A win within so many moves of the solver.
    WinWithin {
        moves: u16,
    },
    Draw,
    Margin {
        /// The margin; negative for a loss that is as small as can be.
        margin: i32,
    },
}

/// `POST /api/puzzles/ID`: a try at a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PuzzleAttempt {
    /// The moves of the solver up to now: right ones, and the one that is tried.
    pub moves: Vec<String>,
}

/// What a try has led to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct PuzzleAnswer {
    /// Whether the move is right.
    pub verdict: PuzzleVerdict,
    /// The game after the move, then after each that follows: the opponent's best resistance, or the refutation.
    pub views: Vec<View>,
    /// Why a move is wrong.
    #[ts(optional = nullable)]
    pub refutation: Option<Refutation>,
    /// What has been reached, once it is solved.
    #[ts(optional = nullable)]
    pub summary: Option<PuzzleSummary>,
}

/// Verdict on a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleVerdict {
    /// It is right, and there is another to find.
    Right,
    /// It is right, and the last one.
    Solved,
    /// It is wrong.
    Wrong,
}

/// Why a move is wrong.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Refutation {
    /// The moves that follow it, in notation, as far as they are shown.
    pub moves: Vec<String>,
    /// What the wrong move is worth for the solver, as far as the engine knows.
    #[ts(optional = nullable)]
    pub worth: Option<ValueInfo>,
    /// The expected score of the solver after it, 0 to 1.
    #[ts(optional = nullable)]
    pub chance: Option<f32>,
    /// Sentences about it; none of them tells the solution.
    pub reasons: Vec<Text>,
}

/// What a visitor has reached at a puzzle, and what it turned on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct PuzzleSummary {
    pub state: PuzzleState,
    /// The moves of the solution, in notation.
    pub solution: Vec<String>,
    /// What it turns on.
    pub themes: Vec<ThemeName>,
    /// The visitor's rating at the puzzles of the game.
    #[ts(optional = nullable)]
    pub rating: Option<PuzzleRating>,
    /// How many points this try has added to the rating; `None` if it was not the first.
    #[ts(optional = nullable)]
    pub change: Option<i32>,
    /// Days in a row whose puzzle the visitor has solved.
    pub streak: u32,
}

/// Name of a theme.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct ThemeName {
    /// The theme's id.
    pub id: String,
    pub title: Text,
}

/// `POST /api/puzzles/ID/hint`: help with a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PuzzleHintRequest {
    /// The right moves of the solver up to now.
    pub moves: Vec<String>,
    /// How much is told.
    pub step: HintStep,
}

/// How much a hint tells. Whoever is told more than the theme has not solved the puzzle at once.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(rename_all = "kebab-case")]
pub enum HintStep {
    /// What the solution turns on.
    Theme,
    /// The piece that moves, or a few squares of which one is right.
    Square,
    Move,
}

/// Help with a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct PuzzleHint {
    /// What the solution turns on.
    pub themes: Vec<ThemeName>,
    /// What to point at first: one spot, or several of which one is right.
    pub spots: Vec<Spot>,
    #[ts(optional = nullable)]
    pub choice: Option<Choice>,
}

/// `POST /api/puzzles/ID/solution`: the whole solution, for who gives up.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct PuzzleSolution {
    /// The game after each move of the solution.
    pub views: Vec<View>,
    /// What has been reached.
    pub summary: PuzzleSummary,
}

/// Result at a puzzle in a [`ProfileFile`](super::ProfileFile).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ProfilePuzzle {
    /// The puzzle's id.
    pub puzzle: String,
    /// The game's id.
    pub game: String,
    /// When the first attempt was decided, in milliseconds since 1970.
    pub at: u64,
    /// Whether it was solved at once.
    pub won: bool,
    /// Whether it has been solved.
    pub solved: bool,
    /// Its rating then.
    pub rating: u32,
    /// Day since 1970 whose puzzle it was when it was solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional = nullable)]
    pub day: Option<u32>,
}
