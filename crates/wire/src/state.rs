//! A match as a client sees it.

use play::{Kind, Listing, Offer, Player, TimeControl, Version, Who};
use rules::{BySeat, Record, Seat, Text, View};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// State of a match: all that a screen needs.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own in a message")]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct MatchState {
    /// The match's id.
    pub id: String,
    /// How many events it has had.
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// Where it is played.
    pub kind: Kind,
    /// The id of the rule set.
    pub rules: Option<String>,
    /// The moves so far.
    pub record: Record,
    /// The present position in the game's notation.
    pub position: String,
    /// The picture, and the legal moves.
    pub view: View,
    pub players: [PlayerState; 2],
    /// Whose turn it is; `None` after the end.
    pub to_move: Option<Player>,
    /// How it ended.
    pub end: Option<EndState>,
    /// Offers that wait for an answer.
    pub offers: Vec<OfferState>,
    /// Steps that can be taken back freely, entries or a resignation: 0 where that is not allowed.
    pub undoable: usize,
    /// Entries that can be played again.
    pub redoable: usize,
    /// Whether a player may abort the match without loss to either side.
    pub may_abort: bool,
    /// The clocks, if there are any.
    pub clock: Option<ClockState>,
    /// The computer is thinking.
    pub thinking: bool,
    /// A change cannot be stored right now; it is being retried, and its sender has no reply yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unstored: bool,
    /// The player whose seat the client has; `None` for those who watch, and on one screen.
    pub you: Option<Player>,
    /// The client only watches: it has no seat, or the match is played at another's screen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub watching: bool,
    /// What there is beside the game; `None` on one screen.
    pub online: Option<OnlineState>,
}

/// State of a match between people at different screens, beside the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct OnlineState {
    /// The short code by which others find it.
    pub code: String,
    /// Who may find it.
    pub listing: Listing,
    /// Who has opened it.
    pub host: Player,
    /// How many people watch.
    pub watchers: usize,
    /// Those who wait for the start, and the board that they lay; `None` once it has started.
    pub gathering: Option<GatheringState>,
    /// The match in which the players play again.
    pub rematch: Option<String>,
    /// The server's time, in milliseconds since 1970.
    pub now: u64,
}

/// A match before its start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct GatheringState {
    /// The rule set's name; `None` is the usual one.
    pub rules: Option<String>,
    /// The clocks that there will be.
    pub time: TimeControl,
    /// Whether the swap rule will hold.
    pub swap: bool,
    /// Whether it waits for any opponent of quick pairing.
    pub seek: bool,
    /// What both lay of the board, if they lay it together.
    pub halves: Option<[HalfState; 2]>,
}

/// What a player has laid of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct HalfState {
    /// Two tiles in the game's notation, `-` for an empty place.
    pub tiles: String,
    /// Whether the player agrees with the board as it lies.
    pub confirmed: bool,
}

/// A player of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct PlayerState {
    /// Which of the two.
    pub player: Player,
    /// Who it is; `None` while the seat is free.
    pub who: Option<Who>,
    /// Where the player sits now.
    pub seat: Seat,
    /// When the player disconnected; `None` if connected, or if it does not matter.
    pub gone: Option<GoneState>,
}

/// A player who is not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct GoneState {
    /// Since when, in milliseconds since 1970.
    pub since: u64,
    /// When the other may claim the win or a draw; before the start, when the seat is free again.
    pub until: u64,
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct OfferState {
    /// What is offered.
    pub offer: Offer,
    pub by: Player,
}

/// Both clocks, at the moment when the message was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
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

/// Progress of the computer's search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Thinking {
    /// The version of the match that it thinks about.
    pub version: Version,
    /// The depth that is complete, in plies.
    pub depth: u16,
    pub nodes: u64,
    /// Milliseconds since it began.
    pub time: u64,
}
