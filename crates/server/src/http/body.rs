//! What requests say in their bodies and behind the question mark, with errors of our own.

use std::sync::Arc;

use axum::RequestExt;
use axum::body::{Bytes, HttpBody};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use futures_util::StreamExt;
use http_body_util::LengthLimitError;
use rules::Text;
use serde::de::DeserializeOwned;
use tokio::time::{Instant, timeout_at};

use super::Error;
use crate::Shared;
use crate::body_budget::{BodyReservation, BodySlot};
use crate::visitor::Visitor;

/// What a body of unknown length reserves first.
const CHUNKED_BODY_BYTES: usize = 16 << 10;

/// A body in JSON.
pub(super) struct Body<T>(pub(super) T);

/// A body that is a text.
pub(super) struct Words(pub(super) String);

/// A body of bytes.
pub(super) struct Raw(pub(super) Bytes);

/// What stands behind the question mark.
pub(super) struct Asked<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let asked = Query::from_request_parts(parts, state).await;
        asked.map(|Query(asked)| Self(asked)).map_err(|error| unreadable(error.body_text()))
    }
}

impl<T: DeserializeOwned> FromRequest<Shared> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, shared: &Shared) -> Result<Self, Error> {
        let Words(text) = Words::from_request(request, shared).await?;
        serde_json::from_str(&text).map(Self).map_err(|error| unreadable(error.to_string()))
    }
}

impl FromRequest<Shared> for Words {
    type Rejection = Error;

    async fn from_request(request: Request, shared: &Shared) -> Result<Self, Error> {
        let ReservedBody { bytes, .. } = ReservedBody::receive(request, shared).await?;
        String::from_utf8(bytes).map(Self).map_err(|error| unreadable(error.to_string()))
    }
}

impl FromRequest<Shared> for Raw {
    type Rejection = Error;

    async fn from_request(request: Request, shared: &Shared) -> Result<Self, Error> {
        let body = ReservedBody::receive(request, shared).await?;
        Ok(Self(Bytes::from_owner(body)))
    }
}

/// A whole body, and its part of the budget.
struct ReservedBody {
    bytes: Vec<u8>,
    /// Bytes that are worked on may outlive the request that brought them.
    _reservation: Arc<BodyReservation>,
}

impl AsRef<[u8]> for ReservedBody {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl ReservedBody {
    /// Takes the body of a request, if it is not too long and there is room for it.
    async fn receive(request: Request, shared: &Shared) -> Result<Self, Error> {
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

/// Reads a body of at most `limit` bytes, in time. What it reserves beforehand is its declared length;
/// without one, the reservation grows with it.
async fn collect(
    body: axum::body::Body,
    reservation: &mut BodyReservation,
    limit: usize,
    shared: &Shared,
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
            let more = length.max(CHUNKED_BODY_BYTES).max(reservation.bytes() * 2).min(limit);
            reservation.grow_to(more)?;
            bytes.reserve_exact(more - bytes.len());
        }
        bytes.extend_from_slice(&chunk);
    }
}

/// What is wrong with a body that cannot be read to its end.
fn failed(error: &axum::Error) -> Error {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(error) = cause {
        if error.is::<LengthLimitError>() {
            return Error::TooLarge;
        }
        cause = error.source();
    }
    unreadable(error.to_string())
}

/// Reads a body in JSON that may be long: for work off the workers of the async runtime.
pub(super) fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    serde_json::from_slice(bytes).map_err(|error| unreadable(error.to_string()))
}

fn unreadable(error: String) -> Error {
    let text: Text = texts::text("problem-unreadable", &[("error", error.into())]);
    Error::Bad { text, field: None, at: None }
}
