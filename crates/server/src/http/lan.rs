//! Servers of the local network, and QR codes.

use std::time::Duration;

use api::Error;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use tokio::net::TcpStream;
use tokio::time::timeout;
use wire::http::{Lan, LanAccess, Probe, ProbeResult};

use super::HttpError;
use super::body::{JsonBody, QueryParams, TextBody};
use crate::lan::SharingError;
use crate::qr::Qr;
use crate::visitor::Visitor;
use crate::{AppState, ServerMode};

/// Time in which a machine of the network answers a probe.
const PROBE_TIMEOUT: Duration = Duration::from_secs(3);
/// Name of a machine.
const HOST_MAX_BYTES: usize = 255;
/// Text of a QR code.
const QR_TEXT_MAX_BYTES: usize = 300;

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/api/lan", get(lan).put(set_access))
        .route("/api/lan/probe", post(probe))
        .route("/api/qr", get(qr).post(qr_of_body))
}

async fn lan(State(shared): State<AppState>, visitor: Visitor) -> Json<Lan> {
    Json(describe(&shared, &visitor))
}

/// Lets others on the local network in, or no longer.
async fn set_access(
    State(shared): State<AppState>,
    visitor: Visitor,
    JsonBody(LanAccess { open }): JsonBody<LanAccess>,
) -> Result<Json<Lan>, HttpError> {
    if !shared.is_owner(visitor.tenant()) {
        return Err(Error::Refused(texts::text("problem-not-owner", &[])).into());
    }
    if shared.lan.is_always_open() {
        return Err(Error::Refused(texts::text("problem-lan-fixed", &[])).into());
    }
    shared.sharing.set(open).await.map_err(|error| match error {
        SharingError::NoNetwork => Error::Refused(texts::text("problem-lan-none", &[])),
        SharingError::Listener(error) => {
            let error = error.to_string();
            Error::Refused(texts::text("problem-lan-listener", &[("error", error.into())]))
        }
        SharingError::Closed => Error::Busy,
    })?;
    Ok(Json(describe(&shared, &visitor)))
}

/// Whether anything listens at an address that the owner has typed. Nobody else may search the network of this machine.
async fn probe(
    State(shared): State<AppState>,
    visitor: Visitor,
    JsonBody(Probe { host, port }): JsonBody<Probe>,
) -> Result<Json<ProbeResult>, HttpError> {
    if !shared.is_owner(visitor.tenant()) {
        return Err(Error::Refused(texts::text("problem-not-owner", &[])).into());
    }
    if host.len() > HOST_MAX_BYTES {
        return Err(Error::TooLarge.into());
    }
    let connection = timeout(PROBE_TIMEOUT, TcpStream::connect((&*host, port))).await;
    Ok(Json(ProbeResult { answers: connection.is_ok_and(|connected| connected.is_ok()) }))
}

fn describe(shared: &AppState, visitor: &Visitor) -> Lan {
    let addresses = match &shared.app.public_url {
        Some(url) => vec![format!("{}/", url.trim_end_matches('/'))],
        None => shared.lan.addresses(),
    };
    // Only the owner may search the network of this machine.
    let searches = shared.app.mode == ServerMode::Personal && visitor.is_local();
    let neighbours = if searches { shared.lan.neighbours() } else { Vec::new() };
    let sharing = shared.is_owner(visitor.tenant()).then(|| shared.lan.sharing());
    Lan { lan: shared.lan.is_open(), addresses, neighbours, sharing }
}

/// Query of a QR code.
#[derive(Deserialize)]
struct QrQuery {
    text: String,
}

async fn qr(QueryParams(QrQuery { text }): QueryParams<QrQuery>) -> Result<Response, HttpError> {
    qr_image(&text)
}

/// The same for a text with a secret in it, which does not belong into a URL.
async fn qr_of_body(TextBody(text): TextBody) -> Result<Response, HttpError> {
    qr_image(&text)
}

fn qr_image(text: &str) -> Result<Response, HttpError> {
    if text.is_empty() {
        return Err(Error::bad("text", texts::text("problem-qr-empty", &[])).into());
    }
    let code = Some(text).filter(|text| text.len() <= QR_TEXT_MAX_BYTES).and_then(Qr::new);
    let code = code.ok_or(Error::TooLarge)?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], code.svg()).into_response())
}
