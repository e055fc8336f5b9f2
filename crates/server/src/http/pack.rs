//! Answers in JSON are packed for those who can unpack them, and asked for anew every time.

use std::net::SocketAddr;

use axum::body::{self, Body, HttpBody};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue,
    VARY,
};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;

use super::Error;
use crate::Shared;
use crate::assets::{accepts_gzip, gzip};
use crate::visitor::tenant_of;

/// Longer answers are sent as they are: nobody shall wait for the packing.
const LONGEST: usize = 4 << 20;

/// Shorter ones are packed at once.
const SHORT: usize = 16 << 10;

pub(super) async fn pack(
    State(shared): State<Shared>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let tenant = tenant_of(&shared, peer, request.headers());
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
    let fits = length.is_some_and(|length| length <= LONGEST);
    if !accepts || !is_json || !fits || headers.contains_key(CONTENT_ENCODING) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let plain = match body::to_bytes(body, LONGEST).await {
        Ok(plain) => plain,
        Err(error) => return Error::failed(error).into_response(),
    };
    let packed = if plain.len() <= SHORT {
        gzip(&plain, Compression::fast())
    } else {
        let (length, bytes) = (plain.len(), plain.clone());
        let work = move |_: &_, _: &_| Ok(gzip(&bytes, Compression::fast()));
        // Where there is no time for that, it goes as it is.
        shared.run_blocking(tenant, length, work).await.unwrap_or_default()
    };
    let Some(packed) = packed else {
        return Response::from_parts(parts, Body::from(plain));
    };
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.append(VARY, HeaderValue::from(ACCEPT_ENCODING));
    Response::from_parts(parts, Body::from(packed))
}
