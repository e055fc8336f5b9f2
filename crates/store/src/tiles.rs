//! A profile's own tiles: what a store does with them.

use async_trait::async_trait;
use rules::Tile;

use crate::request::ChangeScope;
use crate::{Added, Error, Owner, Store};

/// Changes of tiles.
#[async_trait]
pub trait TileWriter: Send {
    /// Creates, changes, renames or deletes a tile.
    async fn change_tile(
        &mut self,
        owner: Owner,
        before: Option<Tile>,
        after: Option<Tile>,
    ) -> Result<(), Error>;

    /// Adds tiles without replacing any.
    async fn add_tiles(&mut self, owner: Owner, tiles: Vec<Tile>) -> Result<Vec<Added>, Error>;
}

/// Questions about tiles.
#[async_trait]
pub trait TileReader: Send {
    /// The tiles of a profile, in the order in which they came.
    async fn tiles(&mut self, profile: String) -> Result<Vec<Tile>, Error>;
}

impl Store {
    /// Creates a tile (`before` is `None`), deletes it (`after` is `None`), or turns the one into the other, if it
    /// still is what the client knows. The same change twice is one.
    pub async fn change_tile(
        &self,
        owner: impl Into<Owner>,
        before: Option<Tile>,
        after: Option<Tile>,
    ) -> Result<(), Error> {
        let owner = owner.into();
        let scope = ChangeScope::of_profile(&owner.profile);
        self.change(scope, move |writer| writer.change_tile(owner, before, after)).await
    }

    /// Adds tiles without replacing any; returns the outcome for each.
    pub async fn add_tiles(
        &self,
        owner: impl Into<Owner>,
        tiles: Vec<Tile>,
    ) -> Result<Vec<Added>, Error> {
        let owner = owner.into();
        let scope = ChangeScope::of_profile(&owner.profile);
        self.change(scope, move |writer| writer.add_tiles(owner, tiles)).await
    }

    /// The tiles of a profile, in the order in which they came.
    pub async fn tiles(&self, profile: impl Into<String>) -> Result<Vec<Tile>, Error> {
        let profile = profile.into();
        self.read(move |reader| reader.tiles(profile)).await
    }
}
