//! Lists of matches, what follows them, what is forgotten, and when the server ran.

use play::{Event, Time};
use sqlx::{Row, SqliteConnection};

use super::{create, time};
use crate::{Answer, Error, Next, Outage};

/// Makes matches, all of them or none.
pub(super) async fn create_all(
    db: &mut SqliteConnection,
    owner: &str,
    matches: &[(String, Vec<Event>)],
) -> Result<Answer, Error> {
    for (id, _) in matches {
        let taken = sqlx::query("SELECT 1 FROM matches WHERE id = ?1");
        if taken.bind(id).fetch_optional(&mut *db).await?.is_some() {
            return Err(Error::Taken);
        }
    }
    for (id, events) in matches {
        create(db, id, owner, events).await?;
    }
    Ok(Answer::Done)
}

/// Gives the list of `profile` a match.
pub(super) async fn attend(
    db: &mut SqliteConnection,
    id: &str,
    profile: &str,
) -> Result<Answer, Error> {
    let row = sqlx::query("SELECT owner = ?2 FROM matches WHERE id = ?1")
        .bind(id)
        .bind(profile)
        .fetch_optional(&mut *db)
        .await?;
    let owns: bool = row.ok_or(Error::NotFound)?.try_get(0)?;
    if !owns {
        // Where it is already, nothing is written.
        sqlx::query("INSERT OR IGNORE INTO attendances (profile, \"match\") VALUES (?2, ?1)")
            .bind(id)
            .bind(profile)
            .execute(db)
            .await?;
    }
    Ok(Answer::Done)
}

/// Makes the match that follows `id`, for the same people.
pub(super) async fn follow(db: &mut SqliteConnection, id: &str, next: &Next) -> Result<(), Error> {
    let row =
        sqlx::query("SELECT owner FROM matches WHERE id = ?1").bind(id).fetch_one(&mut *db).await?;
    let owner: String = row.try_get(0)?;
    create(db, &next.id, &owner, &next.events).await?;
    sqlx::query(
        "INSERT INTO attendances (profile, \"match\")
         SELECT profile, ?2 FROM attendances WHERE \"match\" = ?1",
    )
    .bind(id)
    .bind(&next.id)
    .execute(db)
    .await?;
    Ok(())
}

/// The names of matches.
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

/// Forgets matches in which nothing has happened since.
pub(super) async fn forget(db: &mut SqliteConnection, before: Time) -> Result<u64, Error> {
    for table in [
        "DELETE FROM attendances WHERE \"match\" IN (SELECT id FROM matches WHERE changed < ?1)",
        "DELETE FROM events WHERE \"match\" IN (SELECT id FROM matches WHERE changed < ?1)",
    ] {
        sqlx::query(table).bind(time(before)).execute(&mut *db).await?;
    }
    let gone = sqlx::query("DELETE FROM matches WHERE changed < ?1")
        .bind(time(before))
        .execute(db)
        .await?;
    Ok(gone.rows_affected())
}

/// The server runs at this moment.
pub(super) async fn beat(db: &mut SqliteConnection, at: Time) -> Result<(), Error> {
    sqlx::query(
        "INSERT INTO heartbeat (only, at) VALUES (1, ?1)
         ON CONFLICT (only) DO UPDATE SET at = excluded.at",
    )
    .bind(time(at))
    .execute(db)
    .await?;
    Ok(())
}

/// The server starts: when it did not run.
pub(super) async fn wake(db: &mut SqliteConnection, at: Time) -> Result<Vec<Outage>, Error> {
    sqlx::query(
        "INSERT INTO outages (began, ended) SELECT at, ?1 FROM heartbeat WHERE at < ?1
         ON CONFLICT DO NOTHING",
    )
    .bind(time(at))
    .execute(&mut *db)
    .await?;
    beat(db, at).await?;
    let rows = sqlx::query("SELECT began, ended FROM outages ORDER BY ended").fetch_all(db).await?;
    let moment = |at: i64| Time(at.max(0) as u64);
    let outage = |row: &sqlx::sqlite::SqliteRow| {
        Ok(Outage { began: moment(row.try_get(0)?), ended: moment(row.try_get(1)?) })
    };
    rows.iter().map(outage).collect()
}
