//! Devices of profiles, and the links by which they come.

use play::SeatKey;
use sqlx::{PgConnection, Row};

use super::connection::text;
use crate::sql::{moment, number, time};
use crate::{DEVICES_MAX, Device, Error, ProfileLink};

pub(super) async fn put_link(db: &mut PgConnection, link: &ProfileLink) -> Result<(), Error> {
    sqlx::query(
        "INSERT INTO profile_links (profile, key, expires) VALUES ($1, $2, $3)
         ON CONFLICT (profile) DO UPDATE SET key = excluded.key, expires = excluded.expires",
    )
    .bind(text(&link.profile))
    .bind(link.key.to_string())
    .bind(time(link.expires))
    .execute(db)
    .await?;
    Ok(())
}

/// Uses a link up and adds the device to its profile.
pub(super) async fn take_link(
    db: &mut PgConnection,
    key: SeatKey,
    device: &Device,
) -> Result<String, Error> {
    let row = sqlx::query(
        "SELECT profile, (SELECT count(*) FROM devices WHERE devices.profile = link.profile) < $3
         FROM profile_links AS link WHERE key = $1 AND $2 < expires FOR UPDATE",
    )
    .bind(key.to_string())
    .bind(time(device.added))
    .bind(number(DEVICES_MAX as u64))
    .fetch_optional(&mut *db)
    .await?
    .ok_or(Error::NotFound)?;
    let (profile, has_room): (String, bool) = (row.try_get(0)?, row.try_get(1)?);
    if !has_room {
        return Err(Error::Full);
    }
    sqlx::query("DELETE FROM profile_links WHERE profile = $1")
        .bind(text(&profile))
        .execute(&mut *db)
        .await?;
    sqlx::query("INSERT INTO devices (key, profile, added) VALUES ($1, $2, $3)")
        .bind(device.key.to_string())
        .bind(text(&profile))
        .bind(time(device.added))
        .execute(db)
        .await?;
    Ok(profile)
}

/// Removes devices of a profile, all or one, and its link.
pub(super) async fn remove(
    db: &mut PgConnection,
    profile: &str,
    key: Option<SeatKey>,
) -> Result<u64, Error> {
    sqlx::query("DELETE FROM profile_links WHERE profile = $1")
        .bind(text(profile))
        .execute(&mut *db)
        .await?;
    let removed =
        sqlx::query("DELETE FROM devices WHERE profile = $1 AND ($2::text IS NULL OR key = $2)")
            .bind(text(profile))
            .bind(key.map(|key| key.to_string()))
            .execute(db)
            .await?;
    Ok(removed.rows_affected())
}

pub(super) async fn profile_of(
    db: &mut PgConnection,
    key: SeatKey,
) -> Result<Option<String>, Error> {
    let row = sqlx::query("SELECT profile FROM devices WHERE key = $1")
        .bind(key.to_string())
        .fetch_optional(db)
        .await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}

pub(super) async fn list(db: &mut PgConnection, profile: &str) -> Result<Vec<Device>, Error> {
    let rows = sqlx::query("SELECT key, added FROM devices WHERE profile = $1 ORDER BY added, key")
        .bind(text(profile))
        .fetch_all(db)
        .await?;
    let device = |row: &sqlx::postgres::PgRow| {
        let (key, added): (String, i64) = (row.try_get(0)?, row.try_get(1)?);
        let key = SeatKey::try_from(key).map_err(|error| Error::Damaged(error.to_owned()))?;
        Ok(Device { key, added: moment(added) })
    };
    rows.iter().map(device).collect()
}
