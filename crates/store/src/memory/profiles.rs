//! Profiles in memory.

use std::sync::Arc;

use async_trait::async_trait;
use play::SeatKey;

use super::{Memory, StoredProfile};
use crate::quota::StorageChange;
use crate::{Device, Error, Owner, ProfileLink, ProfileReader, ProfileWriter};

#[async_trait]
impl ProfileWriter for Memory {
    async fn put_profile(&mut self, owner: Owner, document: String) -> Result<(), Error> {
        let mut state = self.state();
        let replaced = state.profiles.get(&owner.profile).map(|stored| stored.document.len());
        let replaced = replaced.map(|bytes| bytes as i64);
        state.check(&owner, StorageChange::put(document.len(), replaced))?;
        let stored = StoredProfile { document, network: owner.network, unchanged_since: None };
        state.profiles.insert(owner.profile, Arc::new(stored));
        Ok(())
    }

    async fn delete_profile(&mut self, profile: String) -> Result<(), Error> {
        let mut state = self.state();
        state.analyses.retain(|(owner, _), _| *owner != profile);
        state.tiles.remove(&profile);
        state.puzzle_results.retain(|(of, _), _| *of != profile);
        state.profiles.remove(&profile);
        state.visitors.delete_profile(&profile);
        Ok(())
    }

    async fn put_profile_link(&mut self, link: ProfileLink) -> Result<(), Error> {
        self.state().visitors.links.insert(link.profile.clone(), link);
        Ok(())
    }

    async fn take_profile_link(&mut self, key: SeatKey, device: Device) -> Result<String, Error> {
        self.state().visitors.take_link(key, device)
    }

    async fn remove_devices(
        &mut self,
        profile: String,
        key: Option<SeatKey>,
    ) -> Result<u64, Error> {
        let visitors = &mut self.state().visitors;
        let all = visitors.devices.len();
        visitors
            .devices
            .retain(|(of, device)| *of != profile || key.is_some_and(|key| device.key != key));
        visitors.links.remove(&profile);
        Ok((all - visitors.devices.len()) as u64)
    }
}

#[async_trait]
impl ProfileReader for Memory {
    async fn profile(&mut self, id: String) -> Result<Option<String>, Error> {
        Ok(self.state().profiles.get(&id).map(|stored| stored.document.clone()))
    }

    async fn device_profile(&mut self, key: SeatKey) -> Result<Option<String>, Error> {
        let state = self.state();
        let found = state.visitors.devices.iter().find(|(_, device)| device.key == key);
        Ok(found.map(|(profile, _)| profile.clone()))
    }

    async fn devices(&mut self, profile: String) -> Result<Vec<Device>, Error> {
        let state = self.state();
        let theirs = state.visitors.devices.iter().filter(|(of, _)| *of == profile);
        Ok(theirs.map(|(_, device)| device.clone()).collect())
    }
}
