//! Questions to the file, on a connection that can only read.

use play::{Event, SeatKey, Time, Version};
use rules::Tile;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Row, SqliteConnection};

use super::{analyses, connection, lists, matches, retention, tiles};
use crate::{Analysis, Error, ListedAnalysis, ListedMatch, MatchFilter, PageRequest, Reader};

/// A connection that can only read.
#[derive(Debug)]
pub struct SqliteReader {
    options: SqliteConnectOptions,
    /// `None` before the first question and after a failure.
    connection: Option<SqliteConnection>,
}

impl SqliteReader {
    pub(super) fn new(options: SqliteConnectOptions) -> Self {
        Self { options: options.read_only(true), connection: None }
    }

    pub(super) async fn connected(&mut self) -> Result<&mut SqliteConnection, Error> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => connection::open(&self.options).await?,
        };
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

impl Reader for SqliteReader {
    async fn load(&mut self, id: &str) -> Result<Vec<Event>, Error> {
        let answer = matches::load(self.connected().await?, id).await;
        self.checked(answer).await
    }

    async fn load_tail(&mut self, id: &str, after: Version) -> Result<Vec<Event>, Error> {
        let answer = matches::load_tail(self.connected().await?, id, after).await;
        self.checked(answer).await
    }

    async fn versions(&mut self, ids: &[String]) -> Result<Vec<(String, Version)>, Error> {
        let answer = matches::versions(self.connected().await?, ids).await;
        self.checked(answer).await
    }

    async fn may_command(
        &mut self,
        id: &str,
        profile: &str,
        key: Option<SeatKey>,
    ) -> Result<bool, Error> {
        let answer = matches::may_command(self.connected().await?, id, profile, key).await;
        self.checked(answer).await
    }

    async fn old_matches(&mut self, before: Time, limit: u32) -> Result<Vec<String>, Error> {
        let answer = retention::old_matches(self.connected().await?, before, limit).await;
        self.checked(answer).await
    }

    async fn find_command(
        &mut self,
        id: &str,
        idempotency_key: &str,
    ) -> Result<Option<Version>, Error> {
        let answer = matches::find_command(self.connected().await?, id, idempotency_key).await;
        self.checked(answer).await
    }

    async fn list_matches(
        &mut self,
        profile: &str,
        filter: &MatchFilter,
        page: &PageRequest,
    ) -> Result<Vec<ListedMatch>, Error> {
        let answer = lists::matches(self.connected().await?, profile, filter, page).await;
        self.checked(answer).await
    }

    async fn match_ids(
        &mut self,
        prefix: &str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<String>, Error> {
        let answer = matches::ids(self.connected().await?, prefix, after, limit).await;
        self.checked(answer).await
    }

    async fn profile(&mut self, id: &str) -> Result<Option<String>, Error> {
        let answer = profile(self.connected().await?, id).await;
        self.checked(answer).await
    }

    async fn analysis(&mut self, owner: &str, id: &str) -> Result<Option<Analysis>, Error> {
        let answer = analyses::get(self.connected().await?, owner, id).await;
        self.checked(answer).await
    }

    async fn list_analyses(
        &mut self,
        owner: &str,
        page: &PageRequest,
    ) -> Result<Vec<ListedAnalysis>, Error> {
        let answer = analyses::list(self.connected().await?, owner, page).await;
        self.checked(answer).await
    }

    async fn tiles(&mut self, profile: &str) -> Result<Vec<Tile>, Error> {
        let answer = tiles::load(self.connected().await?, profile).await;
        let answer = answer.map(crate::tiles::TileCollection::into_tiles);
        self.checked(answer).await
    }

    async fn close(&mut self) {
        if let Some(connection) = self.connection.take() {
            connection::close(connection).await;
        }
    }
}

async fn profile(db: &mut SqliteConnection, id: &str) -> Result<Option<String>, Error> {
    let row = sqlx::query("SELECT document FROM profiles WHERE id = ?1")
        .bind(id)
        .fetch_optional(db)
        .await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}
