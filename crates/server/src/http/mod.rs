//! HTTP routes. Each module has the routes of one subject.

mod analyses;
mod body;
mod catalogue;
mod compression;
mod devices;
mod error;
mod fairness;
mod files;
mod history;
mod introductions;
mod lan;
mod look;
mod matches;
mod pages;
mod pairing;
mod pictures;
mod preview;
mod profile;
mod profile_file;
mod program;
mod records;
mod reports;
mod rooms;
mod rules;
mod start;
mod think;
mod tiles;
mod you;

use std::sync::Arc;
use std::time::Duration;

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

pub(crate) use body::QueryParams;
pub(crate) use catalogue::CatalogueCache;
pub(crate) use error::Error;
pub(crate) use rules::RulesCache;

/// Body of a request where a route sets no other limit.
const BODY_MAX_BYTES: usize = 64 << 10;
/// Time for the response to a request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// The router of the whole server, with its middleware.
pub(crate) fn router(shared: AppState, origin: Arc<OriginCheck>) -> Router {
    let service = Arc::clone(&shared.service);
    Router::new()
        .merge(catalogue::router())
        .merge(matches::router())
        .merge(history::router())
        .merge(records::router())
        .merge(pictures::router())
        .merge(look::router())
        .merge(analyses::router())
        .merge(files::router())
        .merge(preview::router())
        .merge(fairness::router())
        .merge(profile::router())
        .merge(devices::router())
        .merge(you::router())
        .merge(reports::router())
        .merge(profile_file::router())
        .merge(tiles::router())
        .merge(program::router())
        .merge(rooms::router())
        .merge(pairing::router())
        .merge(lobby::router())
        .merge(lan::router())
        .merge(start::router())
        .merge(think::router())
        .merge(introductions::router())
        .merge(ws::router())
        .merge(analysis::router())
        .route_layer(from_fn_with_state(shared.clone(), identify_visitor))
        .merge(rules::router())
        .merge(pages::router())
        .with_state(shared.clone())
        .layer(from_fn_with_state(shared, compression::compress))
        .layer(DefaultBodyLimit::max(BODY_MAX_BYTES))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, REQUEST_TIMEOUT))
        .layer(CatchPanicLayer::custom(|_| Error::failed("a handler panicked").into_response()))
        .layer(from_fn_with_state(origin, check_origin))
        .layer(from_fn_with_state(service, count_refusals))
}
