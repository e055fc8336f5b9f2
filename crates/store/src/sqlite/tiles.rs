//! Tiles in the database.

use rules::Tile;
use sqlx::{Row, SqliteConnection};

use crate::tiles::{Edit, TileCollection};
use crate::{Added, Error};

pub(super) async fn change(
    db: &mut SqliteConnection,
    profile: &str,
    before: Option<&Tile>,
    after: Option<&Tile>,
) -> Result<(), Error> {
    if let Some(edit) = load(db, profile).await?.change(before, after)? {
        write(db, profile, &edit).await?;
    }
    Ok(())
}

pub(super) async fn add(
    db: &mut SqliteConnection,
    profile: &str,
    tiles: &[Tile],
) -> Result<Vec<Added>, Error> {
    let mut own = load(db, profile).await?;
    let mut all = Vec::with_capacity(tiles.len());
    for tile in tiles {
        let (added, edit) = own.add(tile);
        all.push(added);
        if let Some(edit) = edit {
            write(db, profile, &edit).await?;
            own.apply(edit);
        }
    }
    Ok(all)
}

pub(super) async fn load(
    db: &mut SqliteConnection,
    profile: &str,
) -> Result<TileCollection, Error> {
    let rows = sqlx::query(
        "SELECT place, name, \"rows\" FROM tiles WHERE profile = ?1 ORDER BY place, word",
    )
    .bind(profile)
    .fetch_all(db)
    .await?;
    let tile = |row: &sqlx::sqlite::SqliteRow| -> Result<_, Error> {
        let (name, rows): (String, String) = (row.try_get(1)?, row.try_get(2)?);
        Ok((row.try_get(0)?, Tile { name: name.into(), rows: rows.into() }))
    };
    Ok(TileCollection(rows.iter().map(tile).collect::<Result<_, _>>()?))
}

async fn write(
    db: &mut SqliteConnection,
    profile: &str,
    Edit { remove, put }: &Edit,
) -> Result<(), Error> {
    if let Some(word) = remove {
        sqlx::query("DELETE FROM tiles WHERE profile = ?1 AND word = ?2")
            .bind(profile)
            .bind(word)
            .execute(&mut *db)
            .await?;
    }
    if let Some((place, tile)) = put {
        sqlx::query(
            "INSERT INTO tiles (profile, word, name, \"rows\", place) VALUES (?1, ?2, ?3, ?4, ?5)",
        )
        .bind(profile)
        .bind(tile.word())
        .bind(&*tile.name)
        .bind(&*tile.rows)
        .bind(place)
        .execute(db)
        .await?;
    }
    Ok(())
}
