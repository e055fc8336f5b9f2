//! Connection limiter with eviction.
//!
//! When the limit is reached, a new connection evicts one that waits for a request: the oldest of the
//! address that has most. So no client can lock others out by opening connections.

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::activity::Activity;
use crate::limits::ServerLimits;
use crate::metrics::Metrics;
use crate::network_usage::NetworkUsage;
use crate::tenant::Tenant;

/// Descriptors that are kept for the store, the page and the system, at least; and the part of all
/// that is.
const RESERVED_DESCRIPTORS: usize = 64;
const RESERVED_DESCRIPTORS_PART: usize = 8;
/// The part of all places that the server's own machine leaves to others.
const LOOPBACK_RESERVED_PART: usize = 8;
/// Connections that are evicted at once, because finding them takes time.
const EVICTION_BATCH: usize = 16;
/// Addresses with most connections among whose connections one is looked for that waits.
const EVICTION_CANDIDATES: usize = 64;

/// Whether a proxy in front of the server is trusted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Proxy {
    /// All connections are the proxy's.
    Trusted,
    /// Connections are those of visitors.
    None,
}

/// Counts the connections, in all and of each address.
pub(crate) struct ConnectionLimiter {
    max: usize,
    max_of_address: usize,
    proxy: Proxy,
    metrics: Arc<Metrics>,
    registry: Mutex<Registry>,
}

#[derive(Default)]
struct Registry {
    next: u64,
    usage: NetworkUsage,
    by_tenant: HashMap<Tenant, HashMap<u64, Arc<Activity>>>,
    /// The tenants by the number of their connections.
    by_count: BTreeSet<(usize, Tenant)>,
}

/// Permit of a connection; given back when it is dropped.
pub(super) struct ConnectionPermit {
    limiter: Arc<ConnectionLimiter>,
    tenant: Tenant,
    id: u64,
}

impl ConnectionLimiter {
    /// At most as many connections as `limits` says and as `descriptors` has room for.
    pub(crate) fn new(
        limits: &ServerLimits,
        descriptors: Option<usize>,
        proxy: Proxy,
        metrics: Arc<Metrics>,
    ) -> Arc<Self> {
        let room = descriptors.map_or(usize::MAX, |all| {
            let reserved = (all / RESERVED_DESCRIPTORS_PART).max(RESERVED_DESCRIPTORS);
            (all - reserved.min(all / 2)).max(1)
        });
        let max = limits.connections.min(room);
        let max_of_address = limits.connections_of_address.min(max.div_ceil(4));
        Arc::new(Self { max, max_of_address, proxy, metrics, registry: Mutex::default() })
    }

    /// The limit of connections.
    pub(crate) fn max(&self) -> usize {
        self.max
    }

    /// Whether evicted connections are not closed yet.
    pub(super) fn is_crowded(&self) -> bool {
        self.metrics.connections() > self.max
    }

    fn max_of(&self, peer: IpAddr) -> usize {
        if self.proxy == Proxy::Trusted {
            self.max
        } else if peer.to_canonical().is_loopback() {
            self.max - self.max / LOOPBACK_RESERVED_PART
        } else {
            self.max_of_address
        }
    }

    /// A permit for a connection from `peer`, if there is one or a connection can be evicted.
    pub(super) fn admit(
        self: &Arc<Self>,
        peer: IpAddr,
    ) -> Option<(ConnectionPermit, Arc<Activity>)> {
        let tenant = Tenant::at(peer);
        let mut registry = self.lock();
        let evicted = if !registry.usage.has_room(tenant, 1, self.max_of(peer)) {
            registry.evict(tenant)
        } else if registry.usage.total() >= self.max {
            let own = registry.count(tenant);
            registry.evict_heaviest(own)
        } else {
            usize::MAX
        };
        match evicted {
            0 => {
                self.metrics.connection_refused();
                return None;
            }
            usize::MAX => {}
            evicted => self.metrics.connections_evicted(evicted),
        }
        let (id, activity) = registry.add(tenant);
        self.metrics.connection_opened();
        Some((ConnectionPermit { limiter: Arc::clone(self), tenant, id }, activity))
    }

    /// Counts a connection that was closed by a timeout.
    pub(super) fn timed_out(&self) {
        self.metrics.connection_timed_out();
    }

    /// Evicts idle connections because the system has no descriptor left.
    pub(super) fn make_room(&self) {
        let evicted = self.lock().evict_heaviest(0);
        self.metrics.connections_evicted(evicted);
    }

