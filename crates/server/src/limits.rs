//! Limits of the server, and rate limiting by client network.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use room::{Monotonic, RateLimit, RateLimiter};
use store::{StorageAmount, StorageQuota};

/// Limits of the server, in all and for each client.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// Rooms that may be open at once.
    pub open_rooms: usize,
    /// Connections, sockets included; fewer where the system allows fewer open files.
    pub connections: usize,
    /// Connections of one address. It does not apply behind a trusted proxy, whose address all
    /// connections have, nor to the server's own machine, which leaves an eighth of all to others.
    pub connections_of_address: usize,
    /// Timeouts of a connection.
    pub timeouts: Timeouts,
    /// Bytes of request bodies in memory.
    pub body_bytes: usize,
    /// Bytes of request bodies of one address.
    pub body_bytes_of_address: usize,
    /// Open sockets.
    pub sockets: usize,
    /// Open sockets of one address.
    pub sockets_of_address: usize,
    /// Requests of one address.
    pub requests: RateLimit,
    /// Expensive requests of one address, such as new matches and hints.
    pub efforts: RateLimit,
    /// Changes of what one address stores: analyses, tiles, settings.
    pub writes: RateLimit,
    /// What a visitor may store.
    pub storage: StorageQuota,
    /// Attempts of one address to find a match by its code.
    pub codes: RateLimit,
    /// Names that one address reports.
    pub reports: RateLimit,
    /// Messages over one socket.
    pub messages: RateLimit,
    /// How long players who have left a running game between people get no help in it. The opponent may
    /// claim a win long before.
    pub player_absence: Duration,
    /// Time over which a node of several that ends closes its sockets.
    pub drain_window: Duration,
    /// Time for blocking work that needs no engine, such as reading a file or drawing a board, waiting included.
    pub work_timeout: Duration,
    /// Limits and timeouts within a room.
    pub rooms: room::Settings,
}

/// Timeouts of a connection.
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

impl Default for ServerLimits {
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
            requests: RateLimit { burst: 200, interval_ms: 50 },
            efforts: RateLimit { burst: 20, interval_ms: 2_000 },
            writes: RateLimit { burst: 60, interval_ms: 500 },
            // A network may be a school or a company.
            storage: StorageQuota {
                profile: StorageAmount { items: 2_000, bytes: 16 << 20 },
                network: StorageAmount { items: 8_000, bytes: 64 << 20 },
            },
            codes: RateLimit { burst: 10, interval_ms: 5_000 },
            reports: RateLimit { burst: 5, interval_ms: 60_000 },
            messages: RateLimit { burst: 40, interval_ms: 100 },
            player_absence: Duration::from_mins(10),
            drain_window: Duration::from_secs(5),
            work_timeout: Duration::from_secs(10),
            rooms: room::Settings::default(),
        }
    }
}

/// Rate limiter with a separate limit for each client network.
pub(crate) struct ClientRateLimiter {
    limit: RateLimit,
    by_network: Mutex<HashMap<IpAddr, RateLimiter>>,
}

/// Networks from which on those whose limit is full again are forgotten.
const TRACKED_NETWORKS_MAX: usize = 4096;

impl ClientRateLimiter {
    pub(crate) fn new(limit: RateLimit) -> Self {
        Self { limit, by_network: Mutex::default() }
    }

    /// Counts a request from `address` at `now`; whether it is allowed.
    pub(crate) fn allow(&self, address: IpAddr, now: Monotonic) -> bool {
        let mut limiters = self.lock();
        if limiters.len() >= TRACKED_NETWORKS_MAX {
            limiters.retain(|_, limiter| !limiter.is_full(now));
        }
        let new = || RateLimiter::new(self.limit);
        limiters.entry(client_network(address)).or_insert_with(new).allow(now)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, RateLimiter>> {
        self.by_network.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The network by which a client is counted: an IPv4 address, or the /64 prefix of an IPv6 address,
/// of which a client has all addresses.
pub(crate) fn client_network(address: IpAddr) -> IpAddr {
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

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn networks_have_separate_limits() {
        let limiter = ClientRateLimiter::new(RateLimit { burst: 1, interval_ms: 1_000 });
        let allow = |text: &str| limiter.allow(address(text), Monotonic(0));
        assert!(allow("192.0.2.1") && allow("192.0.2.2"));
        assert!(!allow("192.0.2.1") && !allow("::ffff:192.0.2.1"));
        assert!(allow("2001:db8:1:2::3"));
        assert!(!allow("2001:db8:1:2:ffff::1"));
        assert!(allow("2001:db8:1:3::3"));
    }

    #[test]
    fn networks_that_ask_for_nothing_are_forgotten() {
        let limiter = ClientRateLimiter::new(RateLimit { burst: 1, interval_ms: 1_000 });
        for number in 0..TRACKED_NETWORKS_MAX as u32 {
            assert!(limiter.allow(IpAddr::from(number.to_be_bytes()), Monotonic(0)));
        }
        assert!(!limiter.allow(address("0.0.0.1"), Monotonic(999)));
        assert!(limiter.allow(address("192.0.2.1"), Monotonic(1_000)));
        assert_eq!(limiter.lock().len(), 1);
    }
}
