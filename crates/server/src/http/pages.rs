//! The page and its static files.

use api::{Error, Games, SharedMatch, WorkBudget, accepted_language, find_puzzle, is_public};
use axum::Router;
use axum::extract::{ConnectInfo, State};
use axum::http::header::{ACCEPT_LANGUAGE, HeaderValue, LINK, VARY};
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};

use super::HttpError;
use super::body::PathParam;
use super::handlers::header;
use crate::blocking::{SMALL_REQUEST_BYTES, WorkClass};
use crate::connections::Peer;
use crate::open_graph::LinkPreview;
use crate::visitor::tenant_within_limit;
use crate::{AppState, assets};

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/a/{*path}", get(file))
        .route("/core/{*file}", get(core_file))
        .route("/api/{*path}", any(nothing))
        .fallback(get(page))
}

/// The page, for every path but those of files and the API: it routes by itself. Paths that are none of its routes have
/// the status 404.
async fn page(
    State(shared): State<AppState>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    match uri.path() {
        "/sw.js" => assets::worker(&headers),
        "/favicon.ico" | "/robots.txt" => HttpError::from(Error::NotFound).into_response(),
        path if !assets::is_route(path) => assets::missing_page(&headers),
        path => {
            let mut page = match preview_elements(&shared, &peer, path, &headers).await {
                Some(elements) => {
                    let mut page = assets::page_with(screen(path), &elements, &headers);
                    page.headers_mut().append(VARY, HeaderValue::from(ACCEPT_LANGUAGE));
                    page
                }
                None => assets::page(screen(path), &headers),
            };
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

/// What programs show of the link to a public match or a puzzle. Everything else is sent the plain page: nothing of a
/// match that is not public is for those who only have a preview of its link.
async fn preview_elements(
    shared: &AppState,
    peer: &Peer,
    path: &str,
    headers: &HeaderMap,
) -> Option<String> {
    let origin = shared.app.public_url.as_deref()?.trim_end_matches('/').to_owned();
    let lang = accepted_language(&header(headers, &ACCEPT_LANGUAGE));
    if let Some(id) = path.strip_prefix("/puzzles/").filter(|id| is_id(id)) {
        let tenant = tenant_within_limit(shared, peer, headers)?;
        let (id, path) = (id.to_owned(), path.to_owned());
        let describe = move |games: &Games, _: &dyn WorkBudget| {
            let (caption, picture) = find_puzzle(games, &id)?.preview()?;
            let (origin, path) = (&*origin, &*path);
            let preview = LinkPreview { origin, path, picture: &picture, caption: &caption, lang };
            Ok(preview.elements())
        };
        return shared
            .run_blocking(WorkClass::new(tenant, SMALL_REQUEST_BYTES), describe)
            .await
            .ok();
    }
    let id = path.strip_prefix("/m/")?;
    let id = id.strip_suffix("/analyse").unwrap_or(id);
    if id.is_empty() || !is_id(id) {
        return None;
    }
    let tenant = tenant_within_limit(shared, peer, headers)?;
    // If the store or the pool is busy, the page goes without.
    let events = shared.service.store.load(id).await.ok().filter(|events| is_public(events))?;
    let (id, path) = (id.to_owned(), path.to_owned());
    let describe = move |games: &Games, _: &dyn WorkBudget| {
        let shared_match = SharedMatch::replay(games, &events)?;
        let shown = shared_match.view(None)?;
        // With another number of entries, it is another picture.
        let picture = format!("/api/matches/{id}/picture.png?entries={}", shown.entries);
        let caption = &shared_match.caption(&shown);
        let (origin, path, picture) = (&*origin, &*path, &*picture);
        Ok(LinkPreview { origin, path, picture, caption, lang }.elements())
    };
    shared.run_blocking(WorkClass::new(tenant, SMALL_REQUEST_BYTES), describe).await.ok()
}

fn is_id(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Preload link for the first API request of that screen.
fn preload_link(path: &str) -> Option<String> {
    let path = match path.strip_prefix("/m/") {
        Some(id) if is_id(id) => format!("/{id}"),
        None if path == "/" => String::new(),
        _ => return None,
    };
    Some(format!("</api/matches{path}>; rel=preload; as=fetch; crossorigin=anonymous"))
}

async fn file(PathParam(path): PathParam, headers: HeaderMap) -> Result<Response, HttpError> {
    let (hash, path) = path.split_once('/').ok_or(Error::NotFound)?;
    Ok(assets::file(hash, path, &headers).ok_or(Error::NotFound)?)
}

/// A file of the core, for pages that analyse by themselves.
async fn core_file(
    State(shared): State<AppState>,
    PathParam(name): PathParam,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let engines = shared.app.browser_engines.as_ref().ok_or(Error::NotFound)?;
    Ok(engines.file(&name, &headers).ok_or(Error::NotFound)?)
}

async fn nothing() -> HttpError {
    Error::NotFound.into()
}
