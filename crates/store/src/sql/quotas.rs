//! What profiles and networks have stored. Servers that store for the same profile at the same moment may together exceed
//! its quota by what one of them stores.

use super::{Row, Sql, number};
use crate::quota::{StorageChange, TILE_BYTES};
use crate::{Error, Owner, StorageAmount};

const OF_PROFILE: &str = "SELECT count(*), CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM (
   SELECT bytes FROM matches WHERE owner = $1
   UNION ALL SELECT bytes FROM analyses WHERE owner = $1
   UNION ALL SELECT CAST($2 AS BIGINT) FROM tiles WHERE profile = $1
   UNION ALL SELECT octet_length(document) FROM profiles WHERE id = $1) AS stored";
const OF_NETWORK: &str = "SELECT count(*), CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM (
   SELECT bytes FROM matches WHERE network = $1
   UNION ALL SELECT bytes FROM analyses WHERE network = $1
   UNION ALL SELECT CAST($2 AS BIGINT) FROM tiles WHERE network = $1
   UNION ALL SELECT octet_length(document) FROM profiles WHERE network = $1) AS stored";

const OF_NETWORKS: &str = "SELECT count(*), CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM (
   SELECT bytes FROM matches WHERE network >= $1 AND network < $3
   UNION ALL SELECT bytes FROM analyses WHERE network >= $1 AND network < $3
   UNION ALL SELECT CAST($2 AS BIGINT) FROM tiles WHERE network >= $1 AND network < $3
   UNION ALL SELECT octet_length(document) FROM profiles WHERE network >= $1 AND network < $3)
   AS stored";

/// Checks that the owner may store more.
pub(super) async fn check(
    db: &mut impl Sql,
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

async fn amount(db: &mut impl Sql, query: &'static str, of: &str) -> Result<StorageAmount, Error> {
    read_amount(db.row(query, &[of.into(), number(TILE_BYTES).into()]).await?)
}

/// What is stored of the networks whose names begin with `prefix`.
pub(super) async fn stored_in(db: &mut impl Sql, prefix: &str) -> Result<StorageAmount, Error> {
    let args = [prefix.into(), number(TILE_BYTES).into(), after_prefix(prefix).into()];
    read_amount(db.row(OF_NETWORKS, &args).await?)
}

fn read_amount(row: Option<Row>) -> Result<StorageAmount, Error> {
    let amount = |row: Row| Ok(StorageAmount { items: row.get(0)?, bytes: row.get(1)? });
    row.map_or(Ok(StorageAmount::default()), amount)
}

/// The first text after all that begin with `prefix`, in the order of their bytes.
fn after_prefix(prefix: &str) -> String {
    let mut text = prefix.to_owned();
    while let Some(last) = text.pop() {
        if let Some(next) = char::from_u32(last as u32 + 1) {
            text.push(next);
            return text;
        }
    }
    // Everything begins with an empty text.
    char::MAX.to_string()
}
