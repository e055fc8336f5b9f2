//! Metrics of the server, in the text format of Prometheus.
//!
//! Written by hand: with `metrics` and its exporter there would be a global recorder, which servers of
//! tests in one process would share, for eight numbers.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// What the server has done since it started.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    sockets: AtomicUsize,
    messages: AtomicU64,
    slow_readers: AtomicU64,
    limited: AtomicU64,
    clocks: AtomicUsize,
}

/// What others know.
pub(crate) struct Others {
    pub(crate) rooms: usize,
    pub(crate) commits: u64,
    pub(crate) appends: u64,
    pub(crate) thinking: usize,
    pub(crate) blocking: usize,
}

impl Metrics {
    pub(crate) fn sockets(&self) -> usize {
        self.sockets.load(Relaxed)
    }

    pub(crate) fn socket_opened(&self) {
        self.sockets.fetch_add(1, Relaxed);
    }

    pub(crate) fn socket_closed(&self) {
        self.sockets.fetch_sub(1, Relaxed);
    }

    pub(crate) fn message(&self) {
        self.messages.fetch_add(1, Relaxed);
    }

    pub(crate) fn slow_reader(&self) {
        self.slow_readers.fetch_add(1, Relaxed);
    }

    pub(crate) fn limited(&self) {
        self.limited.fetch_add(1, Relaxed);
    }

    /// A clock of a room begins to run, or stops.
    pub(crate) fn clock_runs(&self, runs: bool) {
        if runs {
            self.clocks.fetch_add(1, Relaxed);
        } else {
            self.clocks.fetch_sub(1, Relaxed);
        }
    }

    /// Whether any clock runs.
    pub(crate) fn has_running_clocks(&self) -> bool {
        self.clocks.load(Relaxed) > 0
    }

    /// All of it, as Prometheus reads it.
    pub(crate) fn text(&self, others: &Others) -> String {
        let Others { rooms, commits, appends, thinking, blocking } = *others;
        let mut text = String::new();
        let mut put = |name: &str, kind: &str, help: &str, value: u64| {
            // Writing into a text does not fail.
            let _ = writeln!(text, "# HELP damier_{name} {help}");
            let _ = writeln!(text, "# TYPE damier_{name} {kind}");
            let _ = writeln!(text, "damier_{name} {value}");
        };
        put("rooms", "gauge", "Rooms that are open.", rooms as u64);
        put("sockets", "gauge", "Sockets that are open.", self.sockets() as u64);
        put("thinking_waiting", "gauge", "Questions that wait for a thread.", thinking as u64);
        put("blocking_waiting", "gauge", "Texts and games that wait to be read.", blocking as u64);
        put("messages_total", "counter", "Messages from clients.", self.messages.load(Relaxed));
        put(
            "slow_readers_total",
            "counter",
            "Sockets ended as too slow.",
            self.slow_readers.load(Relaxed),
        );
        put(
            "limited_total",
            "counter",
            "Requests refused as too many.",
            self.limited.load(Relaxed),
        );
        put("appends_total", "counter", "Changes of matches that were stored.", appends);
        put("commits_total", "counter", "Transactions of the store.", commits);
        text
    }
}
