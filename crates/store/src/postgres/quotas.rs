//! What profiles and networks have stored. Servers that store for the same profile at the same moment may together exceed
//! its quota by what one of them stores.

use sqlx::{PgConnection, Row};

use super::connection::text;
use crate::quota::{StorageChange, TILE_BYTES};
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

/// Checks that the owner may store more.
pub(super) async fn check(
    db: &mut PgConnection,
    owner: &Owner,
    change: StorageChange,
) -> Result<(), Error> {
    let Some(quota) = owner.quota.filter(|_| !change.is_no_growth()) else { return Ok(()) };
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
    let row = sqlx::query(query).bind(text(of)).bind(number(TILE_BYTES)).fetch_one(db).await?;
    let (items, bytes): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
    Ok(StorageAmount { items: items.max(0) as u64, bytes: bytes.max(0) as u64 })
}
