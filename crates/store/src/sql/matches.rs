//! Matches in a database.

use async_trait::async_trait;
use play::{Event, Player, SeatKey, Time, Version, Who};

use super::{Arg, Row, Sql, appends, events, lists, number, quotas, summaries, word};
use crate::model::{host, newest};
use crate::quota::StorageChange;
use crate::{
    Accuracy, Append, AppendOutcome, Arrival, Error, ListedMatch, MatchFilter, MatchReader,
    MatchSummary, MatchWriter, NewMatch, Owner, PageRequest, StorageQuota,
};

#[async_trait]
impl<S: Sql> MatchWriter for S {
    async fn create_match(&mut self, owner: Owner, new: NewMatch) -> Result<Version, Error> {
        create(self, &owner, &new).await
    }

    async fn create_matches(&mut self, owner: Owner, mut new: Vec<NewMatch>) -> Result<(), Error> {
        // In the order of their ids, so that two servers that create the same do not wait for each other.
        new.sort_by(|a, b| a.id.cmp(&b.id));
        self.execute("SAVEPOINT matches", &[]).await?;
        for new in &new {
            match create(self, &owner, new).await {
                Ok(_) => {}
                Err(error) if error.is_retryable() => return Err(error),
                Err(refused) => {
                    self.execute("ROLLBACK TO SAVEPOINT matches", &[]).await?;
                    return Err(refused);
                }
            }
        }
        self.execute("RELEASE SAVEPOINT matches", &[]).await?;
        Ok(())
    }

    async fn append_all(
        &mut self,
        appends: &[&Append],
    ) -> Result<Vec<Result<AppendOutcome, Error>>, Error> {
        appends::append_all(self, appends).await
    }

    async fn put_match_summary(&mut self, id: String, summary: MatchSummary) -> Result<(), Error> {
        summaries::put(self, vec![summaries::encode(&id, &summary)?]).await
    }

    async fn put_accuracy(
        &mut self,
        id: String,
        version: Version,
        accuracy: Accuracy,
    ) -> Result<(), Error> {
        let known = self.row("SELECT 1 FROM matches WHERE id = $1", &[(&id).into()]).await?;
        known.ok_or(Error::NotFound)?;
        self.execute(
            "UPDATE match_summaries SET accuracy_one = $3, accuracy_two = $4
             WHERE match_id = $1 AND version = $2 AND finished <> 0",
            &[
                (&id).into(),
                version.into(),
                Arg::Integer(accuracy.first.map(i64::from)),
                Arg::Integer(accuracy.second.map(i64::from)),
            ],
        )
        .await?;
        Ok(())
    }

    async fn add_participant(
        &mut self,
        id: String,
        profile: String,
        player: Option<Player>,
    ) -> Result<(), Error> {
        add_participant(self, &id, &profile, player).await
    }

    async fn set_seat_key(&mut self, id: String, key: SeatKey) -> Result<(), Error> {
        let set = "UPDATE matches SET seat_key = $2 WHERE id = $1";
        let changed = self.execute(set, &[(&id).into(), key.into()]).await?;
        if changed == 0 { Err(Error::NotFound) } else { Ok(()) }
    }

    async fn mark_helped(&mut self, id: String) -> Result<(), Error> {
        let mark = "UPDATE matches SET is_helped = 1 WHERE id = $1";
        let changed = self.execute(mark, &[(&id).into()]).await?;
        if changed == 0 { Err(Error::NotFound) } else { Ok(()) }
    }

    /// Each at the latest time.
    async fn record_arrivals(&mut self, arrivals: Vec<Arrival>, at: Time) -> Result<(), Error> {
        for (player, update) in [
            (
                Player::One,
                "UPDATE matches SET arrived_one = CASE WHEN arrived_one > $2 THEN arrived_one ELSE $2 END
                 WHERE id IN (SELECT value ->> 0 FROM json_each($1))",
            ),
            (
                Player::Two,
                "UPDATE matches SET arrived_two = CASE WHEN arrived_two > $2 THEN arrived_two ELSE $2 END
                 WHERE id IN (SELECT value ->> 0 FROM json_each($1))",
            ),
        ] {
            let of_player = arrivals.iter().filter(|arrival| arrival.player == player);
            let ids: Vec<_> = of_player.map(|arrival| &arrival.match_id).collect();
            if !ids.is_empty() {
                self.execute(update, &[Arg::list(ids), at.into()]).await?;
            }
        }
        Ok(())
    }

    async fn forget_matches(&mut self, profile: String, ids: Vec<String>) -> Result<u64, Error> {
        let mut forgotten = 0;
        for id in &ids {
            forgotten += u64::from(forget_match(self, &profile, id).await?);
        }
        Ok(forgotten)
    }

