//! How the games are played.

use axum::extract::{Path, State};
use axum::routing::get;
use axum::{Json, Router};
use wire::http::Rules;

use super::Error;
use crate::Shared;

pub(super) fn router() -> Router<Shared> {
    Router::new().route("/api/rules/{game}", get(rules))
}

async fn rules(
    State(shared): State<Shared>,
    Path(game): Path<String>,
) -> Result<Json<Rules>, Error> {
    let entry = shared.service.entry(&game).ok_or(Error::NotFound)?;
    Ok(Json(Rules { text: entry.game.info().rules.clone() }))
}
