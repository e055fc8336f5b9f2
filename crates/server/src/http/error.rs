//! What can go wrong, as HTTP says it.

use std::fmt;
use std::ops::Range;

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::{HeaderValue, RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use rules::{ParseError, ReplayError, SetupError, Text};
use wire::http::Problem;

use crate::engine_pool::QueueFull;
use crate::room::OpenError;

/// The most characters of what a problem says: some quote what they are about.
const MOST_CHARS: usize = 500;
/// After how many seconds it is worth asking again.
const RETRY_AFTER_SECONDS: HeaderValue = HeaderValue::from_static("5");

/// What can go wrong with a request.
#[derive(Debug)]
pub(crate) enum Error {
    /// There is nothing of that name.
    NotFound,
    /// The request makes no sense.
    Bad {
        text: Text,
        /// The field that is wrong.
        field: Option<&'static str>,
        /// The bytes of it that are wrong.
        at: Option<Range<usize>>,
    },
    /// The request is too long.
    TooLarge,
    /// It makes sense, but may not be.
    Refused(Text),
    /// Somebody else was quicker.
    Stale,
    /// The name belongs to something else.
    Taken(Text),
    /// It is not as the client knew it any more.
    Changed(Text),
    /// The server is called by a name that is not its own.
    Host,
    /// A page from elsewhere asks.
    Origin,
    /// There is too much to do.
    Busy,
    /// What was asked takes longer than it may.
    Overdue,
    /// Whoever asks has asked too often.
    TooMany,
    /// The request has not come in time.
    TimedOut,
    /// The store does not work at the moment. The cause is for the log alone.
    NotStored(String),
    /// Something here does not work. The cause is for the log alone.
    Failed(String),
}

impl Error {
    /// Something here does not work.
    pub(crate) fn failed(cause: impl fmt::Display) -> Self {
        Self::Failed(cause.to_string())
    }

    /// `field` makes no sense.
    pub(crate) fn bad(field: &'static str, text: Text) -> Self {
        Self::Bad { text, field: Some(field), at: None }
    }

    /// The text in `field` cannot be read.
    pub(crate) fn parse(field: &'static str, ParseError { at, text }: ParseError) -> Self {
        Self::Bad { text, field: Some(field), at: Some(at) }
    }

    /// There is no game of that name.
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
            text: text.shortened(MOST_CHARS),
            at: place.map(|at| [at.start, at.end]),
            field: wrong_field.map(ToOwned::to_owned),
        };
        let mut response = (status, Json(problem)).into_response();
        if matches!(status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS) {
            response.headers_mut().insert(RETRY_AFTER, RETRY_AFTER_SECONDS);
        }
        response
    }
}
