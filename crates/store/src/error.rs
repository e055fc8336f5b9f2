//! Why something is not stored or not found.

use std::fmt;

use play::Version;

/// Why something is not stored or not found. Nothing has been changed then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// There is no such match.
    NotFound,
    /// There is something of that name already.
    Taken,
    /// The match is not at the version that the events follow, or the analysis not at the one that is
    /// to be replaced.
    Conflict {
        /// The version that it is at.
        version: Version,
    },
    /// The command has been carried out before.
    AlreadyApplied {
        /// The version of the match after it.
        version: Version,
    },
    /// It is not as the client knew it any more.
    Changed,
    /// There is no room for more.
    Full,
    /// What was stored cannot be read any more, for this reason.
    Damaged(String),
    /// The backend failed, and this is its reason. Whether a change was made is not known.
    Failed(String),
}

impl Error {
    pub(crate) fn failed(cause: impl fmt::Display) -> Self {
        Self::Failed(cause.to_string())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound => f.write_str("there is no such match"),
            Self::Taken => f.write_str("there is one of that name already"),
            Self::Conflict { version } => write!(f, "it is at version {}", version.0),
            Self::AlreadyApplied { version } => {
                write!(f, "the command led to version {} already", version.0)
            }
            Self::Changed => f.write_str("it has been changed by somebody else"),
            Self::Full => f.write_str("there is no room for more"),
            Self::Damaged(cause) | Self::Failed(cause) => f.write_str(cause),
        }
    }
}

impl std::error::Error for Error {}
