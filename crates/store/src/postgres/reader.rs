//! Questions to the database, on a connection of their own.

use std::time::{Duration, Instant};

use play::{Event, SeatKey, Time, Version};
use rules::Tile;
use sqlx::postgres::PgConnectOptions;
use sqlx::{PgConnection, Row};

use super::connection::{self, disconnect, text, timed};
use super::{analyses, lists, matches, retention, tiles};
use crate::sql::moment;
use crate::tiles::TileCollection;
use crate::{Analysis, Error, ListedAnalysis, ListedMatch, MatchFilter, PageRequest, Reader};

/// How long a connection that was not used is taken to work.
const IDLE_TRUST: Duration = Duration::from_secs(1);

/// A connection for questions.
#[derive(Debug)]
pub struct PostgresReader {
    options: PgConnectOptions,
    /// `None` before the first question and after a failure.
    connection: Option<PgConnection>,
    last_used: Instant,
}

impl PostgresReader {
    pub(super) fn new(options: PgConnectOptions) -> Self {
        Self { options, connection: None, last_used: Instant::now() }
    }

    /// The connection. One that has been idle is asked for a sign of life first: the server may have ended it.
    pub(super) async fn connected(&mut self) -> Result<&mut PgConnection, Error> {
        let connection = match self.connection.take() {
            Some(connection) if self.last_used.elapsed() < IDLE_TRUST => Some(connection),
            Some(connection) => connection::alive(connection).await,
            None => None,
        };
        let connection = match connection {
            Some(connection) => connection,
            None => connection::open(&self.options).await?,
        };
        self.last_used = Instant::now();
        Ok(self.connection.insert(connection))
    }

    /// Gives the connection up if it failed.
    pub(super) async fn checked<T>(&mut self, answer: Result<T, Error>) -> Result<T, Error> {
        if answer.as_ref().is_err_and(Error::is_retryable) {
            self.close().await;
        }
        answer
    }
}

impl Reader for PostgresReader {
    async fn load(&mut self, id: &str) -> Result<Vec<Event>, Error> {
        let answer = timed(matches::load(self.connected().await?, id)).await;
        self.checked(answer).await
    }

    async fn load_tail(&mut self, id: &str, after: Version) -> Result<Vec<Event>, Error> {
        let answer = timed(matches::load_tail(self.connected().await?, id, after)).await;
        self.checked(answer).await
    }

    async fn versions(&mut self, ids: &[String]) -> Result<Vec<(String, Version)>, Error> {
        let answer = timed(matches::versions(self.connected().await?, ids)).await;
        self.checked(answer).await
    }

    async fn may_command(
        &mut self,
        id: &str,
        profile: &str,
        key: Option<SeatKey>,
    ) -> Result<bool, Error> {
        let answer = timed(matches::may_command(self.connected().await?, id, profile, key)).await;
        self.checked(answer).await
    }

    async fn old_matches(&mut self, before: Time, limit: u32) -> Result<Vec<String>, Error> {
        let answer = timed(retention::old_matches(self.connected().await?, before, limit)).await;
        self.checked(answer).await
    }

    async fn find_command(
        &mut self,
        id: &str,
        idempotency_key: &str,
    ) -> Result<Option<Version>, Error> {
        let answer =
            timed(matches::find_command(self.connected().await?, id, idempotency_key)).await;
        self.checked(answer).await
    }

    async fn list_matches(
        &mut self,
        profile: &str,
        filter: &MatchFilter,
        page: &PageRequest,
    ) -> Result<Vec<ListedMatch>, Error> {
        let answer = lists::matches(self.connected().await?, profile, filter, page);
        let answer = timed(answer).await;
        self.checked(answer).await
    }

    async fn match_ids(
        &mut self,
        prefix: &str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<String>, Error> {
        let answer = timed(matches::ids(self.connected().await?, prefix, after, limit)).await;
        self.checked(answer).await
    }

    async fn profile(&mut self, id: &str) -> Result<Option<String>, Error> {
        let answer = timed(profile(self.connected().await?, id)).await;
        self.checked(answer).await
    }

    async fn analysis(&mut self, owner: &str, id: &str) -> Result<Option<Analysis>, Error> {
        let answer = timed(analyses::get(self.connected().await?, owner, id)).await;
        self.checked(answer).await
    }

    async fn list_analyses(
        &mut self,
        owner: &str,
        page: &PageRequest,
    ) -> Result<Vec<ListedAnalysis>, Error> {
        let answer = timed(analyses::list(self.connected().await?, owner, page)).await;
        self.checked(answer).await
    }

    async fn tiles(&mut self, profile: &str) -> Result<Vec<Tile>, Error> {
        let answer = timed(tiles::load(self.connected().await?, profile)).await;
        self.checked(answer.map(TileCollection::into_tiles)).await
    }

    async fn now(&mut self) -> Result<Time, Error> {
        let answer = timed(now(self.connected().await?)).await;
        self.checked(answer).await
    }

    async fn close(&mut self) {
        if let Some(connection) = self.connection.take() {
            disconnect(connection).await;
        }
    }
}

async fn profile(db: &mut PgConnection, id: &str) -> Result<Option<String>, Error> {
    let row = sqlx::query("SELECT document FROM profiles WHERE id = $1")
        .bind(text(id))
        .fetch_optional(db)
        .await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}

/// Time of the server's clock.
async fn now(db: &mut PgConnection) -> Result<Time, Error> {
    let row = sqlx::query("SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::int8")
        .fetch_one(db)
        .await?;
    Ok(moment(row.try_get(0)?))
}
