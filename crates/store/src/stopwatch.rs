//! Stopwatch of latencies.

use std::time::Duration;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
use std::time::Instant;

/// Stopwatch of a request. In the browser, where nobody reads the meters, it stands still: the standard library has no
/// clock there.
pub(crate) struct Stopwatch {
    #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
    started: Instant,
}

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self { started: Instant::now() }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
impl Stopwatch {
    pub(crate) const fn start() -> Self {
        Self {}
    }

    pub(crate) const fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}
