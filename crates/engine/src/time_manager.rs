//! Time management: how long a search may take.

use std::time::{Duration, Instant};

use crate::{Limits, PlayerClock};

/// Moves for which the remaining time should last.
const MOVES_TO_GO: u32 = 25;
/// Time kept back for the transmission of the move.
const MOVE_OVERHEAD: Duration = Duration::from_millis(20);

/// The time of a search against its limits. The only clock in the engine.
#[derive(Clone, Debug)]
pub struct TimeManager {
    start: Instant,
    /// Soft limit: no iteration begins after half of it.
    soft: Option<Duration>,
    /// Hard limit: the search ends here.
    hard: Option<Duration>,
}

impl TimeManager {
    /// Starts now.
    pub fn start(limits: &Limits) -> Self {
        let clock = limits.clock.map(|PlayerClock { remaining, increment }| {
            let usable = remaining.saturating_sub(MOVE_OVERHEAD);
            let share = usable / MOVES_TO_GO + increment * 3 / 4;
            (share.min(usable / 2), (share * 4).min(usable / 2))
        });
        let (soft, hard) = match (limits.time, clock) {
            (None, None) => (None, None),
            (Some(time), None) => (None, Some(time)),
            (None, Some((soft, hard))) => (Some(soft), Some(hard)),
            (Some(time), Some((soft, hard))) => (Some(soft.min(time)), Some(hard.min(time))),
        };
        Self { start: Instant::now(), soft, hard }
    }

    /// A part of the time that is left: one of so many.
    #[must_use]
    pub fn share(&self, parts: u32) -> Self {
        let elapsed = self.elapsed();
        let share = |limit: Duration| elapsed + limit.saturating_sub(elapsed) / parts;
        Self { start: self.start, soft: self.soft.map(share), hard: self.hard.map(share) }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search must end at once.
    pub fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether there is time for another iteration, which takes longer than all before it.
    pub fn allows_iteration(&self) -> bool {
        self.soft.is_none_or(|soft| self.elapsed() < soft / 2) && !self.is_over()
    }
}
