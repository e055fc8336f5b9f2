//! Clocks: the wall clock for what is stored and shown, a monotonic one for rate limits.

use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use play::Time;

/// Zero of the monotonic clock.
static PROCESS_START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Wall-clock time in milliseconds since the Unix epoch.
pub(crate) fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    Time(since.as_millis() as u64)
}

/// Monotonic time in milliseconds: comparable only with itself, and never set back.
pub(crate) fn monotonic() -> Time {
    Time(PROCESS_START.elapsed().as_millis() as u64)
}