    fn lock(&self) -> MutexGuard<'_, Registry> {
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Registry {
    /// The connections of a tenant.
    fn count(&self, tenant: Tenant) -> usize {
        self.by_tenant.get(&tenant).map_or(0, HashMap::len)
    }

    fn add(&mut self, tenant: Tenant) -> (u64, Arc<Activity>) {
        let id = self.next;
        self.next += 1;
        let activity = Arc::new(Activity::new());
        let own = self.by_tenant.entry(tenant).or_default();
        self.by_count.remove(&(own.len(), tenant));
        own.insert(id, Arc::clone(&activity));
        self.by_count.insert((own.len(), tenant));
        self.usage.add(tenant, 1);
        (id, activity)
    }

    /// Closes connections of the tenant that has most, if it has at least `least`; how many. Those of a few more tenants
    /// are looked at if none of its waits.
    fn evict_heaviest(&mut self, least: usize) -> usize {
        let candidates = self.by_count.iter().rev().take_while(|(count, _)| *count >= least);
        let candidates: Vec<_> =
            candidates.take(EVICTION_CANDIDATES).map(|(_, tenant)| *tenant).collect();
        let mut evicted = candidates.into_iter().map(|tenant| self.evict(tenant));
        evicted.find(|evicted| *evicted > 0).unwrap_or(0)
    }

    /// Closes the oldest connections of `tenant` that wait for requests, a few of many; how many.
    fn evict(&mut self, tenant: Tenant) -> usize {
        let Some(own) = self.by_tenant.get(&tenant) else { return 0 };
        let batch = (own.len() / 4).clamp(1, EVICTION_BATCH);
        let waiting = own.iter().filter_map(|(id, it)| Some((it.evictable_since()?, *id)));
        let mut waiting: Vec<_> = waiting.collect();
        waiting.sort_unstable();
        waiting.truncate(batch);
        for (_, id) in &waiting {
            if let Some(activity) = self.remove(tenant, *id) {
                activity.evict();
            }
        }
        waiting.len()
    }

    fn remove(&mut self, tenant: Tenant, id: u64) -> Option<Arc<Activity>> {
        let own = self.by_tenant.get_mut(&tenant)?;
        let removed = own.remove(&id)?;
        let left = own.len();
        self.by_count.remove(&(left + 1, tenant));
        if left == 0 {
            self.by_tenant.remove(&tenant);
        } else {
            self.by_count.insert((left, tenant));
        }
        self.usage.remove(tenant, 1);
        Some(removed)
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        // One that was evicted has lost its place already.
        self.limiter.lock().remove(self.tenant, self.id);
        self.limiter.metrics.connection_closed();
    }
}

#[cfg(test)]
mod tests {
    use super::super::activity::ConnectionPhase;
    use super::*;

    fn limiter(proxy: Proxy, max: usize, max_of_address: usize) -> Arc<ConnectionLimiter> {
        let limits = ServerLimits {
            connections: max,
            connections_of_address: max_of_address,
            ..ServerLimits::default()
        };
        ConnectionLimiter::new(&limits, None, proxy, Arc::default())
    }

