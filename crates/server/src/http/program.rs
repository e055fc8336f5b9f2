//! The program itself: whether it is there, and ending it.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use wire::http::Health;

use super::Error;
use crate::{App, Owner, Shared};

pub(super) fn router() -> Router<Shared> {
    Router::new().route("/healthz", get(health)).route("/api/quit", post(quit))
}

/// Whether whoever asks is the owner, at the owner's own machine.
pub(super) fn is_owner(app: &App, peer: SocketAddr) -> bool {
    app.owner == Owner::Person && peer.ip().to_canonical().is_loopback()
}

async fn health(State(shared): State<Shared>) -> Json<Health> {
    let App { version, data, .. } = &*shared.app;
    Json(Health { damier: (*version).to_owned(), data: data.clone() })
}

async fn quit(
    State(shared): State<Shared>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
) -> Result<StatusCode, Error> {
    if !is_owner(&shared.app, peer) {
        return Err(Error::Refused(texts::text("problem-not-owner", &[])));
    }
    shared.quit.notify_one();
    Ok(StatusCode::NO_CONTENT)
}
