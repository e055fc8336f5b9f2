//! Answers in JSON are packed for those who can unpack them, and asked for anew every time.

use axum::body::{self, Body, HttpBody};
use axum::extract::Request;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue,
    VARY,
};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;

use super::Error;
use crate::assets::{accepts_gzip, gzip};

/// Longer answers are sent as they are: nobody shall wait for the packing.
const LONGEST: usize = 4 << 20;

pub(super) async fn pack(request: Request, next: Next) -> Response {
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
    let Some(packed) = gzip(&plain, Compression::fast()) else {
        return Response::from_parts(parts, Body::from(plain));
    };
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.append(VARY, HeaderValue::from(ACCEPT_ENCODING));
    Response::from_parts(parts, Body::from(packed))
}
