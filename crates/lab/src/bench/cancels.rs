//! Analyses that are begun at a worker and cancelled, and how soon the worker ends them.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use rules::{AnyGame, Record, Setup};
use serde::Serialize;
use wire::{FromAnalyst, PROTOCOL, Question, ToAnalyst};

use super::socket::{MatchSocket, http_request};

/// Visitors who analyse at the same time.
const ANALYSTS: usize = 2;
/// Time from one analysis of a visitor to the next: sockets have a limit of messages.
const ANALYSIS_INTERVAL: Duration = Duration::from_millis(300);
/// Time for a report.
const REPORT_TIMEOUT: Duration = Duration::from_secs(30);
/// Metric of the node: from telling a worker to end to its answer.
const CANCEL_METRIC: &str = "damier_worker_cancel_seconds";
/// Bound of the aim, in milliseconds.
const CANCEL_AIM_MS: f64 = 50.0;

/// Latencies of cancels, as far as the buckets of the node's histogram tell.
#[derive(Serialize)]
pub(crate) struct CancelLatencies {
    pub(crate) cancels: u64,
    /// Upper bounds of the median and the 99th percentile in milliseconds; `None` above all buckets.
    pub(crate) within: [Option<f64>; 2],
    /// Cancels that took more than 50 ms.
    pub(crate) over_aim: u64,
}

/// Begins analyses and cancels them until workers were told to end so many.
pub(super) async fn measure(
    address: SocketAddr,
    game: &'static dyn AnyGame,
    cancels: u16,
) -> io::Result<CancelLatencies> {
    let start = game.start(&Setup { seed: 1, ..Setup::default() }).map_err(io::Error::other)?;
    let mut analysts = Vec::new();
    for _ in 0..ANALYSTS {
        analysts.push(Analyst::open(address, game, &start).await?);
    }
    let before = Histogram::read(address).await?;
    loop {
        let asked = analysts.iter_mut().map(Analyst::begin_and_cancel);
        futures_util::future::try_join_all(asked).await?;
        let measured = Histogram::read(address).await?.since(&before);
        if measured.count() >= u64::from(cancels) {
            return Ok(measured.latencies());
        }
    }
}

/// A visitor who analyses.
struct Analyst {
    socket: MatchSocket,
    question: Question,
}

impl Analyst {
    async fn open(address: SocketAddr, game: &dyn AnyGame, start: &str) -> io::Result<Self> {
        let mut socket = MatchSocket::open(address, "/api/analysis/socket").await?;
        let hello = ToAnalyst::Hello { protocol: PROTOCOL };
        socket.send(&serde_json::to_string(&hello)?).await?;
        let question = Question {
            question: 0,
            game: game.info().id.to_owned(),
            record: Record::new(start.to_owned()),
            lines: 1,
            every: false,
            of: None,
        };
        Ok(Self { socket, question })
    }

    async fn begin_and_cancel(&mut self) -> io::Result<()> {
        let next = Instant::now() + ANALYSIS_INTERVAL;
        self.question.question += 1;
        let analyse = ToAnalyst::Analyse(self.question.clone());
        self.socket.send(&serde_json::to_string(&analyse)?).await?;
        let report = tokio::time::timeout(REPORT_TIMEOUT, self.report()).await;
        report.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
        self.socket.send(&serde_json::to_string(&ToAnalyst::Stop)?).await?;
        tokio::time::sleep_until(next.into()).await;
        Ok(())
    }

    /// Waits for a report about the question.
    async fn report(&mut self) -> io::Result<()> {
        loop {
            match serde_json::from_str(&self.socket.receive().await?)? {
                FromAnalyst::Report(report) if report.question == self.question.question => {
                    return Ok(());
                }
                FromAnalyst::Refused { code, .. } => {
                    return Err(io::Error::other(format!("{code:?}")));
                }
                _ => {}
            }
        }
    }
}

/// Histogram of the node: upper bounds in seconds, and how many latencies are not above them.
struct Histogram(Vec<(f64, u64)>);

impl Histogram {
    async fn read(address: SocketAddr) -> io::Result<Self> {
        let text = http_request(address, "GET", "/metrics", "").await?;
        let prefix = format!("{CANCEL_METRIC}_bucket{{le=\"");
        let bucket = |line: &str| {
            let (bound, count) = line.strip_prefix(&prefix)?.split_once("\"} ")?;
            // `+Inf` is a number, too.
            Some((bound.parse().ok()?, count.trim().parse().ok()?))
        };
        Ok(Self(text.lines().filter_map(bucket).collect()))
    }

    /// What was added since.
    fn since(self, before: &Self) -> Self {
        let earlier = before.0.iter().map(|(_, count)| *count).chain(std::iter::repeat(0));
        let pairs = self.0.into_iter().zip(earlier);
        Self(pairs.map(|((bound, count), earlier)| (bound, count - earlier)).collect())
    }

    fn count(&self) -> u64 {
        self.0.last().map_or(0, |(_, count)| *count)
    }

    fn latencies(&self) -> CancelLatencies {
        let count = self.count();
        let within = |percent: u64| {
            let bucket = self.0.iter().find(|(_, below)| below * 100 >= count * percent);
            bucket.map(|(bound, _)| bound * 1000.0).filter(|bound| bound.is_finite())
        };
        let aim = self.0.iter().find(|(bound, _)| bound * 1000.0 >= CANCEL_AIM_MS);
        CancelLatencies {
            cancels: count,
            within: [within(50), within(99)],
            over_aim: count - aim.map_or(0, |(_, below)| *below),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_bounds_of_buckets() {
        let histogram = |counts: [u64; 4]| {
            Histogram([0.01, 0.05, 0.1, f64::INFINITY].into_iter().zip(counts).collect())
        };
        let measured = histogram([110, 210, 211, 212]).since(&histogram([10, 10, 10, 10]));
        let latencies = measured.latencies();
        assert_eq!((latencies.cancels, latencies.over_aim), (202, 2));
        assert_eq!(latencies.within, [Some(50.0), Some(50.0)]);
        let latencies = histogram([0, 0, 0, 1]).latencies();
        assert_eq!((latencies.within, latencies.over_aim), ([None, None], 1));
    }
}
