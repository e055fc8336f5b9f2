//! Preview of a set-up in progress.

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use wire::http::{Preview, PreviewRequest};

use super::body::JsonBody;
use super::{Error, matches};
use crate::AppState;
use crate::blocking::{SMALL_REQUEST_BYTES, WorkBudget};
use crate::hub::Service;
use crate::tenant::Tenant;

pub(super) fn router() -> Router<AppState> {
    Router::new().route("/api/preview", post(preview))
}

async fn preview(
    State(shared): State<AppState>,
    tenant: Tenant,
    JsonBody(PreviewRequest { game, setup }): JsonBody<PreviewRequest>,
) -> Result<Json<Preview>, Error> {
    let preview = move |service: &Service, _: &WorkBudget| {
        let entry = service.entry(&game).ok_or_else(|| Error::no_game("game", &game))?;
        let setup = matches::drawn(&entry, setup)?;
        let board = entry.game.preview(&setup)?;
        Ok(Json(Preview { board, setup }))
    };
    shared.run_blocking(tenant, SMALL_REQUEST_BYTES, preview).await
}
