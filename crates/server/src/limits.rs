//! Limits of the server, and rate limiting by client network.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use api::MOVE_TIME_MAX;
use room::{Monotonic, RateLimit, RateLimiter};
use store::{StorageAmount, StorageQuota};

use crate::tenant::{Network, Tenant};

/// Limits of the server, in all and for each client.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// Rooms that may be open at once.
    pub open_rooms: usize,
    /// Connections, sockets included; fewer where the system allows fewer open files.
    pub connections: usize,
    /// Connections per address. Does not apply behind a trusted proxy, where all connections share
    /// one address, nor to the server's own machine, which must leave an eighth of the total to
    /// others.
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
    /// Bytes of all that is stored from which on visitors store nothing new.
    pub storage_bytes: u64,
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
    /// Time that an export which has begun can wait for its turn, beside that of all work.
    pub export_patience: Duration,
    /// Time of a computer player for a move, whatever its clock allows.
    pub move_time_max: Option<Duration>,
    /// Time for which a position is shown before a computer player answers it.
    pub answer_delay: Duration,
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
    /// Time allowed for this many bytes at the minimum rate.
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
            // Longer than the keep-alive of proxies (nginx 60 s, Caddy 120 s): the side that closes
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
            // A class that begins at the same time has one address.
            efforts: RateLimit { burst: 40, interval_ms: 1_000 },
            writes: RateLimit { burst: 60, interval_ms: 500 },
            // A network may be a school or a company.
            storage: StorageQuota {
                profile: StorageAmount { items: 2_000, bytes: 16 << 20 },
                network: StorageAmount { items: 8_000, bytes: 64 << 20 },
                ..StorageQuota::default()
            },
            storage_bytes: 16 << 30,
            codes: RateLimit { burst: 40, interval_ms: 5_000 },
            reports: RateLimit { burst: 5, interval_ms: 60_000 },
            messages: RateLimit { burst: 40, interval_ms: 100 },
            player_absence: Duration::from_mins(10),
            drain_window: Duration::from_secs(5),
            work_timeout: Duration::from_secs(10),
            export_patience: Duration::from_mins(1),
            move_time_max: Some(MOVE_TIME_MAX),
            answer_delay: Duration::ZERO,
            rooms: room::Settings::default(),
        }
    }
}

impl ServerLimits {
    /// The limits of a server within the program of its only visitor, who need not share it.
    pub fn embedded() -> Self {
        let rooms = room::Settings {
            commands: RateLimit::NONE,
            max_events: u64::MAX,
            ..room::Settings::default()
        };
        Self { move_time_max: None, rooms, ..Self::default() }
    }

    /// The same limits, with `factor` times as much of everything for each network of clients.
    #[must_use]
    pub fn for_networks(self, factor: u32) -> Self {
        let times = |amount: usize| amount.saturating_mul(factor as usize);
        let StorageAmount { items, bytes } = self.storage.network;
        let network = StorageAmount {
            items: items.saturating_mul(factor.into()),
            bytes: bytes.saturating_mul(factor.into()),
        };
        Self {
            connections_of_address: times(self.connections_of_address),
            body_bytes_of_address: times(self.body_bytes_of_address),
            sockets_of_address: times(self.sockets_of_address),
            requests: self.requests.times(factor),
            efforts: self.efforts.times(factor),
            writes: self.writes.times(factor),
            codes: self.codes.times(factor),
            reports: self.reports.times(factor),
            storage: StorageQuota { network, ..self.storage },
            ..self
        }
    }
}

/// Rate limiter with a separate limit for each client network, and larger ones for the networks around it.
pub(crate) struct ClientRateLimiter {
    limit: RateLimit,
    networks: Mutex<LimitedNetworks>,
}

/// Networks in a generation at most. Beyond that, earlier ones are forgotten before their allowance is full again.
const TRACKED_NETWORKS_MAX: usize = 1 << 16;

/// Limiters in two generations: one that is not used in the current generation has its full burst again when the next one
/// begins, and is dropped with its generation. So no request examines the networks of others.
#[derive(Default)]
struct LimitedNetworks {
    current: HashMap<Network, RateLimiter>,
    previous: HashMap<Network, RateLimiter>,
    /// When the current generation began.
    began: Monotonic,
}

impl LimitedNetworks {
    /// Begins a new generation if the current one is as old as `window_ms`, or full.
    fn turn(&mut self, now: Monotonic, window_ms: u64) {
        if now.since(self.began) >= window_ms || self.current.len() >= TRACKED_NETWORKS_MAX {
            self.previous = std::mem::take(&mut self.current);
            self.began = now;
        }
    }

