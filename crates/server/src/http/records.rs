//! Record files of matches.

use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use play::Event;
use room::Detail;
use rules::{GameFile, ParsedGame, ReadLimits, open_file};
use wire::http::Created;

use super::body::RawBody;
use super::{Error, history, matches};
use crate::AppState;
use crate::hub::Service;
use crate::tenant::Tenant;
use crate::visitor::Visitor;

/// Games of a file, of which the first is opened.
const FILE_MAX_GAMES: usize = 2000;
/// Record file that is kept with a match because it has comments, variations or other fields.
const REMARKS_MAX_BYTES: usize = 128 << 10;

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/api/matches/{id}/record", get(download))
        .route("/api/records", post(open).get(history::download))
}

async fn download(
    State(shared): State<AppState>,
    tenant: Tenant,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    let events = shared.service.store.load(&id).await?;
    let export = move |service: &Service, _: &_| {
        let find = |game: &str| service.entry(game).map(|entry| entry.game);
        let saved = room::export(find, &events, Detail::Public).map_err(Error::failed)?;
        Ok(file(saved.ok_or(Error::NotFound)?.to_string()))
    };
    shared.run_blocking(tenant, 0, export).await
}

/// The response with a record file.
pub(super) fn file(text: String) -> Response {
    ([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

/// Makes a match between two people at one screen of the first game in a file.
async fn open(
    State(shared): State<AppState>,
    visitor: Visitor,
    RawBody(bytes): RawBody,
) -> Result<Json<Created>, Error> {
    shared.check_effort(&visitor)?;
    let length = bytes.len();
    let work = move |service: &Service, _: &_| first_game(service, &bytes);
    let events = shared.run_blocking(visitor.tenant(), length, work).await?;
    matches::store_new(&shared, &visitor, events, None).await
}

/// Events of the first game in a file of any kind.
fn first_game(service: &Service, bytes: &[u8]) -> Result<Vec<Event>, Error> {
    const FIELD: &str = "record";
    let games: Vec<_> = service.catalogue.iter().map(|entry| entry.game).collect();
    let limits = ReadLimits { games: FILE_MAX_GAMES };
    let file = open_file(GameFile { name: "", bytes }, &[], &games, limits);
    let mut file = file.map_err(|error| Error::parse(FIELD, error.error))?;
    let none = || Error::bad(FIELD, texts::text("problem-no-record", &[]));
    let first = file.games.next().ok_or_else(none)?;
    let ParsedGame { game, saved, .. } = first.map_err(|error| Error::parse(FIELD, error))?;
    let entry = service.entry(game.info().id);
    let is_opponent = |id: &str| entry.is_some_and(|entry| entry.opponent(id).is_some());
    let imported = room::import(game, saved, service.time.now().wall, is_opponent);
    let events = imported.map_err(|text| Error::bad(FIELD, text))?.events;
    let remarks = events.iter().map(|event| match event {
        Event::Imported { record: Some(record), .. } => record.len(),
        _ => 0,
    });
    if remarks.sum::<usize>() > REMARKS_MAX_BYTES {
        return Err(Error::TooLarge);
    }
    Ok(events)
}
