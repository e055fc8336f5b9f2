//! Metrics of the server, in the text format of Prometheus.
//!
//! Written by hand: with `metrics` and its exporter there would be a global recorder, which servers of
//! tests in one process would share, for eight numbers.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Counters and gauges of the server since its start.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    sockets: AtomicUsize,
    messages: AtomicU64,
    slow_readers: AtomicU64,
    limited: AtomicU64,
    clocks: AtomicUsize,
    connections: AtomicUsize,
    connections_refused: AtomicU64,
    connections_evicted: AtomicU64,
    connections_timed_out: AtomicU64,
    body_bytes: AtomicUsize,
    bodies_refused: AtomicU64,
    bodies_timed_out: AtomicU64,
}

/// Figures of other components.
pub(crate) struct ComponentFigures {
    pub(crate) rooms: usize,
    pub(crate) commits: u64,
    pub(crate) appends: u64,
    pub(crate) reads: u64,
    pub(crate) events_read: u64,
    pub(crate) store_errors: u64,
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

    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Relaxed)
    }

    pub(crate) fn connection_opened(&self) {
        self.connections.fetch_add(1, Relaxed);
    }

    pub(crate) fn connection_closed(&self) {
        self.connections.fetch_sub(1, Relaxed);
    }

    /// Counts a connection that was refused.
    pub(crate) fn connection_refused(&self) {
        self.connections_refused.fetch_add(1, Relaxed);
    }

    /// Counts connections that were closed in favour of others.
    pub(crate) fn connections_evicted(&self, count: usize) {
        self.connections_evicted.fetch_add(count as u64, Relaxed);
    }

    /// Counts a connection that was too slow, or idle for too long.
    pub(crate) fn connection_timed_out(&self) {
        self.connections_timed_out.fetch_add(1, Relaxed);
    }

    /// Sets the bytes of request bodies in memory.
    pub(crate) fn set_body_bytes(&self, bytes: usize) {
        self.body_bytes.store(bytes, Relaxed);
    }

    /// Counts a body that was refused.
    pub(crate) fn body_refused(&self) {
        self.bodies_refused.fetch_add(1, Relaxed);
    }

    /// Counts a body that came too slowly.
    pub(crate) fn body_timed_out(&self) {
        self.bodies_timed_out.fetch_add(1, Relaxed);
    }

    /// Counts a game clock that starts or stops.
    pub(crate) fn clock_runs(&self, runs: bool) {
        if runs {
            self.clocks.fetch_add(1, Relaxed);
        } else {
            self.clocks.fetch_sub(1, Relaxed);
        }
    }

    /// Whether any game clock runs.
    pub(crate) fn has_running_clocks(&self) -> bool {
        self.clocks.load(Relaxed) > 0
    }

    /// All metrics in the text format of Prometheus.
    pub(crate) fn text(&self, components: &ComponentFigures) -> String {
        let ComponentFigures { rooms, commits, appends, thinking, blocking, .. } = *components;
        let mut text = String::new();
        let mut put = |name: &str, kind: &str, help: &str, value: u64| {
            // Writing to a string does not fail.
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
        let (gauge, counter) = ("gauge", "counter");
        let figures = [
            ("connections", gauge, "Connections that are open.", self.connections() as u64),
            (
                "connections_refused_total",
                counter,
                "Connections refused for want of a place.",
                self.connections_refused.load(Relaxed),
            ),
            (
                "connections_evicted_total",
                counter,
                "Connections closed to make place for others.",
                self.connections_evicted.load(Relaxed),
            ),
            (
                "connections_timed_out_total",
                counter,
                "Connections closed as too slow or idle.",
                self.connections_timed_out.load(Relaxed),
            ),
            (
                "body_bytes",
                gauge,
                "Bytes of request bodies in memory.",
                self.body_bytes.load(Relaxed) as u64,
            ),
            (
                "bodies_refused_total",
                counter,
                "Request bodies refused for want of room.",
                self.bodies_refused.load(Relaxed),
            ),
            (
                "bodies_timed_out_total",
                counter,
                "Request bodies that came too slowly.",
                self.bodies_timed_out.load(Relaxed),
            ),
        ];
        for (name, kind, help, value) in figures {
            put(name, kind, help, value);
        }
        put("appends_total", "counter", "Changes of matches that were stored.", appends);
        put("commits_total", "counter", "Transactions of the store.", commits);
        put("store_reads_total", "counter", "Questions to the store.", components.reads);
        put("store_events_read_total", "counter", "Events read for them.", components.events_read);
        put(
            "store_errors_total",
            "counter",
            "Transactions and questions that failed.",
            components.store_errors,
        );
        text
    }
}
