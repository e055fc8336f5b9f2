//! The clocks of the server, and what happens to them: steps of the wall clock, pauses, crashes.

use play::Time;
use room::{Monotonic, Now};

use crate::flaw::Flaw;

/// The wall clock at the beginning.
pub(crate) const START: Time = Time(1_000_000_000);

/// The clocks of the server.
#[derive(Default)]
pub(crate) struct Clocks {
    /// True time in milliseconds since the beginning.
    pub(crate) now: u64,
    /// How far the wall clock has been set forward or back.
    step: i64,
    paused_until: u64,
    /// How long the process was paused, in all.
    paused: u64,
    down_since: Option<u64>,
    /// How long the server did not run, in all.
    down: u64,
}

impl Clocks {
    /// Sets the wall clock forward or back.
    pub(crate) fn step(&mut self, millis: i64) {
        self.step += millis;
    }

    /// The process stands still for so long.
    pub(crate) fn pause(&mut self, millis: u64) {
        self.paused_until = self.now + millis;
        self.paused += millis;
    }

    /// How long the process still stands still.
    pub(crate) fn pause_left(&self) -> u64 {
        self.paused_until.saturating_sub(self.now)
    }

    pub(crate) fn crash(&mut self) {
        self.down_since = Some(self.now);
    }

    pub(crate) fn restart(&mut self) {
        self.down += self.down_since.take().map_or(0, |since| self.now - since);
    }

    pub(crate) fn wall(&self) -> Time {
        Time((START.0 + self.now).saturating_add_signed(self.step))
    }

    /// How long the server has really run.
    pub(crate) fn active(&self) -> u64 {
        self.now - self.paused - self.down
    }

    /// What the server reads.
    pub(crate) fn read(&self, flaw: Option<Flaw>) -> Now {
        let monotonic = match flaw {
            Some(Flaw::MeasuresByWallClock) => self.wall().0,
            Some(Flaw::CountsPauses) => self.now - self.down,
            _ => self.active(),
        };
        Now { wall: self.wall(), monotonic: Monotonic(monotonic) }
    }
}
