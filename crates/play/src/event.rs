//! Events: what has happened in a match, in its order. They are what is stored.

use rules::{BySeat, Seat};
use serde::{Deserialize, Serialize};

use crate::{Opening, SeatHolder, Time, TimeControl};

/// One of the two who play a match. The swap rule may put each into the other's seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Player {
    /// Begins in seat First.
    One,
    /// Begins in seat Second.
    Two,
}

impl Player {
    pub const ALL: [Self; 2] = [Self::One, Self::Two];

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }

    /// The seat where the player began.
    pub const fn first_seat(self) -> Seat {
        match self {
            Self::One => Seat::First,
            Self::Two => Seat::Second,
        }
    }
}

/// Who a player is.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Who {
    Human {
        /// As shown to the other; empty without a name.
        #[serde(default)]
        name: String,
    },
    Computer {
        /// The opponent's id, such as `difficult`.
        opponent: String,
        /// Where its chance decisions come from.
        seed: u64,
    },
}

impl Who {
    /// Whether it is a person.
    pub const fn is_human(&self) -> bool {
        matches!(self, Self::Human { .. })
    }
}

/// Where a match is played, which says what its players may do alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// On one screen, by one or two people: moves are taken back freely.
    Local,
    /// By two people at two screens: the other must agree.
    Online,
}

/// Start of a match.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The game's id.
    pub game: String,
    /// The position from which it starts.
    pub position: String,
    /// Whether the swap rule holds.
    #[serde(default)]
    pub swap: bool,
    /// Who plays: in seats First and Second at the start.
    pub players: BySeat<Who>,
    /// Where it is played.
    pub kind: Kind,
    #[serde(default)]
    pub time: TimeControl,
}

/// Offer that a player can make to the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    Draw,
    /// To take the last own move back.
    Takeback,
    /// Another game with sides exchanged, once this one is over.
    Rematch,
}

impl Offer {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Draw, Self::Takeback, Self::Rematch];
}

/// What a player may claim when the other has gone.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    #[default]
    Win,
    /// A draw, for those who are kind.
    Draw,
}

impl Claim {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
    const fn is_win(&self) -> bool {
        matches!(self, Self::Win)
    }
}

/// Event of a match.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// Somebody opened the match and waits for the other.
    Opened {
        /// What is to be played.
        opening: Opening,
        at: Time,
    },
    /// Somebody took a seat.
    Joined { player: Player, seated: SeatHolder, at: Time },
    /// Somebody left the seat before the start.
    Left { player: Player, at: Time },
    /// A player laid tiles on the own half of the board.
    Laid {
        player: Player,
        /// The tiles, in the words of the game.
        half: String,
    },
    /// A player agreed with the board as it lies.
    Confirmed { player: Player },
    /// The match began.
    Started { start: Start, at: Time },
    /// A move was made, or seats were exchanged.
    Moved {
        /// The entry of the record.
        notation: String,
        at: Time,
        /// Milliseconds on the way that the clock does not charge.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag: u64,
    },
    /// A player went back so that the record has `to` entries.
    Undone { to: usize, at: Time },
    /// Undone entries were played again so that the record has `to` entries.
    Redone { to: usize, at: Time },
    /// A player asked the other for something.
    Offered { by: Player, offer: Offer },
    /// The other refused, or the player withdrew it.
    Declined { offer: Offer },
    /// A take-back was agreed on: the record has `to` entries now.
    TakenBack { to: usize, at: Time },
    /// A draw was agreed on.
    DrawAgreed { at: Time },
    /// A player gave up.
    Resigned { by: Player, at: Time },
    /// A player's time ran out.
    Flagged { player: Player, at: Time },
    /// A player went away and the other claimed the win or a draw.
    Abandoned {
        /// Who went away.
        by: Player,
        /// What the other claimed.
        #[serde(default, skip_serializing_if = "Claim::is_win")]
        claim: Claim,
        at: Time,
    },
    /// The match ended before it had really begun.
    Aborted { at: Time },
    /// The server was away from `from` to `at`: no clock is charged for that.
    Resumed {
        /// The last moment that it knows of.
        from: Time,
        /// When it was back.
        at: Time,
    },
    /// The players play again, in another match.
    Rematched {
        /// The name of that match.
        id: String,
        at: Time,
    },
    /// The match, as far as it goes, was read from a record file.
    Imported {
        /// The record file, where it says more than the events: comments, variations, other fields.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        record: Option<String>,
        /// Milliseconds left to both, by the seats that they have now. No clock runs before the next move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<BySeat<u64>>,
        at: Time,
    },
}

