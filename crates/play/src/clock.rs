//! Clocks of the players.

use rules::{BySeat, Seat};
use serde::{Deserialize, Serialize};

/// Time in milliseconds since 1970.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Time(pub u64);

impl Time {
    /// Milliseconds from `earlier` to now; 0 if that is later.
    pub const fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// Time control of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TimeControl {
    /// No clocks.
    #[default]
    None,
    /// Time for the whole game, and an increment after each move.
    Game {
        /// At the start, in milliseconds.
        total: u64,
        /// After each own move, in milliseconds.
        increment: u64,
    },
    /// Time for each move.
    Move {
        /// In milliseconds.
        limit: u64,
    },
}

impl TimeControl {
    /// What each clock shows at the start; `None` without clocks.
    pub const fn at_start(self) -> Option<u64> {
        match self {
            Self::None => None,
            Self::Game { total, .. } => Some(total),
            Self::Move { limit } => Some(limit),
        }
    }
}

/// Maximum lag compensation a player can accumulate, in milliseconds.
const LAG_QUOTA_MS: u64 = 1000;
/// Lag compensation that a player gains with each own move, in milliseconds.
const LAG_GAIN_MS: u64 = 100;

/// Both clocks of a match. They stand still until the first move has been made, and after the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    /// Milliseconds left, when a clock last stopped.
    left: BySeat<u64>,
    /// Whose clock runs, and since when.
    running: Option<(Seat, Time)>,
    /// Network delay in milliseconds that will not be charged.
    quota: BySeat<u64>,
}

impl Clock {
    /// The clocks of a match that has not begun; `None` if it is played without.
    pub fn new(control: TimeControl) -> Option<Self> {
        let left = control.at_start()?;
        let both = |time| BySeat { first: time, second: time };
        Some(Self { control, left: both(left), running: None, quota: both(LAG_QUOTA_MS) })
    }

    /// Milliseconds that `seat` has left at `now`.
    pub fn left(&self, seat: Seat, now: Time) -> u64 {
        match self.running {
            Some((running, since)) if running == seat => {
                self.left[seat].saturating_sub(now.since(since))
            }
            _ => self.left[seat],
        }
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Seat> {
        self.running.map(|(seat, _)| seat)
    }

    /// The moment at which the running clock will have run down.
    pub fn falls_at(&self) -> Option<Time> {
        let (seat, since) = self.running?;
        Some(Time(since.0.saturating_add(self.left[seat])))
    }

    /// The part of `lag`, the delay of a move by `seat`, that is not charged.
    pub fn forgiven(&self, seat: Seat, lag: u64) -> u64 {
        lag.min(self.quota[seat])
    }

    /// The moment at which the running player has lost on time, whose messages take `lag`
    /// milliseconds: what was sent before the clock ran down may still arrive until then.
    pub fn flag_falls_at(&self, lag: u64) -> Option<Time> {
        let (seat, _) = self.running?;
        Some(Time(self.falls_at()?.0.saturating_add(self.forgiven(seat, lag))))
    }

    /// `seat` has moved at `at`, after `lag` milliseconds on the way that are not charged.
    pub(crate) fn moved(&mut self, seat: Seat, at: Time, lag: u64) {
        if self.running.is_some() {
            let left = self.left(seat, Time(at.0.saturating_sub(lag)));
            self.left[seat] = match self.control {
                TimeControl::Game { increment, .. } => left.saturating_add(increment),
                TimeControl::Move { limit } => limit,
                TimeControl::None => left,
            };
            let quota = self.quota[seat].saturating_sub(lag) + LAG_GAIN_MS;
            self.quota[seat] = quota.min(LAG_QUOTA_MS);
        }
        self.running = Some((!seat, at));
    }

    /// The players exchange seats at `at` and take their time with them.
    pub(crate) fn exchange(&mut self, at: Time) {
        if let Some((running, _)) = self.running {
            self.left[running] = self.left(running, at);
            self.running = Some((running, at));
        }
        std::mem::swap(&mut self.left.first, &mut self.left.second);
        std::mem::swap(&mut self.quota.first, &mut self.quota.second);
    }

    /// A move was undone or redone: the clock of `seat` runs from `at`.
    pub(crate) fn hand_to(&mut self, seat: Seat, at: Time) {
        self.stop(at);
        self.running = Some((seat, at));
    }

    /// Nobody's clock runs any more.
    pub(crate) fn stop(&mut self, at: Time) {
        if let Some((running, _)) = self.running {
            self.left[running] = self.left(running, at);
            self.running = None;
        }
    }

    /// Nobody's clock runs before the next move; both show what a record file says, if it does.
    pub(crate) fn import(&mut self, left: Option<BySeat<u64>>, at: Time) {
        self.stop(at);
        self.left = left.unwrap_or(self.left);
    }

    /// Charges no one for the time between `from` and `to`, when the server was down.
    pub(crate) fn skip(&mut self, from: Time, to: Time) {
        if let Some((_, since)) = &mut self.running {
            since.0 = since.0.saturating_add(to.since(from.max(*since)));
        }
    }
}
