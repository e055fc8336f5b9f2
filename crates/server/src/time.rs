//! The clock on the wall.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use play::Time;

/// Now.
pub(crate) fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    Time(since.as_millis() as u64)
}
