//! Matches as files.

use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use play::{Kind, Start, TimeControl, Who};
use rules::{BySeat, GameFile, SavedGame, open_file};
use wire::http::Created;

use super::body::Raw;
use super::{Error, matches};
use crate::Shared;
use crate::visitor::Visitor;

pub(super) fn router() -> Router<Shared> {
    Router::new().route("/api/matches/{id}/record", get(download)).route("/api/records", post(open))
}

async fn download(State(shared): State<Shared>, Path(id): Path<String>) -> Result<Response, Error> {
    let saved = shared.hub.look(&id, |room| room.matching().map(room::saved)).await?;
    Ok(file(saved.ok_or(Error::NotFound)?.to_string()))
}

/// A record as a file to keep.
pub(super) fn file(text: String) -> Response {
    ([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

/// Makes a match between two people at one screen of the first game in a file.
async fn open(
    State(shared): State<Shared>,
    visitor: Visitor,
    Raw(bytes): Raw,
) -> Result<Json<Created>, Error> {
    shared.check_effort(&visitor)?;
    let SavedGame { game, record, players, .. } = first_game(&shared, &bytes)?;
    let BySeat { first, second } = players;
    let who = |name: Option<String>| Who::Human { name: name.unwrap_or_default() };
    let start = Start {
        game,
        position: record.start,
        swap: record.swap,
        players: BySeat { first: who(first), second: who(second) },
        kind: Kind::Local,
        time: TimeControl::None,
    };
    matches::made(&shared.service, &visitor, start, record.moves).await
}

/// The first game in a file of any kind.
fn first_game(shared: &Shared, bytes: &[u8]) -> Result<SavedGame, Error> {
    const FIELD: &str = "record";
    let games: Vec<_> = shared.service.catalogue.iter().map(|entry| entry.game).collect();
    let file = open_file(GameFile { name: "", bytes }, &[], &games);
    let mut file = file.map_err(|error| Error::parse(FIELD, error.error))?;
    let none = || Error::bad(FIELD, texts::text("problem-no-record", &[]));
    let first = file.games.next().ok_or_else(none)?;
    Ok(first.map_err(|error| Error::parse(FIELD, error))?.saved)
}