/// What an event changes of a match, from the least to all of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum EventScope {
    /// The clocks alone, as they are credited with an outage.
    Clocks,
    /// What the players have offered each other.
    Offers,
    /// Seats, board, whose turn it is, or the end.
    Game,
}

impl Event {
    /// What it changes.
    pub(crate) const fn scope(&self) -> EventScope {
        match self {
            Self::Resumed { .. } => EventScope::Clocks,
            Self::Offered { .. } | Self::Declined { .. } => EventScope::Offers,
            Self::Opened { .. }
            | Self::Joined { .. }
            | Self::Left { .. }
            | Self::Laid { .. }
            | Self::Confirmed { .. }
            | Self::Started { .. }
            | Self::Moved { .. }
            | Self::Undone { .. }
            | Self::Redone { .. }
            | Self::TakenBack { .. }
            | Self::DrawAgreed { .. }
            | Self::Resigned { .. }
            | Self::Flagged { .. }
            | Self::Abandoned { .. }
            | Self::Aborted { .. }
            | Self::Rematched { .. }
            | Self::Imported { .. } => EventScope::Game,
        }
    }

    /// When it happened; `None` for what has no time of its own.
    pub const fn at(&self) -> Option<Time> {
        match self {
            Self::Opened { at, .. }
            | Self::Joined { at, .. }
            | Self::Left { at, .. }
            | Self::Started { at, .. }
            | Self::Moved { at, .. }
            | Self::Undone { at, .. }
            | Self::Redone { at, .. }
            | Self::TakenBack { at, .. }
            | Self::DrawAgreed { at }
            | Self::Resigned { at, .. }
            | Self::Flagged { at, .. }
            | Self::Abandoned { at, .. }
            | Self::Aborted { at }
            | Self::Resumed { at, .. }
            | Self::Rematched { at, .. }
            | Self::Imported { at, .. } => Some(*at),
            Self::Offered { .. }
            | Self::Declined { .. }
            | Self::Laid { .. }
            | Self::Confirmed { .. } => None,
        }
    }

    /// The time at which it happened, to be changed; `None` for what has no time of its own.
    pub fn at_mut(&mut self) -> Option<&mut Time> {
        match self {
            Self::Opened { at, .. }
            | Self::Joined { at, .. }
            | Self::Left { at, .. }
            | Self::Started { at, .. }
            | Self::Moved { at, .. }
            | Self::Undone { at, .. }
            | Self::Redone { at, .. }
            | Self::TakenBack { at, .. }
            | Self::DrawAgreed { at }
            | Self::Resigned { at, .. }
            | Self::Flagged { at, .. }
            | Self::Abandoned { at, .. }
            | Self::Aborted { at }
            | Self::Resumed { at, .. }
            | Self::Rematched { at, .. }
            | Self::Imported { at, .. } => Some(at),
            Self::Offered { .. }
            | Self::Declined { .. }
            | Self::Laid { .. }
            | Self::Confirmed { .. } => None,
        }
    }

    /// Removes the name of a player, if the event has it, and says whether it had.
    pub fn forget_name(&mut self, player: Player) -> bool {
        let who = match self {
            Self::Opened { opening, .. } => {
                let seated = opening.players[player.first_seat()].as_mut();
                seated.map(|seated| &mut seated.who)
            }
            Self::Joined { player: joined, seated, .. } if *joined == player => {
                Some(&mut seated.who)
            }
            Self::Started { start, .. } => Some(&mut start.players[player.first_seat()]),
            _ => None,
        };
        match who {
            Some(Who::Human { name }) => !std::mem::take(name).is_empty(),
            _ => false,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}