    async fn delete_matches(&mut self, ids: Vec<String>, before: Time) -> Result<u64, Error> {
        let mut deleted = 0;
        for table in [
            "DELETE FROM attendances WHERE match_id IN (SELECT id FROM matches
               WHERE changed < $2 AND id IN (SELECT value ->> 0 FROM json_each($1)))",
            "DELETE FROM match_summaries WHERE match_id IN (SELECT id FROM matches
               WHERE changed < $2 AND id IN (SELECT value ->> 0 FROM json_each($1)))",
            "DELETE FROM events WHERE match_id IN (SELECT id FROM matches
               WHERE changed < $2 AND id IN (SELECT value ->> 0 FROM json_each($1)))",
            "DELETE FROM matches
               WHERE changed < $2 AND id IN (SELECT value ->> 0 FROM json_each($1))",
        ] {
            deleted = self.execute(table, &[Arg::list(&ids), before.into()]).await?;
        }
        Ok(deleted)
    }
}

#[async_trait]
impl<S: Sql> MatchReader for S {
    async fn load(&mut self, id: String) -> Result<Vec<Event>, Error> {
        load(self, &id).await
    }

    async fn load_tail(&mut self, id: String, after: Version) -> Result<Vec<Event>, Error> {
        load_tail(self, &id, after).await
    }

    async fn versions(&mut self, ids: Vec<String>) -> Result<Vec<(String, Version)>, Error> {
        let rows = self
            .rows(
                "SELECT asked.value ->> 0,
                        (SELECT max(version) FROM events WHERE match_id = asked.value ->> 0)
                 FROM json_each($1) AS asked",
                &[Arg::list(&ids)],
            )
            .await?;
        let version = |row: &Row| {
            let version: Option<Version> = row.get(1)?;
            version.map(|version| Ok((row.get(0)?, version))).transpose()
        };
        rows.iter().filter_map(|row| version(row).transpose()).collect()
    }

    async fn may_command(
        &mut self,
        id: String,
        profile: String,
        key: Option<SeatKey>,
    ) -> Result<bool, Error> {
        let row = self
            .row(
                "SELECT owner = $2 OR coalesce(seat_key = $3, FALSE)
                   OR EXISTS (SELECT 1 FROM attendances WHERE profile = $2 AND match_id = $1)
                 FROM matches WHERE id = $1",
                &[(&id).into(), (&profile).into(), key.into()],
            )
            .await?;
        row.ok_or(Error::NotFound)?.get(0)
    }

    async fn find_command(
        &mut self,
        id: String,
        idempotency_key: String,
    ) -> Result<Option<Version>, Error> {
        let find = "SELECT version FROM events WHERE match_id = $1 AND command = $2";
        let row = self.row(find, &[(&id).into(), (&idempotency_key).into()]).await?;
        row.map(|row| row.get(0)).transpose()
    }

    async fn find_matches(
        &mut self,
        profile: String,
        filter: MatchFilter,
        page: PageRequest,
    ) -> Result<Vec<ListedMatch>, Error> {
        lists::matches(self, &profile, &filter, &page).await
    }

    async fn match_ids(
        &mut self,
        prefix: String,
        after: String,
        limit: u32,
    ) -> Result<Vec<String>, Error> {
        let end = format!("{prefix}{}", char::MAX);
        let rows = self
            .rows(
                "SELECT id FROM matches WHERE id > $2 AND id >= $1 AND id < $3
                 ORDER BY id LIMIT $4",
                &[(&prefix).into(), (&after).into(), end.into(), limit.into()],
            )
            .await?;
        rows.iter().map(|row| row.get(0)).collect()
    }

    /// It reads all matches: an index on their times would have to be changed by every move.
    async fn old_matches(&mut self, before: Time, limit: u32) -> Result<Vec<String>, Error> {
        let select = "SELECT id FROM matches WHERE changed < $1 LIMIT $2";
        let rows = self.rows(select, &[before.into(), limit.into()]).await?;
        rows.iter().map(|row| row.get(0)).collect()
    }
}

async fn create(db: &mut impl Sql, owner: &Owner, new: &NewMatch) -> Result<Version, Error> {
    let version = insert(db, owner, new).await?;
    if let Some(host) = host(&new.events) {
        add_participant(db, &new.id, &owner.profile, Some(host)).await?;
    }
    Ok(version)
}

/// Creates a match that is in the owner's list alone.
async fn insert(db: &mut impl Sql, owner: &Owner, new: &NewMatch) -> Result<Version, Error> {
    let NewMatch { id, events, summary } = new;
    let (texts, bytes) = events::encode_all(events)?;
    quotas::check(db, owner, StorageChange::put(bytes, None)).await?;
    let created = db
        .execute(
            "INSERT INTO matches (id, owner, changed, network, bytes) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT DO NOTHING",
            &[
                id.into(),
                (&owner.profile).into(),
                newest(events).unwrap_or_default().into(),
                (&owner.network).into(),
                bytes.into(),
            ],
        )
        .await?;
    if created == 0 {
        return Err(Error::Taken);
    }
    appends::begin(db, id, &texts).await?;
    if let Some(summary) = summary {
        summaries::put(db, vec![summaries::encode(id, summary)?]).await?;
    }
    Ok(Version(events.len() as u64))
}

