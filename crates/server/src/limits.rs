//! How much anybody may ask for.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How much anybody may ask for, and how much of everything there may be.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many rooms may be open at once.
    pub open_rooms: usize,
    /// How many connections there may be, sockets included; fewer where the system allows fewer open
    /// files.
    pub connections: usize,
    /// How many of them from one address. It does not count where a proxy is trusted, whose address
    /// all connections have, and not for the server's own machine, which leaves an eighth of all to
    /// others.
    pub connections_of_address: usize,
    /// How long a connection may take for what it has to do.
    pub timeouts: Timeouts,
    /// How many bytes of request bodies may be in memory.
    pub body_bytes: usize,
    /// How many of them from one address.
    pub body_bytes_of_address: usize,
    /// How many sockets there may be.
    pub sockets: usize,
    /// How many of them from one address.
    pub sockets_of_address: usize,
    /// How often an address may ask for anything.
    pub requests: Rate,
    /// How often it may ask for what costs much: new matches, hints.
    pub efforts: Rate,
    /// How often it may try a code.
    pub codes: Rate,
    /// How often one socket may say something.
    pub messages: Rate,
    /// How long and how many, within a room.
    pub rooms: room::Settings,
}

/// How long a connection may take for what it has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// For the head of a request, from its first byte on; for the first request, from the start of the
    /// connection on.
    pub header: Duration,
    /// Between a response and the next request.
    pub idle: Duration,
    /// For the body of a request, beside the time that its bytes have at the lowest rate.
    pub body: Duration,
    /// For taking a response, beside the time that its bytes have at the lowest rate.
    pub write: Duration,
    /// The lowest rate, in bytes a second, of bodies and responses.
    pub min_bytes_per_second: u32,
}

impl Timeouts {
    /// The time that so many bytes have at the lowest rate.
    pub(crate) fn allowance(&self, bytes: u64) -> Duration {
        Duration::from_millis(
            bytes.saturating_mul(1000) / u64::from(self.min_bytes_per_second.max(1)),
        )
    }
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            header: Duration::from_secs(10),
            // Longer than proxies keep their connections: nginx 60 s, Caddy 120 s. Whoever closes
            // first decides whether the next request is lost.
            idle: Duration::from_secs(150),
            body: Duration::from_secs(10),
            write: Duration::from_secs(20),
            min_bytes_per_second: 4096,
        }
    }
}

/// So many at once, and so many a second after that.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// At once.
    pub burst: f64,
    /// A second.
    pub per_second: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            open_rooms: 20_000,
            connections: 24_000,
            connections_of_address: 256,
            timeouts: Timeouts::default(),
            body_bytes: 64 << 20,
            body_bytes_of_address: 16 << 20,
            sockets: 20_000,
            sockets_of_address: 100,
            requests: Rate { burst: 200.0, per_second: 20.0 },
            efforts: Rate { burst: 20.0, per_second: 0.5 },
            codes: Rate { burst: 10.0, per_second: 0.2 },
            messages: Rate { burst: 40.0, per_second: 10.0 },
            rooms: room::Settings::default(),
        }
    }
}

/// What is left of a rate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    left: f64,
    since: Instant,
}

impl Bucket {
    pub(crate) fn full(rate: Rate, now: Instant) -> Self {
        Self { left: rate.burst, since: now }
    }

    /// Takes one, if there is one.
    pub(crate) fn take(&mut self, rate: Rate, now: Instant) -> bool {
        self.fill(rate, now);
        let enough = self.left >= 1.0;
        if enough {
            self.left -= 1.0;
        }
        enough
    }

    fn fill(&mut self, rate: Rate, now: Instant) {
        let seconds = now.saturating_duration_since(self.since).as_secs_f64();
        self.left = (self.left + seconds * rate.per_second).min(rate.burst);
        self.since = now;
    }
}

/// One bucket for each address.
pub(crate) struct Buckets {
    rate: Rate,
    by_address: Mutex<HashMap<IpAddr, Bucket>>,
}

/// From how many addresses on those that have not asked for long are forgotten.
const MANY: usize = 4096;

impl Buckets {
    pub(crate) fn new(rate: Rate) -> Self {
        Self { rate, by_address: Mutex::default() }
    }

    /// Whether the address may ask once more.
    pub(crate) fn allow(&self, address: IpAddr) -> bool {
        let now = Instant::now();
        let mut buckets = self.lock();
        if buckets.len() >= MANY {
            buckets.retain(|_, bucket| {
                bucket.fill(self.rate, now);
                bucket.left < self.rate.burst
            });
        }
        let full = || Bucket::full(self.rate, now);
        buckets.entry(neighbourhood(address)).or_insert_with(full).take(self.rate, now)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, Bucket>> {
        self.by_address.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whoever has one address of version 6 has all that begin so.
pub(crate) fn neighbourhood(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const RATE: Rate = Rate { burst: 3.0, per_second: 2.0 };

    #[test]
    fn a_bucket_is_emptied_at_once_and_filled_slowly() {
        let mut now = Instant::now();
        let mut bucket = Bucket::full(RATE, now);
        let mut taken = |now| (0..10).filter(|_| bucket.take(RATE, now)).count();
        assert_eq!(taken(now), 3);
        now += Duration::from_millis(500);
        assert_eq!(taken(now), 1);
        now += Duration::from_mins(1);
        assert_eq!(taken(now), 3);
    }

    #[test]
    fn addresses_do_not_take_from_each_other_but_neighbours_do() {
        let buckets = Buckets::new(Rate { burst: 1.0, per_second: 0.0 });
        let allow = |address: &str| buckets.allow(address.parse().expect("an address"));
        assert!(allow("192.0.2.1") && allow("192.0.2.2"));
        assert!(!allow("192.0.2.1") && !allow("::ffff:192.0.2.1"));
        assert!(allow("2001:db8:1:2::3"));
        assert!(!allow("2001:db8:1:2:ffff::1"));
        assert!(allow("2001:db8:1:3::3"));
    }
}
