//! What profiles and networks have stored.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::number;
use crate::quota::{StorageChange, TILE_BYTES, after_prefix};
use crate::{Error, Owner, StorageAmount};

const OF_PROFILE: &str = "SELECT count(*), coalesce(sum(bytes), 0) FROM (
   SELECT bytes FROM matches WHERE owner = ?1
   UNION ALL SELECT bytes FROM analyses WHERE owner = ?1
   UNION ALL SELECT ?2 FROM tiles WHERE profile = ?1
   UNION ALL SELECT length(document) FROM profiles WHERE id = ?1)";
const OF_NETWORK: &str = "SELECT count(*), coalesce(sum(bytes), 0) FROM (
   SELECT bytes FROM matches WHERE network = ?1
   UNION ALL SELECT bytes FROM analyses WHERE network = ?1
   UNION ALL SELECT ?2 FROM tiles WHERE network = ?1
   UNION ALL SELECT length(document) FROM profiles WHERE network = ?1)";

const OF_NETWORKS: &str = "SELECT count(*), coalesce(sum(bytes), 0) FROM (
   SELECT bytes FROM matches WHERE network >= ?1 AND network < ?3
   UNION ALL SELECT bytes FROM analyses WHERE network >= ?1 AND network < ?3
   UNION ALL SELECT ?2 FROM tiles WHERE network >= ?1 AND network < ?3
   UNION ALL SELECT length(document) FROM profiles WHERE network >= ?1 AND network < ?3)";

const OF_FILE: &str = "SELECT (page_count - freelist_count) * page_size
   FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()";

/// Checks that the owner may store more.
pub(super) async fn check(
    db: &mut SqliteConnection,
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
    db: &mut SqliteConnection,
    query: &'static str,
    of: &str,
) -> Result<StorageAmount, Error> {
    of_row(&sqlx::query(query).bind(of).bind(number(TILE_BYTES)).fetch_one(db).await?)
}

/// What is stored of the networks whose names begin with `prefix`.
pub(super) async fn stored_in(
    db: &mut SqliteConnection,
    prefix: &str,
) -> Result<StorageAmount, Error> {
    let query = sqlx::query(OF_NETWORKS).bind(prefix).bind(number(TILE_BYTES));
    of_row(&query.bind(after_prefix(prefix)).fetch_one(db).await?)
}

/// Bytes of the file that are in use.
pub(super) async fn stored_bytes(db: &mut SqliteConnection) -> Result<u64, Error> {
    let bytes: i64 = sqlx::query(OF_FILE).fetch_one(db).await?.try_get(0)?;
    Ok(bytes.max(0) as u64)
}

fn of_row(row: &SqliteRow) -> Result<StorageAmount, Error> {
    let (items, bytes): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
    Ok(StorageAmount { items: items.max(0) as u64, bytes: bytes.max(0) as u64 })
}
