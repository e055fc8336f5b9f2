//! Middleware that compresses JSON responses and forbids to cache them.

use api::{Error, Games, WorkBudget};
use axum::body::{self, Body, HttpBody};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue,
    VARY,
};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;

use super::HttpError;
use crate::AppState;
use crate::assets::{accepts_gzip, gzip};
use crate::blocking::WorkClass;
use crate::connections::Peer;
use crate::visitor::tenant_of;

/// Longer responses are sent uncompressed: compression would take too long.
const COMPRESSED_MAX_BYTES: usize = 4 << 20;

/// Shorter responses are compressed on the async worker thread.
const INLINE_COMPRESSION_MAX_BYTES: usize = 16 << 10;

pub(super) async fn compress(
    State(shared): State<AppState>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    request: Request,
    next: Next,
) -> Response {
    let tenant = tenant_of(&shared, &peer, request.headers());
    let accepts = accepts_gzip(request.headers());
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let is_json = headers
        .get(CONTENT_TYPE)
        .is_some_and(|mime| mime.as_bytes().starts_with(b"application/json"));
    if is_json {
        headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
    }
    let headers = response.headers();
    let length =
        response.body().size_hint().exact().and_then(|length| usize::try_from(length).ok());
    let fits = length.is_some_and(|length| length <= COMPRESSED_MAX_BYTES);
    if !accepts || !is_json || !fits || headers.contains_key(CONTENT_ENCODING) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let plain = match body::to_bytes(body, COMPRESSED_MAX_BYTES).await {
        Ok(plain) => plain,
        Err(error) => return HttpError::from(Error::failed(error)).into_response(),
    };
    let compressed = if plain.len() <= INLINE_COMPRESSION_MAX_BYTES {
        gzip(&plain, Compression::fast())
    } else {
        let (class, bytes) = (WorkClass::compression(tenant, plain.len()), plain.clone());
        let work = move |_: &Games, _: &dyn WorkBudget| Ok(gzip(&bytes, Compression::default()));
        // If the pool is busy, the response is sent uncompressed.
        shared.run_blocking(class, work).await.unwrap_or_default()
    };
    let Some(compressed) = compressed else {
        return Response::from_parts(parts, Body::from(plain));
    };
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.append(VARY, HeaderValue::from(ACCEPT_ENCODING));
    Response::from_parts(parts, Body::from(compressed))
}
