//! Why a server is not reached, or does not do what it is asked for.

use std::io;

use rules::Text;
use wire::http::Problem;

/// Longest text of a server or of the system that is quoted, in characters.
const QUOTED_MAX_CHARS: usize = 300;

/// Why there is no connection.
#[derive(Debug)]
pub enum ConnectError {
    /// The name of the host cannot be resolved, the host is not reached, or the connection ended.
    Unreachable(io::Error),
    /// It took too long.
    Timeout,
    /// The certificate is not trusted.
    Untrusted(String),
    /// TLS failed otherwise.
    Tls(String),
    /// The server answered with this status instead of a WebSocket.
    Status(u16),
    /// What answers is no server of this protocol.
    Protocol(String),
}

impl ConnectError {
    /// The reason for people.
    pub fn text(&self) -> Text {
        match self {
            Self::Unreachable(error) => {
                texts::text("client-unreachable", &[("reason", quoted(&error.to_string()).into())])
            }
            Self::Timeout => texts::text("client-timeout", &[]),
            Self::Untrusted(reason) => {
                texts::text("client-untrusted", &[("reason", quoted(reason).into())])
            }
            Self::Tls(reason) => texts::text("client-tls", &[("reason", quoted(reason).into())]),
            Self::Status(404) => texts::text("client-no-match", &[]),
            Self::Status(status) => texts::text("client-status", &[("status", (*status).into())]),
            // The reason is of a parser, in its own words, and of no use to who has typed an address.
            Self::Protocol(_) => texts::text("client-no-server", &[]),
        }
    }

    /// Whether another attempt can hardly do better.
    pub(crate) const fn is_final(&self) -> bool {
        matches!(self, Self::Untrusted(_) | Self::Status(403 | 404))
    }
}

impl From<io::Error> for ConnectError {
    fn from(error: io::Error) -> Self {
        Self::Unreachable(error)
    }
}

/// Why a request was not answered as it should be.
#[derive(Debug)]
pub enum RequestError {
    /// There is no connection.
    Connect(ConnectError),
    /// The server refuses, and says why.
    Problem(Box<Problem>),
    /// The server answered with this status.
    Status(u16),
    /// The server says that another address is to be asked.
    Moved(String),
    /// The answer is too long, or none of this protocol.
    Unreadable(String),
}

impl RequestError {
    /// The reason for people.
    pub fn text(&self) -> Text {
        match self {
            Self::Connect(error) => error.text(),
            Self::Problem(problem) => problem.text.clone().shortened(QUOTED_MAX_CHARS),
            Self::Status(status) => ConnectError::Status(*status).text(),
            Self::Moved(address) => {
                texts::text("client-moved", &[("address", quoted(address).into())])
            }
            Self::Unreadable(reason) => ConnectError::Protocol(reason.clone()).text(),
        }
    }

    /// Whether the server says that it has no such thing.
    pub fn is_not_found(&self) -> bool {
        match self {
            Self::Problem(problem) => problem.code == "not-found",
            Self::Status(status) => *status == 404,
            _ => false,
        }
    }
}

impl From<ConnectError> for RequestError {
    fn from(error: ConnectError) -> Self {
        Self::Connect(error)
    }
}

/// A text from outside without control characters, and not too long.
fn quoted(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(QUOTED_MAX_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a parser says is English.
    #[test]
    fn what_is_no_server_is_said_without_the_words_of_a_parser() {
        let unreadable = serde_json::from_str::<Problem>("{}").expect_err("no problem").to_string();
        for text in [
            RequestError::Unreadable(unreadable.clone()).text(),
            ConnectError::Protocol(unreadable.clone()).text(),
        ] {
            assert!(!text.fr.contains(&unreadable) && text.fr.contains("version"), "{text:?}");
        }
    }
}
