//! A match as a screen shows it.

use std::time::Duration;

use play::Offer;
use rules::{AnyGame, BySeat, Record, Seat, Text, View};
use wire::Greeting;

/// Who plays for a seat, and from where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatKind {
    /// A person at this terminal.
    Here,
    /// A computer.
    Computer,
    /// A person elsewhere.
    Elsewhere,
}

/// The player in a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatPlayer {
    /// Name for people.
    pub name: Text,
    /// Who that is.
    pub kind: SeatKind,
}

/// Clocks at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// Time left.
    pub left: BySeat<Duration>,
    /// Whose clock runs.
    pub running: Option<Seat>,
    /// The moment, on the time line of [`App::update`](crate::App::update).
    pub at: Duration,
}

impl Clocks {
    /// Time that a seat has left.
    pub fn left(&self, seat: Seat, now: Duration) -> Duration {
        let used =
            if self.running == Some(seat) { now.saturating_sub(self.at) } else { Duration::ZERO };
        self.left[seat].saturating_sub(used)
    }
}

/// State of a match.
#[derive(Clone)]
pub struct MatchSnapshot {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The entries played.
    pub record: Record,
    /// The board, with the outcome of the match.
    pub view: View,
    /// Who sits where.
    pub seats: BySeat<SeatPlayer>,
    /// The clocks, if there are any.
    pub clocks: Option<Clocks>,
    /// The seat that has offered a draw.
    pub draw_offer: Option<Seat>,
    /// Entries that can be played again after they were taken back.
    pub redoable: usize,
    /// What there is beside the game if a server has the match.
    pub server: Option<ServerSnapshot>,
}

/// A match at a server, beside the game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ServerSnapshot {
    /// State of the connection.
    pub connection: ConnectionState,
    /// Time from a question to its answer.
    pub lag: Option<Duration>,
    /// The server cannot store a change at the moment.
    pub is_unstored: bool,
    /// What the user has done and the server has not answered yet, in words.
    pub kept: Vec<Text>,
    /// The table, for people at different screens.
    pub table: Option<Box<TableSnapshot>>,
}

/// State of the connection to a server.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum ConnectionState {
    /// It works.
    #[default]
    Open,
    /// The first attempt is under way.
    Connecting,
    /// It is tried again; the reason, if it is known.
    Lost(Option<Text>),
    /// It has ended for good.
    Closed(Text),
}

/// A table at which people at different screens play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TableSnapshot {
    /// The seat of the user; `None` for those who watch.
    pub you: Option<Seat>,
    /// Whether the user has opened the table.
    pub is_host: bool,
    /// Code by which others find it.
    pub code: String,
    /// Links to it, the likeliest first.
    pub links: Vec<String>,
    /// QR code of the first link, in half blocks.
    pub qr: Vec<String>,
    /// How many people watch.
    pub watchers: usize,
    /// Offers that wait for an answer, and by whom.
    pub offers: Vec<(Offer, Seat)>,
    /// Whether a player may call the game off.
    pub may_abort: bool,
    /// Players who are missed, and when they have been waited for, on the time line of
    /// [`App::update`](crate::App::update).
    pub absent: BySeat<Option<Duration>>,
    /// What players have said last, and until when it is shown.
    pub said: BySeat<Option<(Greeting, Duration)>>,
    /// The table before the start.
    pub gathering: Option<GatheringSnapshot>,
}

/// A table before the start.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GatheringSnapshot {
    /// Whether a player sits there.
    pub taken: BySeat<bool>,
    /// Clocks and rules.
    pub facts: Vec<Text>,
    /// What both lay of the board, if they lay it together.
    pub halves: Option<BySeat<HalfSnapshot>>,
    /// Whether it is closed.
    pub is_closed: bool,
}

/// Half of a board that is laid by a player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HalfSnapshot {
    /// Two tiles in the words of the game, `-` for an empty place.
    pub tiles: String,
    /// Whether the player agrees with the board as it lies.
    pub is_confirmed: bool,
}

impl TableSnapshot {
    /// The seat of the other player.
    pub fn opponent(&self) -> Option<Seat> {
        self.you.map(|seat| !seat)
    }

    /// Whether a player has made an offer.
    pub fn has_offered(&self, offer: Offer, seat: Seat) -> bool {
        self.offers.contains(&(offer, seat))
    }
}

impl MatchSnapshot {
    /// The table, for people at different screens.
    pub fn table(&self) -> Option<&TableSnapshot> {
        self.server.as_ref()?.table.as_deref()
    }

    /// The table before the start.
    pub fn gathering(&self) -> Option<&GatheringSnapshot> {
        self.table()?.gathering.as_ref()
    }

    /// Whether a person at this terminal is to move.
    pub fn is_ours(&self) -> bool {
        self.view.outcome.is_none() && self.seats[self.view.turn].kind == SeatKind::Here
    }

    /// Whether a computer is to move.
    pub fn is_thinking(&self) -> bool {
        self.view.outcome.is_none() && self.seats[self.view.turn].kind == SeatKind::Computer
    }
}
