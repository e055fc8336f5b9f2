//! Metrics of the server, in the text format of Prometheus.
//!
//! Written by hand: with `metrics` and its exporter there would be a global recorder, which servers of
//! tests in one process would share, for a page of numbers.

mod exposition;
mod refusals;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use ::room::Hearing;
use play::RefusalCode;
use store::{LatencyHistogram, Meter};
use work::WorkPriority;

use crate::cluster::Nodes;
use crate::engine_pool::WorkerFigures;
use exposition::Exposition;
use refusals::Refusals;
pub(crate) use refusals::{ProblemCode, count_refusals};

/// Counters and gauges of the server since its start.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    sockets: AtomicUsize,
    messages: AtomicU64,
    slow_readers: AtomicU64,
    limited: AtomicU64,
    clocks: AtomicUsize,
    unstored_rooms: AtomicUsize,
    connections: AtomicUsize,
    connections_refused: AtomicU64,
    connections_evicted: AtomicU64,
    connections_timed_out: AtomicU64,
    body_bytes: AtomicUsize,
    stored_bytes: AtomicU64,
    stored_bytes_max: AtomicU64,
    bodies_refused: AtomicU64,
    bodies_timed_out: AtomicU64,
    conflicts: AtomicU64,
    reloads: AtomicU64,
    reports: AtomicU64,
    refusals: Refusals,
    acknowledgements: LatencyHistogram,
}

/// Counts a room with a change that waits because the store fails, until it is dropped.
#[derive(Debug)]
pub(crate) struct UnstoredRoom(Arc<Metrics>);

impl UnstoredRoom {
    pub(crate) fn new(metrics: Arc<Metrics>) -> Self {
        metrics.unstored_rooms.fetch_add(1, Relaxed);
        Self(metrics)
    }
}

impl Drop for UnstoredRoom {
    fn drop(&mut self) {
        self.0.unstored_rooms.fetch_sub(1, Relaxed);
    }
}

/// Figures of other components.
pub(crate) struct ComponentFigures<'a> {
    pub(crate) rooms: usize,
    pub(crate) store: &'a Meter,
    pub(crate) thinking: QueueFigures,
    pub(crate) workers: WorkerFigures<'a>,
    pub(crate) blocking: QueueFigures,
    pub(crate) nodes: Option<&'a Nodes>,
}

/// Figures of a queue.
pub(crate) struct QueueFigures {
    /// Jobs that wait.
    pub(crate) waiting: usize,
    /// How long the oldest of them has waited.
    pub(crate) oldest: Duration,
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

    /// Bytes of all that was stored when it was measured last.
    pub(crate) fn stored_bytes(&self) -> u64 {
        self.stored_bytes.load(Relaxed)
    }

    /// Sets the bytes of all that is stored.
    pub(crate) fn set_stored_bytes(&self, bytes: u64) {
        self.stored_bytes.store(bytes, Relaxed);
    }

    /// Sets the bytes beyond which visitors store nothing more.
    pub(crate) fn set_stored_bytes_max(&self, bytes: u64) {
        self.stored_bytes_max.store(bytes, Relaxed);
    }

    /// Counts a body that was refused.
    pub(crate) fn body_refused(&self) {
        self.bodies_refused.fetch_add(1, Relaxed);
    }

    /// Counts a body that came too slowly.
    pub(crate) fn body_timed_out(&self) {
        self.bodies_timed_out.fetch_add(1, Relaxed);
    }

    /// Counts a change of a match that another program or node was faster than.
    pub(crate) fn conflicted(&self) {
        self.conflicts.fetch_add(1, Relaxed);
    }

    /// Counts events of an open match that were loaded because they were stored elsewhere.
    pub(crate) fn reloaded(&self) {
        self.reloads.fetch_add(1, Relaxed);
    }

