//! A match as a screen shows it.

use std::time::Duration;

use rules::{AnyGame, BySeat, Record, Seat, Text, View};

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
}

impl MatchSnapshot {
    /// Whether a person at this terminal is to move.
    pub fn is_ours(&self) -> bool {
        self.view.outcome.is_none() && self.seats[self.view.turn].kind == SeatKind::Here
    }

    /// Whether a computer is to move.
    pub fn is_thinking(&self) -> bool {
        self.view.outcome.is_none() && self.seats[self.view.turn].kind == SeatKind::Computer
    }
}
