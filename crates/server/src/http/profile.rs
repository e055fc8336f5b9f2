//! Profile of a visitor: settings and progress in one document, whose content is the page's own.

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::{Map, Value};

use super::body::JsonBody;
use super::{Error, profile_file};
use crate::AppState;
use crate::visitor::Visitor;

pub(super) fn router() -> Router<AppState> {
    Router::new().route("/api/profile", get(read).put(write).delete(profile_file::delete))
}

async fn read(State(shared): State<AppState>, visitor: Visitor) -> Result<Response, Error> {
    let document = shared.service.store.profile(visitor.profile).await?;
    let document = document.unwrap_or_else(|| "{}".to_owned());
    Ok(([(CONTENT_TYPE, "application/json")], document).into_response())
}

async fn write(
    State(shared): State<AppState>,
    visitor: Visitor,
    JsonBody(document): JsonBody<Map<String, Value>>,
) -> Result<StatusCode, Error> {
    shared.check_write(&visitor)?;
    let document = serde_json::to_string(&document).map_err(Error::failed)?;
    shared.service.store.put_profile(shared.owner(&visitor), document).await?;
    Ok(StatusCode::NO_CONTENT)
}
