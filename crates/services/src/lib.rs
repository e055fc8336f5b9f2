//! Services that tests and `cargo xtask cluster` start for themselves: PostgreSQL and NATS, on loopback, each in a
//! temporary folder that is gone with it.
//!
//! A test that needs one is `#[ignore = "needs postgresql"]` or `#[ignore = "needs nats"]`. Instead of starting one, it
//! takes the server that `DAMIER_TEST_POSTGRES` or `DAMIER_TEST_NATS` names. Everything here panics when it fails, and
//! shows the service's log then: a test has nothing better to do.

#![expect(clippy::missing_panics_doc, reason = "everything here panics when it fails")]

mod folder;
mod nats;
mod port;
mod postgres;
mod process;

pub use nats::NatsServer;
pub use port::free_port;
pub use postgres::{PostgresServer, PostgresSettings};
pub use process::{EndSignal, ServiceProcess, accepts_connections, answers, bound_to_parent};
