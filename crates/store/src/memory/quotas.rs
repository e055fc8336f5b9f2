//! What profiles and networks have stored.

use super::MemoryState;
use crate::quota::{StorageChange, TILE_BYTES};
use crate::{Error, Owner, StorageAmount};

impl MemoryState {
    /// Checks that the owner may store more.
    pub(super) fn check(&self, owner: &Owner, change: StorageChange) -> Result<(), Error> {
        let Some(quota) = owner.quota.filter(|_| !change.is_no_growth()) else { return Ok(()) };
        quota.shared.check()?;
        let profile = owner.profile.as_str();
        change.check(self.amount(|other, _| other == profile), quota.profile)?;
        match &owner.network {
            Some(network) => {
                let is_theirs = |_: &str, other: Option<&str>| other == Some(network.as_str());
                change.check(self.amount(is_theirs), quota.network)
            }
            None => Ok(()),
        }
    }

    /// What is stored of the profiles and networks that are asked for.
    pub(super) fn amount(&self, of: impl Fn(&str, Option<&str>) -> bool) -> StorageAmount {
        let mut amount = StorageAmount::default();
        let mut add = |profile: &str, network: &Option<String>, items: u64, bytes: u64| {
            if of(profile, network.as_deref()) {
                amount.items += items;
                amount.bytes += bytes;
            }
        };
        for stored in self.matches.values() {
            add(&stored.owner, &stored.network, 1, stored.bytes());
        }
        for ((owner, _), stored) in &self.analyses {
            add(owner, &stored.network, 1, stored.analysis.document.len() as u64);
        }
        for (profile, stored) in &self.tiles {
            let count = stored.tiles.0.len() as u64;
            add(profile, &stored.network, count, count * TILE_BYTES);
        }
        for (profile, stored) in &self.profiles {
            add(profile, &stored.network, 1, stored.document.len() as u64);
        }
        amount
    }
}