    /// Counts a name that was reported.
    pub(crate) fn name_reported(&self) {
        self.reports.fetch_add(1, Relaxed);
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

    /// Rooms with a change that waits because the store fails.
    pub(crate) fn unstored_rooms(&self) -> usize {
        self.unstored_rooms.load(Relaxed)
    }

    /// Counts a request that was refused.
    pub(crate) fn request_refused(&self, code: &'static str) {
        self.refusals.count("http", code.to_owned());
    }

    /// Counts a message on the socket of a match that was refused.
    pub(crate) fn message_refused(&self, code: RefusalCode) {
        self.refusals.count("socket", refusals::name(code));
    }

    /// Counts a command that was acknowledged so long after it came in.
    pub(crate) fn acknowledged(&self, latency: Duration) {
        self.acknowledgements.observe(latency);
    }

    /// All metrics in the text format of Prometheus.
    pub(crate) fn text(&self, components: &ComponentFigures<'_>) -> String {
        let mut text = Exposition::default();
        self.put_clients(&mut text, components.rooms);
        put_queues(&mut text, components);
        put_workers(&mut text, &components.workers);
        put_store(&mut text, components.store);
        if let Some(nodes) = components.nodes {
            put_nodes(&mut text, nodes);
        }
        let help = "Time from the arrival of a command to the acknowledgement that it is stored.";
        text.histogram("acknowledgement_seconds", help, &self.acknowledgements);
        text.into_text()
    }

    fn put_clients(&self, text: &mut Exposition, rooms: usize) {
        text.gauge("rooms", "Rooms that are open.", rooms);
        let help = "Rooms with a change that waits because the store fails.";
        text.gauge("unstored_rooms", help, self.unstored_rooms());
        text.gauge("sockets", "Sockets that are open.", self.sockets());
        text.gauge("connections", "Connections that are open.", self.connections());
        let body_bytes = self.body_bytes.load(Relaxed);
        text.gauge("body_bytes", "Bytes of request bodies in memory.", body_bytes);
        text.gauge("stored_bytes", "Bytes of all that is stored.", self.stored_bytes());
        let most = self.stored_bytes_max.load(Relaxed);
        let help = "Bytes of all that is stored from which on visitors store nothing more.";
        text.gauge("stored_bytes_max", help, most);
        let counters = [
            ("messages_total", "Messages from clients.", &self.messages),
            ("slow_readers_total", "Sockets ended as too slow.", &self.slow_readers),
            ("limited_total", "Requests refused as too many.", &self.limited),
            (
                "connections_refused_total",
                "Connections refused for want of a place.",
                &self.connections_refused,
            ),
            (
                "connections_evicted_total",
                "Connections closed to make place for others.",
                &self.connections_evicted,
            ),
            (
                "connections_timed_out_total",
                "Connections closed as too slow or idle.",
                &self.connections_timed_out,
            ),
            (
                "bodies_refused_total",
                "Request bodies refused for want of room.",
                &self.bodies_refused,
            ),
            ("reports_total", "Names reported to the operator.", &self.reports),
            (
                "bodies_timed_out_total",
                "Request bodies that came too slowly.",
                &self.bodies_timed_out,
            ),
            (
                "conflicts_total",
                "Changes of matches that another node was faster than.",
                &self.conflicts,
            ),
            (
                "reloads_total",
                "Times that an open match was loaded because it was changed elsewhere.",
                &self.reloads,
            ),
        ];
        for (name, help, value) in counters {
            text.counter(name, help, value.load(Relaxed));
        }
        let refusals = self.refusals.snapshot();
        let values = refusals.iter().map(|((over, kind), count)| ([*over, kind.as_str()], *count));
        let help = "Requests and messages of matches that were refused, by protocol and code.";
        text.counter_by("refusals_total", help, ["over", "kind"], values);
    }
}

fn put_queues(text: &mut Exposition, components: &ComponentFigures<'_>) {
    let ComponentFigures { thinking, blocking, .. } = components;
    text.gauge("thinking_waiting", "Questions that wait for a thread.", thinking.waiting);
    let help = "How long the oldest question has waited for a thread.";
    text.gauge("thinking_oldest_wait_seconds", help, thinking.oldest.as_secs_f64());
    text.gauge("blocking_waiting", "Texts and games that wait to be read.", blocking.waiting);
    let help = "How long the oldest text or game has waited to be read.";
    text.gauge("blocking_oldest_wait_seconds", help, blocking.oldest.as_secs_f64());
}

fn put_nodes(text: &mut Exposition, nodes: &Nodes) {
    text.gauge("nodes", "Nodes of the site that are alive.", nodes.live_nodes());
    let hearing = u8::from(nodes.hearing() == Hearing::Complete);
    text.gauge("bus_hearing", "Whether the news of other nodes come in.", hearing);
    let figures = nodes.figures();
    let lag = Duration::from_millis(figures.lag_ms.load(Relaxed)).as_secs_f64();
    text.gauge("bus_lag_seconds", "How long the last news of another node took.", lag);
    for (name, help, value) in [
        ("news_sent_total", "News sent to other nodes.", &figures.sent),
        ("news_lost_total", "News that could not be sent.", &figures.lost),
        ("news_received_total", "News of other nodes.", &figures.received),
        ("news_unknown_total", "News that this version does not understand.", &figures.unknown),
        ("version_polls_total", "Questions for the versions of open rooms.", &figures.polled),
        ("versions_found_total", "Versions that no news had told.", &figures.found),
    ] {
        text.counter(name, help, value.load(Relaxed));
    }
}

fn put_workers(text: &mut Exposition, figures: &WorkerFigures<'_>) {
    let WorkerFigures { waiting, meter } = figures;
    let by_kind =
        |counts: [usize; 2]| WorkPriority::ALL.map(WorkPriority::name).into_iter().zip(counts);
    let help = "Questions that wait for a thread or a worker, by kind.";
    text.gauge_by("thinking_queue", help, "kind", by_kind(*waiting));
    let queued = meter.queued.each_ref().map(|count| count.load(Relaxed));
    let help = "Questions given to workers that none has begun, by kind.";
    text.gauge_by("worker_queue", help, "kind", by_kind(queued));
    for (name, help, value) in [
        ("workers", "Workers of this version that are there.", &meter.workers),
        ("worker_threads", "Threads of these workers.", &meter.threads),
        ("worker_jobs", "Questions that workers think about.", &meter.claimed),
    ] {
        text.gauge(name, help, value.load(Relaxed));
    }
    for (name, help, value) in [
        ("worker_jobs_total", "Questions given to workers.", &meter.dispatched),
        ("worker_answers_total", "Answers of workers that were used.", &meter.answered),
        (
            "worker_redeliveries_total",
            "Questions that went on to another worker.",
            &meter.redelivered,
        ),
        ("worker_cancels_total", "Questions that workers were told to end.", &meter.cancelled),
        ("worker_returns_total", "Questions that no worker answered in time.", &meter.returned),
        ("worker_refused_total", "Answers of workers that were wrong.", &meter.refused),
    ] {
        text.counter(name, help, value.load(Relaxed));
    }
    let help = "Time from giving a question to workers to the first report.";
    text.histogram("worker_first_report_seconds", help, &meter.first_report);
    let help = "Time from telling a worker to end a question to its answer.";
    text.histogram("worker_cancel_seconds", help, &meter.cancel);
}

fn put_store(text: &mut Exposition, store: &Meter) {
    text.counter("appends_total", "Changes of matches that were stored.", store.appends());
    text.counter("commits_total", "Transactions of the store.", store.commits());
    text.counter("store_reads_total", "Questions to the store.", store.reads());
    text.counter("store_events_read_total", "Events read for them.", store.events_read());
    let help = "Transactions and questions that failed.";
    text.counter("store_errors_total", help, store.errors());
    let help = "Times that a match had an event which only a newer version of the program knows.";
    text.counter("store_unknown_events_total", help, store.unknown_events());
    let help = "Time from a change of a match to its durable storage.";
    text.histogram("store_append_seconds", help, store.append_latency());
    let help = "Time from a question to the store to its answer.";
    text.histogram("store_read_seconds", help, store.read_latency());
}
