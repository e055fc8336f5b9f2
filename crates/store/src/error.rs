//! Why something is not stored or not found.

use std::fmt;

use play::{Time, Version};

/// Why something is not stored or not found. Nothing has been changed, unless it says otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// There is no such match.
    NotFound,
    /// The name is already taken.
    Taken,
    /// The match is not at the expected version, or the analysis is not.
    Conflict {
        /// The version that it is at.
        version: Version,
    },
    /// The tile is no longer what the client last saw.
    Changed,
    /// The profile has as many of them as it may have.
    Full,
    /// The profile or its network has stored as much as it may.
    QuotaExceeded,
    /// All visitors together have stored as much as they may.
    StorageFull,
    /// The player whose absence the append depends on has come to the match.
    Present { since: Time },
    /// The stored data is corrupt, for this reason.
    Damaged(String),
    /// An event was stored by a newer version of the program, and this one does not know what it means.
    UnknownEvent(String),
    /// The disk is full. A retry may succeed later.
    DiskFull(String),
    /// The backend cannot be opened, for this reason. The same may succeed later.
    Unopenable(String),
    /// The database server cannot be reached, for this reason. Nothing has been changed; the same may succeed later.
    Unreachable(String),
    /// The backend failed, for this reason. Whether a change was made is not known; the same may succeed later.
    Failed(String),
    /// The store has been closed.
    Closed,
}

impl Error {
    #[cfg(feature = "runtime")]
    pub(crate) fn failed(cause: impl fmt::Display) -> Self {
        Self::Failed(cause.to_string())
    }

    /// Whether the backend is at fault, so that the same may succeed later. Idempotency keys and expected versions
    /// make it safe to try again.
    pub const fn is_retryable(&self) -> bool {
        matches!(
            self,
            Self::DiskFull(_) | Self::Unopenable(_) | Self::Unreachable(_) | Self::Failed(_)
        )
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound => f.write_str("there is no such match"),
            Self::Taken => f.write_str("there is one of that name already"),
            Self::Conflict { version } => write!(f, "it is at version {}", version.0),
            Self::Changed => f.write_str("it has been changed by somebody else"),
            Self::Full => f.write_str("there is no room for more"),
            Self::QuotaExceeded => f.write_str("as much is stored as may be"),
            Self::StorageFull => f.write_str("all visitors have stored as much as they may"),
            Self::Present { since } => write!(f, "the player has been there at {}", since.0),
            Self::Damaged(cause)
            | Self::UnknownEvent(cause)
            | Self::DiskFull(cause)
            | Self::Unopenable(cause)
            | Self::Unreachable(cause)
            | Self::Failed(cause) => f.write_str(cause),
            Self::Closed => f.write_str("the store is closed"),
        }
    }
}

impl std::error::Error for Error {}
