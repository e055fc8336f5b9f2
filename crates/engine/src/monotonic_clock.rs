//! The clock by which the time of a search is measured.

use std::fmt;
use std::ptr::fn_addr_eq;
use std::time::Duration;

/// Monotonic clock: reads the time since a fixed moment, and never goes back. The default is that of the platform.
#[derive(Clone, Copy)]
pub struct MonotonicClock(fn() -> Duration);

impl MonotonicClock {
    /// The clock that `read` reads.
    pub const fn new(read: fn() -> Duration) -> Self {
        Self(read)
    }

    /// Time since a moment that is the same for all readings.
    pub fn now(self) -> Duration {
        (self.0)()
    }
}

impl Default for MonotonicClock {
    fn default() -> Self {
        Self(platform_time)
    }
}

impl PartialEq for MonotonicClock {
    fn eq(&self, other: &Self) -> bool {
        fn_addr_eq(self.0, other.0)
    }
}

impl Eq for MonotonicClock {}

impl fmt::Debug for MonotonicClock {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("MonotonicClock")
    }
}

/// Time since the first reading.
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
fn platform_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;

    static ORIGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    ORIGIN.elapsed()
}

/// Time since the page was opened: the standard library has no clock in the browser, so the host gives one.
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
#[expect(
    unsafe_code,
    reason = "the import is declared here; it takes nothing and returns a number"
)]
fn platform_time() -> Duration {
    #[link(wasm_import_module = "damier")]
    unsafe extern "C" {
        /// `performance.now()`.
        safe fn monotonic_ms() -> f64;
    }
    Duration::try_from_secs_f64(monotonic_ms() / 1000.0).unwrap_or_default()
}
