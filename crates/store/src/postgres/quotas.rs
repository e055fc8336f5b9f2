//! What profiles and networks have stored. Servers that store for the same profile at the same moment may together exceed
//! its quota by what one of them stores.

use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};

use super::connection::text;
use crate::quota::{StorageChange, TILE_BYTES, after_prefix};
use crate::sql::number;
use crate::{Error, Owner, StorageAmount};

const OF_PROFILE: &str = "SELECT count(*), coalesce(sum(bytes), 0)::bigint FROM (
   SELECT bytes FROM matches WHERE owner = $1
   UNION ALL SELECT bytes FROM analyses WHERE owner = $1
   UNION ALL SELECT $2::bigint FROM tiles WHERE profile = $1
   UNION ALL SELECT length(document) FROM profiles WHERE id = $1) AS stored (bytes)";
const OF_NETWORK: &str = "SELECT count(*), coalesce(sum(bytes), 0)::bigint FROM (
   SELECT bytes FROM matches WHERE network = $1
   UNION ALL SELECT bytes FROM analyses WHERE network = $1
   UNION ALL SELECT $2::bigint FROM tiles WHERE network = $1
   UNION ALL SELECT length(document) FROM profiles WHERE network = $1) AS stored (bytes)";

const OF_NETWORKS: &str = "SELECT count(*), coalesce(sum(bytes), 0)::bigint FROM (
   SELECT bytes FROM matches WHERE network >= $1 AND network < $3
   UNION ALL SELECT bytes FROM analyses WHERE network >= $1 AND network < $3
   UNION ALL SELECT $2::bigint FROM tiles WHERE network >= $1 AND network < $3
   UNION ALL SELECT length(document) FROM profiles WHERE network >= $1 AND network < $3) AS stored (bytes)";

const OF_DATABASE: &str = "SELECT (
   (SELECT coalesce(sum(bytes), 0) FROM matches) + (SELECT coalesce(sum(bytes), 0) FROM analyses)
   + (SELECT count(*) FROM tiles) * $1::bigint
   + (SELECT coalesce(sum(length(document)), 0) FROM profiles))::bigint";

/// Checks that the owner may store more.
pub(super) async fn check(
    db: &mut PgConnection,
    owner: &Owner,
    change: StorageChange,
) -> Result<(), Error> {
    let Some(quota) = owner.quota.filter(|_| !change.is_no_growth()) else { return Ok(()) };
    quota.shared.check()?;
    change.check(amount(db, OF_PROFILE, &owner.profile).await?, quota.profile)?;
    match &owner.network {
        Some(network) => change.check(amount(db, OF_NETWORK, network).await?, quota.network),
        None => Ok(()),
    }
}

async fn amount(
    db: &mut PgConnection,
    query: &'static str,
    of: &str,
) -> Result<StorageAmount, Error> {
    of_row(&sqlx::query(query).bind(text(of)).bind(number(TILE_BYTES)).fetch_one(db).await?)
}

/// What is stored of the networks whose names begin with `prefix`.
pub(super) async fn stored_in(db: &mut PgConnection, prefix: &str) -> Result<StorageAmount, Error> {
    let end = after_prefix(prefix);
    let query = sqlx::query(OF_NETWORKS).bind(text(prefix)).bind(number(TILE_BYTES));
    of_row(&query.bind(text(&end)).fetch_one(db).await?)
}

/// Bytes of all that is stored, as quotas count them. The size of the database does not shrink when something is deleted.
pub(super) async fn stored_bytes(db: &mut PgConnection) -> Result<u64, Error> {
    let row = sqlx::query(OF_DATABASE).bind(number(TILE_BYTES)).fetch_one(db).await?;
    let bytes: i64 = row.try_get(0)?;
    Ok(bytes.max(0) as u64)
}

fn of_row(row: &PgRow) -> Result<StorageAmount, Error> {
    let (items, bytes): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
    Ok(StorageAmount { items: items.max(0) as u64, bytes: bytes.max(0) as u64 })
}
