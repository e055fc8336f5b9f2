//! Limit of the seeks that one tenant has open.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use room::Monotonic;

use crate::tenant::{Network, Tenant};

/// Seeks of one tenant that wait at the same time; of larger networks more.
const SEEKS_OF_TENANT_MAX: usize = 8;
/// Time in which the host of a new seek connects to it. Until then it is not in the lobby.
const SEEK_CONNECT_MS: u64 = 10_000;
/// Networks from which on those without a seek that waits are forgotten.
const TRACKED_NETWORKS_MAX: usize = 1024;

/// Seeks that wait, with the networks that opened them.
#[derive(Default)]
pub(crate) struct SeekLimiter {
    seeks: Mutex<Seeks>,
}

/// When each seek of a network was opened.
type OwnSeeks = HashMap<String, Monotonic>;

#[derive(Default)]
struct Seeks {
    by_network: HashMap<Network, OwnSeeks>,
    /// Networks at which those without seeks are forgotten next.
    forget_at: usize,
}

impl SeekLimiter {
    /// Whether `tenant` may open one more at `now`. Those that `is_waiting` denies are forgotten.
    pub(crate) fn has_room(
        &self,
        tenant: Tenant,
        now: Monotonic,
        is_waiting: impl Fn(&str) -> bool,
    ) -> bool {
        let mut seeks = self.seeks.lock().unwrap_or_else(PoisonError::into_inner);
        let forget = |own: &mut OwnSeeks| {
            own.retain(|id, opened| now.since(*opened) < SEEK_CONNECT_MS || is_waiting(id));
            own.len()
        };
        if seeks.by_network.len() >= seeks.forget_at.max(TRACKED_NETWORKS_MAX) {
            seeks.by_network.retain(|_, own| forget(own) > 0);
            seeks.forget_at = 2 * seeks.by_network.len();
        }
        tenant.networks().all(|network| {
            let own = seeks.by_network.get_mut(&network).map_or(0, forget);
            own < SEEKS_OF_TENANT_MAX * network.size.factor() as usize
        })
    }

    /// Adds one that `tenant` opened at `now`.
    pub(crate) fn add(&self, tenant: Tenant, id: &str, now: Monotonic) {
        let mut seeks = self.seeks.lock().unwrap_or_else(PoisonError::into_inner);
        for network in tenant.networks() {
            seeks.by_network.entry(network).or_default().insert(id.to_owned(), now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenant_has_a_few_seeks_that_wait() {
        let limiter = SeekLimiter::default();
        let now = Monotonic(1_000);
        for number in 0..SEEKS_OF_TENANT_MAX {
            assert!(limiter.has_room(Tenant::Local, now, |_| false));
            limiter.add(Tenant::Local, &number.to_string(), now);
        }
        let later = now.after(SEEK_CONNECT_MS);
        assert!(!limiter.has_room(Tenant::Local, now, |_| false));
        assert!(!limiter.has_room(Tenant::Local, later, |_| true));
        assert!(limiter.has_room(Tenant::Rooms, later, |_| true));
        assert!(limiter.has_room(Tenant::Local, later, |id| id != "2"));
    }

    #[test]
    fn the_networks_of_a_site_have_some_together() {
        let limiter = SeekLimiter::default();
        let mut opened = 0;
        for number in 0..256_u16 {
            let address = std::net::Ipv6Addr::new(0x2001, 0xdb8, 1, number, 0, 0, 0, 1);
            let tenant = Tenant::at(address.into());
            if limiter.has_room(tenant, Monotonic(1), |_| true) {
                limiter.add(tenant, &number.to_string(), Monotonic(1));
                opened += 1;
            }
        }
        assert_eq!(opened, 2 * SEEKS_OF_TENANT_MAX);
    }

    #[test]
    fn networks_whose_seeks_have_ended_are_forgotten() {
        let limiter = SeekLimiter::default();
        for number in 0..10 * TRACKED_NETWORKS_MAX as u32 {
            let tenant = Tenant::at(number.to_be_bytes().into());
            let now = Monotonic(u64::from(number) * SEEK_CONNECT_MS);
            assert!(limiter.has_room(tenant, now, |_| false));
            limiter.add(tenant, "a", now);
        }
        let tracked = limiter.seeks.lock().expect("nobody has panicked").by_network.len();
        assert!(tracked <= TRACKED_NETWORKS_MAX + 1, "{tracked}");
    }
}
