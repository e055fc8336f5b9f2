//! When servers ran, and when none did.

use play::Time;
use sqlx::{PgConnection, Row};

use crate::sql::{moment, number, time};
use crate::{Error, Outage};

/// A server runs at this moment.
pub(super) async fn record_heartbeat(db: &mut PgConnection, at: Time) -> Result<(), Error> {
    sqlx::query(
        "INSERT INTO heartbeat (\"only\", at) VALUES (1, $1)
         ON CONFLICT (\"only\") DO UPDATE SET at = excluded.at",
    )
    .bind(time(at))
    .execute(db)
    .await?;
    Ok(())
}

/// A server starts: when none ran for so long.
pub(super) async fn record_start(
    db: &mut PgConnection,
    at: Time,
    outage_min_ms: u64,
) -> Result<Vec<Outage>, Error> {
    sqlx::query(
        "INSERT INTO outages (began, ended) SELECT at, $1 FROM heartbeat WHERE at <= $1 - $2
         ON CONFLICT DO NOTHING",
    )
    .bind(time(at))
    .bind(number(outage_min_ms))
    .execute(&mut *db)
    .await?;
    record_heartbeat(db, at).await?;
    let rows = sqlx::query("SELECT began, ended FROM outages ORDER BY ended").fetch_all(db).await?;
    let outage = |row: &sqlx::postgres::PgRow| {
        Ok(Outage { began: moment(row.try_get(0)?), ended: moment(row.try_get(1)?) })
    };
    rows.iter().map(outage).collect()
}
