//! Tenants: the visitors to whom work of the server is charged.

use std::net::IpAddr;

use crate::limits::client_network;

/// Visitor to whom work is charged, and by whom shares of queues, threads and quotas are counted: a network,
/// whatever profiles and connections it has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Tenant {
    /// The server's own machine.
    Local,
    /// A client network: an IPv4 address, or the /64 prefix of an IPv6 address.
    Remote(IpAddr),
    /// The rooms that are opened, each of which its first visitors share.
    Rooms,
}

impl Tenant {
    /// The tenant at `address`; `local` if that is the server's own machine.
    pub(crate) fn new(address: IpAddr, local: bool) -> Self {
        if local { Self::Local } else { Self::Remote(client_network(address)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_one_tenant() {
        let tenant = |text: &str| Tenant::new(text.parse().expect("an address"), false);
        assert_eq!(tenant("2001:db8:1:2::3"), tenant("2001:db8:1:2:ffff::1"));
        assert_ne!(tenant("2001:db8:1:2::3"), tenant("2001:db8:1:3::3"));
        assert_eq!(tenant("192.0.2.1"), tenant("::ffff:192.0.2.1"));
        assert_ne!(tenant("192.0.2.1"), tenant("192.0.2.2"));
        assert_ne!(tenant("127.0.0.1"), Tenant::Local);
    }
}
