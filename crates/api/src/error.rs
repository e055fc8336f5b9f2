//! Errors of requests.

use std::fmt;
use std::ops::Range;

use rules::{ParseError, ReplayError, SetupError, Text};
use wire::http::Problem;

use crate::context::OpenError;
use crate::response::Response;

/// The longest text of a problem: some texts quote the request.
const PROBLEM_TEXT_MAX_CHARS: usize = 500;
/// Value of the `Retry-After` header, in seconds.
const RETRY_AFTER_SECONDS: &str = "5";

/// Error of a request, which decides its status and its [`Problem`].
#[derive(Debug)]
pub enum Error {
    /// There is nothing with that id.
    NotFound,
    /// The request is malformed.
    Bad {
        /// What is wrong.
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
    /// All visitors together have stored as much as the server takes.
    StorageFull,
    /// The `Host` header names another server.
    Host,
    /// The `Origin` header names another site.
    Origin,
    /// The operator keeps the visitor out.
    Blocked,
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
    /// A newer version of the program has continued the match; another node may have it. The cause is for the log alone.
    Incompatible(String),
    /// The program lacks a data file of that name, which its host has to load.
    MissingData(&'static str),
    /// An internal error. The cause is for the log alone.
    Failed(String),
}

impl Error {
    /// An internal error.
    pub fn failed(cause: impl fmt::Display) -> Self {
        Self::Failed(cause.to_string())
    }

    /// `field` is wrong.
    pub fn bad(field: &'static str, text: Text) -> Self {
        Self::Bad { text, field: Some(field), at: None }
    }

    /// The text in `field` cannot be read.
    pub fn parse(field: &'static str, ParseError { at, text }: ParseError) -> Self {
        Self::Bad { text, field: Some(field), at: Some(at) }
    }

    /// There is no game with that id.
    pub fn no_game(field: &'static str, name: &str) -> Self {
        Self::bad(field, texts::text("problem-no-game", &[("name", name.into())]))
    }

    /// A record in `field` cannot be replayed.
    pub fn replay(field: &'static str, error: ReplayError) -> Self {
        match error {
            ReplayError::Start(error) => Self::parse(field, error),
            error => Self::bad(field, error.text()),
        }
    }

    /// The status of the response.
    pub const fn status(&self) -> u16 {
        match self {
            Self::NotFound => 404,
            Self::Bad { .. } => 400,
            Self::TooLarge => 413,
            Self::Refused(_) | Self::Stale | Self::Taken(_) | Self::Changed(_) => 409,
            Self::Quota(_) | Self::Host | Self::Origin | Self::Blocked => 403,
            Self::Busy
            | Self::Overdue
            | Self::NotStored(_)
            | Self::Incompatible(_)
            | Self::MissingData(_) => 503,
            Self::TooMany => 429,
            Self::TimedOut => 408,
            Self::StorageFull => 507,
            Self::Failed(_) => 500,
        }
    }

    /// The code by which programs know the error.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not-found",
            Self::Bad { .. } => "bad-request",
            Self::TooLarge => "too-large",
            Self::Refused(_) | Self::Host | Self::Origin => "refused",
            Self::Stale => "stale",
            Self::Taken(_) => "taken",
            Self::Changed(_) => "changed",
            Self::Quota(_) => "quota",
            Self::Blocked => "blocked",
            Self::StorageFull => "storage-full",
            Self::Busy | Self::Overdue => "busy",
            Self::TooMany => "too-many",
            Self::TimedOut => "timeout",
            Self::NotStored(_) => "not-stored",
            Self::Incompatible(_) => "incompatible",
            Self::MissingData(_) => "missing-data",
            Self::Failed(_) => "failed",
        }
    }

    /// The text for people.
    pub fn text(&self) -> Text {
        let id = match self {
            Self::Bad { text, .. }
            | Self::Refused(text)
            | Self::Taken(text)
            | Self::Changed(text)
            | Self::Quota(text) => return text.clone(),
            Self::NotFound => "problem-not-found",
            Self::StorageFull => "problem-storage-full",
            Self::TooLarge => "problem-too-large",
            Self::Stale => "problem-stale",
            Self::Host => "problem-host",
            Self::Origin => "problem-origin",
            Self::Blocked => "problem-blocked",
            Self::Busy => "problem-busy",
            Self::Overdue => "problem-overdue",
            Self::TooMany => "problem-too-many",
            Self::TimedOut => "problem-timeout",
            Self::NotStored(_) => "problem-not-stored",
            Self::Incompatible(_) => "problem-incompatible",
            Self::MissingData(_) => "problem-missing-data",
            Self::Failed(_) => "problem-failed",
        };
        texts::text(id, &[])
    }

    /// The response to the request. Causes go to the log.
    pub fn response(&self) -> Response {
        match self {
            Self::NotStored(cause) => {
                tracing::error!(%cause, "the store does not work at the moment");
            }
            Self::Incompatible(cause) => {
                tracing::error!(%cause, "a match needs a newer version of the program");
            }
            Self::Failed(cause) => tracing::error!(%cause, "a request failed"),
            _ => {}
        }
        let (field, at) = match self {
            Self::Bad { field, at, .. } => (*field, at.clone()),
            _ => (None, None),
        };
        let problem = Problem {
            code: self.code().to_owned(),
            text: self.text().shortened(PROBLEM_TEXT_MAX_CHARS),
            at: at.map(|at| [at.start, at.end]),
            field: field.map(ToOwned::to_owned),
        };
        let response = Response::json(&problem).with_status(self.status());
        match self.status() {
            503 | 429 => response.with_header("retry-after", RETRY_AFTER_SECONDS),
            _ => response,
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
            OpenError::Incompatible(cause) => Self::Incompatible(cause),
            OpenError::Failed(cause) => Self::Failed(cause),
        }
    }
}

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::NotFound => Self::NotFound,
            store::Error::Conflict { .. } => Self::Stale,
            store::Error::QuotaExceeded => Self::Quota(texts::text("problem-quota", &[])),
            store::Error::StorageFull => Self::StorageFull,
            store::Error::UnknownEvent(cause) => Self::Incompatible(cause),
            error if error.is_retryable() => Self::NotStored(error.to_string()),
            error => Self::failed(error),
        }
    }
}
