//! Extractors of bodies, paths, query strings and upgrades, whose rejections are the server's own errors.

use std::sync::Arc;

use api::{Error, no_utf8, read_json, unreadable};
use axum::RequestExt;
use axum::body::{Bytes, HttpBody};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use futures_util::StreamExt;
use http_body_util::LengthLimitError;
use serde::de::DeserializeOwned;
use tokio::time::{Instant, timeout_at};

use super::HttpError;
use crate::AppState;
use crate::body_budget::{BodyReservation, BodySlot};
use crate::visitor::Visitor;

/// Reservation of a body without a declared length, at first.
const CHUNKED_BODY_INITIAL_BYTES: usize = 16 << 10;

/// Extractor of a JSON body.
pub(super) struct JsonBody<T>(pub(super) T);

/// Extractor of a UTF-8 body.
pub(super) struct TextBody(pub(super) String);

/// Extractor of a body as bytes.
pub(super) struct RawBody(pub(super) Bytes);

/// Extractor of the query string.
pub(crate) struct QueryParams<T>(pub(crate) T);

/// Extractor of the variable segment of a path.
pub(crate) struct PathParam(pub(crate) String);

/// Extractor of the upgrade to a WebSocket.
pub(crate) struct SocketUpgrade(pub(crate) WebSocketUpgrade);

impl<S: Send + Sync> FromRequestParts<S> for PathParam {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpError> {
        let Path(segment) = Path::from_request_parts(parts, state).await.map_err(|_| no_utf8())?;
        Ok(Self(segment))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for SocketUpgrade {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HttpError> {
        let upgrade = WebSocketUpgrade::from_request_parts(parts, state).await;
        let no_socket = |_| unreadable(texts::text("problem-no-upgrade", &[]));
        Ok(Self(upgrade.map_err(no_socket)?))
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, HttpError> {
        Ok(Self(api::read_query(parts.uri.query().unwrap_or_default())?))
    }
}

impl<T: DeserializeOwned> FromRequest<AppState> for JsonBody<T> {
    type Rejection = HttpError;

    async fn from_request(request: Request, shared: &AppState) -> Result<Self, HttpError> {
        let RawBody(bytes) = RawBody::from_request(request, shared).await?;
        Ok(Self(read_json(&bytes)?))
    }
}

impl FromRequest<AppState> for TextBody {
    type Rejection = HttpError;

    async fn from_request(request: Request, shared: &AppState) -> Result<Self, HttpError> {
        let ReservedBody { bytes, .. } = ReservedBody::receive(request, shared).await?;
        Ok(String::from_utf8(bytes).map(Self).map_err(|_| no_utf8())?)
    }
}

impl FromRequest<AppState> for RawBody {
    type Rejection = HttpError;

    async fn from_request(request: Request, shared: &AppState) -> Result<Self, HttpError> {
        let body = ReservedBody::receive(request, shared).await?;
        Ok(Self(Bytes::from_owner(body)))
    }
}

/// A received body and its reservation in the body budget.
struct ReservedBody {
    bytes: Vec<u8>,
    /// Kept with the bytes, which may outlive the request.
    _reservation: Arc<BodyReservation>,
}

impl AsRef<[u8]> for ReservedBody {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl ReservedBody {
    /// Receives the body of a request, if it is not too long and the budget has room for it.
    async fn receive(request: Request, shared: &AppState) -> Result<Self, Error> {
        let visitor = request.extensions().get::<Visitor>();
        let address = visitor.ok_or_else(|| Error::failed("nobody has looked who asks"))?.address;
        let slot = request.extensions().get::<BodySlot>().cloned().unwrap_or_default();
        let declared = request.body().size_hint().exact();
        let body = request.into_limited_body();
        let limit = body.size_hint().upper().unwrap_or(u64::MAX);
        if declared.is_some_and(|declared| declared > limit) {
            return Err(Error::TooLarge);
        }
        let declared = declared.unwrap_or(0) as usize;
        let mut reservation = shared.bodies.reserve(address, declared)?;
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let bytes = collect(body, &mut reservation, limit, shared).await?;
        let reservation = Arc::new(reservation);
        slot.keep(Arc::clone(&reservation));
        Ok(Self { bytes, _reservation: reservation })
    }
}

/// Reads a body of at most `limit` bytes before its deadline. The declared length is reserved already;
/// without one, the reservation grows with the body.
async fn collect(
    body: axum::body::Body,
    reservation: &mut BodyReservation,
    limit: usize,
    shared: &AppState,
) -> Result<Vec<u8>, Error> {
    let timeouts = &shared.app.limits.timeouts;
    let began = Instant::now();
    let mut bytes = Vec::with_capacity(reservation.bytes());
    let mut stream = body.into_data_stream();
    loop {
        let deadline = began + timeouts.body + timeouts.allowance(bytes.len() as u64);
        let next = timeout_at(deadline, stream.next()).await;
        let Some(chunk) = next.map_err(|_| shared.bodies.timed_out())? else { return Ok(bytes) };
        let chunk = chunk.map_err(|error| failed(&error))?;
        let length = bytes.len().saturating_add(chunk.len());
        if length > limit {
            return Err(Error::TooLarge);
        }
        if length > reservation.bytes() {
            let more =
                length.max(CHUNKED_BODY_INITIAL_BYTES).max(reservation.bytes() * 2).min(limit);
            reservation.grow_to(more)?;
            bytes.reserve_exact(more - bytes.len());
        }
        bytes.extend_from_slice(&chunk);
    }
}

/// The error for a body that cannot be read to its end.
fn failed(error: &axum::Error) -> Error {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(error) = cause {
        if error.is::<LengthLimitError>() {
            return Error::TooLarge;
        }
        cause = error.source();
    }
    tracing::debug!(%error, "a body breaks off");
    unreadable(texts::text("problem-body-ends", &[]))
}
