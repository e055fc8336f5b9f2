//! The backend that keeps everything in one file, in the database within the program.

mod analyses;
mod appends;
mod tiles;
mod upkeep;

use std::path::Path;
use std::time::Duration;

use play::{Event, Time, Version};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteRow, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Row, SqlSafeStr, SqliteConnection};

use crate::backend::newest;
use crate::{Answer, Backend, Error, Operation, Stored};

/// How long to wait for another program that has the file.
const PATIENCE: Duration = Duration::from_secs(5);

/// The scheme, in the steps in which it came about. A step never changes once it has been released.
const MIGRATIONS: &[(i64, &str, &str)] = &[
    (1, "matches", include_str!("../migrations/0001_matches.sql")),
    (2, "analyses", include_str!("../migrations/0002_analyses.sql")),
    (3, "tiles", include_str!("../migrations/0003_tiles.sql")),
    (4, "online", include_str!("../migrations/0004_online.sql")),
];

/// Keeps everything in a file. What it answers has reached the disk.
#[derive(Debug)]
pub struct Sqlite {
    connection: SqliteConnection,
}

impl Sqlite {
    /// Opens a file, which is made if it does not exist, and brings it up to date.
    pub async fn open(path: &Path) -> Result<Self, Error> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // NORMAL would lose acknowledged moves on power loss.
            .synchronous(SqliteSynchronous::Full)
            // The same on macOS, where an ordinary fsync stops at the drive's cache.
            .pragma("fullfsync", "1")
            .foreign_keys(true)
            .busy_timeout(PATIENCE)
            .disable_statement_logging();
        let mut connection = options.connect().await.map_err(Error::failed)?;
        let migrations = MIGRATIONS.iter().map(|&(version, name, sql)| {
            let sql = sql.into_sql_str();
            Migration::new(version, name.into(), MigrationType::Simple, sql, false)
        });
        let migrator = Migrator::with_migrations(migrations.collect());
        // Not `run`, whose future the compiler does not let other threads have.
        migrator.run_direct(None, &mut connection, false).await.map_err(Error::failed)?;
        Ok(Self { connection })
    }

    /// What the database finds wrong with its file: nothing, it is to be hoped.
    pub async fn damage(&mut self) -> Result<Vec<String>, Error> {
        let rows = sqlx::query("PRAGMA integrity_check").fetch_all(&mut self.connection).await?;
        let mut damage = Vec::new();
        for row in rows {
            damage.push(row.try_get::<String, _>(0)?);
        }
        damage.retain(|line| line != "ok");
        Ok(damage)
    }
}

impl Backend for Sqlite {
    async fn perform(
        &mut self,
        operations: &[Operation],
    ) -> Result<Vec<Result<Answer, Error>>, Error> {
        let mut transaction =
            self.connection.begin_with("BEGIN IMMEDIATE").await.map_err(Error::failed)?;
        let mut answers = Vec::with_capacity(operations.len());
        let mut rest = operations;
        while let [first, after @ ..] = rest {
            let run = appends::first_run(rest);
            if !run.is_empty() {
                answers.extend(appends::append_all(&mut transaction, &run).await?);
                rest = &rest[run.len()..];
                continue;
            }
            let answer = perform_one(&mut transaction, first).await;
            if let Err(error @ Error::Failed(_)) = answer {
                // A statement that failed half way must not be committed with the others.
                return Err(error);
            }
            answers.push(answer);
            rest = after;
        }
        transaction.commit().await.map_err(Error::failed)?;
        Ok(answers)
    }

    async fn close(self) -> Result<(), Error> {
        self.connection.close().await.map_err(Error::failed)
    }
}

