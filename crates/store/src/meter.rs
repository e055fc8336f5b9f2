//! How much a store has done, and whether it works.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use play::Event;

use crate::{Error, LatencyHistogram};

/// How much a store has done since it began, and whether it works.
#[derive(Debug, Default)]
pub struct Meter {
    commits: AtomicU64,
    appends: AtomicU64,
    reads: AtomicU64,
    events_read: AtomicU64,
    errors: AtomicU64,
    unknown_events: AtomicU64,
    /// Of each writer.
    failing: Vec<AtomicBool>,
    append_latency: LatencyHistogram,
    read_latency: LatencyHistogram,
    waiting_writes: AtomicUsize,
    answered_writes: AtomicU64,
}

/// A change that waits for its answer; dropped if nobody waits any more.
pub(crate) struct PendingWrite<'a>(&'a Meter);

impl PendingWrite<'_> {
    /// Counts its answer.
    pub(crate) fn answered(self) {
        self.0.answered_writes.fetch_add(1, Relaxed);
    }
}

impl Drop for PendingWrite<'_> {
    fn drop(&mut self) {
        self.0.waiting_writes.fetch_sub(1, Relaxed);
    }
}

impl Meter {
    pub(crate) fn for_writers(writers: usize) -> Self {
        let failing = (0..writers).map(|_| AtomicBool::new(false)).collect();
        Self { failing, ..Self::default() }
    }

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

    /// How many times a match had an event that only a newer version of the program knows.
    pub fn unknown_events(&self) -> u64 {
        self.unknown_events.load(Relaxed)
    }

    /// Counts the events of a match that were read, or one that this program does not know.
    pub(crate) fn count_loaded(&self, events: &Result<Vec<Event>, Error>) {
        match events {
            Ok(events) => self.count_events(events.len()),
            Err(Error::UnknownEvent(_)) => {
                self.unknown_events.fetch_add(1, Relaxed);
            }
            Err(_) => {}
        }
    }

    /// Whether the last attempt to write failed, of any writer.
    pub fn is_failing(&self) -> bool {
        self.failing.iter().any(|failing| failing.load(Relaxed))
    }

    /// How long appends took, from the request to its answer.
    pub fn append_latency(&self) -> &LatencyHistogram {
        &self.append_latency
    }

    /// How long questions took, from the request to its answer.
    pub fn read_latency(&self) -> &LatencyHistogram {
        &self.read_latency
    }

    /// How many changes wait for their answers, and how many have been answered.
    pub fn writes(&self) -> (usize, u64) {
        (self.waiting_writes.load(Relaxed), self.answered_writes.load(Relaxed))
    }

    pub(crate) fn begin_write(&self) -> PendingWrite<'_> {
        self.waiting_writes.fetch_add(1, Relaxed);
        PendingWrite(self)
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

    pub(crate) fn set_failing(&self, writer: usize, failing: bool) {
        if let Some(flag) = self.failing.get(writer) {
            flag.store(failing, Relaxed);
        }
    }
}
