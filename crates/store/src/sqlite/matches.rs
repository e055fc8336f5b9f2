//! Matches: created, loaded, listed, deleted.

use play::{Event, Player, SeatKey, Time, Version};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::{appends, number, quotas, summaries, time};
use crate::model::{host, newest};
use crate::quota::StorageChange;
use crate::sql::decode_event;
use crate::{Arrival, Error, NewMatch, Owner, StorageQuota};

pub(super) async fn create(
    db: &mut SqliteConnection,
    owner: &Owner,
    new: &NewMatch,
) -> Result<Version, Error> {
    let version = insert(db, owner, new).await?;
    if let Some(host) = host(&new.events) {
        add_participant(db, &new.id, &owner.profile, Some(host)).await?;
    }
    Ok(version)
}

/// Creates a match that is in the owner's list alone.
async fn insert(
    db: &mut SqliteConnection,
    owner: &Owner,
    new: &NewMatch,
) -> Result<Version, Error> {
    let NewMatch { id, events, summary } = new;
    let texts = events.iter().map(appends::encode).collect::<Result<Vec<_>, _>>()?;
    let bytes = texts.iter().map(String::len).sum();
    quotas::check(db, owner, StorageChange::put(bytes, None)).await?;
    let created = sqlx::query(
        "INSERT INTO matches (id, owner, changed, network, bytes) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT DO NOTHING",
    )
    .bind(id)
    .bind(&owner.profile)
    .bind(time(newest(events).unwrap_or_default()))
    .bind(&owner.network)
    .bind(number(bytes as u64))
    .execute(&mut *db)
    .await?;
    if created.rows_affected() == 0 {
        return Err(Error::Taken);
    }
    appends::begin(db, id, &texts).await?;
    if let Some(summary) = summary {
        summaries::put(db, vec![summaries::encode(id, summary)?]).await?;
    }
    Ok(Version(events.len() as u64))
}

/// Creates matches, all of them or none.
pub(super) async fn create_all(
    db: &mut SqliteConnection,
    owner: &Owner,
    new: &[NewMatch],
) -> Result<(), Error> {
    for new in new {
        let taken = sqlx::query("SELECT 1 FROM matches WHERE id = ?1");
        if taken.bind(&new.id).fetch_optional(&mut *db).await?.is_some() {
            return Err(Error::Taken);
        }
    }
    for new in new {
        create(db, owner, new).await?;
    }
    Ok(())
}

/// Owner of a match, without a quota.
async fn owner(db: &mut SqliteConnection, id: &str) -> Result<Owner, Error> {
    let row = sqlx::query("SELECT owner, network FROM matches WHERE id = ?1")
        .bind(id)
        .fetch_one(db)
        .await?;
    Ok(Owner { profile: row.try_get(0)?, network: row.try_get(1)?, quota: None })
}

/// Checks that the owner of the match `id` may have another one.
pub(super) async fn check_next(
    db: &mut SqliteConnection,
    id: &str,
    next: &NewMatch,
    quota: StorageQuota,
) -> Result<(), Error> {
    let owner = owner(db, id).await?;
    let quota = owner.network.is_some().then_some(quota);
    let texts = next.events.iter().map(appends::encode).collect::<Result<Vec<_>, _>>()?;
    let bytes = texts.iter().map(String::len).sum();
    quotas::check(db, &Owner { quota, ..owner }, StorageChange::put(bytes, None)).await
}

/// Creates the match that follows `id`, for the same people.
pub(super) async fn create_next(
    db: &mut SqliteConnection,
    id: &str,
    next: &NewMatch,
) -> Result<(), Error> {
    let owner = owner(db, id).await?;
    insert(db, &owner, next).await?;
    // They exchange their sides.
    sqlx::query(
        "INSERT INTO attendances (profile, match_id, player)
         SELECT profile, ?2, CASE player WHEN 'one' THEN 'two' WHEN 'two' THEN 'one' END
         FROM attendances WHERE match_id = ?1",
    )
    .bind(id)
    .bind(&next.id)
    .execute(db)
    .await?;
    Ok(())
}

/// Adds a match to the list of `profile`.
pub(super) async fn add_participant(
    db: &mut SqliteConnection,
    id: &str,
    profile: &str,
    player: Option<Player>,
) -> Result<(), Error> {
    let row = sqlx::query("SELECT owner = ?2 FROM matches WHERE id = ?1")
        .bind(id)
        .bind(profile)
        .fetch_optional(&mut *db)
        .await?;
    let owns: bool = row.ok_or(Error::NotFound)?.try_get(0)?;
    if !owns || player.is_some() {
        // Where it is already, nothing is written. Whoever plays for both is neither.
        sqlx::query(
            "INSERT INTO attendances (profile, match_id, player) VALUES (?2, ?1, ?3)
             ON CONFLICT DO UPDATE SET player = NULL WHERE player <> excluded.player",
        )
        .bind(id)
        .bind(profile)
        .bind(player.map(summaries::player_word))
        .execute(db)
        .await?;
    }
    Ok(())
}

/// Whether a match at one screen is the profile's to play.
pub(super) async fn may_command(
    db: &mut SqliteConnection,
    id: &str,
    profile: &str,
    key: Option<SeatKey>,
) -> Result<bool, Error> {
    let row = sqlx::query(
        "SELECT owner = ?2 OR seat_key IS ?3 AND ?3 IS NOT NULL
           OR EXISTS (SELECT 1 FROM attendances WHERE profile = ?2 AND match_id = ?1)
         FROM matches WHERE id = ?1",
    )
    .bind(id)
    .bind(profile)
    .bind(key.map(|key| key.to_string()))
    .fetch_optional(db)
    .await?;
    Ok(row.ok_or(Error::NotFound)?.try_get(0)?)
}

