//! The messages of the socket of analysis.

use engine::{Bound, SolverProgress};
use rules::{BySeat, Change, Record, Seat, Text};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// From a client that analyses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ToAnalyst {
    /// The first message.
    Hello {
        /// The version of the protocol that the client speaks.
        protocol: u32,
    },
    /// What is every move worth? It takes the place of whatever was asked before.
    Analyse(Question),
    /// What was every move of the game worth? It takes the place of whatever was asked before.
    Review(Question),
    /// Nothing is asked any more.
    Stop,
    /// Are you there?
    Ping {
        /// Comes back in the answer.
        n: u64,
    },
}

/// Something to think about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The client's number for it, which all answers carry.
    pub question: u64,
    /// The game's id.
    pub game: String,
    /// The game so far; the position at its end is meant, or all of it.
    pub record: Record,
    /// How many best lines are wanted.
    #[serde(default = "one")]
    pub lines: usize,
    /// Whether all other moves are judged too, which takes longer.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub every: bool,
    /// The match that it is from: refused while people play it at two screens.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub of: Option<String>,
}

const fn one() -> usize {
    1
}

/// From the server to a client that analyses.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromAnalyst {
    /// The answer to `hello`.
    Ready,
    /// The report of a search of a position so far: it comes again whenever there is a better one.
    #[serde(rename = "thought")]
    Report(PositionReport),
    /// A move of a game has been judged. Games are looked over from their end.
    Reviewed {
        question: u64,
        /// How many moves are judged now, and how many there are.
        progress: [usize; 2],
        #[serde(flatten)]
        entry: Box<ReviewedMove>,
    },
    /// All moves of a game have been judged.
    ReviewOver {
        question: u64,
        /// How well each player played, 0 to 100, by the seats at the end; `null` where there was
        /// nothing to decide.
        accuracy: BySeat<Option<f32>>,
    },
    /// The question is not answered, or not any more.
    Refused {
        /// Which; `None` if the message could not be read at all.
        question: Option<u64>,
        /// The kind of reason, for programs.
        code: AnalysisRefusal,
        /// The reason, for people.
        text: Text,
    },
    /// I am here.
    Pong {
        /// From the question.
        n: u64,
        /// The server's time, in milliseconds since 1970.
        now: u64,
    },
}

/// Why something is not analysed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum AnalysisRefusal {
    /// The message is no message of the protocol, or comes before `hello`.
    BadMessage,
    /// The client speaks another version of the protocol.
    Protocol,
    /// There is no such game, or the record cannot be replayed.
    BadRecord,
    /// People are playing this game at two screens.
    Unfinished,
    /// There is too much to do, for everybody or for this visitor.
    Busy,
    /// The server analyses nothing: the client's browser does, with the engines that it is sent.
    Browser,
    /// Something here does not work.
    Failed,
}

/// The report of a search of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct PositionReport {
    pub question: u64,
    /// The depth that is complete, in plies.
    pub depth: u16,
    pub nodes: u64,
    /// Milliseconds of thinking.
    pub time: u64,
    /// Selectivity of the search in percent: the confidence of each of its `ProbCut` cuts. Absent where
    /// none was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub selectivity: Option<u8>,
    /// Progress of a solver that has not settled all moves. Absent where none is at work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub solver: Option<SolverInfo>,
    /// Nothing more will come: all is proved, or the time for one question is used up.
    pub done: bool,
    /// The moves that were judged, best first.
    pub moves: Vec<MoveValue>,
    /// The best lines.
    pub lines: Vec<LineValue>,
}

/// Progress of a solver: the moves that it has not settled are estimated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct SolverInfo {
    /// Moves whose result is proved.
    pub settled: usize,
    /// Moves in all.
    pub moves: usize,
    /// Positions that the solver has visited.
    pub nodes: u64,
}

impl From<SolverProgress> for SolverInfo {
    fn from(SolverProgress { settled, moves, nodes }: SolverProgress) -> Self {
        Self { settled, moves, nodes }
    }
}

/// What a move is worth to the one who makes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct MoveValue {
    pub notation: String,
    /// The expected score, 0 to 1.
    pub chance: f32,
    /// How it is judged.
    pub worth: ValueInfo,
    /// What it would deserve: `best`, `good`, `inaccuracy`, `mistake` or `blunder`; `forced` if there
    /// is no other.
    pub grade: String,
}

/// The value of a move; all but an estimate is proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ValueInfo {
    Win {
        /// In so many moves of the winner, the last included.
        moves: u16,
        /// In so many plies.
        plies: u16,
        /// `at-most` where these numbers are only a bound: it may come sooner. Absent where they are exact.
        #[serde(default, skip_serializing_if = "is_exact")]
        #[ts(optional, as = "Option<_>")]
        bound: Bound,
    },
    Loss {
        /// In so many moves of the winner, the last included.
        moves: u16,
        /// In so many plies.
        plies: u16,
        /// `at-most` where these numbers are only a bound: it may come sooner. Absent where they are exact.
        #[serde(default, skip_serializing_if = "is_exact")]
        #[ts(optional, as = "Option<_>")]
        bound: Bound,
    },
    /// This is the count at the end; 0 is a draw in every game.
    Margin { margin: i32 },
    Estimate {
        /// In hundredths of an advantage that wins about 73 games in 100.
        points: i32,
    },
}

/// Whether a bound is an exact value, which is not written.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(crate) const fn is_exact(bound: &Bound) -> bool {
    matches!(bound, Bound::Exact)
}

/// A line of play with what its first move is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct LineValue {
    /// The expected score of the one who begins it, 0 to 1.
    pub chance: f32,
    /// How that is judged.
    pub worth: ValueInfo,
    /// The moves, the first ones of it.
    pub moves: Vec<LineMove>,
}

/// A move of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct LineMove {
    pub notation: String,
    /// What it does to the board as it is by then.
    pub changes: Vec<Change>,
}

/// What is to be said of a move of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct ReviewedMove {
    /// Its place in the record, from 0.
    pub index: usize,
    /// The seat that was to move.
    pub seat: Seat,
    /// The seat at the end of the game of the player who made it: the other one before a swap.
    pub player: Seat,
    /// The expected score of First with the best move, 0 to 1.
    pub before: f32,
    /// The expected score of First after the move.
    pub after: f32,
    /// What the move deserves: `forced`, `best`, `good`, `inaccuracy`, `mistake` or `blunder`.
    pub grade: String,
    /// What was played, and the best that can follow.
    pub played: LineValue,
    /// The best that could be played, perhaps the same.
    pub best: LineValue,
    /// Why it is blamed, the most important first.
    pub reasons: Vec<Text>,
    /// The theme of puzzles that train what it missed or allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional = nullable)]
    pub theme: Option<String>,
    /// The depth to which both were compared, in plies.
    pub depth: u16,
}
