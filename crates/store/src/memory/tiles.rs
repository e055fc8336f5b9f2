//! Tiles in memory.

use std::sync::Arc;

use async_trait::async_trait;
use rules::Tile;

use super::{Memory, MemoryState, StoredTiles};
use crate::quota::StorageChange;
use crate::tile_collection::TileCollection;
use crate::{Added, Error, Owner, TileReader, TileWriter};

#[async_trait]
impl TileWriter for Memory {
    async fn change_tile(
        &mut self,
        owner: Owner,
        before: Option<Tile>,
        after: Option<Tile>,
    ) -> Result<(), Error> {
        let mut state = self.state();
        let mut tiles = state.tiles_of(&owner.profile);
        if let Some(edit) = tiles.change(before.as_ref(), after.as_ref())? {
            if edit.remove.is_none() {
                state.check(&owner, StorageChange::tiles(1))?;
            }
            tiles.apply(edit);
            state.put_tiles(owner, tiles);
        }
        Ok(())
    }

    async fn add_tiles(&mut self, owner: Owner, tiles: Vec<Tile>) -> Result<Vec<Added>, Error> {
        let mut state = self.state();
        let mut own = state.tiles_of(&owner.profile);
        let (added, edits) = own.clone().add_all(&tiles);
        state.check(&owner, StorageChange::tiles(edits.len()))?;
        for edit in edits {
            own.apply(edit);
        }
        state.put_tiles(owner, own);
        Ok(added)
    }
}

#[async_trait]
impl TileReader for Memory {
    async fn tiles(&mut self, profile: String) -> Result<Vec<Tile>, Error> {
        Ok(self.state().tiles_of(&profile).into_tiles())
    }
}

impl MemoryState {
    fn tiles_of(&self, profile: &str) -> TileCollection {
        self.tiles.get(profile).map(|stored| stored.tiles.clone()).unwrap_or_default()
    }

    fn put_tiles(&mut self, owner: Owner, tiles: TileCollection) {
        let stored = StoredTiles { tiles, network: owner.network, unchanged_since: None };
        self.tiles.insert(owner.profile, Arc::new(stored));
    }
}
