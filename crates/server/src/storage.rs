//! What visitors may store, and how often.

use std::net::IpAddr;

use sha2::{Digest, Sha256};
use store::{LOCAL, Owner};

use crate::AppState;
use crate::limits::client_network;
use crate::visitor::Visitor;
use api::Error;

/// Digits of the hash by which the store counts a network; the address itself is not stored.
const NETWORK_KEY_BYTES: usize = 8;

impl AppState {
    /// The owner of what the visitor stores. The owner of the server's own machine has no quota, on
    /// whatever device.
    pub(crate) fn owner(&self, visitor: &Visitor) -> Owner {
        let profile = visitor.profile.clone();
        if profile == LOCAL {
            return profile.into();
        }
        let network = Some(network_key(visitor.address));
        Owner { profile, network, quota: Some(self.service.limits.storage) }
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
    let network = client_network(address);
    let hash = Sha256::digest(format!("damier network {network}"));
    let digits = hash.iter().take(NETWORK_KEY_BYTES).map(|byte| format!("{byte:02x}"));
    format!("n-{}", digits.collect::<String>())
}
