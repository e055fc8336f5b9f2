//! Tenants: the visitors to whom work of the server is charged, and the networks that they belong to.

use std::net::{IpAddr, Ipv6Addr};

use crate::cluster::fingerprint;

/// Visitor to whom work is charged, and by whom shares of queues, threads and quotas are counted: a network,
/// whatever profiles and connections it has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Tenant {
    /// The server's own machine.
    Local,
    /// A client network: an IPv4 address, or the /64 prefix of an IPv6 address.
    Remote(IpAddr),
    /// The rooms that are opened, each of which its first visitors share.
    Rooms,
}

/// Size of the networks by which clients are counted. A customer of a provider has one IPv4 address, but often 256 or
/// 65,536 networks of IPv6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum NetworkSize {
    /// An IPv4 address, or the /64 prefix of an IPv6 address: what is one link.
    Link,
    /// The /56 prefix of an IPv6 address: what a household has.
    Site,
    /// The /48 prefix of an IPv6 address: what an organisation has, or some households of one provider.
    Organisation,
}

impl NetworkSize {
    pub(crate) const ALL: [Self; 3] = [Self::Link, Self::Site, Self::Organisation];

    /// How many times as much as a single link such a network may have.
    pub(crate) const fn factor(self) -> u32 {
        match self {
            Self::Link => 1,
            Self::Site => 2,
            Self::Organisation => 4,
        }
    }
}

/// Network to which a tenant belongs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Network {
    pub(crate) size: NetworkSize,
    /// The tenant, with the first address of the network.
    first: Tenant,
}

impl Network {
    /// The prefix of an address; `None` for what has none.
    pub(crate) const fn prefix(&self) -> Option<IpAddr> {
        match self.first {
            Tenant::Remote(address) => Some(address),
            Tenant::Local | Tenant::Rooms => None,
        }
    }
}

impl Tenant {
    /// The tenant at `address`; `local` if that is the server's own machine.
    pub(crate) fn new(address: IpAddr, local: bool) -> Self {
        if local { Self::Local } else { Self::at(address) }
    }

    /// The tenant at `address` of another machine.
    pub(crate) fn at(address: IpAddr) -> Self {
        Self::Remote(match address.to_canonical() {
            IpAddr::V6(v6) => prefix(v6, NetworkSize::Link),
            v4 @ IpAddr::V4(_) => v4,
        })
    }

    /// Fingerprints of the networks to which the tenant belongs, the smallest first.
    pub(crate) fn fingerprints(self) -> Vec<u64> {
        let name = |network: Network| match network.first {
            Self::Local => "local".to_owned(),
            Self::Rooms => "rooms".to_owned(),
            Self::Remote(address) => address.to_string(),
        };
        self.networks().map(|network| fingerprint(&name(network))).collect()
    }

    /// The networks to which the tenant belongs, the smallest first.
    pub(crate) fn networks(self) -> impl Iterator<Item = Network> + Clone {
        let network = move |size: NetworkSize| match self {
            Self::Remote(IpAddr::V6(v6)) => {
                Some(Network { size, first: Self::Remote(prefix(v6, size)) })
            }
            _ => (size == NetworkSize::Link).then_some(Network { size, first: self }),
        };
        NetworkSize::ALL.into_iter().filter_map(network)
    }
}

/// The first address of the network of that size which has `address`.
fn prefix(address: Ipv6Addr, size: NetworkSize) -> IpAddr {
    let [a, b, c, d, ..] = address.segments();
    let d = match size {
        NetworkSize::Link => d,
        NetworkSize::Site => d & 0xff00,
        NetworkSize::Organisation => 0,
    };
    IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tenant(text: &str) -> Tenant {
        Tenant::new(text.parse().expect("an address"), false)
    }

    #[test]
    fn a_network_is_one_tenant() {
        assert_eq!(tenant("2001:db8:1:2::3"), tenant("2001:db8:1:2:ffff::1"));
        assert_ne!(tenant("2001:db8:1:2::3"), tenant("2001:db8:1:3::3"));
        assert_eq!(tenant("192.0.2.1"), tenant("::ffff:192.0.2.1"));
        assert_ne!(tenant("192.0.2.1"), tenant("192.0.2.2"));
        assert_ne!(tenant("127.0.0.1"), Tenant::Local);
    }

    #[test]
    fn a_tenant_belongs_to_larger_networks() {
        let networks = |text: &str| {
            let prefixes = tenant(text).networks().filter_map(|network| network.prefix());
            prefixes.map(|prefix| prefix.to_string()).collect::<Vec<_>>()
        };
        let all = ["2001:db8:1:1234::", "2001:db8:1:1200::", "2001:db8:1::"];
        assert_eq!(networks("2001:db8:1:1234:5::6"), all);
        assert_eq!(networks("192.0.2.1"), ["192.0.2.1"]);
        assert_eq!(Tenant::Local.networks().count(), 1);
        // A /48 is not one of its own networks.
        let all: std::collections::HashSet<_> = tenant("2001:db8:1::1").networks().collect();
        assert_eq!(all.len(), 3);
    }
}
