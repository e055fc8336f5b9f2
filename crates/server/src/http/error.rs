//! Errors of the HTTP interface.

use std::fmt;
use std::ops::Range;

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{HeaderValue, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use rules::{ParseError, ReplayError, SetupError, Text};
use wire::http::Problem;

use crate::engine_pool::QueueFull;
use crate::metrics::ProblemCode;
use crate::room::OpenError;

/// The longest text of a problem: some texts quote the request.
const PROBLEM_TEXT_MAX_CHARS: usize = 500;
/// Value of the `Retry-After` header, in seconds.
const RETRY_AFTER_SECONDS: HeaderValue = HeaderValue::from_static("5");

/// Error of a request, which decides its status and its [`Problem`].
#[derive(Debug)]
pub(crate) enum Error {
    /// There is nothing with that id.
    NotFound,
    /// The request is malformed.
    Bad {
        text: Text,
        /// The field that is wrong.
        field: Option<&'static str>,
        /// The bytes of it that are wrong.
        at: Option<Range<usize>>,
    },
    /// The request is too long.
    TooLarge,
    /// The request is well-formed, but not allowed now.
    Refused(Text),
    /// It was meant for an earlier version.
    Stale,
    /// The name belongs to something else.
    Taken(Text),
    /// It has been changed since the client read it.
    Changed(Text),
    /// The visitor has stored as much as they may.
    Quota(Text),
    /// The `Host` header names another server.
    Host,
    /// The `Origin` header names another site.
    Origin,
    /// The server has too much to do.
    Busy,
    /// The request takes longer than it may.
    Overdue,
    /// The client is beyond its rate limit.
    TooMany,
    /// The request has not arrived in time.
    TimedOut,
    /// The store does not work at the moment. The cause is for the log alone.
    NotStored(String),
    /// An internal error. The cause is for the log alone.
    Failed(String),
}

impl Error {
    /// An internal error.
    pub(crate) fn failed(cause: impl fmt::Display) -> Self {
        Self::Failed(cause.to_string())
    }

    /// `field` is wrong.
    pub(crate) fn bad(field: &'static str, text: Text) -> Self {
        Self::Bad { text, field: Some(field), at: None }
    }

    /// The text in `field` cannot be read.
    pub(crate) fn parse(field: &'static str, ParseError { at, text }: ParseError) -> Self {
        Self::Bad { text, field: Some(field), at: Some(at) }
    }

    /// There is no game with that id.
    pub(crate) fn no_game(field: &'static str, name: &str) -> Self {
        Self::bad(field, texts::text("problem-no-game", &[("name", name.into())]))
    }

    /// A record in `field` cannot be replayed.
    pub(crate) fn replay(field: &'static str, error: ReplayError) -> Self {
        match error {
            ReplayError::Start(error) => Self::parse(field, error),
            error => Self::bad(field, error.text()),
        }
    }
}

impl From<SetupError> for Error {
    fn from(SetupError { setting, error }: SetupError) -> Self {
        Self::parse(setting, error)
    }
}

impl From<OpenError> for Error {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::NotFound => Self::NotFound,
            OpenError::Busy => Self::Busy,
            OpenError::Failed(cause) => Self::Failed(cause),
        }
    }
}

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::NotFound => Self::NotFound,
            store::Error::Conflict { .. } => Self::Stale,
            store::Error::QuotaExceeded => Self::Quota(crate::storage::quota_text()),
            error if error.is_retryable() => Self::NotStored(error.to_string()),
            error => Self::failed(error),
        }
    }
}

impl From<getrandom::Error> for Error {
    fn from(error: getrandom::Error) -> Self {
        Self::failed(error)
    }
}

impl From<QueueFull> for Error {
    fn from(_: QueueFull) -> Self {
        Self::Busy
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let (mut wrong_field, mut place) = (None, None);
        let (status, code, text) = match self {
            Self::NotFound => {
                (StatusCode::NOT_FOUND, "not-found", texts::text("problem-not-found", &[]))
            }
            Self::Bad { text, field, at } => {
                (wrong_field, place) = (field, at);
                (StatusCode::BAD_REQUEST, "bad-request", text)
            }
            Self::TooLarge => {
                (StatusCode::PAYLOAD_TOO_LARGE, "too-large", texts::text("problem-too-large", &[]))
            }
            Self::Refused(text) => (StatusCode::CONFLICT, "refused", text),
            Self::Stale => (StatusCode::CONFLICT, "stale", texts::text("problem-stale", &[])),
            Self::Taken(text) => (StatusCode::CONFLICT, "taken", text),
            Self::Changed(text) => (StatusCode::CONFLICT, "changed", text),
            Self::Quota(text) => (StatusCode::FORBIDDEN, "quota", text),
            Self::Host => (StatusCode::FORBIDDEN, "refused", texts::text("problem-host", &[])),
            Self::Origin => (StatusCode::FORBIDDEN, "refused", texts::text("problem-origin", &[])),
            Self::Busy => {
                (StatusCode::SERVICE_UNAVAILABLE, "busy", texts::text("problem-busy", &[]))
            }
            Self::Overdue => {
                (StatusCode::SERVICE_UNAVAILABLE, "busy", texts::text("problem-overdue", &[]))
            }
            Self::TooMany => {
                (StatusCode::TOO_MANY_REQUESTS, "too-many", texts::text("problem-too-many", &[]))
            }
            Self::TimedOut => {
                (StatusCode::REQUEST_TIMEOUT, "timeout", texts::text("problem-timeout", &[]))
            }
            Self::NotStored(cause) => {
                tracing::error!(%cause, "the store does not work at the moment");
                let text = texts::text("problem-not-stored", &[]);
                (StatusCode::SERVICE_UNAVAILABLE, "not-stored", text)
            }
            Self::Failed(cause) => {
                tracing::error!(%cause, "a request failed");
                let text = texts::text("problem-failed", &[]);
                (StatusCode::INTERNAL_SERVER_ERROR, "failed", text)
            }
        };
        let problem = Problem {
            code: code.to_owned(),
            text: text.shortened(PROBLEM_TEXT_MAX_CHARS),
            at: place.map(|at| [at.start, at.end]),
            field: wrong_field.map(ToOwned::to_owned),
        };
        let mut response = (status, Json(problem)).into_response();
        response.extensions_mut().insert(ProblemCode(code));
        if matches!(status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS) {
            response.headers_mut().insert(RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        response
    }
}
