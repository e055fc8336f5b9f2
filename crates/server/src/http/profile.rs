//! What a visitor has chosen and reached: one document, which only the page understands.

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::{Map, Value};

use super::Error;
use super::body::Body;
use crate::Shared;
use crate::visitor::Visitor;

pub(super) fn router() -> Router<Shared> {
    Router::new().route("/api/profile", get(read).put(write))
}

async fn read(State(shared): State<Shared>, visitor: Visitor) -> Result<Response, Error> {
    let document = shared.service.store.profile(visitor.profile).await?;
    let document = document.unwrap_or_else(|| "{}".to_owned());
    Ok(([(CONTENT_TYPE, "application/json")], document).into_response())
}

async fn write(
    State(shared): State<Shared>,
    visitor: Visitor,
    Body(document): Body<Map<String, Value>>,
) -> Result<StatusCode, Error> {
    let document = serde_json::to_string(&document).map_err(Error::failed)?;
    shared.service.store.put_profile(visitor.profile, document).await?;
    Ok(StatusCode::NO_CONTENT)
}
