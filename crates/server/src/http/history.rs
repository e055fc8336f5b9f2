//! The visitor's matches: deleted, and written as one record file.

use std::collections::VecDeque;
use std::io;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use futures_util::stream;
use room::Detail;
use rules::RecordFile;
use store::{Cursor, ListedMatch, MatchFilter, PageRequest};
use wire::http::{MatchDeletions, MatchIds, RecordsQuery};

use super::body::{JsonBody, QueryParams};
use super::{Error, matches};
use crate::AppState;
use crate::hub::Service;
use crate::visitor::{Visitor, VisitorId};

/// Matches that one request names.
const IDS_MAX: usize = 100;
/// Matches whose ids are read at once.
const PAGE_MATCHES: u32 = 100;

pub(super) fn router() -> Router<AppState> {
    Router::new().route("/api/matches/delete", post(delete))
}

async fn delete(
    State(shared): State<AppState>,
    visitor: Visitor,
    JsonBody(MatchIds { ids }): JsonBody<MatchIds>,
) -> Result<Json<MatchDeletions>, Error> {
    shared.check_write(&visitor)?;
    let own = own_ids(&shared, &visitor, ids).await?;
    let (store, profile) = (&shared.service.store, visitor.profile.as_str());
    let deleted = store.forget_matches(profile, own.clone()).await?;
    let mut running = Vec::new();
    for id in own {
        if is_own(&shared, &visitor, &id).await? {
            running.push(id);
            continue;
        }
        // Whoever still follows it sees what is left of it.
        shared.hub.close_room(&id).await;
        store.delete_analysis(profile, id).await?;
    }
    Ok(Json(MatchDeletions { deleted, running }))
}

/// Those of the matches that are in the visitor's list.
async fn own_ids(
    shared: &AppState,
    visitor: &Visitor,
    ids: Vec<String>,
) -> Result<Vec<String>, Error> {
    if ids.len() > IDS_MAX {
        let args = [("most", IDS_MAX.into())];
        return Err(Error::bad("ids", texts::text("problem-many-matches", &args)));
    }
    let mut own = Vec::new();
    for id in ids {
        if !own.contains(&id) && is_own(shared, visitor, &id).await? {
            own.push(id);
        }
    }
    Ok(own)
}

/// Whether a match is in the visitor's list.
async fn is_own(shared: &AppState, visitor: &Visitor, id: &str) -> Result<bool, Error> {
    match shared.service.store.may_command(id, visitor.profile.as_str(), None).await {
        Err(store::Error::NotFound) => Ok(false),
        answer => Ok(answer?),
    }
}

/// The visitor's matches as one record file.
pub(super) async fn download(
    State(shared): State<AppState>,
    visitor: Visitor,
    QueryParams(query): QueryParams<RecordsQuery>,
) -> Result<Response, Error> {
    shared.check_effort(&visitor)?;
    let RecordsQuery { ids, game, result, opponent, over, search } = query;
    let matches = if let Some(ids) = ids {
        let ids = ids.split(',').filter(|id| !id.is_empty()).map(ToOwned::to_owned).collect();
        OwnMatches::of(&shared, &visitor, own_ids(&shared, &visitor, ids).await?)
    } else {
        let filter = matches::filter(game, result, opponent, over, search)?;
        OwnMatches::all(&shared, &visitor, filter)
    };
    let games = stream::try_unfold((matches, false), async |(mut matches, follows)| {
        let next = matches.next().await.map_err(|error| broken(&error))?;
        // Games of a file have a blank line between them.
        let text = |game| if follows { format!("\n{game}") } else { game };
        Ok::<_, io::Error>(next.map(|game| (Bytes::from(text(game)), (matches, true))))
    });
    let headers = [
        (CONTENT_TYPE, "text/plain; charset=utf-8"),
        (CONTENT_DISPOSITION, "attachment; filename=\"damier-games.txt\""),
    ];
    Ok((headers, Body::from_stream(games)).into_response())
}

/// The error that ends a response which has begun: the client sees that it is incomplete.
pub(super) fn broken(error: &Error) -> io::Error {
    tracing::warn!(?error, "an export ends early");
    io::Error::other("the export ends early")
}

/// Matches of a visitor, one after the other, as record files with everything that is known of them.
pub(super) struct OwnMatches {
    shared: AppState,
    visitor: VisitorId,
    /// Ids that have been read and are not written yet.
    ids: VecDeque<String>,
    /// The list that further ids come from; `None` at its end.
    list: Option<(MatchFilter, PageRequest)>,
}

impl OwnMatches {
    /// These matches.
    fn of(shared: &AppState, visitor: &Visitor, ids: Vec<String>) -> Self {
        let (shared, visitor) = (shared.clone(), visitor.id());
        Self { shared, visitor, ids: ids.into(), list: None }
    }

    /// All matches that the filter selects, the last changed first.
    pub(super) fn all(shared: &AppState, visitor: &Visitor, filter: MatchFilter) -> Self {
        let (shared, visitor) = (shared.clone(), visitor.id());
        let list = Some((filter, PageRequest::first(PAGE_MATCHES)));
        Self { shared, visitor, ids: VecDeque::new(), list }
    }

    /// The next match. Those that have not begun, and those that cannot be read any more, are left out.
    pub(super) async fn next(&mut self) -> Result<Option<String>, Error> {
        while let Some(id) = self.next_id().await? {
            let events = match self.shared.service.store.load(id.as_str()).await {
                Err(error) if error.is_retryable() => return Err(error.into()),
                // It has been deleted since, or is damaged.
                Err(_) => continue,
                Ok(events) => events,
            };
            let export = move |service: &Service, _: &_| {
                let find = |game: &str| service.entry(game).map(|entry| entry.game);
                let saved = room::export(find, &events, Detail::Backup(&id)).ok().flatten();
                Ok(saved.map(|saved| RecordFile { games: vec![saved] }.to_string()))
            };
            let written = self.shared.run_blocking(self.visitor.tenant, 0, export).await?;
            if written.is_some() {
                return Ok(written);
            }
        }
        Ok(None)
    }

    async fn next_id(&mut self) -> Result<Option<String>, Error> {
        while self.ids.is_empty() {
            let Some((filter, page)) = self.list.take() else { return Ok(None) };
            let store = &self.shared.service.store;
            let listed = store.find_matches(&*self.visitor.profile, filter.clone(), page).await?;
            let Some(ListedMatch { id, changed, .. }) = listed.last() else { return Ok(None) };
            let before = Some(Cursor { changed: *changed, id: id.clone() });
            self.list = Some((filter, PageRequest { before, limit: PAGE_MATCHES }));
            self.ids = listed.into_iter().map(|listed| listed.id).collect();
        }
        Ok(self.ids.pop_front())
    }
}
