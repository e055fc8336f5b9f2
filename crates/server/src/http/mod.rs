//! What is asked for by HTTP. Every file has the routes that belong together.

mod analyses;
mod body;
mod catalogue;
mod error;
mod fairness;
mod files;
mod lan;
mod look;
mod matches;
mod pack;
mod pages;
mod preview;
mod profile;
mod program;
mod records;
mod rooms;
mod rules;
mod start;
mod think;
mod tiles;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::TimeoutLayer;

use crate::guard::{Guard, guard};
use crate::visitor::welcome;
use crate::{Shared, analysis, ws};

pub(crate) use catalogue::CatalogueCache;
pub(crate) use error::Error;
pub(crate) use rules::RulesCache;

/// The longest body of a request.
const LONGEST: usize = 64 << 10;
/// How long a request may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Everything that can be asked for.
pub(crate) fn router(shared: Shared, guarded: Arc<Guard>) -> Router {
    Router::new()
        .merge(catalogue::router())
        .merge(matches::router())
        .merge(records::router())
        .merge(look::router())
        .merge(analyses::router())
        .merge(files::router())
        .merge(preview::router())
        .merge(fairness::router())
        .merge(profile::router())
        .merge(tiles::router())
        .merge(program::router())
        .merge(rooms::router())
        .merge(lan::router())
        .merge(start::router())
        .merge(think::router())
        .merge(ws::router())
        .merge(analysis::router())
        .route_layer(from_fn_with_state(shared.clone(), welcome))
        .merge(rules::router())
        .merge(pages::router())
        .with_state(shared.clone())
        .layer(from_fn_with_state(shared, pack::pack))
        .layer(DefaultBodyLimit::max(LONGEST))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, PATIENCE))
        .layer(CatchPanicLayer::custom(|_| Error::failed("a handler panicked").into_response()))
        .layer(from_fn_with_state(guarded, guard))
}
