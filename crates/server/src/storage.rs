//! What visitors may store, and how often.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sha2::{Digest, Sha256};
use store::{LOCAL, Owner, SharedStorage, StorageAmount, StorageQuota, Store};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use crate::AppState;
use crate::limits::ServerLimits;
use crate::metrics::Metrics;
use crate::tenant::{Network, NetworkSize, Tenant};
use crate::visitor::Visitor;
use api::Error;

/// Digits of the hash by which the store counts a network; the address itself is not stored.
const NETWORK_KEY_BYTES: usize = 8;
/// Time between two measurements of the same, at least.
const MEASUREMENT_INTERVAL: Duration = Duration::from_secs(1);
/// The part of its time that the store spends on measurements.
const MEASUREMENT_PART: u32 = 20;
/// Networks that wait to be measured.
const MEASUREMENTS_MAX: usize = 256;
/// Networks whose measurements are kept.
const MEASURED_NETWORKS_MAX: usize = 4096;

/// Gauge of what all visitors, and those of larger networks, have stored together. It is measured beside the requests,
/// which look only at the last measurement.
pub(crate) struct StorageGauge {
    quota: StorageQuota,
    /// Bytes that the server takes.
    max_bytes: u64,
    metrics: Arc<Metrics>,
    networks: Mutex<HashMap<String, Measurement>>,
    /// Networks to be measured.
    wanted: mpsc::Sender<String>,
}

/// Last measurement of a network.
struct Measurement {
    stored: StorageAmount,
    /// When the next one may be asked for.
    next: Instant,
}

impl StorageGauge {
    /// The gauge, and the networks that it wants to have [measured](Self::measure).
    pub(crate) fn new(
        limits: &ServerLimits,
        metrics: Arc<Metrics>,
    ) -> (Arc<Self>, mpsc::Receiver<String>) {
        metrics.set_stored_bytes_max(limits.storage_bytes);
        let (wanted, measurements) = mpsc::channel(MEASUREMENTS_MAX);
        let (quota, max_bytes) = (limits.storage, limits.storage_bytes);
        let networks = Mutex::default();
        (Arc::new(Self { quota, max_bytes, metrics, networks, wanted }), measurements)
    }

    /// Measures until nobody can store anything any more.
    pub(crate) async fn measure(
        self: Arc<Self>,
        store: Store,
        mut networks: mpsc::Receiver<String>,
    ) {
        let mut next = Instant::now();
        loop {
            let began = Instant::now();
            let measured = tokio::select! {
                () = sleep_until(next) => {
                    let stored = store.stored_bytes().await.map(|bytes| self.metrics.set_stored_bytes(bytes));
                    next = pause_after(began);
                    stored
                }
                network = networks.recv() => {
                    let Some(network) = network else { return };
                    let stored = store.stored_in(network.as_str()).await;
                    stored.map(|stored| self.note(network, stored, pause_after(began)))
                }
            };
            if let Err(error) = measured {
                tracing::debug!(%error, "what is stored cannot be measured");
            }
        }
    }

    fn note(&self, network: String, stored: StorageAmount, next: Instant) {
        self.networks().insert(network, Measurement { stored, next });
    }

    /// Whether there is room in what a visitor shares with others. Asks for a new measurement if the last one is old.
    fn room_for(&self, key: &NetworkKey) -> SharedStorage {
        if self.metrics.stored_bytes() >= self.max_bytes {
            return SharedStorage::ServerFull;
        }
        let now = Instant::now();
        let mut networks = self.networks();
        let mut room = SharedStorage::Free;
        for (prefix, size) in key.around() {
            let known = networks.get_mut(prefix);
            let (factor, network) = (u64::from(size.factor()), self.quota.network);
            if known.as_ref().is_some_and(|known| {
                known.stored.items >= network.items.saturating_mul(factor)
                    || known.stored.bytes >= network.bytes.saturating_mul(factor)
            }) {
                room = SharedStorage::NetworkFull;
            }
            if known.as_ref().is_none_or(|known| known.next <= now)
                && self.wanted.try_send(prefix.to_owned()).is_ok()
                && let Some(known) = known
            {
                // It is asked for once.
                known.next = now + MEASUREMENT_INTERVAL;
            }
        }
        if networks.len() >= MEASURED_NETWORKS_MAX {
            networks.clear();
        }
        room
    }

    fn networks(&self) -> MutexGuard<'_, HashMap<String, Measurement>> {
        self.networks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// When to measure again after a measurement that began at `began`.
fn pause_after(began: Instant) -> Instant {
    let took = began.elapsed();
    began + MEASUREMENT_INTERVAL.max(took * MEASUREMENT_PART)
}

/// Name by which the store counts a network. That of an IPv6 network begins with those of the networks around it, with a
/// slash behind each.
struct NetworkKey(String);

impl NetworkKey {
    fn new(address: IpAddr) -> Self {
        let networks: Vec<_> = Tenant::at(address).networks().collect();
        let names: Vec<_> = networks.iter().rev().map(Self::digits).collect();
        Self(format!("n-{}", names.join("/")))
    }

