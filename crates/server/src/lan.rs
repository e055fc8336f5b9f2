//! Discovery of servers on the local network.
//!
//! Servers announce themselves by multicast DNS. Where a network does not carry that, players can still
//! type an address.

mod sharing;

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use mdns_sd::{IfKind, Receiver, ResolvedService, ServiceDaemon, ServiceEvent, ServiceInfo};
use wire::http::{LanSharing, Neighbour};

use crate::connections::SharedAccess;
pub(crate) use sharing::{Sharing, SharingActor, SharingError, SharingRequests};

/// The DNS-SD service type.
const SERVICE_TYPE: &str = "_damier._tcp.local.";
/// The TXT property with the unique id of a server.
const ID_PROPERTY: &str = "id";
/// Neighbours in the registry: any machine of the network can claim to be one.
const NEIGHBOURS_MAX: usize = 64;
/// Length of a name that is shown.
const NEIGHBOUR_NAME_MAX_CHARS: usize = 40;

/// The addresses of this machine by which others on its networks reach it, the likeliest first.
pub fn lan_addresses() -> Vec<Ipv4Addr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let mut found: Vec<_> = interfaces
        .into_iter()
        .filter_map(|interface| match interface.ip() {
            IpAddr::V4(ip) if !ip.is_loopback() => Some((rank(ip, &interface.name), ip)),
            _ => None,
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|(_, ip)| ip).collect()
}

/// Rank of an address: the lower, the likelier others reach this machine by it.
fn rank(ip: Ipv4Addr, interface: &str) -> u8 {
    let inner = ["docker", "br-", "veth", "virbr", "vmnet", "vboxnet"];
    if inner.iter().any(|name| interface.starts_with(name)) {
        return 3;
    }
    match ip.octets() {
        [169, 254, ..] => 2,
        [192, 168, ..] | [10, ..] => 0,
        _ => 1,
    }
}

/// The URL of a server at an address.
pub(crate) fn url(ip: impl Into<IpAddr>, port: u16) -> String {
    format!("http://{}/", SocketAddr::new(ip.into(), port))
}

/// Presence of this server on the local network.
pub(crate) struct Lan {
    /// The address of its first listener.
    address: SocketAddr,
    /// Source of the machine's addresses on its networks.
    interfaces: fn() -> Vec<Ipv4Addr>,
    /// Its unique id.
    id: String,
    /// The listeners by which the owner lets others in.
    shared: Mutex<Option<SharedListeners>>,
    /// `None` if multicast DNS does not work here.
    browser: OnceLock<Option<MdnsBrowser>>,
}

/// Listeners by which the owner lets others in.
struct SharedListeners {
    addresses: Vec<SocketAddr>,
    access: SharedAccess,
}

impl Lan {
    pub(crate) fn new(address: SocketAddr, interfaces: fn() -> Vec<Ipv4Addr>, id: String) -> Self {
        let (shared, browser) = (Mutex::default(), OnceLock::new());
        Self { address, interfaces, id, shared, browser }
    }

    /// Whether other machines can reach the server by its first listener.
    pub(crate) fn is_always_open(&self) -> bool {
        !self.address.ip().is_loopback()
    }

    /// Whether other machines can reach the server.
    pub(crate) fn is_open(&self) -> bool {
        self.is_always_open() || self.shared().is_some()
    }

    /// State of LAN sharing.
    pub(crate) fn sharing(&self) -> LanSharing {
        let shared = self.shared();
        LanSharing {
            open: self.is_always_open() || shared.is_some(),
            fixed: self.is_always_open(),
            reached: shared.as_ref().is_some_and(|shared| shared.access.is_reached()),
        }
    }

    /// The URLs by which they reach it.
    pub(crate) fn addresses(&self) -> Vec<String> {
        let port = self.address.port();
        match self.address.ip() {
            ip if ip.is_unspecified() => {
                (self.interfaces)().into_iter().map(|ip| url(ip, port)).collect()
            }
            ip if ip.is_loopback() => {
                let shared = self.shared();
                let addresses = shared.iter().flat_map(|shared| &shared.addresses);
                addresses.map(|address| url(address.ip(), address.port())).collect()
            }
            ip => vec![url(ip, port)],
        }
    }

    /// Announces the server, at the port of its first listener.
    pub(crate) fn announce(&self, name: &str) {
        self.announce_at(self.address.port(), name);
    }

    fn announce_at(&self, port: u16, name: &str) {
        let Some(browser) = self.browser() else { return };
        let host = format!("damier-{}.local.", self.id);
        let properties = [(ID_PROPERTY, self.id.as_str())];
        let announced = ServiceInfo::new(SERVICE_TYPE, name, &host, "", port, &properties[..])
            .and_then(|info| browser.daemon.register(info.enable_addr_auto()));
        if let Err(error) = announced {
            tracing::warn!(%error, "nobody is told of this server");
        }
    }

    /// Withdraws the announcement under `name`.
    fn withdraw(&self, name: &str) {
        let Some(browser) = self.browser() else { return };
        if let Err(error) = browser.daemon.unregister(&format!("{name}.{SERVICE_TYPE}")) {
            tracing::warn!(%error, "the announcement of this server is not withdrawn");
        }
    }

    fn shared(&self) -> MutexGuard<'_, Option<SharedListeners>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The other servers that have been found. The first call starts the search.
    pub(crate) fn neighbours(&self) -> Vec<Neighbour> {
        let Some(browser) = self.browser() else { return Vec::new() };
        let found = browser.neighbours.lock();
        let others = found.values().filter(|server| server.id != self.id);
        others.map(|server| server.neighbour.clone()).collect()
    }

