//! Matches as files.

use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use play::{Kind, Start, TimeControl, Who};
use rules::{BySeat, RecordFile};
use wire::http::Created;

use super::body::Words;
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
    Words(text): Words,
) -> Result<Json<Created>, Error> {
    const FIELD: &str = "record";
    shared.check_effort(&visitor)?;
    let file: RecordFile = text.parse().map_err(|error| Error::parse(FIELD, error))?;
    let saved = file.games.into_iter().next();
    let saved = saved.ok_or_else(|| Error::bad(FIELD, texts::text("problem-no-record", &[])))?;
    let entry =
        shared.service.entry(&saved.game).ok_or_else(|| Error::no_game(FIELD, &saved.game))?;
    let live = entry.game.open(&saved.record).map_err(|error| Error::replay(FIELD, error))?;
    let record = live.record().clone();
    let BySeat { first, second } = saved.players;
    let who = |name: Option<String>| Who::Human { name: name.unwrap_or_default() };
    let start = Start {
        game: saved.game,
        position: record.start,
        swap: record.swap,
        players: BySeat { first: who(first), second: who(second) },
        kind: Kind::Local,
        time: TimeControl::None,
    };
    matches::made(&shared.service, &visitor, start, record.moves).await
}
