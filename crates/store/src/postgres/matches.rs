//! Matches: created, changed, loaded.

use play::{Event, Player, SeatKey, Time, Version};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};

use super::connection::text;
use super::summaries::SummaryColumns;
use super::{appends, quotas};
use crate::model::{host, newest};
use crate::quota::StorageChange;
use crate::sql::{decode_event, encode_event, number, player_word, time};
use crate::{Arrival, Error, MatchSummary, NewMatch, Owner, StorageQuota};

/// Locks matches, in the order of their ids, until the transaction ends.
pub(super) async fn lock<'a>(
    db: &mut PgConnection,
    ids: impl Iterator<Item = &'a str>,
) -> Result<(), Error> {
    let ids: Vec<_> = ids.map(text).collect();
    sqlx::query("SELECT FROM matches WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE")
        .bind(ids)
        .execute(db)
        .await?;
    Ok(())
}

pub(super) async fn create(
    db: &mut PgConnection,
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
async fn insert(db: &mut PgConnection, owner: &Owner, new: &NewMatch) -> Result<Version, Error> {
    let NewMatch { id, events, summary } = new;
    let texts = events.iter().map(encode_event).collect::<Result<Vec<_>, _>>()?;
    let bytes = texts.iter().map(String::len).sum();
    quotas::check(db, owner, StorageChange::put(bytes, None)).await?;
    let created = sqlx::query(
        "INSERT INTO matches (id, owner, changed, network, bytes) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING",
    )
    .bind(text(id))
    .bind(text(&owner.profile))
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
        put_summary(db, id, summary).await?;
    }
    Ok(Version(events.len() as u64))
}

/// Replaces the summary of a match that is at the version of the summary.
pub(super) async fn put_summary(
    db: &mut PgConnection,
    id: &str,
    summary: &MatchSummary,
) -> Result<(), Error> {
    let mut columns = SummaryColumns::default();
    columns.push(id, summary)?;
    columns.put(db).await
}

/// Creates matches, all of them or none.
pub(super) async fn create_all(
    db: &mut PgConnection,
    owner: &Owner,
    new: &[NewMatch],
) -> Result<(), Error> {
    // In the order of their ids, so that two servers that create the same do not wait for each other.
    let mut new: Vec<_> = new.iter().collect();
    new.sort_by(|a, b| a.id.cmp(&b.id));
    sqlx::query("SAVEPOINT matches").execute(&mut *db).await?;
    for new in new {
        match create(db, owner, new).await {
            Ok(_) => {}
            Err(error) if error.is_retryable() => return Err(error),
            Err(refused) => {
                sqlx::query("ROLLBACK TO SAVEPOINT matches").execute(db).await?;
                return Err(refused);
            }
        }
    }
    sqlx::query("RELEASE SAVEPOINT matches").execute(db).await?;
    Ok(())
}

/// Creates the match that follows `id`, for the same people, if its owner may have another one.
pub(super) async fn create_next(
    db: &mut PgConnection,
    id: &str,
    next: &NewMatch,
    quota: Option<StorageQuota>,
) -> Result<(), Error> {
    let row = sqlx::query("SELECT owner, network FROM matches WHERE id = $1")
        .bind(text(id))
        .fetch_one(&mut *db)
        .await?;
    let network: Option<String> = row.try_get(1)?;
    let quota = quota.filter(|_| network.is_some());
    let owner = Owner { profile: row.try_get(0)?, network, quota };
    insert(db, &owner, next).await?;
    // They exchange their sides.
    sqlx::query(
        "INSERT INTO attendances (profile, match_id, player)
         SELECT profile, $2, CASE player WHEN 'one' THEN 'two' WHEN 'two' THEN 'one' END
         FROM attendances WHERE match_id = $1",
    )
    .bind(text(id))
    .bind(text(&next.id))
    .execute(db)
    .await?;
    Ok(())
}

/// Adds a match to the list of `profile`.
pub(super) async fn add_participant(
    db: &mut PgConnection,
    id: &str,
    profile: &str,
    player: Option<Player>,
) -> Result<(), Error> {
    let row = sqlx::query("SELECT owner = $2 FROM matches WHERE id = $1")
        .bind(text(id))
        .bind(text(profile))
        .fetch_optional(&mut *db)
        .await?;
    let owns: bool = row.ok_or(Error::NotFound)?.try_get(0)?;
    if !owns || player.is_some() {
        // Where it is already, nothing is written. Whoever plays for both is neither.
        sqlx::query(
            "INSERT INTO attendances AS known (profile, match_id, player) VALUES ($2, $1, $3)
             ON CONFLICT (profile, match_id) DO UPDATE SET player = NULL
             WHERE known.player <> excluded.player",
        )
        .bind(text(id))
        .bind(text(profile))
        .bind(player.map(player_word))
        .execute(db)
        .await?;
    }
    Ok(())
}

