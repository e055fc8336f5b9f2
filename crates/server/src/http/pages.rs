//! The page and its static files.

use axum::Router;
use axum::extract::Path;
use axum::http::header::{HeaderValue, LINK};
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};

use super::Error;
use crate::{AppState, assets};

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/a/{*path}", get(file))
        .route("/api/{*path}", any(nothing))
        .fallback(get(page))
}

/// The page, for every path but those of files and the API: it routes by itself.
async fn page(uri: Uri, headers: HeaderMap) -> Response {
    match uri.path() {
        "/sw.js" => assets::worker(&headers),
        "/favicon.ico" | "/robots.txt" => Error::NotFound.into_response(),
        path => {
            let mut page = assets::page(screen(path), &headers);
            if let Some(link) = preload_link(path).and_then(|link| HeaderValue::try_from(link).ok())
            {
                page.headers_mut().insert(LINK, link);
            }
            page
        }
    }
}

/// The name of the screen that the page shows first at a path.
fn screen(path: &str) -> &str {
    match path.split('/').nth(1).unwrap_or_default() {
        "" => "home",
        "play" => "setup",
        "m" => "match",
        name => name,
    }
}

/// Preload link for the first API request of that screen.
fn preload_link(path: &str) -> Option<String> {
    let path = match path.strip_prefix("/m/") {
        Some(id) if id.bytes().all(|byte| byte.is_ascii_alphanumeric()) => format!("/{id}"),
        None if path == "/" => String::new(),
        _ => return None,
    };
    Some(format!("</api/matches{path}>; rel=preload; as=fetch; crossorigin=anonymous"))
}

async fn file(Path(path): Path<String>, headers: HeaderMap) -> Result<Response, Error> {
    let (hash, path) = path.split_once('/').ok_or(Error::NotFound)?;
    assets::file(hash, path, &headers).ok_or(Error::NotFound)
}

async fn nothing() -> Error {
    Error::NotFound
}
