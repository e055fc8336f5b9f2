//! How much a store has done, and whether it works.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// How much a store has done since it began, and whether it works.
#[derive(Debug, Default)]
pub struct Meter {
    commits: AtomicU64,
    appends: AtomicU64,
    reads: AtomicU64,
    events_read: AtomicU64,
    errors: AtomicU64,
    failing: AtomicBool,
}

impl Meter {
    /// How many transactions were committed: each is one wait for the disk.
    pub fn commits(&self) -> u64 {
        self.commits.load(Relaxed)
    }

    /// How many times events were appended to a match.
    pub fn appends(&self) -> u64 {
        self.appends.load(Relaxed)
    }

    /// How many questions were answered.
    pub fn reads(&self) -> u64 {
        self.reads.load(Relaxed)
    }

    /// How many events were read to answer them.
    pub fn events_read(&self) -> u64 {
        self.events_read.load(Relaxed)
    }

    /// How many transactions and questions failed because the backend did.
    pub fn errors(&self) -> u64 {
        self.errors.load(Relaxed)
    }

    /// Whether the last attempt to write failed.
    pub fn is_failing(&self) -> bool {
        self.failing.load(Relaxed)
    }

    pub(crate) fn count_commit(&self, appends: usize) {
        self.commits.fetch_add(1, Relaxed);
        self.appends.fetch_add(appends as u64, Relaxed);
    }

    pub(crate) fn count_read(&self) {
        self.reads.fetch_add(1, Relaxed);
    }

    pub(crate) fn count_events(&self, events: usize) {
        self.events_read.fetch_add(events as u64, Relaxed);
    }

    pub(crate) fn count_error(&self) {
        self.errors.fetch_add(1, Relaxed);
    }

    pub(crate) fn set_failing(&self, failing: bool) {
        self.failing.store(failing, Relaxed);
    }
}
