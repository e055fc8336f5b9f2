//! Tiles in a database. Whoever changes those of a profile has locked it.

use async_trait::async_trait;
use rules::Tile;

use super::{Row, Sql, quotas};
use crate::quota::StorageChange;
use crate::tile_collection::{Edit, TileCollection};
use crate::{Added, Error, Owner, TileReader, TileWriter};

#[async_trait]
impl<S: Sql> TileWriter for S {
    async fn change_tile(
        &mut self,
        owner: Owner,
        before: Option<Tile>,
        after: Option<Tile>,
    ) -> Result<(), Error> {
        let known = load(self, &owner.profile).await?;
        if let Some(edit) = known.change(before.as_ref(), after.as_ref())? {
            if edit.remove.is_none() {
                quotas::check(self, &owner, StorageChange::tiles(1)).await?;
            }
            write(self, &owner, &edit).await?;
        }
        Ok(())
    }

    async fn add_tiles(&mut self, owner: Owner, tiles: Vec<Tile>) -> Result<Vec<Added>, Error> {
        let (all, edits) = load(self, &owner.profile).await?.add_all(&tiles);
        quotas::check(self, &owner, StorageChange::tiles(edits.len())).await?;
        for edit in &edits {
            write(self, &owner, edit).await?;
        }
        Ok(all)
    }
}

#[async_trait]
impl<S: Sql> TileReader for S {
    async fn tiles(&mut self, profile: String) -> Result<Vec<Tile>, Error> {
        Ok(load(self, &profile).await?.into_tiles())
    }
}

async fn load(db: &mut impl Sql, profile: &str) -> Result<TileCollection, Error> {
    let rows = db
        .rows(
            "SELECT place, name, \"rows\" FROM tiles WHERE profile = $1 ORDER BY place, word",
            &[profile.into()],
        )
        .await?;
    let tile = |row: &Row| -> Result<_, Error> {
        let (name, rows): (String, String) = (row.get(1)?, row.get(2)?);
        Ok((row.get(0)?, Tile { name: name.into(), rows: rows.into() }))
    };
    Ok(TileCollection(rows.iter().map(tile).collect::<Result<_, _>>()?))
}

async fn write(db: &mut impl Sql, owner: &Owner, Edit { remove, put }: &Edit) -> Result<(), Error> {
    if let Some(word) = remove {
        let delete = "DELETE FROM tiles WHERE profile = $1 AND word = $2";
        db.execute(delete, &[(&owner.profile).into(), word.into()]).await?;
    }
    if let Some((place, tile)) = put {
        let word = tile.word();
        db.execute(
            "INSERT INTO tiles (profile, word, name, \"rows\", place, network)
             VALUES ($1, $2, $3, $4, $5, $6)",
            &[
                (&owner.profile).into(),
                word.as_str().into(),
                (&*tile.name).into(),
                (&*tile.rows).into(),
                (*place).into(),
                (&owner.network).into(),
            ],
        )
        .await?;
    }
    Ok(())
}
