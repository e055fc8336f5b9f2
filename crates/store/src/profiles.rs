//! Profiles, and the devices that come to them by links: what a store does with them.

use async_trait::async_trait;
use play::SeatKey;

use crate::request::ChangeScope;
use crate::{Device, Error, Owner, ProfileLink, Store};

/// Changes of profiles.
#[async_trait]
pub trait ProfileWriter: Send {
    /// Creates or replaces a profile.
    async fn put_profile(&mut self, owner: Owner, document: String) -> Result<(), Error>;

    /// Deletes the analyses, tiles, settings, devices, reports and results at puzzles of a profile.
    async fn delete_profile(&mut self, profile: String) -> Result<(), Error>;

    /// Makes the link of a profile; an earlier one ends.
    async fn put_profile_link(&mut self, link: ProfileLink) -> Result<(), Error>;

    /// Uses the link with that key up and adds the device to its profile. [`Error::NotFound`] if there is no such link
    /// or it has ended, [`Error::Full`] if the profile has as many devices as it may.
    async fn take_profile_link(&mut self, key: SeatKey, device: Device) -> Result<String, Error>;

    /// Removes devices of a profile, all or one, and its link; counts them.
    async fn remove_devices(&mut self, profile: String, key: Option<SeatKey>)
    -> Result<u64, Error>;
}

/// Questions about profiles.
#[async_trait]
pub trait ProfileReader: Send {
    /// What a profile says, if there is one.
    async fn profile(&mut self, id: String) -> Result<Option<String>, Error>;

    /// The profile of a device, if it came to one by a link.
    async fn device_profile(&mut self, key: SeatKey) -> Result<Option<String>, Error>;

    /// The devices that came to a profile by links, the oldest first.
    async fn devices(&mut self, profile: String) -> Result<Vec<Device>, Error>;
}

impl Store {
    /// Creates or replaces a profile.
    pub async fn put_profile(
        &self,
        owner: impl Into<Owner>,
        document: impl Into<String>,
    ) -> Result<(), Error> {
        let (owner, document) = (owner.into(), document.into());
        let scope = ChangeScope::of_profile(&owner.profile);
        self.change(scope, move |writer| writer.put_profile(owner, document)).await
    }

    /// Deletes the analyses, tiles and settings of `profile`; its matches are left.
    pub async fn delete_profile(&self, profile: impl Into<String>) -> Result<(), Error> {
        let profile = profile.into();
        let scope = ChangeScope::of_profile(&profile);
        self.change(scope, move |writer| writer.delete_profile(profile)).await
    }

    /// Makes the link by which one more device comes to a profile; an earlier one ends.
    pub async fn put_profile_link(&self, link: ProfileLink) -> Result<(), Error> {
        let scope = ChangeScope::of_profile(&link.profile);
        self.change(scope, move |writer| writer.put_profile_link(link)).await
    }

    /// Uses the link with that key up and adds the device to its profile, which it returns.
    pub async fn take_profile_link(&self, key: SeatKey, device: Device) -> Result<String, Error> {
        let scope = ChangeScope::service();
        self.change(scope, move |writer| writer.take_profile_link(key, device)).await
    }

    /// Removes devices of a profile, all or the one with that key, and its link; counts them.
    pub async fn remove_devices(
        &self,
        profile: impl Into<String>,
        key: Option<SeatKey>,
    ) -> Result<u64, Error> {
        let profile = profile.into();
        let scope = ChangeScope::of_profile(&profile);
        self.change(scope, move |writer| writer.remove_devices(profile, key)).await
    }

    /// The stored profile.
    pub async fn profile(&self, id: impl Into<String>) -> Result<Option<String>, Error> {
        let id = id.into();
        self.read(move |reader| reader.profile(id)).await
    }

    /// The profile of a device, if it came to one by a link.
    pub async fn device_profile(&self, key: SeatKey) -> Result<Option<String>, Error> {
        self.read(move |reader| reader.device_profile(key)).await
    }

    /// The devices that came to a profile by links, the oldest first.
    pub async fn devices(&self, profile: impl Into<String>) -> Result<Vec<Device>, Error> {
        let profile = profile.into();
        self.read(move |reader| reader.devices(profile)).await
    }
}
