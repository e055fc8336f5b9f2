//! Latency histogram.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Upper bounds of the buckets, in microseconds: from a commit to a fast disk to a request that times out.
const BUCKETS_MICROS: [u64; 13] = [
    1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000,
    5_000_000, 10_000_000,
];

/// Histogram of latencies, which many threads may add to.
#[derive(Debug, Default)]
pub struct LatencyHistogram {
    /// Latencies in each bucket and above all.
    counts: [AtomicU64; BUCKETS_MICROS.len() + 1],
    sum_micros: AtomicU64,
}

impl LatencyHistogram {
    /// Counts a latency.
    pub fn observe(&self, latency: Duration) {
        let micros = u64::try_from(latency.as_micros()).unwrap_or(u64::MAX);
        let bucket = BUCKETS_MICROS.partition_point(|bound| *bound < micros);
        self.counts[bucket].fetch_add(1, Relaxed);
        self.sum_micros.fetch_add(micros, Relaxed);
    }

    /// The sum of all latencies.
    pub fn sum(&self) -> Duration {
        Duration::from_micros(self.sum_micros.load(Relaxed))
    }

    /// For each bucket its upper bound, and how many latencies are not above it. The last has no bound: all
    /// latencies are in it.
    pub fn cumulative(&self) -> impl Iterator<Item = (Option<Duration>, u64)> {
        let bounds = BUCKETS_MICROS.into_iter().map(Duration::from_micros).map(Some);
        let counts = self.counts.iter().scan(0, |total, count| {
            *total += count.load(Relaxed);
            Some(*total)
        });
        bounds.chain([None]).zip(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latencies_are_counted_up_to_each_bound() {
        let histogram = LatencyHistogram::default();
        for micros in [0, 1_000, 1_001, 10_000_000, 10_000_001] {
            histogram.observe(Duration::from_micros(micros));
        }
        let buckets: Vec<_> = histogram.cumulative().collect();
        let at =
            |index: usize| (buckets[index].0.map(|bound| bound.as_secs_f64()), buckets[index].1);
        assert_eq!(at(0), (Some(0.001), 2));
        assert_eq!(at(1), (Some(0.0025), 3));
        assert_eq!(at(11), (Some(5.0), 3));
        assert_eq!(at(12), (Some(10.0), 4));
        assert_eq!(at(13), (None, 5));
        assert_eq!(histogram.sum(), Duration::from_micros(20_002_002));
    }
}
