//! Names that visitors have reported, and who is behind them.

use play::{Player, Time};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::summaries::{player_word, word};
use super::{moment, number, time};
use crate::{Error, Participant, REPORTS_MAX, REPORTS_OF_NETWORK_MAX, Report};

pub(super) async fn add(db: &mut SqliteConnection, report: &Report) -> Result<(), Error> {
    let row = sqlx::query(
        "SELECT EXISTS (SELECT 1 FROM reports WHERE match_id = ?1 AND player = ?2 AND reporter = ?3),
                (SELECT count(*) FROM reports WHERE network = ?4) < ?5",
    )
    .bind(&report.match_id)
    .bind(player_word(report.player))
    .bind(&report.reporter)
    .bind(&report.network)
    .bind(number(REPORTS_OF_NETWORK_MAX as u64))
    .fetch_one(&mut *db)
    .await?;
    let (is_known, has_room): (bool, bool) = (row.try_get(0)?, row.try_get(1)?);
    if is_known {
        return Ok(());
    }
    if !has_room {
        return Err(Error::Full);
    }
    sqlx::query(
        "INSERT INTO reports (at, match_id, player, name, reporter, network)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )
    .bind(time(report.at))
    .bind(&report.match_id)
    .bind(player_word(report.player))
    .bind(&report.name)
    .bind(&report.reporter)
    .bind(&report.network)
    .execute(&mut *db)
    .await?;
    sqlx::query(
        "DELETE FROM reports
         WHERE number <= (SELECT number FROM reports ORDER BY number DESC LIMIT 1 OFFSET ?1)",
    )
    .bind(number(REPORTS_MAX as u64))
    .execute(db)
    .await?;
    Ok(())
}

pub(super) async fn delete(db: &mut SqliteConnection, until: Time) -> Result<u64, Error> {
    let deleted = sqlx::query("DELETE FROM reports WHERE at <= ?1").bind(time(until));
    Ok(deleted.execute(db).await?.rows_affected())
}

pub(super) async fn list(db: &mut SqliteConnection) -> Result<Vec<Report>, Error> {
    let rows = sqlx::query(
        "SELECT at, match_id, player, name, reporter, network FROM reports ORDER BY number",
    )
    .fetch_all(db)
    .await?;
    let report = |row: &SqliteRow| {
        let (at, player): (i64, String) = (row.try_get(0)?, row.try_get(2)?);
        let unknown = || Error::Damaged(format!("a report names no player: {player}"));
        Ok(Report {
            at: moment(at),
            match_id: row.try_get(1)?,
            player: word(&player).ok_or_else(unknown)?,
            name: row.try_get(3)?,
            reporter: row.try_get(4)?,
            network: row.try_get(5)?,
        })
    };
    rows.iter().map(report).collect()
}

pub(super) async fn participant(
    db: &mut SqliteConnection,
    match_id: &str,
    player: Player,
) -> Result<Option<Participant>, Error> {
    let row = sqlx::query(
        "SELECT attendances.profile, coalesce(profiles.network, matches.network)
         FROM attendances
           LEFT JOIN profiles ON profiles.id = attendances.profile
           LEFT JOIN matches ON matches.id = attendances.match_id
             AND matches.owner = attendances.profile
         WHERE attendances.match_id = ?1 AND attendances.player = ?2
         ORDER BY attendances.profile LIMIT 1",
    );
    let row = row.bind(match_id).bind(player_word(player)).fetch_optional(db).await?;
    let read =
        |row: SqliteRow| Ok(Participant { profile: row.try_get(0)?, network: row.try_get(1)? });
    row.map(read).transpose()
}