/// Whether a match at one screen is the profile's to play.
pub(super) async fn may_command(
    db: &mut PgConnection,
    id: &str,
    profile: &str,
    key: Option<SeatKey>,
) -> Result<bool, Error> {
    let row = sqlx::query(
        "SELECT owner = $2 OR coalesce(seat_key = $3, FALSE)
           OR EXISTS (SELECT 1 FROM attendances WHERE profile = $2 AND match_id = $1)
         FROM matches WHERE id = $1",
    )
    .bind(text(id))
    .bind(text(profile))
    .bind(key.map(|key| key.to_string()))
    .fetch_optional(db)
    .await?;
    Ok(row.ok_or(Error::NotFound)?.try_get(0)?)
}

/// Sets the key with which another device plays in a match at one screen.
pub(super) async fn set_seat_key(
    db: &mut PgConnection,
    id: &str,
    key: SeatKey,
) -> Result<(), Error> {
    let set = sqlx::query("UPDATE matches SET seat_key = $2 WHERE id = $1");
    let set = set.bind(text(id)).bind(key.to_string()).execute(db).await?;
    if set.rows_affected() == 0 { Err(Error::NotFound) } else { Ok(()) }
}

/// Marks a match in which a player was helped.
pub(super) async fn mark_helped(db: &mut PgConnection, id: &str) -> Result<(), Error> {
    let marked = sqlx::query("UPDATE matches SET is_helped = 1 WHERE id = $1");
    let marked = marked.bind(text(id)).execute(db).await?;
    if marked.rows_affected() == 0 { Err(Error::NotFound) } else { Ok(()) }
}

/// Notes when players have come to matches, each at the latest time.
pub(super) async fn record_arrivals(
    db: &mut PgConnection,
    arrivals: &[Arrival],
    at: Time,
) -> Result<(), Error> {
    for (player, query) in [
        (
            Player::One,
            "UPDATE matches SET arrived_one = greatest(arrived_one, $2) WHERE id = ANY($1)",
        ),
        (
            Player::Two,
            "UPDATE matches SET arrived_two = greatest(arrived_two, $2) WHERE id = ANY($1)",
        ),
    ] {
        let of_player = arrivals.iter().filter(|arrival| arrival.player == player);
        let ids: Vec<_> = of_player.map(|arrival| text(&arrival.match_id)).collect();
        if !ids.is_empty() {
            sqlx::query(query).bind(ids).bind(time(at)).execute(&mut *db).await?;
        }
    }
    Ok(())
}

pub(super) async fn find_command(
    db: &mut PgConnection,
    id: &str,
    idempotency_key: &str,
) -> Result<Option<Version>, Error> {
    let row = sqlx::query("SELECT version FROM events WHERE match_id = $1 AND command = $2")
        .bind(text(id))
        .bind(text(idempotency_key))
        .fetch_optional(db)
        .await?;
    let version: Option<i64> = row.map(|row| row.try_get(0)).transpose()?;
    Ok(version.map(|version| Version(version as u64)))
}

pub(super) async fn load(db: &mut PgConnection, id: &str) -> Result<Vec<Event>, Error> {
    let events = load_tail(db, id, Version(0)).await?;
    if events.is_empty() { Err(Error::NotFound) } else { Ok(events) }
}

/// The events of a match after a version.
pub(super) async fn load_tail(
    db: &mut PgConnection,
    id: &str,
    after: Version,
) -> Result<Vec<Event>, Error> {
    let query = "SELECT event, version FROM events WHERE match_id = $1 AND version > $2
         ORDER BY version";
    let rows = sqlx::query(query).bind(text(id)).bind(after.0 as i64).fetch_all(db).await?;
    let mut events = Vec::with_capacity(rows.len());
    for (row, expected) in rows.iter().zip(after.0 as i64 + 1..) {
        let version: i64 = row.try_get(1)?;
        if version != expected {
            return Err(Error::Damaged(format!("event {expected} of match {id} is missing")));
        }
        events.push(decode_event(id, row.try_get::<&str, _>(0)?.as_bytes())?);
    }
    Ok(events)
}

/// The versions of those of the matches that exist.
pub(super) async fn versions(
    db: &mut PgConnection,
    ids: &[String],
) -> Result<Vec<(String, Version)>, Error> {
    let query = "SELECT id, newest.version FROM unnest($1) AS id, LATERAL
         (SELECT version FROM events WHERE match_id = id ORDER BY version DESC LIMIT 1) AS newest";
    let rows = sqlx::query(query).bind(ids).fetch_all(db).await?;
    let version =
        |row: &PgRow| Ok((row.try_get(0)?, Version(row.try_get::<i64, _>(1)?.unsigned_abs())));
    rows.iter().map(version).collect()
}

/// The ids of matches.
pub(super) async fn ids(
    db: &mut PgConnection,
    prefix: &str,
    after: &str,
    limit: u32,
) -> Result<Vec<String>, Error> {
    let rows = sqlx::query(
        "SELECT id FROM matches WHERE id > $2 AND id >= $1 AND id < $1 || chr(1114111)
         ORDER BY id LIMIT $3",
    )
    .bind(text(prefix))
    .bind(text(after))
    .bind(i64::from(limit))
    .fetch_all(db)
    .await?;
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}
