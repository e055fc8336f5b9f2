//! Rooms: matches where somebody else can take a seat.

use play::{Listing, Player, TimeControl, Who};
use rules::{BySeat, Setup};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::SeatSecret;

/// `POST /api/rooms`: a room where somebody else can take a seat, answered with [`RoomCreated`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewRoom {
    /// The game's id.
    pub game: String,
    /// Rule set, board, seed. Without a board and a seed the server draws one.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub setup: Option<Setup>,
    /// Whether the players lay the board together, in a game of tiles.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub lay_board: bool,
    /// Whether the swap rule holds, in a game that has it: `swap` in the catalogue.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub swap: bool,
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub time: TimeControl,
    /// Who may find it.
    pub listing: Listing,
    /// Where the client wants to sit.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub side: Side,
    /// The client's name, as shown to the other.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub name: String,
    /// The secret that opens the client's seat from now on.
    pub seat: SeatSecret,
}

/// `GET /api/lan`: where others find this server, and other servers near by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Lan {
    /// Whether other machines reach it.
    pub lan: bool,
    /// The pages by which they do, the likeliest first.
    pub addresses: Vec<String>,
    /// Other servers on the local network, as far as they are known by now.
    pub neighbours: Vec<Neighbour>,
    /// LAN sharing, for the owner alone.
    pub sharing: Option<LanSharing>,
}

/// State of LAN sharing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct LanSharing {
    /// Whether others are let in.
    pub open: bool,
    /// Whether that was decided when the program was started, and cannot be changed from the page.
    pub fixed: bool,
    /// Whether another machine has come since others are let in from the page.
    pub reached: bool,
}

/// `PUT /api/lan`: lets others on the local network in, or no longer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct LanAccess {
    /// Whether others are let in.
    pub open: bool,
}

/// `POST /api/lan/probe`: asks whether a machine answers at an address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Probe {
    /// Name or IP address of the machine; an IPv6 address has no brackets.
    pub host: String,
    pub port: u16,
}

/// What a probe has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct ProbeResult {
    /// Whether a program there took the connection.
    pub answers: bool,
}

/// Another server on the local network.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct Neighbour {
    /// What it is called there.
    pub name: String,
    pub url: String,
}

/// The seat that a player asks for.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    Default,
    Serialize,
    Deserialize,
    ToSchema,
    TS,
)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// In seat First.
    First,
    /// In seat Second.
    Second,
    /// Either, at random.
    #[default]
    Random,
}

/// A room that was created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct RoomCreated {
    /// The id of its match.
    pub id: String,
    /// A short code by which others find it: `GET /api/codes/CODE`.
    pub code: String,
    /// Where the client sits.
    pub player: Player,
}

/// `GET /api/rooms`, and every message of `GET /api/rooms/socket` without `changes`: the public rooms.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema, TS)]
pub struct Lobby {
    /// The rooms asked for, those with a free seat first, then the newest; not more than a hundred.
    pub rooms: Vec<RoomSummary>,
    /// How many there are.
    pub total: usize,
}

/// Message of `GET /api/rooms/socket?changes=true`: the list of public rooms, then what changes in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum LobbyMessage {
    /// The whole list: the first message, and whenever the client has missed something.
    List {
        sequence: u64,
        /// The rooms, as in [`Lobby`].
        rooms: Vec<RoomSummary>,
        /// How many there are.
        total: usize,
    },
    /// What has changed in the list since the last message. The list is ordered by stage, then the newest first,
    /// then by id.
    Changes {
        /// The number of the list with these changes: one more than that of the last message.
        sequence: u64,
        /// Rooms that are new in the list, or replace those of the same id.
        added: Vec<RoomSummary>,
        /// Fields of rooms that are different.
        changed: Vec<RoomChange>,
        /// Ids of the rooms that are no longer in the list.
        removed: Vec<String>,
        /// How many rooms there are.
        total: usize,
    },
}

/// What has changed of a public room: the fields that are there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct RoomChange {
    /// The id of its match.
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub stage: Option<Stage>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub players: Option<BySeat<Option<Who>>>,
    /// How many people watch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub watchers: Option<usize>,
    /// Entries of the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub entries: Option<usize>,
}

/// A public room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct RoomSummary {
    /// The id of its match.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The rule set's name; `None` is the usual one.
    pub rules: Option<String>,
    pub stage: Stage,
    /// Who plays; `None` where a seat is free.
    pub players: BySeat<Option<Who>>,
    pub time: TimeControl,
    /// Whether the swap rule holds.
    pub swap: bool,
    /// Whether the players lay the board together.
    pub lay_board: bool,
    /// Whether it waits for any opponent of quick pairing.
    pub seek: bool,
    /// How many people watch.
    pub watchers: usize,
    /// Entries of the record.
    pub entries: usize,
    /// When it was opened, in milliseconds since 1970.
    pub at: u64,
}

impl RoomSummary {
    /// Makes a change.
    pub fn apply(&mut self, RoomChange { stage, players, watchers, entries, .. }: RoomChange) {
        self.stage = stage.unwrap_or(self.stage);
        self.watchers = watchers.unwrap_or(self.watchers);
        self.entries = entries.unwrap_or(self.entries);
        if let Some(players) = players {
            self.players = players;
        }
    }
}

/// Stage of a room.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, ToSchema, TS,
)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// A seat is free.
    Open,
    /// The board is being laid.
    Laying,
    /// It is being played.
    Playing,
}

/// Filter of the lobby: the query of `GET /api/rooms` and of its socket.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, ToSchema, TS)]
#[serde(default, deny_unknown_fields)]
pub struct LobbyFilter {
    /// Of this game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub game: Option<String>,
    /// That have come so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub stage: Option<Stage>,
    /// With clocks, or without.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub timed: Option<bool>,
}

/// Query of `GET /api/rooms/socket`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LobbySocketQuery {
    /// See [`LobbyFilter::game`].
    pub game: Option<String>,
    /// See [`LobbyFilter::stage`].
    pub stage: Option<Stage>,
    /// See [`LobbyFilter::timed`].
    pub timed: Option<bool>,
    /// Whether the client understands [`LobbyMessage`]; otherwise it is sent a [`Lobby`] whenever something changes.
    pub changes: bool,
}

impl LobbySocketQuery {
    /// The filter, and whether the client is sent changes.
    pub fn into_parts(self) -> (LobbyFilter, bool) {
        let Self { game, stage, timed, changes } = self;
        (LobbyFilter { game, stage, timed }, changes)
    }
}

impl LobbyFilter {
    /// Whether a room passes the filter.
    pub fn wants(&self, room: &RoomSummary) -> bool {
        self.game.as_ref().is_none_or(|game| *game == room.game)
            && self.stage.is_none_or(|stage| stage == room.stage)
            && self.timed.is_none_or(|timed| timed == (room.time != TimeControl::None))
    }
}