    fn address(number: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, number])
    }

    /// Connections of `address`, all in `phase`.
    fn fill(
        limiter: &Arc<ConnectionLimiter>,
        address: IpAddr,
        phase: ConnectionPhase,
        count: usize,
    ) -> Vec<ConnectionPermit> {
        let admitted = (0..count).map(|_| {
            let (permit, activity) = limiter.admit(address).expect("a place");
            activity.enter(phase);
            permit
        });
        admitted.collect()
    }

    fn count(limiter: &ConnectionLimiter, address: IpAddr) -> usize {
        limiter.lock().count(Tenant::at(address))
    }

    #[tokio::test]
    async fn newcomers_take_the_places_of_the_address_that_has_most() {
        let limiter = limiter(Proxy::None, 8, 100);
        let one = fill(&limiter, IpAddr::from([127, 0, 0, 1]), ConnectionPhase::Head, 7);
        let two = fill(&limiter, address(2), ConnectionPhase::Idle, 1);
        let three = fill(&limiter, address(3), ConnectionPhase::Head, 1);
        assert_eq!(count(&limiter, IpAddr::from([127, 0, 0, 1])), 6);
        assert_eq!((count(&limiter, address(2)), count(&limiter, address(3))), (1, 1));
        drop((one, two, three));
        let registry = limiter.lock();
        assert!(registry.usage.is_empty() && registry.by_tenant.is_empty());
        assert!(registry.by_count.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn the_oldest_goes_and_what_is_in_use_stays() {
        let limiter = limiter(Proxy::Trusted, 3, 1);
        let (_busy, activity) = limiter.admit(address(1)).expect("a place");
        activity.enter(ConnectionPhase::Request);
        let (_old, old) = limiter.admit(address(1)).expect("a place");
        let (_new, new) = limiter.admit(address(1)).expect("a place");
        old.enter(ConnectionPhase::Idle);
        tokio::time::advance(std::time::Duration::from_millis(2)).await;
        new.enter(ConnectionPhase::Head);
        let (_last, last) = limiter.admit(address(1)).expect("a place");
        old.evicted().await;
        new.enter(ConnectionPhase::Upgraded);
        last.enter(ConnectionPhase::Request);
        assert!(limiter.admit(address(1)).is_none());
    }

    #[tokio::test]
    async fn an_address_has_a_share_of_its_own() {
        let limiter = limiter(Proxy::None, 100, 2);
        let held = fill(&limiter, address(1), ConnectionPhase::Request, 2);
        assert!(limiter.admit(address(1)).is_none());
        assert!(limiter.admit(address(2)).is_some());
        drop(held);
        assert!(limiter.admit(address(1)).is_some());
        let near = |text: &str| limiter.admit(text.parse().expect("an address"));
        let held = ["2001:db8::1", "2001:db8::2"].map(near);
        for (_, activity) in held.iter().flatten() {
            activity.enter(ConnectionPhase::Request);
        }
        assert!(near("2001:db8::3").is_none() && near("2001:db8:0:1::1").is_some());
    }

    #[tokio::test]
    async fn the_networks_of_a_site_have_a_share_together() {
        let limiter = limiter(Proxy::None, 100, 2);
        let busy = |text: String| {
            let (permit, activity) = limiter.admit(text.parse().expect("an address"))?;
            activity.enter(ConnectionPhase::Request);
            Some(permit)
        };
        let of_site: Vec<_> =
            (0..256).filter_map(|number| busy(format!("2001:db8:1:{number:x}::1"))).collect();
        assert_eq!(of_site.len(), 4);
        let rest: Vec<_> =
            (1..256).filter_map(|number| busy(format!("2001:db8:1:{number:x}00::1"))).collect();
        assert_eq!(rest.len(), 4);
        assert!(busy("2001:db8:2::1".to_owned()).is_some());
    }

    #[tokio::test]
    async fn somebody_who_waits_is_found_among_many_who_do_not() {
        let limiter = limiter(Proxy::None, 200, 256);
        let mut held = Vec::new();
        for number in 0..98 {
            held.extend(fill(&limiter, address(number), ConnectionPhase::Idle, 1));
        }
        held.extend(fill(&limiter, address(100), ConnectionPhase::Upgraded, 49));
        held.extend(fill(&limiter, address(101), ConnectionPhase::Idle, 50));
        held.extend(fill(&limiter, address(102), ConnectionPhase::Request, 3));
        assert!(limiter.admit(address(103)).is_some());
        assert!(count(&limiter, address(101)) < 50);
        assert_eq!((count(&limiter, address(100)), count(&limiter, address(102))), (49, 3));
        drop(held);
        assert!(limiter.lock().by_count.is_empty());
    }

    #[tokio::test]
    async fn whoever_has_more_takes_nothing_from_others() {
        let limiter = limiter(Proxy::None, 8, 100);
        let _many = fill(&limiter, IpAddr::from([127, 0, 0, 1]), ConnectionPhase::Upgraded, 6);
        let _few = fill(&limiter, address(2), ConnectionPhase::Idle, 2);
        assert!(limiter.admit(IpAddr::from([127, 0, 0, 1])).is_none());
        assert!(limiter.admit(address(3)).is_some());
    }

    #[test]
    fn the_server_s_own_machine_leaves_places_to_others() {
        let limiter = limiter(Proxy::None, 80, 3);
        for (peer, max) in [("127.0.0.1", 70), ("::1", 70), ("::ffff:127.0.0.1", 70), ("::2", 3)] {
            assert_eq!(limiter.max_of(peer.parse().expect("an address")), max, "{peer}");
        }
    }

    #[test]
    fn descriptors_are_left_for_others() {
        let max = |descriptors| {
            let limits = ServerLimits::default();
            ConnectionLimiter::new(&limits, descriptors, Proxy::None, Arc::default()).max
        };
        assert_eq!(max(Some(1024)), 896);
        assert_eq!(max(Some(256)), 192);
        assert_eq!(max(Some(10)), 5);
        assert_eq!(max(None), ServerLimits::default().connections);
    }
}