    fn browser(&self) -> Option<&MdnsBrowser> {
        let start = || {
            MdnsBrowser::start()
                .map_err(|error| tracing::warn!(%error, "the local network is not searched"))
                .ok()
        };
        self.browser.get_or_init(start).as_ref()
    }
}

/// Search for servers on the local network, without a server of its own; it runs until it is dropped.
pub struct LanBrowser(MdnsBrowser);

impl LanBrowser {
    /// Starts the search.
    pub fn start() -> io::Result<Self> {
        MdnsBrowser::start().map(Self).map_err(|error| io::Error::other(error.to_string()))
    }

    /// The servers that have been found.
    pub fn neighbours(&self) -> Vec<Neighbour> {
        let found = self.0.neighbours.lock();
        found.values().map(|server| server.neighbour.clone()).collect()
    }
}

/// Browser for announced servers; it runs until it is dropped.
struct MdnsBrowser {
    daemon: ServiceDaemon,
    neighbours: NeighbourRegistry,
}

impl MdnsBrowser {
    fn start() -> mdns_sd::Result<Self> {
        let daemon = ServiceDaemon::new()?;
        // The server listens on IPv4 only.
        daemon.disable_interface(IfKind::IPv6)?;
        let events = daemon.browse(SERVICE_TYPE)?;
        let neighbours = NeighbourRegistry::default();
        let registry = neighbours.clone();
        thread::Builder::new()
            .name("neighbours".to_owned())
            .spawn(move || registry.follow(&events))
            .map_err(|error| mdns_sd::Error::Msg(error.to_string()))?;
        Ok(Self { daemon, neighbours })
    }
}

impl Drop for MdnsBrowser {
    fn drop(&mut self) {
        // Withdraws the announcement; an error has no consequence.
        let _ = self.daemon.shutdown();
    }
}

/// Server that was found.
struct FoundServer {
    id: String,
    neighbour: Neighbour,
}

/// Registry of the servers that were found, by their full names.
#[derive(Clone, Default)]
struct NeighbourRegistry(Arc<Mutex<BTreeMap<String, FoundServer>>>);

impl NeighbourRegistry {
    fn follow(&self, events: &Receiver<ServiceEvent>) {
        while let Ok(event) = events.recv() {
            match event {
                ServiceEvent::ServiceResolved(service) => self.add(&service),
                ServiceEvent::ServiceRemoved(_, name) => {
                    self.lock().remove(&name);
                }
                ServiceEvent::SearchStopped(_) => return,
                _ => {}
            }
        }
    }

    fn add(&self, service: &ResolvedService) {
        let mut ips: Vec<_> = service.get_addresses_v4().into_iter().collect();
        ips.sort_by_key(|ip| (ip.is_loopback(), rank(*ip, ""), *ip));
        let Some(ip) = ips.first() else { return };
        let full = service.get_fullname();
        let name = display_name(full.strip_suffix(SERVICE_TYPE).unwrap_or(full));
        let neighbour = Neighbour { name, url: url(*ip, service.get_port()) };
        let id = service.get_property_val_str(ID_PROPERTY).unwrap_or_default().to_owned();
        let mut found = self.lock();
        if found.len() < NEIGHBOURS_MAX || found.contains_key(full) {
            found.insert(full.to_owned(), FoundServer { id, neighbour });
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, FoundServer>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A name from the network without control characters, and not too long.
fn display_name(name: &str) -> String {
    let plain = name.trim_end_matches('.').replace('\\', "");
    plain.chars().filter(|letter| !letter.is_control()).take(NEIGHBOUR_NAME_MAX_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(name: &str, ips: &str) -> ResolvedService {
        let properties = [(ID_PROPERTY, "other")];
        let info = ServiceInfo::new(SERVICE_TYPE, name, "x.local.", ips, 4747, &properties[..]);
        info.expect("a service").as_resolved_service()
    }

    #[test]
    fn a_neighbour_has_its_likeliest_address() {
        let found = NeighbourRegistry::default();
        found.add(&resolved("salon", "127.0.0.1,172.17.0.1,192.168.1.7"));
        found.add(&resolved("my. den\n", "169.254.1.1,10.0.0.9"));
        let found = found.lock();
        let told: Vec<_> = found
            .values()
            .map(|it| (it.neighbour.name.as_str(), it.neighbour.url.as_str()))
            .collect();
        assert_eq!(
            told,
            [("my. den", "http://10.0.0.9:4747/"), ("salon", "http://192.168.1.7:4747/")]
        );
    }

    #[test]
    fn the_registry_is_bounded() {
        let found = NeighbourRegistry::default();
        for number in 0..2 * NEIGHBOURS_MAX {
            found.add(&resolved(&format!("n{number}"), "192.168.1.7"));
        }
        assert_eq!(found.lock().len(), NEIGHBOURS_MAX);
        assert!(display_name(&"x".repeat(500)).chars().count() <= NEIGHBOUR_NAME_MAX_CHARS);
    }

    #[test]
    fn addresses_at_home_come_before_those_of_containers() {
        let ip = |text: &str| text.parse().expect("an address");
        assert!(rank(ip("192.168.1.2"), "wlan0") < rank(ip("203.0.113.4"), "eth0"));
        assert!(rank(ip("203.0.113.4"), "eth0") < rank(ip("169.254.9.9"), "eth1"));
        assert!(rank(ip("169.254.9.9"), "eth1") < rank(ip("172.17.0.1"), "docker0"));
    }
}
