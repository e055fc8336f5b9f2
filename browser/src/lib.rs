//! Harness for tests of the page in a real browser: a server, a browser, and its tabs.
//!
//! Every wait has a time limit and says what it waited for. `cargo xtask test` runs each test in a
//! process of its own and ends it after a limit as well.

#![expect(clippy::missing_panics_doc, reason = "every function here may fail its test")]

mod cdp;
pub mod chrome;
pub mod player;
pub mod program;
pub mod proxy;
pub mod site;
pub mod static_host;
pub mod tab;
pub mod time_limit;
mod traffic;
