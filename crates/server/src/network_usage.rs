//! Amounts that tenants hold at the moment, by each network to which they belong.

use std::collections::HashMap;

use crate::tenant::{Network, Tenant};

/// What tenants hold of something of which there is not enough for everybody.
#[derive(Debug, Default)]
pub(crate) struct NetworkUsage {
    by_network: HashMap<Network, usize>,
    total: usize,
}

impl NetworkUsage {
    /// What all tenants hold together.
    pub(crate) const fn total(&self) -> usize {
        self.total
    }

    /// What a network holds.
    pub(crate) fn of(&self, network: Network) -> usize {
        self.by_network.get(&network).copied().unwrap_or(0)
    }

    /// Whether a tenant may hold `more`, if one of the size of a link may have `max`, and larger networks more.
    pub(crate) fn has_room(&self, tenant: Tenant, more: usize, max: usize) -> bool {
        let max_of = |network: Network| max.saturating_mul(network.size.factor() as usize);
        tenant.networks().all(|it| self.of(it).saturating_add(more) <= max_of(it))
    }

    pub(crate) fn add(&mut self, tenant: Tenant, more: usize) {
        if more == 0 {
            return;
        }
        for network in tenant.networks() {
            *self.by_network.entry(network).or_default() += more;
        }
        self.total += more;
    }

    /// Takes back what was [added](Self::add).
    pub(crate) fn remove(&mut self, tenant: Tenant, less: usize) {
        for network in tenant.networks() {
            if let Some(own) = self.by_network.get_mut(&network) {
                *own = own.saturating_sub(less);
                if *own == 0 {
                    self.by_network.remove(&network);
                }
            }
        }
        self.total = self.total.saturating_sub(less);
    }

    /// Whether nobody holds anything.
    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.total == 0 && self.by_network.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tenant(text: &str) -> Tenant {
        Tenant::at(text.parse().expect("an address"))
    }

    /// How many of a thousand tenants find room for `more`, when one may have `max`.
    fn admitted(name: impl Fn(usize) -> String, max: usize) -> usize {
        let mut usage = NetworkUsage::default();
        let admitted = (0..1000).filter(|number| {
            let tenant = tenant(&name(*number));
            let has_room = usage.has_room(tenant, 1, max);
            if has_room {
                usage.add(tenant, 1);
            }
            has_room
        });
        let count = admitted.count();
        assert_eq!(usage.total(), count);
        for number in (0..1000).rev() {
            usage.remove(tenant(&name(number)), 1);
        }
        assert!(usage.is_empty());
        count
    }

    #[test]
    fn larger_networks_have_larger_limits() {
        assert_eq!(admitted(|_| "192.0.2.1".to_owned(), 10), 10);
        assert_eq!(admitted(|number| format!("2001:db8:1:2::{number:x}"), 10), 10);
        assert_eq!(admitted(|number| format!("2001:db8:1:{:x}::1", number % 256), 10), 20);
        assert_eq!(admitted(|number| format!("2001:db8:1:{:x}::1", number * 60), 10), 40);
        assert_eq!(admitted(|number| format!("2001:db8:{number:x}::1"), 10), 1000);
    }
}
