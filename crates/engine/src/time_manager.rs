//! Time management: how long a search may take.

use std::time::Duration;

use crate::{Limits, MonotonicClock, PlayerClock};

/// Moves for which the remaining time should last.
const MOVES_TO_GO: u32 = 25;
/// Time kept back for the transmission of the move.
const MOVE_OVERHEAD: Duration = Duration::from_millis(20);

/// The time of a search against its limits. Nothing else in the engine reads a clock.
#[derive(Clone, Debug)]
pub struct TimeManager {
    clock: MonotonicClock,
    start: Duration,
    /// Soft limit: no iteration begins after half of it.
    soft: Option<Duration>,
    /// Hard limit: the search ends here.
    hard: Option<Duration>,
}

impl TimeManager {
    /// Starts now, by the clock of the limits.
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
        Self { clock: limits.measured_by, start: limits.measured_by.now(), soft, hard }
    }

    /// A part of the time that is left: one of so many.
    #[must_use]
    pub fn share(&self, parts: u32) -> Self {
        let elapsed = self.elapsed();
        let share = |limit: Duration| elapsed + limit.saturating_sub(elapsed) / parts;
        Self { soft: self.soft.map(share), hard: self.hard.map(share), ..*self }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.start)
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    thread_local! {
        static NOW_MS: Cell<u64> = const { Cell::new(0) };
    }

    fn at(millis: u64) {
        NOW_MS.set(millis);
    }

    #[test]
    fn time_is_that_of_the_clock_of_the_limits() {
        at(5000);
        let clock = PlayerClock {
            remaining: MOVE_OVERHEAD + Duration::from_secs(25),
            increment: Duration::ZERO,
        };
        let measured_by = MonotonicClock::new(|| Duration::from_millis(NOW_MS.get()));
        let time =
            TimeManager::start(&Limits { clock: Some(clock), measured_by, ..Limits::default() });
        assert!(time.elapsed().is_zero() && time.allows_iteration());
        at(5499);
        assert!(time.allows_iteration());
        at(5500);
        assert!(!time.allows_iteration() && !time.is_over());
        let half = time.share(2);
        at(7249);
        assert!(!half.is_over());
        at(7250);
        assert!(half.is_over() && !time.is_over());
        at(9000);
        assert!(time.is_over());
        assert_eq!(time.elapsed(), Duration::from_secs(4));
    }
}
