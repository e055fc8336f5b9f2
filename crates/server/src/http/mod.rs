//! HTTP routes. What the page asks wherever it runs is in `api` (`handlers` connects it); what only a server has is
//! here, each subject in a module of its own.

mod body;
mod compression;
mod devices;
mod error;
mod handlers;
mod lan;
mod pages;
mod pairing;
mod program;
mod reports;
mod rooms;

use std::sync::Arc;
use std::time::Duration;

use api::Error;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::TimeoutLayer;

use crate::metrics::count_refusals;
use crate::origin_check::{OriginCheck, check_origin};
use crate::visitor::identify_visitor;
use crate::{AppState, analysis, lobby, ws};

pub(crate) use body::{PathParam, QueryParams, SocketUpgrade};
pub(crate) use error::HttpError;

/// Body of a request where a route sets no other limit.
const BODY_MAX_BYTES: usize = 64 << 10;
/// Time for the response to a request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// The router of the whole server, with its middleware.
pub(crate) fn router(shared: AppState, origin: Arc<OriginCheck>) -> Router {
    let service = Arc::clone(&shared.service);
    Router::new()
        .merge(handlers::router())
        .merge(devices::router())
        .merge(reports::router())
        .merge(program::router())
        .merge(rooms::router())
        .merge(pairing::router())
        .merge(lobby::router())
        .merge(lan::router())
        .merge(ws::router())
        .merge(analysis::router())
        .route_layer(from_fn_with_state(shared.clone(), identify_visitor))
        .merge(pages::router())
        .with_state(shared.clone())
        .layer(from_fn_with_state(shared, compression::compress))
        .layer(DefaultBodyLimit::max(BODY_MAX_BYTES))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, REQUEST_TIMEOUT))
        .layer(CatchPanicLayer::custom(|_| {
            HttpError::from(Error::failed("a handler panicked")).into_response()
        }))
        .layer(from_fn_with_state(origin, check_origin))
        .layer(from_fn_with_state(service, count_refusals))
}