/// Sets the key with which another device plays in a match at one screen.
pub(super) async fn set_seat_key(
    db: &mut SqliteConnection,
    id: &str,
    key: SeatKey,
) -> Result<(), Error> {
    let set = sqlx::query("UPDATE matches SET seat_key = ?2 WHERE id = ?1");
    let set = set.bind(id).bind(key.to_string()).execute(db).await?;
    if set.rows_affected() == 0 { Err(Error::NotFound) } else { Ok(()) }
}

/// Marks a match in which a player was helped.
pub(super) async fn mark_helped(db: &mut SqliteConnection, id: &str) -> Result<(), Error> {
    let marked = sqlx::query("UPDATE matches SET is_helped = 1 WHERE id = ?1");
    let marked = marked.bind(id).execute(db).await?;
    if marked.rows_affected() == 0 { Err(Error::NotFound) } else { Ok(()) }
}

/// Notes when players have come to matches, each at the latest time.
pub(super) async fn record_arrivals(
    db: &mut SqliteConnection,
    arrivals: &[Arrival],
    at: Time,
) -> Result<(), Error> {
    for (player, query) in [
        (
            Player::One,
            "UPDATE matches SET arrived_one = max(coalesce(arrived_one, 0), ?2)
             WHERE id IN (SELECT value FROM json_each(?1))",
        ),
        (
            Player::Two,
            "UPDATE matches SET arrived_two = max(coalesce(arrived_two, 0), ?2)
             WHERE id IN (SELECT value FROM json_each(?1))",
        ),
    ] {
        let of_player = arrivals.iter().filter(|arrival| arrival.player == player);
        let ids: Vec<_> = of_player.map(|arrival| &arrival.match_id).collect();
        if !ids.is_empty() {
            let ids = serde_json::to_string(&ids).map_err(Error::failed)?;
            sqlx::query(query).bind(ids).bind(time(at)).execute(&mut *db).await?;
        }
    }
    Ok(())
}

pub(super) async fn find_command(
    db: &mut SqliteConnection,
    id: &str,
    idempotency_key: &str,
) -> Result<Option<Version>, Error> {
    let row = sqlx::query("SELECT version FROM events WHERE match_id = ?1 AND command = ?2")
        .bind(id)
        .bind(idempotency_key)
        .fetch_optional(db)
        .await?;
    let version: Option<i64> = row.map(|row| row.try_get(0)).transpose()?;
    Ok(version.map(|version| Version(version as u64)))
}

pub(super) async fn load(db: &mut SqliteConnection, id: &str) -> Result<Vec<Event>, Error> {
    let events = load_tail(db, id, Version(0)).await?;
    if events.is_empty() { Err(Error::NotFound) } else { Ok(events) }
}

/// The events of a match after a version.
pub(super) async fn load_tail(
    db: &mut SqliteConnection,
    id: &str,
    after: Version,
) -> Result<Vec<Event>, Error> {
    let query =
        "SELECT event, version FROM events WHERE match_id = ?1 AND version > ?2 ORDER BY version";
    let rows = sqlx::query(query).bind(id).bind(after.0 as i64).fetch_all(db).await?;
    let mut events = Vec::with_capacity(rows.len());
    for (row, expected) in rows.iter().zip(after.0 as i64 + 1..) {
        let version: i64 = row.try_get(1)?;
        if version != expected {
            return Err(Error::Damaged(format!("event {expected} of match {id} is missing")));
        }
        events.push(decode(id, row)?);
    }
    Ok(events)
}

/// The versions of those of the matches that exist.
pub(super) async fn versions(
    db: &mut SqliteConnection,
    ids: &[String],
) -> Result<Vec<(String, Version)>, Error> {
    let ids = serde_json::to_string(ids).map_err(Error::failed)?;
    let query = "SELECT value, (SELECT MAX(version) FROM events WHERE match_id = value) AS version
         FROM json_each(?1) WHERE version IS NOT NULL";
    let rows = sqlx::query(query).bind(ids).fetch_all(db).await?;
    let version =
        |row: &SqliteRow| Ok((row.try_get(0)?, Version(row.try_get::<i64, _>(1)?.unsigned_abs())));
    rows.iter().map(version).collect()
}

fn decode(id: &str, row: &SqliteRow) -> Result<Event, Error> {
    let damaged = |error: &dyn std::fmt::Display| {
        Error::Damaged(format!("an event of match {id} is damaged: {error}"))
    };
    // As bytes: what is not UTF-8 is damage of this match, and no failure of the database.
    let bytes: &[u8] = row.try_get(0).map_err(|error| damaged(&error))?;
    decode_event(id, bytes)
}

/// The ids of matches.
pub(super) async fn ids(
    db: &mut SqliteConnection,
    prefix: &str,
    after: &str,
    limit: u32,
) -> Result<Vec<String>, Error> {
    let rows = sqlx::query(
        "SELECT id FROM matches WHERE id > ?2 AND id >= ?1 AND id < ?1 || char(0x10ffff)
         ORDER BY id LIMIT ?3",
    )
    .bind(prefix)
    .bind(after)
    .bind(limit)
    .fetch_all(db)
    .await?;
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}
