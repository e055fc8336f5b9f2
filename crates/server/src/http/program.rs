//! Health checks, metrics, and ending the program.

use std::time::Duration;

use api::Error;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use store::LOCAL;
use tokio::time::timeout;
use wire::http::Health;

use super::HttpError;
use crate::hub::Service;
use crate::metrics::{ComponentFigures, QueueFigures};
use crate::tenant::Tenant;
use crate::visitor::Visitor;
use crate::{App, AppState};

/// Time for the store to answer a readiness check.
const READINESS_TIMEOUT: Duration = Duration::from_secs(2);

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/healthz", get(health))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .route("/api/quit", post(quit))
}

async fn health(State(shared): State<AppState>) -> Json<Health> {
    let App { version, data, .. } = &*shared.app;
    let lan = shared.lan.is_open();
    Json(Health { damier: (*version).to_owned(), data: data.clone(), lan })
}

/// Readiness check: the node does not drain, the store answers, its last write has succeeded, and no room waits for one: a
/// disk may have room for little writes and for none of a move.
async fn ready(State(shared): State<AppState>) -> Result<Response, HttpError> {
    if shared.sockets.is_draining() {
        return Ok((StatusCode::SERVICE_UNAVAILABLE, "draining\n").into_response());
    }
    let Service { store, metrics, .. } = &*shared.service;
    if store.meter().is_failing() || metrics.unstored_rooms() > 0 {
        return Err(Error::Busy.into());
    }
    match timeout(READINESS_TIMEOUT, store.profile(LOCAL)).await {
        Ok(Ok(_)) => Ok("ready\n".into_response()),
        Ok(Err(error)) => {
            tracing::error!(%error, "the store does not answer");
            Err(Error::Busy.into())
        }
        Err(_) => Err(Error::Busy.into()),
    }
}

/// Metrics, for the server's own machine only.
async fn metrics(State(shared): State<AppState>, visitor: Visitor) -> Result<Response, HttpError> {
    if !visitor.is_local() {
        return Err(Error::NotFound.into());
    }
    let (pool, blocking) = (&shared.service.pool, &shared.service.blocking);
    let text = shared.service.metrics.text(&ComponentFigures {
        rooms: shared.hub.count(),
        store: shared.service.store.meter(),
        thinking: QueueFigures { waiting: pool.queue_length(), oldest: pool.oldest_wait() },
        workers: pool.worker_figures(),
        blocking: QueueFigures { waiting: blocking.queue_length(), oldest: blocking.oldest_wait() },
        nodes: shared.service.nodes.as_deref(),
    });
    Ok(([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response())
}

async fn quit(State(shared): State<AppState>, tenant: Tenant) -> Result<StatusCode, HttpError> {
    if !shared.is_owner(tenant) {
        return Err(Error::Refused(texts::text("problem-not-owner", &[])).into());
    }
    shared.quit.notify_one();
    Ok(StatusCode::NO_CONTENT)
}
