//! What tests share: golden files; the services that tests and `cargo xtask cluster` start for themselves (PostgreSQL,
//! NATS and Chromium, on loopback, each in a temporary folder that is gone with it); folders and time limits; and, with the
//! feature `server`, a server in a thread, and requests to it by hand.
//!
//! A test that needs a service is `#[ignore = "needs browser, postgresql, nats"]`. Instead of starting one, it takes what
//! `DAMIER_TEST_POSTGRES`, `DAMIER_TEST_NATS` or `DAMIER_TEST_BROWSER` names. Everything here panics when it fails, and
//! shows the service's log then: a test has nothing better to do.

#![expect(clippy::missing_panics_doc, reason = "everything here panics when it fails")]

mod chromium;
mod folder;
pub mod golden;
#[cfg(feature = "server")]
pub mod http;
mod nats;
mod port;
mod postgres;
mod process;
#[cfg(feature = "server")]
pub mod server;
pub mod time_limit;

pub use chromium::{BROWSER_VARIABLE, Chromium, HOST_NAME, LAN_IP, LAN_NAME};
pub use folder::Folder;
pub use nats::NatsServer;
pub use port::free_port;
pub use postgres::{PostgresServer, PostgresSettings};
pub use process::{EndSignal, ServiceProcess, accepts_connections, answers, bound_to_parent};
