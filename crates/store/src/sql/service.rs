//! When servers ran and when none did, and deletion of what is old, in batches.

use async_trait::async_trait;
use play::Time;
use serde_json::{Value, json};

use super::{Arg, Row, Sql, quotas};
use crate::{
    Error, LOCAL, LockKeys, Outage, RetentionBatch, ServiceReader, ServiceWriter, StorageAmount,
};

/// Statement about old rows. Where several servers are connected it leaves out those that another is changing, for the
/// next time.
struct OfOldRows {
    alone: &'static str,
    shared: &'static str,
}

impl OfOldRows {
    const fn of<S: Sql>(&self) -> &'static str {
        if S::IS_SHARED { self.shared } else { self.alone }
    }
}

/// Makes both versions of a statement that ends with a selection of rows and, perhaps, what it returns.
macro_rules! of_old_rows {
    ($select:literal $(, $returning:literal)?) => {
        OfOldRows {
            alone: concat!($select, ")" $(, $returning)?),
            shared: concat!($select, " FOR UPDATE SKIP LOCKED)" $(, $returning)?),
        }
    };
}

const DELETE_ANALYSES: OfOldRows = of_old_rows!(
    "DELETE FROM analyses WHERE (owner, id) IN
       (SELECT owner, id FROM analyses WHERE changed < $1 ORDER BY changed, owner, id LIMIT $2",
    " RETURNING owner, id"
);

/// Marks what has not been seen by the retention before.
const MARK: [OfOldRows; 2] = [
    of_old_rows!(
        "UPDATE tiles SET unchanged_since = $1 WHERE (profile, word) IN
           (SELECT profile, word FROM tiles WHERE unchanged_since IS NULL LIMIT $2"
    ),
    of_old_rows!(
        "UPDATE profiles SET unchanged_since = $1 WHERE id IN
           (SELECT id FROM profiles WHERE unchanged_since IS NULL LIMIT $2"
    ),
];

/// Deletes what has been left of visitors since a time, but for the settings of the server's own machine.
const DELETE: [OfOldRows; 6] = [
    of_old_rows!(
        "DELETE FROM tiles WHERE (profile, word) IN
           (SELECT profile, word FROM tiles AS tile WHERE unchanged_since < $1
              AND NOT EXISTS (SELECT 1 FROM matches WHERE owner = tile.profile)
              AND NOT EXISTS (SELECT 1 FROM attendances WHERE profile = tile.profile)
              AND NOT EXISTS (SELECT 1 FROM analyses WHERE owner = tile.profile)
              AND NOT EXISTS (SELECT 1 FROM puzzle_results WHERE profile = tile.profile)
            LIMIT $2"
    ),
    of_old_rows!(
        "DELETE FROM profiles WHERE id IN
           (SELECT id FROM profiles AS one WHERE unchanged_since < $1 AND id <> $3
              AND NOT EXISTS (SELECT 1 FROM matches WHERE owner = one.id)
              AND NOT EXISTS (SELECT 1 FROM attendances WHERE profile = one.id)
              AND NOT EXISTS (SELECT 1 FROM analyses WHERE owner = one.id)
              AND NOT EXISTS (SELECT 1 FROM puzzle_results WHERE profile = one.id)
              AND NOT EXISTS (SELECT 1 FROM tiles WHERE profile = one.id)
            LIMIT $2"
    ),
    of_old_rows!(
        "DELETE FROM devices WHERE key IN
           (SELECT key FROM devices AS device WHERE added < $1 AND profile <> $3
              AND NOT EXISTS (SELECT 1 FROM matches WHERE owner = device.profile)
              AND NOT EXISTS (SELECT 1 FROM attendances WHERE profile = device.profile)
              AND NOT EXISTS (SELECT 1 FROM analyses WHERE owner = device.profile)
              AND NOT EXISTS (SELECT 1 FROM puzzle_results WHERE profile = device.profile)
              AND NOT EXISTS (SELECT 1 FROM profiles WHERE id = device.profile)
            LIMIT $2"
    ),
    of_old_rows!(
        "DELETE FROM profile_links WHERE profile IN
           (SELECT profile FROM profile_links WHERE expires < $1 LIMIT $2"
    ),
    of_old_rows!(
        "DELETE FROM reports WHERE number IN (SELECT number FROM reports WHERE at < $1 LIMIT $2"
    ),
    of_old_rows!(
        "DELETE FROM puzzle_results WHERE (profile, puzzle) IN
           (SELECT profile, puzzle FROM puzzle_results WHERE at < $1 LIMIT $2"
    ),
];

#[async_trait]
impl<S: Sql> ServiceWriter for S {
    async fn lock(&mut self, keys: &LockKeys) -> Result<(), Error> {
        Sql::lock(self, keys).await
    }

    async fn record_heartbeat(&mut self, at: Time) -> Result<(), Error> {
        self.execute(
            "INSERT INTO heartbeat (\"only\", at) VALUES (1, $1)
             ON CONFLICT (\"only\") DO UPDATE SET at = excluded.at",
            &[at.into()],
        )
        .await?;
        Ok(())
    }

    async fn record_start(&mut self, at: Time, outage_min_ms: u64) -> Result<Vec<Outage>, Error> {
        self.execute(
            "INSERT INTO outages (began, ended) SELECT at, $1 FROM heartbeat WHERE at <= $1 - $2
             ON CONFLICT DO NOTHING",
            &[at.into(), super::number(outage_min_ms).into()],
        )
        .await?;
        self.record_heartbeat(at).await?;
        let rows = self.rows("SELECT began, ended FROM outages ORDER BY ended", &[]).await?;
        let outage = |row: &Row| Ok(Outage { began: row.get(0)?, ended: row.get(1)? });
        rows.iter().map(outage).collect()
    }

    async fn delete_leftovers(
        &mut self,
        before: Time,
        now: Time,
        limit: u32,
    ) -> Result<RetentionBatch, Error> {
        let deleted = delete_analyses(self, before, limit).await?;
        if deleted > 0 {
            return Ok(RetentionBatch { deleted, is_last: false });
        }
        let (mut deleted, mut marked) = (0, 0);
        for statement in MARK {
            marked += self.execute(statement.of::<S>(), &[now.into(), limit.into()]).await?;
        }
        for statement in DELETE {
            let sql = statement.of::<S>();
            let args = [before.into(), limit.into(), LOCAL.into()];
            let args = if sql.contains("$3") { &args[..] } else { &args[..2] };
            deleted += self.execute(sql, args).await?;
        }
        Ok(RetentionBatch { deleted, is_last: deleted + marked == 0 })
    }

    async fn probe(&mut self) -> Result<(), Error> {
        self.execute(S::PROBE, &[]).await?;
        Ok(())
    }
}

async fn delete_analyses<S: Sql>(db: &mut S, before: Time, limit: u32) -> Result<u64, Error> {
    let deleted = db.rows(DELETE_ANALYSES.of::<S>(), &[before.into(), limit.into()]).await?;
    let key = |row: &Row| Ok(json!([row.get::<String>(0)?, row.get::<String>(1)?]));
    let keys = deleted.iter().map(key).collect::<Result<Vec<Value>, Error>>()?;
    db.execute(
        "DELETE FROM analysis_summaries WHERE (owner, id) IN
           (SELECT value ->> 0, value ->> 1 FROM json_each($1))",
        &[Arg::Rows(keys)],
    )
    .await?;
    Ok(deleted.len() as u64)
}

#[async_trait]
impl<S: Sql> ServiceReader for S {
    async fn now(&mut self) -> Result<Time, Error> {
        Sql::now(self).await
    }

    async fn stored_in(&mut self, prefix: String) -> Result<StorageAmount, Error> {
        quotas::stored_in(self, &prefix).await
    }

    async fn stored_bytes(&mut self) -> Result<u64, Error> {
        self.row(S::STORED_BYTES, &[]).await?.map_or(Ok(0), |row| row.get(0))
    }
}
