//! Time: the wall clock for what is stored, a monotonic clock for everything that is measured.

use play::Time;

/// How far the wall clock may be ahead of match time, in milliseconds. A larger gap means the clock
/// was set forward or the process was suspended.
const WALL_JUMP_MIN_MS: u64 = 1000;

/// Monotonic time in milliseconds. Comparable only with readings of the same [`TimeSource`], never
/// set back, and stopped while the process does not run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Monotonic(pub u64);

impl Monotonic {
    /// Milliseconds from `earlier` to now; 0 if that is later.
    pub const fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// This time minus a number of milliseconds.
    #[must_use]
    pub const fn before(self, millis: u64) -> Self {
        Self(self.0.saturating_sub(millis))
    }

    /// The time so many milliseconds later.
    #[must_use]
    pub const fn after(self, millis: u64) -> Self {
        Self(self.0.saturating_add(millis))
    }
}

/// Reading of both clocks at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Now {
    /// Wall-clock time, which may be set forward and back.
    pub wall: Time,
    /// Monotonic time.
    pub monotonic: Monotonic,
}

/// Source of the time: the clocks of this machine, or those that several machines agree on.
pub trait TimeSource: Send + Sync {
    /// Reads both clocks.
    fn now(&self) -> Now;
}

/// Interval of the wall clock in which the monotonic clock stood still: the clock was set forward, or the
/// process did not run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WallJump {
    pub(crate) from: Time,
    pub(crate) to: Time,
}

impl WallJump {
    /// The same jump, starting at `from`.
    pub(crate) fn begun_at(self, from: Time) -> Self {
        Self { from, to: Time(from.0.saturating_add(self.to.since(self.from))) }
    }
}

/// Time line: wall-clock time that advances as the monotonic clock does. It goes forward with the wall
/// clock in jumps, and never back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeLine {
    wall: Time,
    monotonic: Monotonic,
}

impl TimeLine {
    /// A time line that begins now, but not before `earliest`.
    pub(crate) fn new(now: Now, earliest: Time) -> Self {
        Self { wall: now.wall.max(earliest), monotonic: now.monotonic }
    }

    /// The time of a monotonic reading.
    pub(crate) fn at(&self, monotonic: Monotonic) -> Time {
        let later = self.wall.0.saturating_add(monotonic.since(self.monotonic));
        Time(later.saturating_sub(self.monotonic.since(monotonic)))
    }

    /// When the time line reaches that time.
    pub(crate) fn when(&self, time: Time) -> Monotonic {
        let later = self.monotonic.after(time.since(self.wall));
        Monotonic(later.0.saturating_sub(self.wall.since(time)))
    }

    /// How far the wall clock is ahead, if it has jumped.
    pub(crate) fn jump(&self, now: Now) -> Option<WallJump> {
        let jump = WallJump { from: self.at(now.monotonic), to: now.wall };
        (jump.to.since(jump.from) > WALL_JUMP_MIN_MS).then_some(jump)
    }

    /// Goes forward with the wall clock.
    pub(crate) fn follow(&mut self, jump: WallJump) {
        self.wall = Time(self.wall.0.saturating_add(jump.to.since(jump.from)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now(wall: u64, monotonic: u64) -> Now {
        Now { wall: Time(wall), monotonic: Monotonic(monotonic) }
    }

    #[test]
    fn a_time_line_advances_with_the_monotonic_clock() {
        let line = TimeLine::new(now(50_000, 700), Time(0));
        assert_eq!(line.at(Monotonic(900)), Time(50_200));
        assert_eq!(line.at(Monotonic(600)), Time(49_900));
        for millis in [0, 700, 5_000] {
            assert_eq!(line.when(line.at(Monotonic(millis))), Monotonic(millis));
        }
        // A clock that was set back changes nothing.
        assert_eq!(line.jump(now(10, 900)), None);
    }

    #[test]
    fn a_time_line_follows_a_wall_clock_that_jumps() {
        let mut line = TimeLine::new(now(50_000, 700), Time(0));
        assert_eq!(line.jump(now(51_200, 900)), None);
        let jump = line.jump(now(110_200, 900)).expect("a jump");
        assert_eq!(jump, WallJump { from: Time(50_200), to: Time(110_200) });
        line.follow(jump.begun_at(Time(50_300)));
        assert_eq!(line.at(Monotonic(900)), Time(110_200));
        assert_eq!(line.jump(now(110_200, 900)), None);
    }

    #[test]
    fn a_time_line_does_not_begin_before_what_is_stored() {
        let line = TimeLine::new(now(50_000, 700), Time(80_000));
        assert_eq!(line.at(Monotonic(800)), Time(80_100));
    }
}
