//! `/metrics`: the format of Prometheus, names that stay, and figures that are true.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;

use play::{Player, RefusalCode};

use crate::client::{Socket, computer, create, get, human, request};
use crate::running::Running;
use crate::time_limit;

/// All metrics with their types. Others have them in dashboards and alerts: they keep their names.
pub(crate) const NAMES: &[(&str, &str)] = &[
    ("damier_acknowledgement_seconds", "histogram"),
    ("damier_appends_total", "counter"),
    ("damier_blocking_oldest_wait_seconds", "gauge"),
    ("damier_blocking_waiting", "gauge"),
    ("damier_bodies_refused_total", "counter"),
    ("damier_bodies_timed_out_total", "counter"),
    ("damier_body_bytes", "gauge"),
    ("damier_commits_total", "counter"),
    ("damier_conflicts_total", "counter"),
    ("damier_connections", "gauge"),
    ("damier_connections_evicted_total", "counter"),
    ("damier_connections_refused_total", "counter"),
    ("damier_connections_timed_out_total", "counter"),
    ("damier_limited_total", "counter"),
    ("damier_messages_total", "counter"),
    ("damier_refusals_total", "counter"),
    ("damier_reloads_total", "counter"),
    ("damier_reports_total", "counter"),
    ("damier_rooms", "gauge"),
    ("damier_slow_readers_total", "counter"),
    ("damier_sockets", "gauge"),
    ("damier_store_append_seconds", "histogram"),
    ("damier_store_errors_total", "counter"),
    ("damier_store_events_read_total", "counter"),
    ("damier_store_read_seconds", "histogram"),
    ("damier_store_reads_total", "counter"),
    ("damier_store_unknown_events_total", "counter"),
    ("damier_stored_bytes", "gauge"),
    ("damier_stored_bytes_max", "gauge"),
    ("damier_thinking_oldest_wait_seconds", "gauge"),
    ("damier_thinking_queue", "gauge"),
    ("damier_thinking_waiting", "gauge"),
    ("damier_unstored_rooms", "gauge"),
    ("damier_worker_answers_total", "counter"),
    ("damier_worker_cancel_seconds", "histogram"),
    ("damier_worker_cancels_total", "counter"),
    ("damier_worker_first_report_seconds", "histogram"),
    ("damier_worker_jobs", "gauge"),
    ("damier_worker_jobs_total", "counter"),
    ("damier_worker_queue", "gauge"),
    ("damier_worker_redeliveries_total", "counter"),
    ("damier_worker_refused_total", "counter"),
    ("damier_worker_returns_total", "counter"),
    ("damier_worker_threads", "gauge"),
    ("damier_workers", "gauge"),
];

/// Metrics as a program reads them: types by name, values by name with labels.
#[derive(Default)]
struct Exposition {
    types: BTreeMap<String, String>,
    samples: BTreeMap<String, f64>,
}

impl Exposition {
    /// Reads the text format strictly: every family has help and type before its samples, which follow
    /// each other, and no sample comes twice.
    fn read(text: &str) -> Self {
        let mut read = Self::default();
        let (mut helped, mut family) = (BTreeSet::new(), String::new());
        assert!(text.ends_with('\n'), "the last line has no end");
        for line in text.lines() {
            if let Some(help) = line.strip_prefix("# HELP ") {
                let (name, help) = help.split_once(' ').expect(line);
                assert!(!help.is_empty() && helped.insert(name.to_owned()), "{line}");
            } else if let Some(of) = line.strip_prefix("# TYPE ") {
                let (name, kind) = of.split_once(' ').expect(line);
                assert!(helped.contains(name), "{line}: no help before it");
                assert!(is_name(name), "{line}");
                assert_eq!(kind == "counter", name.ends_with("_total"), "{line}");
                assert_eq!(read.types.insert(name.to_owned(), kind.to_owned()), None, "{line}");
                name.clone_into(&mut family);
            } else {
                read.sample(line, &family);
            }
        }
        for (name, kind) in &read.types {
            if kind == "histogram" {
                read.check_histogram(name);
            }
        }
        read
    }

    fn sample(&mut self, line: &str, family: &str) {
        let (name, value) = line.rsplit_once(' ').expect(line);
        let base = name.split('{').next().unwrap();
        let kind = self.types.get(family).expect(line);
        let suffixes: &[&str] =
            if kind == "histogram" { &["_bucket", "_sum", "_count"] } else { &[""] };
        let belongs = suffixes.iter().any(|suffix| format!("{family}{suffix}") == base);
        assert!(belongs, "{line} in {family}");
        if let Some(labels) = name.strip_prefix(base).filter(|labels| !labels.is_empty()) {
            let labels = labels.strip_prefix('{').and_then(|it| it.strip_suffix('}')).expect(line);
            for label in labels.split(',') {
                let (label, value) = label.split_once('=').expect(line);
                assert!(is_name(label), "{line}");
                let value = value.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
                assert!(!value.expect(line).contains(['"', '\\']), "{line}");
            }
        }
        let value: f64 = value.parse().expect(line);
        assert!(value >= 0.0 && value.is_finite(), "{line}");
        assert_eq!(self.samples.insert(name.to_owned(), value), None, "{line} twice");
    }

