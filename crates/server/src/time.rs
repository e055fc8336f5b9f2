//! The clocks of this machine: the wall clock for what is stored and shown, a monotonic one for everything
//! that is measured.
//!
//! The monotonic clock stands still while the process does not run. A suspended machine stops the clock of
//! the operating system by itself on Linux; a stopped process is noticed by the gap between two readings,
//! which [`keep_reading`] makes short otherwise.

use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ::room::{Monotonic, Now, TimeSource};
use play::Time;
use tokio::time::{MissedTickBehavior, interval};

/// The longest time between two readings of the clocks.
const CLOCK_READ_INTERVAL: Duration = Duration::from_millis(500);
/// Time between two readings from which on the process was paused, or so busy that it might as well have
/// been.
const PROCESS_PAUSE_MIN: Duration = Duration::from_secs(2);

/// The clocks of this machine. All values read the same ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SystemClocks;

static SYSTEM_CLOCKS: LazyLock<(Instant, Mutex<PauseFilter>)> =
    LazyLock::new(|| (Instant::now(), Mutex::default()));

impl TimeSource for SystemClocks {
    fn now(&self) -> Now {
        let (start, filter) = &*SYSTEM_CLOCKS;
        let mut filter = filter.lock().unwrap_or_else(PoisonError::into_inner);
        let running = filter.read(start.elapsed());
        drop(filter);
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
        Now { wall: Time(millis(wall)), monotonic: Monotonic(millis(running)) }
    }
}

/// Wall-clock time in milliseconds since the Unix epoch.
pub(crate) fn now() -> Time {
    SystemClocks.now().wall
}

/// Monotonic time.
pub(crate) fn monotonic() -> Monotonic {
    SystemClocks.now().monotonic
}

/// Reads the clocks again and again, so that a long gap between two readings is a pause of the process.
pub(crate) async fn keep_reading() {
    let mut ticks = interval(CLOCK_READ_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        SystemClocks.now();
    }
}

/// Takes the pauses of the process out of a clock.
#[derive(Debug, Default)]
struct PauseFilter {
    last: Duration,
    paused: Duration,
}

impl PauseFilter {
    /// The time without pauses, of a clock that shows `elapsed`.
    fn read(&mut self, elapsed: Duration) -> Duration {
        let gap = elapsed.saturating_sub(self.last);
        if gap >= PROCESS_PAUSE_MIN {
            self.paused += gap;
            tracing::warn!(millis = millis(gap), "the process was paused");
        }
        self.last = self.last.max(elapsed);
        self.last.saturating_sub(self.paused)
    }
}

fn millis(duration: Duration) -> u64 {
    duration.as_millis() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_do_not_count() {
        let mut filter = PauseFilter::default();
        let mut read = |millis| filter.read(Duration::from_millis(millis)).as_millis();
        assert_eq!([0, 500, 2_400].map(&mut read), [0, 500, 2_400]);
        assert_eq!([42_400, 42_900].map(&mut read), [2_400, 2_900]);
        assert_eq!([45_000, 46_000].map(&mut read), [2_900, 3_900]);
        // Of two readings at the same time the later may come first.
        assert_eq!([45_900, 46_100].map(&mut read), [3_900, 4_000]);
    }
}