async fn perform_one(db: &mut SqliteConnection, operation: &Operation) -> Result<Answer, Error> {
    match operation {
        Operation::Create { id, owner, events } => create(db, id, owner, events).await,
        Operation::CreateAll { owner, matches } => upkeep::create_all(db, owner, matches).await,
        Operation::Append(append) => {
            let mut answers = appends::append_all(db, &[append]).await?;
            answers.pop().unwrap_or(Err(Error::NotFound))
        }
        Operation::Load { id } => match load(db, id).await? {
            events if events.is_empty() => Err(Error::NotFound),
            events => Ok(Answer::Events(events)),
        },
        Operation::Find { id, command } => find(db, id, command).await.map(Answer::Found),
        Operation::List { owner, limit } => list(db, owner, *limit).await.map(Answer::Matches),
        Operation::Attend { id, profile } => upkeep::attend(db, id, profile).await,
        Operation::Ids { prefix, after, limit } => {
            upkeep::ids(db, prefix, after, *limit).await.map(Answer::Ids)
        }
        Operation::Forget { before } => upkeep::forget(db, *before).await.map(Answer::Count),
        Operation::Beat { at } => upkeep::beat(db, *at).await.map(|()| Answer::Done),
        Operation::Wake { at } => upkeep::wake(db, *at).await.map(Answer::Outages),
        Operation::Profile { id } => {
            let row = sqlx::query("SELECT document FROM profiles WHERE id = ?1")
                .bind(id)
                .fetch_optional(db)
                .await?;
            Ok(Answer::Document(row.map(|row| row.try_get(0)).transpose()?))
        }
        Operation::PutProfile { id, document } => {
            sqlx::query(
                "INSERT INTO profiles (id, document) VALUES (?1, ?2)
                 ON CONFLICT (id) DO UPDATE SET document = excluded.document",
            )
            .bind(id)
            .bind(document)
            .execute(db)
            .await?;
            Ok(Answer::Done)
        }
        Operation::Analysis { owner, id } => analyses::get(db, owner, id).await,
        Operation::PutAnalysis(put) => analyses::put(db, put).await,
        Operation::Analyses { owner, limit } => analyses::list(db, owner, *limit).await,
        Operation::RemoveAnalysis { owner, id } => analyses::remove(db, owner, id).await,
        Operation::Tiles { profile } => tiles::list(db, profile).await,
        Operation::ChangeTile { profile, before, after } => {
            tiles::change(db, profile, before.as_ref(), after.as_ref()).await
        }
        Operation::AddTiles { profile, tiles } => tiles::add(db, profile, tiles).await,
    }
}

async fn create(
    db: &mut SqliteConnection,
    id: &str,
    owner: &str,
    events: &[Event],
) -> Result<Answer, Error> {
    let made = sqlx::query(
        "INSERT INTO matches (id, owner, changed) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
    )
    .bind(id)
    .bind(owner)
    .bind(time(newest(events).unwrap_or_default()))
    .execute(&mut *db)
    .await?;
    if made.rows_affected() == 0 {
        return Err(Error::Taken);
    }
    appends::begin(db, id, events).await?;
    Ok(Answer::Version(Version(events.len() as u64)))
}

async fn find(
    db: &mut SqliteConnection,
    id: &str,
    command: &str,
) -> Result<Option<Version>, Error> {
    let row = sqlx::query("SELECT version FROM events WHERE \"match\" = ?1 AND command = ?2")
        .bind(id)
        .bind(command)
        .fetch_optional(db)
        .await?;
    let version: Option<i64> = row.map(|row| row.try_get(0)).transpose()?;
    Ok(version.map(|version| Version(version as u64)))
}

async fn load(db: &mut SqliteConnection, id: &str) -> Result<Vec<Event>, Error> {
    let rows =
        sqlx::query("SELECT event, version FROM events WHERE \"match\" = ?1 ORDER BY version")
            .bind(id)
            .fetch_all(db)
            .await?;
    let mut events = Vec::with_capacity(rows.len());
    for (row, expected) in rows.iter().zip(1..) {
        let version: i64 = row.try_get(1)?;
        if version != expected {
            return Err(Error::Damaged(format!("event {expected} of match {id} is missing")));
        }
        events.push(decode(id, row)?);
    }
    Ok(events)
}

async fn list(db: &mut SqliteConnection, owner: &str, limit: u32) -> Result<Vec<Stored>, Error> {
    let rows = sqlx::query(
        "SELECT id, changed FROM matches
         WHERE owner = ?1 OR id IN (SELECT \"match\" FROM attendances WHERE profile = ?1)
         ORDER BY changed DESC, id DESC LIMIT ?2",
    )
    .bind(owner)
    .bind(limit)
    .fetch_all(&mut *db)
    .await?;
    let mut found = Vec::with_capacity(rows.len());
    for row in rows {
        let id: String = row.try_get(0)?;
        let changed: i64 = row.try_get(1)?;
        let events = match load(db, &id).await {
            // One that is damaged must not hide the others.
            Err(Error::Damaged(_)) => Vec::new(),
            events => events?,
        };
        found.push(Stored { id, changed: Time(changed as u64), events });
    }
    Ok(found)
}

/// The database has no numbers without a sign.
fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn time(Time(at): Time) -> i64 {
    number(at)
}

fn encode(event: &Event) -> Result<String, Error> {
    serde_json::to_string(event).map_err(Error::failed)
}

fn decode(id: &str, row: &SqliteRow) -> Result<Event, Error> {
    let text: &str = row.try_get(0)?;
    serde_json::from_str(text)
        .map_err(|error| Error::Damaged(format!("an event of match {id} is damaged: {error}")))
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        Self::failed(error)
    }
}
