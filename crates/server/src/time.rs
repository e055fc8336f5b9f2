//! The clocks of this machine: the wall clock for what is stored and shown, a monotonic one for everything
//! that is measured.
//!
//! The monotonic clock stands still while the process does not run. A suspended machine stops the clock of
//! the operating system by itself on Linux; a stopped process is noticed by the gap between two readings,
//! which [`keep_reading`] makes short otherwise.

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
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
pub struct SystemClocks;

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

/// Clock of a node: the time of the store, which all nodes have in common, carried on by the monotonic clock of this
/// machine between two measurements. Its wall clock does not matter.
///
/// Other nodes play on while this process is paused, so that a pause is no outage, and the clock goes on. Before it
/// does, the node has to know that everything it has heard is old: after a pause the clock stands still until
/// [`release`](Self::release).
#[derive(Debug)]
pub(crate) struct NodeClock {
    start: Instant,
    state: Mutex<NodeClockState>,
}

#[derive(Debug, Default)]
struct NodeClockState {
    /// The last reading.
    last: Duration,
    is_held: bool,
    /// Time of the store at the start of the clock, in milliseconds.
    offset_ms: i64,
}

impl NodeClock {
    pub(crate) fn start() -> Self {
        Self { start: Instant::now(), state: Mutex::default() }
    }

    /// Time since the start of the clock, which the offset is measured from.
    pub(crate) fn since_start(&self) -> Time {
        Time(millis(self.start.elapsed()))
    }

    /// Sets by how much the time of the store is ahead of [`since_start`](Self::since_start).
    pub(crate) fn set_offset(&self, millis: i64) {
        self.state().offset_ms = millis;
    }

    /// Whether the clock stands still because the process was paused.
    pub(crate) fn is_held(&self) -> bool {
        self.read(self.start.elapsed()).1
    }

    /// Goes on after a pause.
    pub(crate) fn release(&self) {
        let mut state = self.state();
        state.last = state.last.max(self.start.elapsed());
        state.is_held = false;
    }

    /// The time that it would be if the clock did not stand still.
    pub(crate) fn present(&self) -> Time {
        let offset = self.state().offset_ms;
        Time(self.since_start().0.saturating_add_signed(offset))
    }

    /// A reading of the clock when so much has elapsed since its start, and whether it stands still.
    fn read(&self, elapsed: Duration) -> (Now, bool) {
        let mut state = self.state();
        if elapsed.saturating_sub(state.last) >= PROCESS_PAUSE_MIN {
            state.is_held = true;
        }
        if !state.is_held {
            state.last = state.last.max(elapsed);
        }
        let monotonic = millis(state.last);
        let wall = Time(monotonic.saturating_add_signed(state.offset_ms));
        (Now { wall, monotonic: Monotonic(monotonic) }, state.is_held)
    }

    fn state(&self) -> MutexGuard<'_, NodeClockState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TimeSource for NodeClock {
    fn now(&self) -> Now {
        self.read(self.start.elapsed()).0
    }
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
    fn the_clock_of_a_node_stands_still_after_a_pause_until_it_is_released() {
        let clock = NodeClock::start();
        clock.set_offset(50_000);
        let read = |millis| {
            let (now, is_held) = clock.read(Duration::from_millis(millis));
            (now.wall.0, now.monotonic.0, is_held)
        };
        assert_eq!(read(1_500), (51_500, 1_500, false));
        assert_eq!(read(42_000), (51_500, 1_500, true));
        assert_eq!(read(42_300), (51_500, 1_500, true));
        clock.state().last = Duration::from_millis(42_300);
        clock.state().is_held = false;
        assert_eq!(read(42_400), (92_400, 42_400, false));
        clock.set_offset(49_990);
        assert_eq!(read(42_400), (92_390, 42_400, false));
    }

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
