//! The page and its files.

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};

use super::Error;
use crate::{Shared, assets};

pub(super) fn router() -> Router<Shared> {
    Router::new()
        .route("/a/{*path}", get(file))
        .route("/api/{*path}", any(nothing))
        .fallback(get(page))
}

/// The page answers to every path but those of files and questions: it finds its own way.
async fn page(uri: Uri, headers: HeaderMap) -> Response {
    match uri.path() {
        "/sw.js" => assets::worker(&headers),
        "/favicon.ico" | "/robots.txt" => Error::NotFound.into_response(),
        _ => assets::page(&headers),
    }
}

async fn file(Path(path): Path<String>, headers: HeaderMap) -> Result<Response, Error> {
    let (hash, path) = path.split_once('/').ok_or(Error::NotFound)?;
    assets::file(hash, path, &headers).ok_or(Error::NotFound)
}

async fn nothing() -> Error {
    Error::NotFound
}