/// Creates the match that follows `id`, for the same people, if its owner may have another one.
pub(super) async fn create_next(
    db: &mut impl Sql,
    id: &str,
    next: &NewMatch,
    quota: Option<StorageQuota>,
) -> Result<(), Error> {
    let owner = db.row("SELECT owner, network FROM matches WHERE id = $1", &[id.into()]).await?;
    let owner = owner.ok_or(Error::NotFound)?;
    let network: Option<String> = owner.get(1)?;
    let quota = quota.filter(|_| network.is_some());
    insert(db, &Owner { profile: owner.get(0)?, network, quota }, next).await?;
    // They exchange their sides.
    db.execute(
        "INSERT INTO attendances (profile, match_id, player)
         SELECT profile, $2, CASE player WHEN 'one' THEN 'two' WHEN 'two' THEN 'one' END
         FROM attendances WHERE match_id = $1",
        &[id.into(), (&next.id).into()],
    )
    .await?;
    Ok(())
}

/// Adds a match to the list of `profile`.
async fn add_participant(
    db: &mut impl Sql,
    id: &str,
    profile: &str,
    player: Option<Player>,
) -> Result<(), Error> {
    let owns = "SELECT owner = $2 FROM matches WHERE id = $1";
    let owns = db.row(owns, &[id.into(), profile.into()]).await?;
    let owns: bool = owns.ok_or(Error::NotFound)?.get(0)?;
    if !owns || player.is_some() {
        // Where it is already, nothing is written. Whoever plays for both is neither.
        db.execute(
            "INSERT INTO attendances AS known (profile, match_id, player) VALUES ($2, $1, $3)
             ON CONFLICT (profile, match_id) DO UPDATE SET player = NULL
             WHERE known.player <> excluded.player",
            &[id.into(), profile.into(), player.into()],
        )
        .await?;
    }
    Ok(())
}

async fn load(db: &mut impl Sql, id: &str) -> Result<Vec<Event>, Error> {
    let events = load_tail(db, id, Version(0)).await?;
    if events.is_empty() { Err(Error::NotFound) } else { Ok(events) }
}

async fn load_tail(db: &mut impl Sql, id: &str, after: Version) -> Result<Vec<Event>, Error> {
    let select =
        "SELECT event, version FROM events WHERE match_id = $1 AND version > $2 ORDER BY version";
    let rows = db.rows(select, &[id.into(), after.into()]).await?;
    let mut events = Vec::with_capacity(rows.len());
    for (row, expected) in rows.iter().zip(after.0 + 1..) {
        if row.get::<Version>(1)? != Version(expected) {
            return Err(Error::Damaged(format!("event {expected} of match {id} is missing")));
        }
        // What is not UTF-8 is damage of this match, and no failure of the database.
        events.push(events::decode(id, row.bytes(0).unwrap_or_default())?);
    }
    Ok(events)
}

/// Whether the match was in the list of the profile, and is not any more.
async fn forget_match(db: &mut impl Sql, profile: &str, id: &str) -> Result<bool, Error> {
    let row = db
        .row(
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
            &[profile.into(), id.into()],
        )
        .await?;
    let Some(row) = row else { return Ok(false) };
    let (owns, next): (bool, Option<String>) = (row.get(0)?, row.get(2)?);
    let player = row.get::<Option<String>>(1)?.and_then(|player| word(&player));
    let is_played: bool = row.get(3)?;
    if is_played {
        return Ok(false);
    }
    if owns && next.is_none() {
        delete_match(db, id).await?;
        return Ok(true);
    }
    let leave = "DELETE FROM attendances WHERE profile = $1 AND match_id = $2";
    db.execute(leave, &[profile.into(), id.into()]).await?;
    if owns {
        let pass_on = "UPDATE matches SET owner = $2 WHERE id = $1";
        db.execute(pass_on, &[id.into(), (&next).into()]).await?;
    }
    if let Some(player) = player {
        forget_name(db, id, player).await?;
    }
    Ok(true)
}

async fn delete_match(db: &mut impl Sql, id: &str) -> Result<(), Error> {
    for table in [
        "DELETE FROM attendances WHERE match_id = $1",
        "DELETE FROM match_summaries WHERE match_id = $1",
        "DELETE FROM events WHERE match_id = $1",
        "DELETE FROM matches WHERE id = $1",
    ] {
        db.execute(table, &[id.into()]).await?;
    }
    Ok(())
}

/// Removes the name of a player from a match.
async fn forget_name(db: &mut impl Sql, id: &str, player: Player) -> Result<(), Error> {
    let events = match load(db, id).await {
        Err(error) if error.is_retryable() => return Err(error),
        // What cannot be read cannot be shown either, and goes with the retention.
        Err(_) => return Ok(()),
        Ok(events) => events,
    };
    for (mut event, version) in events.into_iter().zip(1..) {
        if event.forget_name(player) {
            db.execute(
                "UPDATE events SET event = $3 WHERE match_id = $1 AND version = $2",
                &[id.into(), number(version).into(), events::encode(&event)?.into()],
            )
            .await?;
        }
    }
    db.execute(
        "UPDATE matches SET bytes =
           (SELECT coalesce(sum(octet_length(event)), 0) FROM events WHERE match_id = $1)
         WHERE id = $1",
        &[id.into()],
    )
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
    db.execute(summary, &[id.into(), nameless.map_err(Error::failed)?.into()]).await?;
    Ok(())
}
