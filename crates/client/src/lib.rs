//! Client of the match protocol: what the page does in a browser, for programs.
//!
//! [`MatchConnection`] is the protocol as a state machine without time, sockets and threads of its own. It
//! greets, keeps the commands that have no answer yet, sends them again after a lost connection, and says when it is to
//! be woken. [`Network`] runs it over a WebSocket on a thread of its own, and asks servers by HTTP. What a server sends is
//! bounded in size and number, and a board is checked ([`is_drawable`]) before a screen sees it.

mod address;
mod board_check;
mod connection;
mod error;
mod http;
mod mailbox;
mod network;
mod outbox;
mod secret;
mod stream;

pub use address::{DEFAULT_PORT, Destination, Origin, Scheme};
pub use board_check::is_drawable;
pub use connection::{ConnectionStatus, Disconnection, MatchConnection, News, Output, backoff};
pub use error::{ConnectError, RequestError};
pub use http::HttpClient;
pub use mailbox::Mailbox;
pub use network::{MatchClient, MatchEndpoint, Network};
pub use outbox::{NoOutbox, Outbox};
pub use secret::new_secret;
pub use stream::Trust;
