//! The picture of a set-up in progress.

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use wire::http::{Preview, PreviewRequest};

use super::body::Body;
use super::{Error, matches};
use crate::Shared;

pub(super) fn router() -> Router<Shared> {
    Router::new().route("/api/preview", post(preview))
}

async fn preview(
    State(shared): State<Shared>,
    Body(PreviewRequest { game, setup }): Body<PreviewRequest>,
) -> Result<Json<Preview>, Error> {
    let entry = shared.service.entry(&game).ok_or_else(|| Error::no_game("game", &game))?;
    let setup = matches::drawn(setup)?;
    let board = entry.game.preview(&setup)?;
    Ok(Json(Preview { board, setup }))
}
