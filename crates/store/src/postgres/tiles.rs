//! Tiles in the database. Whoever changes those of a profile has locked it.

use rules::Tile;
use sqlx::{PgConnection, Row};

use super::connection::text;
use super::quotas;
use crate::quota::StorageChange;
use crate::tiles::{Edit, TileCollection};
use crate::{Added, Error, Owner};

pub(super) async fn change(
    db: &mut PgConnection,
    owner: &Owner,
    before: Option<&Tile>,
    after: Option<&Tile>,
) -> Result<(), Error> {
    if let Some(edit) = load(db, &owner.profile).await?.change(before, after)? {
        if edit.remove.is_none() {
            quotas::check(db, owner, StorageChange::tiles(1)).await?;
        }
        write(db, owner, &edit).await?;
    }
    Ok(())
}

pub(super) async fn add(
    db: &mut PgConnection,
    owner: &Owner,
    tiles: &[Tile],
) -> Result<Vec<Added>, Error> {
    let (all, edits) = load(db, &owner.profile).await?.add_all(tiles);
    quotas::check(db, owner, StorageChange::tiles(edits.len())).await?;
    for edit in &edits {
        write(db, owner, edit).await?;
    }
    Ok(all)
}

pub(super) async fn load(db: &mut PgConnection, profile: &str) -> Result<TileCollection, Error> {
    let rows = sqlx::query(
        "SELECT place, name, \"rows\" FROM tiles WHERE profile = $1 ORDER BY place, word",
    )
    .bind(text(profile))
    .fetch_all(db)
    .await?;
    let tile = |row: &sqlx::postgres::PgRow| -> Result<_, Error> {
        let (name, rows): (String, String) = (row.try_get(1)?, row.try_get(2)?);
        Ok((row.try_get(0)?, Tile { name: name.into(), rows: rows.into() }))
    };
    Ok(TileCollection(rows.iter().map(tile).collect::<Result<_, _>>()?))
}

async fn write(
    db: &mut PgConnection,
    owner: &Owner,
    Edit { remove, put }: &Edit,
) -> Result<(), Error> {
    if let Some(word) = remove {
        sqlx::query("DELETE FROM tiles WHERE profile = $1 AND word = $2")
            .bind(text(&owner.profile))
            .bind(text(word))
            .execute(&mut *db)
            .await?;
    }
    if let Some((place, tile)) = put {
        sqlx::query(
            "INSERT INTO tiles (profile, word, name, \"rows\", place, network)
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(text(&owner.profile))
        .bind(text(&tile.word()))
        .bind(text(&tile.name))
        .bind(text(&tile.rows))
        .bind(place)
        .bind(&owner.network)
        .execute(db)
        .await?;
    }
    Ok(())
}