    /// A whole number; zero if there is none yet.
    fn count(&self, name: &str) -> u64 {
        let value = self[name];
        assert!(value.fract() == 0.0, "{name} {value}");
        value as u64
    }

    /// Buckets grow, and the last one has all.
    fn check_histogram(&self, name: &str) {
        let prefix = format!("{name}_bucket{{le=\"");
        let buckets = self.samples.iter().filter_map(|(sample, count)| {
            let bound = sample.strip_prefix(&prefix)?.strip_suffix("\"}")?;
            let bound = if bound == "+Inf" { f64::INFINITY } else { bound.parse().expect(bound) };
            Some((bound, *count))
        });
        let mut buckets: Vec<(f64, f64)> = buckets.collect();
        buckets.sort_by(|one, other| one.partial_cmp(other).unwrap());
        assert!(buckets.len() > 5, "{name}: {buckets:?}");
        assert!(buckets.is_sorted_by_key(|(_, count)| *count), "{name}: {buckets:?}");
        assert_eq!(buckets.last(), Some(&(f64::INFINITY, self[format!("{name}_count")])), "{name}");
        assert!(self.samples.contains_key(&format!("{name}_sum")), "{name}");
    }
}

impl<T: AsRef<str>> std::ops::Index<T> for Exposition {
    type Output = f64;

    fn index(&self, name: T) -> &f64 {
        self.samples.get(name.as_ref()).unwrap_or(&0.0)
    }
}

fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')
}

fn metrics(address: SocketAddr) -> Exposition {
    let answer = get(address, "/metrics");
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    Exposition::read(answer.text())
}

#[test]
fn metrics_keep_their_names_and_can_be_read() {
    let server = Running::start();
    let read = metrics(server.address);
    let names: Vec<_> = read.types.iter().map(|(name, kind)| (&**name, &**kind)).collect();
    assert_eq!(names, NAMES);
}

#[test]
fn commands_are_measured_until_they_are_stored() {
    let server = Running::start();
    let id = create(server.address, "connect-four", &human(), &human());
    let mut socket = Socket::open(server.address, &id);
    let before = metrics(server.address);
    socket.play(Player::One, "4").unwrap();
    socket.play(Player::Two, "4").unwrap();
    socket.play(Player::One, "4").unwrap();
    assert_eq!(socket.play(Player::One, "4"), Err(RefusalCode::NotYourTurn));
    assert_eq!(socket.play(Player::Two, "9"), Err(RefusalCode::Unreadable));
    let after = metrics(server.address);
    let more = |name: &str| after.count(name) - before.count(name);
    assert_eq!(more("damier_acknowledgement_seconds_count"), 3);
    assert_eq!(more("damier_store_append_seconds_count"), 3);
    assert_eq!(more("damier_appends_total"), 3);
    assert!(after["damier_acknowledgement_seconds_sum"] > 0.0);
    // An acknowledgement waits for its append.
    let took = |name: &str| after[name] - before[name];
    let (all, append) = ("damier_acknowledgement_seconds_sum", "damier_store_append_seconds_sum");
    assert!(took(all) >= took(append), "{} < {}", took(all), took(append));
    let refused =
        |kind: &str| more(&format!("damier_refusals_total{{over=\"socket\",kind=\"{kind}\"}}"));
    assert_eq!((refused("not-your-turn"), refused("unreadable")), (1, 1));
    assert!(after.count("damier_store_read_seconds_count") >= 1);
    assert_eq!((after.count("damier_rooms"), after.count("damier_sockets")), (1, 1));
}

#[test]
fn the_age_of_the_engines_queue_is_that_of_its_oldest_job() {
    let server = Running::start();
    let read = metrics(server.address);
    assert_eq!(read.count("damier_thinking_waiting"), 0);
    assert_eq!(read.count("damier_thinking_oldest_wait_seconds"), 0);
    // One thread, and two games that need it.
    let maximum = computer("maximum");
    let games = ["katarenga", "congress"].map(|game| {
        let id = create(server.address, game, &maximum, &maximum);
        Socket::open(server.address, &id)
    });
    time_limit::wait_for("a job that waits", || {
        let read = metrics(server.address);
        let waits = read.count("damier_thinking_waiting") > 0;
        (waits && read["damier_thinking_oldest_wait_seconds"] > 0.0).then_some(())
    });
    drop(games);
}

#[test]
fn refused_requests_are_counted_by_their_code() {
    let server = Running::start();
    let address = server.address;
    let refused = |kind: &str| {
        metrics(address).count(&format!("damier_refusals_total{{over=\"http\",kind=\"{kind}\"}}"))
    };
    assert_eq!(get(address, "/api/matches/no-such-match").status, 404);
    assert_eq!(request(address, "POST", "/api/matches", "", b"nonsense").status, 400);
    assert_eq!(request(address, "GET", "/", "Host: evil.test\r\n", b"").status, 403);
    let counts = ["not-found", "bad-request", "refused", "busy"].map(refused);
    assert_eq!(counts, [1, 1, 1, 0]);
}
