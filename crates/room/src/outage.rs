//! Outages: of the store, with the backoff of requests to it, and of the server.

use play::Time;
use store::Outage;

use crate::time::TimeLine;
use crate::{Monotonic, Now, Settings};

/// Outage of the store: when its first request failed, and how many have since.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoreOutage {
    pub(crate) began: Monotonic,
    attempts: u32,
}

impl StoreOutage {
    /// One more attempt has failed.
    pub(crate) fn failed_again(outage: Option<Self>, now: Monotonic) -> Self {
        match outage {
            Some(Self { began, attempts }) => Self { began, attempts: attempts.saturating_add(1) },
            None => Self { began: now, attempts: 0 },
        }
    }

    /// When to try again: exponential backoff.
    pub(crate) fn retry_at(self, settings: &Settings, now: Monotonic) -> Monotonic {
        let backoff = settings.retry_ms.saturating_mul(1 << self.attempts.min(16));
        now.after(backoff.min(settings.retry_max_ms))
    }
}

/// Log of the intervals in which the server did not run: before its start, while its process was paused,
/// and those that a wall clock set forward has skipped. Rooms that were closed at the time need it.
#[derive(Debug)]
pub struct OutageLog {
    outages: Vec<Outage>,
    time_line: TimeLine,
}

impl OutageLog {
    /// The log of a server that starts now, with the outages that the store knows of.
    pub fn new(outages: Vec<Outage>, now: Now) -> Self {
        Self { outages, time_line: TimeLine::new(now, Time(0)) }
    }

    /// All outages so far, most recent last.
    pub fn until(&mut self, now: Now) -> &[Outage] {
        if let Some(jump) = self.time_line.jump(now) {
            self.outages.push(Outage { began: jump.from, ended: jump.to });
        }
        // A clock that was set back may be set forward again.
        self.time_line = TimeLine::new(now, Time(0));
        &self.outages
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jumps_of_the_wall_clock_are_outages() {
        let now = |wall, monotonic| Now { wall: Time(wall), monotonic: Monotonic(monotonic) };
        let outage = |began, ended| Outage { began: Time(began), ended: Time(ended) };
        let mut log = OutageLog::new(vec![outage(1, 2)], now(50_000, 0));
        assert_eq!(log.until(now(50_500, 500)), [outage(1, 2)]);
        assert_eq!(log.until(now(90_600, 600)), [outage(1, 2), outage(50_600, 90_600)]);
        assert_eq!(log.until(now(40_700, 700)).len(), 2, "set back");
        let again = [outage(1, 2), outage(50_600, 90_600), outage(40_800, 90_800)];
        assert_eq!(log.until(now(90_800, 800)), again);
    }
}
