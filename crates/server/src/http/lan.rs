//! Servers of the local network, and QR codes.

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use wire::http::Lan;

use super::Error;
use super::body::QueryParams;
use crate::qr::Qr;
use crate::visitor::Visitor;
use crate::{AppState, ServerMode};

/// Text of a QR code.
const QR_TEXT_MAX_BYTES: usize = 300;

pub(super) fn router() -> Router<AppState> {
    Router::new().route("/api/lan", get(lan)).route("/api/qr", get(qr).post(qr_of_body))
}

async fn lan(State(shared): State<AppState>, visitor: Visitor) -> Json<Lan> {
    let addresses = match &shared.app.public_url {
        Some(url) => vec![format!("{}/", url.trim_end_matches('/'))],
        None => shared.lan.addresses(),
    };
    // Only the owner may search the network of this machine.
    let searches = shared.app.mode == ServerMode::Personal && visitor.is_local();
    let neighbours = if searches { shared.lan.neighbours() } else { Vec::new() };
    Json(Lan { lan: shared.lan.is_open(), addresses, neighbours })
}

/// Query of a QR code.
#[derive(Deserialize)]
struct QrQuery {
    text: String,
}

async fn qr(QueryParams(QrQuery { text }): QueryParams<QrQuery>) -> Result<Response, Error> {
    qr_image(&text)
}

/// The same for a text with a secret in it, which does not belong into a URL.
async fn qr_of_body(text: String) -> Result<Response, Error> {
    qr_image(&text)
}

fn qr_image(text: &str) -> Result<Response, Error> {
    let code = Some(text).filter(|text| text.len() <= QR_TEXT_MAX_BYTES).and_then(Qr::new);
    let code = code.ok_or(Error::TooLarge)?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], code.svg()).into_response())
}