    fn digits(network: &Network) -> String {
        let prefix = network.prefix().map(|prefix| prefix.to_string()).unwrap_or_default();
        let hash = Sha256::digest(format!("damier network {prefix}"));
        format!("{hash:x}")[..2 * NETWORK_KEY_BYTES].to_owned()
    }

    /// The beginnings of the names in larger networks.
    fn around(&self) -> impl Iterator<Item = (&str, NetworkSize)> {
        let ends = self.0.match_indices('/').map(|(at, slash)| at + slash.len());
        ends.map(|end| &self.0[..end]).zip([NetworkSize::Organisation, NetworkSize::Site])
    }
}

impl AppState {
    /// The owner of what the visitor stores. The owner of the server's own machine has no quota, on
    /// whatever device.
    pub(crate) fn owner(&self, visitor: &Visitor) -> Owner {
        let profile = visitor.profile.clone();
        if profile == LOCAL {
            return profile.into();
        }
        let key = NetworkKey::new(visitor.address);
        let shared = self.storage.room_for(&key);
        let quota = Some(StorageQuota { shared, ..self.service.limits.storage });
        Owner { profile, network: Some(key.0), quota }
    }

    /// Applies the rate limit of changes of what is stored.
    pub(crate) fn check_write(&self, visitor: &Visitor) -> Result<(), Error> {
        if visitor.is_local()
            || self.writes.allow(visitor.address, self.service.time.now().monotonic)
        {
            return Ok(());
        }
        self.service.metrics.limited();
        Err(Error::TooMany)
    }
}

/// The key under which the store counts the network of an address.
pub(crate) fn network_key(address: IpAddr) -> String {
    NetworkKey::new(address).0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(address: &str) -> NetworkKey {
        NetworkKey::new(address.parse().expect("an address"))
    }

    fn gauge(items: u64) -> (Arc<StorageGauge>, mpsc::Receiver<String>) {
        let network = StorageAmount { items, bytes: 1000 };
        let storage = StorageQuota { network, ..StorageQuota::default() };
        let limits = ServerLimits { storage, storage_bytes: 5000, ..ServerLimits::default() };
        StorageGauge::new(&limits, Arc::default())
    }

    #[test]
    fn names_of_networks_begin_with_those_around() {
        let around =
            |key: &NetworkKey| key.around().map(|(it, _)| it.to_owned()).collect::<Vec<_>>();
        // The name of an IPv4 address is the one that earlier programs stored.
        assert_eq!(key("192.0.2.1").0.len(), 2 + 16);
        assert!(around(&key("192.0.2.1")).is_empty());
        let [one, near, far] = ["2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:1:100::1"].map(key);
        assert_eq!(around(&one), around(&near));
        assert_ne!(one.0, near.0);
        assert_eq!(around(&one)[0], around(&far)[0]);
        assert_ne!(around(&one)[1], around(&far)[1]);
        assert_ne!(around(&one)[0], around(&key("2001:db8:2::1"))[0]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_network_that_is_full_has_no_room_until_it_is_measured_again() {
        let (gauge, mut wanted) = gauge(10);
        let key = key("2001:db8:1:1::1");
        assert_eq!(gauge.room_for(&key), SharedStorage::Free);
        let [all, site] = [wanted.try_recv().unwrap(), wanted.try_recv().unwrap()];
        assert!(site.starts_with(&all));
        let amount = |items, bytes| StorageAmount { items, bytes };
        let note = |network: &String, stored| {
            gauge.note(network.clone(), stored, pause_after(Instant::now()));
        };
        note(&all, amount(39, 3999));
        note(&site, amount(19, 1999));
        assert_eq!(gauge.room_for(&key), SharedStorage::Free);
        assert!(wanted.try_recv().is_err(), "it has just been measured");
        for full in [amount(20, 0), amount(0, 2000)] {
            note(&site, full);
            assert_eq!(gauge.room_for(&key), SharedStorage::NetworkFull);
        }
        note(&site, amount(0, 0));
        note(&all, amount(40, 0));
        assert_eq!(gauge.room_for(&key), SharedStorage::NetworkFull);
        tokio::time::advance(MEASUREMENT_INTERVAL).await;
        assert_eq!(gauge.room_for(&key), SharedStorage::NetworkFull);
        assert_eq!(gauge.room_for(&key), SharedStorage::NetworkFull);
        assert_eq!(wanted.try_recv(), Ok(all));
        assert_eq!(wanted.try_recv(), Ok(site));
        assert!(wanted.try_recv().is_err(), "it is asked for once");
    }

    #[tokio::test(start_paused = true)]
    async fn a_full_server_has_room_for_nobody() {
        let (gauge, _wanted) = gauge(10);
        gauge.metrics.set_stored_bytes(4999);
        assert_eq!(gauge.room_for(&key("192.0.2.1")), SharedStorage::Free);
        gauge.metrics.set_stored_bytes(5000);
        assert_eq!(gauge.room_for(&key("192.0.2.1")), SharedStorage::ServerFull);
    }
}
