//! What requests say in their bodies and behind the question mark, with errors of our own.

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use rules::Text;
use serde::de::DeserializeOwned;

use super::Error;

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

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let Words(text) = Words::from_request(request, state).await?;
        serde_json::from_str(&text).map(Self).map_err(|error| unreadable(error.to_string()))
    }
}

impl<S: Send + Sync> FromRequest<S> for Words {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let Raw(bytes) = Raw::from_request(request, state).await?;
        String::from_utf8(bytes.into()).map(Self).map_err(|error| unreadable(error.to_string()))
    }
}

impl<S: Send + Sync> FromRequest<S> for Raw {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        match Bytes::from_request(request, state).await {
            Ok(bytes) => Ok(Self(bytes)),
            Err(BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_))) => {
                Err(Error::TooLarge)
            }
            Err(error) => Err(unreadable(error.body_text())),
        }
    }
}

/// Reads a body in JSON that may be long: for work off the workers of the async runtime.
pub(super) fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    serde_json::from_slice(bytes).map_err(|error| unreadable(error.to_string()))
}

fn unreadable(error: String) -> Error {
    let text: Text = texts::text("problem-unreadable", &[("error", error.into())]);
    Error::Bad { text, field: None, at: None }
}