    fn limiter(&self, network: Network) -> Option<RateLimiter> {
        self.current.get(&network).or_else(|| self.previous.get(&network)).copied()
    }
}

impl ClientRateLimiter {
    pub(crate) fn new(limit: RateLimit) -> Self {
        Self { limit, networks: Mutex::default() }
    }

    /// Counts a request from `address` at `now`; whether it is allowed.
    pub(crate) fn allow(&self, address: IpAddr, now: Monotonic) -> bool {
        let mut networks = self.networks.lock().unwrap_or_else(PoisonError::into_inner);
        networks.turn(now, self.limit.window_ms());
        let limiters = Tenant::at(address).networks().map(|network| {
            let new = || RateLimiter::new(self.limit.times(network.size.factor()));
            let mut limiter = networks.limiter(network).unwrap_or_else(new);
            let allowed = limiter.allow(now);
            (network, limiter, allowed)
        });
        let limiters: Vec<_> = limiters.collect();
        let allowed = limiters.iter().all(|(_, _, allowed)| *allowed);
        if allowed {
            let counted = limiters.into_iter().map(|(network, limiter, _)| (network, limiter));
            networks.current.extend(counted);
        }
        allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn an_operator_gives_networks_more() {
        let usual = ServerLimits::default();
        let more = ServerLimits::default().for_networks(4);
        assert_eq!(more.efforts.burst, 4 * usual.efforts.burst);
        assert_eq!(more.sockets_of_address, 4 * usual.sockets_of_address);
        assert_eq!(more.storage.network.bytes, 4 * usual.storage.network.bytes);
        // Neither what one profile has nor what there is in all.
        assert_eq!(more.storage.profile, usual.storage.profile);
        assert_eq!((more.sockets, more.body_bytes), (usual.sockets, usual.body_bytes));
        assert_eq!(more.messages, usual.messages);
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
    fn the_networks_of_a_site_share_a_larger_limit() {
        let limiter = ClientRateLimiter::new(RateLimit { burst: 3, interval_ms: 1_000 });
        let allowed = |name: &dyn Fn(usize) -> String, now: u64| {
            let allow = |number: &usize| limiter.allow(address(&name(*number)), Monotonic(now));
            (0..100).filter(allow).count()
        };
        let of_site = |number: usize| format!("2001:db8:1:{number:x}::1");
        assert_eq!(allowed(&of_site, 0), 6);
        assert_eq!(allowed(&|number| format!("2001:db8:1:{:x}::1", 0x100 * number), 0), 6);
        assert_eq!(allowed(&|_| "2001:db8:2::1".to_owned(), 0), 3);
        // What was refused has not been counted.
        assert_eq!(allowed(&of_site, 1_000), 2);
        assert_eq!(allowed(&|number| format!("192.0.2.{number}"), 0), 100);
    }

    #[test]
    fn networks_that_ask_for_nothing_are_forgotten() {
        let limiter = ClientRateLimiter::new(RateLimit { burst: 1, interval_ms: 1_000 });
        for number in 0..4096_u32 {
            assert!(limiter.allow(IpAddr::from(number.to_be_bytes()), Monotonic(1)));
        }
        assert!(!limiter.allow(address("0.0.0.1"), Monotonic(1_000)));
        assert!(limiter.allow(address("192.0.2.1"), Monotonic(1_999)));
        assert!(limiter.allow(address("192.0.2.2"), Monotonic(2_000)));
        // A limit that is in use goes from one generation to the next.
        assert!(!limiter.allow(address("192.0.2.1"), Monotonic(2_001)));
        assert!(limiter.allow(address("192.0.2.3"), Monotonic(3_000)));
        let networks = limiter.networks.lock().expect("nobody has panicked");
        assert!(networks.current.len() + networks.previous.len() <= 3);
    }

    #[test]
    fn a_flood_of_networks_is_forgotten_in_time() {
        let limiter = ClientRateLimiter::new(RateLimit { burst: 1, interval_ms: 1_000 });
        for number in 0..4 * TRACKED_NETWORKS_MAX as u32 {
            assert!(limiter.allow(IpAddr::from(number.to_be_bytes()), Monotonic(1)));
        }
        let networks = limiter.networks.lock().expect("nobody has panicked");
        assert!(networks.current.len() <= TRACKED_NETWORKS_MAX);
        assert!(networks.previous.len() <= TRACKED_NETWORKS_MAX);
    }
}
