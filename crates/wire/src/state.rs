//! A match as a client sees it.

use play::{Kind, Offer, Player, TimeControl, Version, Who};
use rules::{BySeat, Record, Seat, Text, View};
use serde::{Deserialize, Serialize};

/// A match as it stands: all that a screen needs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchState {
    /// The match's id.
    pub id: String,
    /// How many events it has had.
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// Where it is played.
    pub kind: Kind,
    /// The moves so far.
    pub record: Record,
    /// The present position in the game's notation.
    pub position: String,
    /// The picture, and the legal moves.
    pub view: View,
    /// Who plays.
    pub players: [PlayerState; 2],
    /// Whose turn it is; `None` after the end.
    pub to_move: Option<Player>,
    /// How it ended.
    pub end: Option<EndState>,
    /// Offers that wait for an answer.
    pub offers: Vec<OfferState>,
    /// Entries that can be taken back freely: 0 where that is not allowed.
    pub undoable: usize,
    /// Entries that can be played again.
    pub redoable: usize,
    /// The clocks, if there are any.
    pub clock: Option<ClockState>,
    /// The computer is thinking.
    pub thinking: bool,
}

/// A player of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerState {
    /// Which of the two.
    pub player: Player,
    /// Who it is.
    pub who: Who,
    /// Where the player sits now.
    pub seat: Seat,
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndState {
    /// Who won; `None` if nobody did.
    pub winner: Option<Player>,
    /// The reason's name: the game's own, or `resigned`, `flagged`, `agreed`, `abandoned`,
    /// `aborted`.
    pub reason: String,
    /// The reason, for people.
    pub text: Text,
    /// By how much, in games that count.
    pub margin: Option<u8>,
}

/// An offer that waits for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OfferState {
    /// What is offered.
    pub offer: Offer,
    /// By whom.
    pub by: Player,
}

/// Both clocks, at the moment when the message was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockState {
    /// How much time there is.
    pub control: TimeControl,
    /// Milliseconds left.
    pub left: BySeat<u64>,
    /// Whose clock runs.
    pub running: Option<Seat>,
    /// The server's time, in milliseconds since 1970.
    pub now: u64,
}

/// What the computer thinks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Thinking {
    /// The version of the match that it thinks about.
    pub version: Version,
    /// The depth that is complete, in plies.
    pub depth: u16,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds since it began.
    pub time: u64,
}
