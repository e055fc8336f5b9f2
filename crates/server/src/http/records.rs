//! Record files of matches.

use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use play::{Kind, PlayerName, Start, TimeControl, Who};
use rules::{BySeat, GameFile, ReadLimits, SavedGame, open_file};
use wire::http::Created;

use super::body::RawBody;
use super::{Error, matches};
use crate::AppState;
use crate::hub::Service;
use crate::room::RoomActor;
use crate::visitor::{Visitor, VisitorId};

/// Games of a file, of which the first is opened.
const FILE_MAX_GAMES: usize = 2000;

pub(super) fn router() -> Router<AppState> {
    Router::new().route("/api/matches/{id}/record", get(download)).route("/api/records", post(open))
}

async fn download(
    State(shared): State<AppState>,
    visitor: VisitorId,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    let saved = |room: &RoomActor| room.current_match().map(room::saved);
    let saved = shared.hub.look(&id, &visitor, saved).await?;
    let saved = saved.ok_or(Error::NotFound)?;
    shared.run_blocking(visitor.tenant, 0, move |_, _| Ok(file(saved.to_string()))).await
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
    let saved = shared.run_blocking(visitor.tenant(), length, work).await?;
    let SavedGame { game, record, players, .. } = saved;
    let BySeat { first, second } = players;
    let who = |name: Option<String>| Who::Human {
        name: PlayerName::lossy(&name.unwrap_or_default()).into(),
    };
    let start = Start {
        game,
        position: record.start,
        swap: record.swap,
        players: BySeat { first: who(first), second: who(second) },
        kind: Kind::Local,
        time: TimeControl::None,
    };
    matches::made(&shared, &visitor, start, record.moves, None).await
}

/// The first game in a file of any kind.
fn first_game(service: &Service, bytes: &[u8]) -> Result<SavedGame, Error> {
    const FIELD: &str = "record";
    let games: Vec<_> = service.catalogue.iter().map(|entry| entry.game).collect();
    let limits = ReadLimits { games: FILE_MAX_GAMES };
    let file = open_file(GameFile { name: "", bytes }, &[], &games, limits);
    let mut file = file.map_err(|error| Error::parse(FIELD, error.error))?;
    let none = || Error::bad(FIELD, texts::text("problem-no-record", &[]));
    let first = file.games.next().ok_or_else(none)?;
    Ok(first.map_err(|error| Error::parse(FIELD, error))?.saved)
}
