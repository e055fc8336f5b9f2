//! The local network: where this server is found on it, and which others are.
//!
//! Servers announce themselves by multicast DNS. Where a network does not carry that, whoever is told an
//! address can still type it.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use mdns_sd::{IfKind, Receiver, ResolvedService, ServiceDaemon, ServiceEvent, ServiceInfo};
use wire::http::Neighbour;

/// What servers of this kind are called.
const SERVICE: &str = "_damier._tcp.local.";
/// The property that tells a server from all others.
const ID: &str = "id";
/// The most neighbours that are remembered: whoever is on the network can claim to be one.
const MOST: usize = 64;
/// The longest name that is shown, in characters.
const LONGEST_NAME: usize = 40;

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

/// How unlikely it is that others reach this machine so.
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

/// The page of a server at an address.
pub(crate) fn url(ip: impl Into<IpAddr>, port: u16) -> String {
    format!("http://{}/", SocketAddr::new(ip.into(), port))
}

/// This server on the local network.
pub(crate) struct Lan {
    /// Where it listens.
    address: SocketAddr,
    /// What tells it from others.
    id: String,
    /// `None` once it is known that there is no multicast here.
    search: OnceLock<Option<Search>>,
}

impl Lan {
    pub(crate) fn new(address: SocketAddr, id: String) -> Self {
        Self { address, id, search: OnceLock::new() }
    }

    /// Whether other machines reach it.
    pub(crate) fn is_open(&self) -> bool {
        !self.address.ip().is_loopback()
    }

    /// The pages by which they do.
    pub(crate) fn addresses(&self) -> Vec<String> {
        let port = self.address.port();
        match self.address.ip() {
            ip if ip.is_unspecified() => {
                lan_addresses().into_iter().map(|ip| url(ip, port)).collect()
            }
            ip if ip.is_loopback() => Vec::new(),
            ip => vec![url(ip, port)],
        }
    }

    /// Says on the network that it is here.
    pub(crate) fn announce(&self, name: &str) {
        let Some(search) = self.search() else { return };
        let host = format!("damier-{}.local.", self.id);
        let properties = [(ID, self.id.as_str())];
        let port = self.address.port();
        let announced = ServiceInfo::new(SERVICE, name, &host, "", port, &properties[..])
            .and_then(|info| search.daemon.register(info.enable_addr_auto()));
        if let Err(error) = announced {
            tracing::warn!(%error, "nobody is told of this server");
        }
    }

    /// The others that are known by now. The first to ask begins the search.
    pub(crate) fn neighbours(&self) -> Vec<Neighbour> {
        let Some(search) = self.search() else { return Vec::new() };
        let found = search.found.lock();
        let others = found.values().filter(|server| server.id != self.id);
        others.map(|server| server.neighbour.clone()).collect()
    }

    fn search(&self) -> Option<&Search> {
        let begin = || {
            Search::begin()
                .map_err(|error| tracing::warn!(%error, "the local network is not searched"))
                .ok()
        };
        self.search.get_or_init(begin).as_ref()
    }
}

/// A search that goes on until this is dropped.
struct Search {
    daemon: ServiceDaemon,
    found: Found,
}

impl Search {
    fn begin() -> mdns_sd::Result<Self> {
        let daemon = ServiceDaemon::new()?;
        // The page listens at addresses of version 4.
        daemon.disable_interface(IfKind::IPv6)?;
        let events = daemon.browse(SERVICE)?;
        let found = Found::default();
        let finds = found.clone();
        thread::Builder::new()
            .name("neighbours".to_owned())
            .spawn(move || finds.follow(&events))
            .map_err(|error| mdns_sd::Error::Msg(error.to_string()))?;
        Ok(Self { daemon, found })
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        // Says good-bye to the network; there is nobody to tell if that fails.
        let _ = self.daemon.shutdown();
    }
}

/// A server that was found.
struct Server {
    id: String,
    neighbour: Neighbour,
}

/// The servers that were found, by their full names.
#[derive(Clone, Default)]
struct Found(Arc<Mutex<BTreeMap<String, Server>>>);

impl Found {
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
        let name = shown(full.strip_suffix(SERVICE).unwrap_or(full));
        let neighbour = Neighbour { name, url: url(*ip, service.get_port()) };
        let id = service.get_property_val_str(ID).unwrap_or_default().to_owned();
        let mut found = self.lock();
        if found.len() < MOST || found.contains_key(full) {
            found.insert(full.to_owned(), Server { id, neighbour });
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Server>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A name from the network as it can be shown.
fn shown(name: &str) -> String {
    let plain = name.trim_end_matches('.').replace('\\', "");
    plain.chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(name: &str, ips: &str) -> ResolvedService {
        let properties = [(ID, "other")];
        let info = ServiceInfo::new(SERVICE, name, "x.local.", ips, 4747, &properties[..]);
        info.expect("a service").as_resolved_service()
    }

    #[test]
    fn a_neighbour_is_called_by_its_likeliest_address() {
        let found = Found::default();
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
    fn whoever_is_on_the_network_fills_no_memory() {
        let found = Found::default();
        for number in 0..2 * MOST {
            found.add(&resolved(&format!("n{number}"), "192.168.1.7"));
        }
        assert_eq!(found.lock().len(), MOST);
        assert!(shown(&"x".repeat(500)).chars().count() <= LONGEST_NAME);
    }

    #[test]
    fn addresses_at_home_come_before_those_of_containers() {
        let ip = |text: &str| text.parse().expect("an address");
        assert!(rank(ip("192.168.1.2"), "wlan0") < rank(ip("203.0.113.4"), "eth0"));
        assert!(rank(ip("203.0.113.4"), "eth0") < rank(ip("169.254.9.9"), "eth1"));
        assert!(rank(ip("169.254.9.9"), "eth1") < rank(ip("172.17.0.1"), "docker0"));
    }
}
