//! What the host does for the core while it works.

use std::sync::atomic::AtomicBool;

use engine::MonotonicClock;

/// The host of the core: a Worker of the page, node, or a test.
pub trait Host {
    /// Takes an update of running work, as JSON.
    fn update(&self, json: &[u8]);

    /// The flag that ends running work.
    fn stop_flag(&self) -> &AtomicBool;

    /// The clock of searches. A search that reads it may find that the host wants it to end.
    fn clock(&self) -> MonotonicClock;

    /// Threads that search, this one included.
    fn threads(&self) -> usize {
        1
    }
}
