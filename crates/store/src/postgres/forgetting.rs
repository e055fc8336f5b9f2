//! Deletion at the request of whom it belongs to.

use play::{Player, Who};
use sqlx::{PgConnection, Row};

use super::connection::text;
use super::{matches, retention};
use crate::Error;
use crate::sql::{encode_event, number, word};

/// Removes matches from the list of a profile, and counts those that were in it.
pub(super) async fn forget_matches(
    db: &mut PgConnection,
    profile: &str,
    ids: &[String],
) -> Result<u64, Error> {
    let mut forgotten = 0;
    for id in ids {
        forgotten += u64::from(forget_match(db, profile, id).await?);
    }
    Ok(forgotten)
}

/// Whether the match was in the list.
async fn forget_match(db: &mut PgConnection, profile: &str, id: &str) -> Result<bool, Error> {
    let row = sqlx::query(
        "SELECT owner = $1,
           (SELECT player FROM attendances WHERE profile = $1 AND match_id = $2),
           (SELECT min(profile) FROM attendances WHERE profile <> $1 AND match_id = $2),
           EXISTS (SELECT 1 FROM match_summaries WHERE match_id = $2
                   AND kind = 'online' AND finished = 0
                   AND first IS NOT NULL AND second IS NOT NULL
                   AND version = (SELECT max(version) FROM events WHERE match_id = $2))
         FROM matches WHERE id = $2
           AND (owner = $1 OR EXISTS
             (SELECT 1 FROM attendances WHERE profile = $1 AND match_id = $2))",
    )
    .bind(text(profile))
    .bind(text(id))
    .fetch_optional(&mut *db)
    .await?;
    let Some(row) = row else { return Ok(false) };
    let (owns, next): (bool, Option<String>) = (row.try_get(0)?, row.try_get(2)?);
    let player = row.try_get::<Option<String>, _>(1)?.and_then(|player| word(&player));
    let is_played: bool = row.try_get(3)?;
    if is_played {
        return Ok(false);
    }
    if owns && next.is_none() {
        retention::delete_match(db, id).await?;
        return Ok(true);
    }
    sqlx::query("DELETE FROM attendances WHERE profile = $1 AND match_id = $2")
        .bind(text(profile))
        .bind(text(id))
        .execute(&mut *db)
        .await?;
    if owns {
        sqlx::query("UPDATE matches SET owner = $2 WHERE id = $1")
            .bind(text(id))
            .bind(next)
            .execute(&mut *db)
            .await?;
    }
    if let Some(player) = player {
        forget_name(db, id, player).await?;
    }
    Ok(true)
}

/// Removes the name of a player from a match.
async fn forget_name(db: &mut PgConnection, id: &str, player: Player) -> Result<(), Error> {
    let events = match matches::load(db, id).await {
        Err(error) if error.is_retryable() => return Err(error),
        // What cannot be read cannot be shown either, and goes with the retention.
        Err(_) => return Ok(()),
        Ok(events) => events,
    };
    for (mut event, version) in events.into_iter().zip(1..) {
        if !event.forget_name(player) {
            continue;
        }
        sqlx::query("UPDATE events SET event = $3 WHERE match_id = $1 AND version = $2")
            .bind(text(id))
            .bind(number(version))
            .bind(encode_event(&event)?)
            .execute(&mut *db)
            .await?;
    }
    sqlx::query(
        "UPDATE matches SET bytes =
           (SELECT coalesce(sum(octet_length(event)), 0) FROM events WHERE match_id = $1)
         WHERE id = $1",
    )
    .bind(text(id))
    .execute(&mut *db)
    .await?;
    let nameless = serde_json::to_string(&Who::Human { name: String::new() });
    let summary = match player {
        Player::One => {
            "UPDATE match_summaries SET first = $2, name_one = '' WHERE match_id = $1
               AND first IS NOT NULL"
        }
        Player::Two => {
            "UPDATE match_summaries SET second = $2, name_two = '' WHERE match_id = $1
               AND second IS NOT NULL"
        }
    };
    sqlx::query(summary).bind(text(id)).bind(nameless.map_err(Error::failed)?).execute(db).await?;
    Ok(())
}

/// Deletes the analyses, tiles, settings, devices, reports and results at puzzles of a profile.
pub(super) async fn delete_profile(db: &mut PgConnection, profile: &str) -> Result<(), Error> {
    for table in [
        "DELETE FROM analysis_summaries WHERE owner = $1",
        "DELETE FROM analyses WHERE owner = $1",
        "DELETE FROM tiles WHERE profile = $1",
        "DELETE FROM puzzle_results WHERE profile = $1",
        "DELETE FROM profiles WHERE id = $1",
        "DELETE FROM profile_links WHERE profile = $1",
        "DELETE FROM devices WHERE profile = $1",
        "DELETE FROM reports WHERE reporter = $1",
    ] {
        sqlx::query(table).bind(text(profile)).execute(&mut *db).await?;
    }
    Ok(())
}
