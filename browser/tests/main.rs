//! The page in a real browser, as people use it: what they see, click, touch and type.
//!
//! Every test has a server, a browser and a profile of its own. An error on the console, a request that
//! fails and a request to anybody but the server fail the test that they happen in.

mod analysis;
mod around;
mod attention;
mod bots;
mod cluster;
mod fairness;
mod files;
mod games;
mod harness;
mod history;
mod keyboard;
mod lan;
mod laying;
mod layout;
mod learn;
mod line;
mod lobby;
mod matches;
mod navigation;
mod offline;
mod offline_data;
mod online;
mod owners;
mod pairing;
mod party;
mod puzzles;
mod quadrants;
mod reconnect;
mod screens;
mod settings;
mod share;
mod sixth_game;
#[cfg(target_os = "linux")]
mod terminal;
mod think;
mod think_here;
#[path = "../../crates/games/tests/tic_tac_toe/mod.rs"]
pub mod tic_tac_toe;
#[path = "../../crates/cli/tests/terminal/tmux.rs"]
#[cfg(target_os = "linux")]
#[expect(dead_code, reason = "the tests of the terminal use the rest")]
mod tmux;
mod touch;
mod you;

use damier_browser::{chrome, player, program, proxy, site, static_host, tab, time_limit};

/// Path of the program, for the terminal.
#[cfg(target_os = "linux")]
pub(crate) fn program_path() -> std::path::PathBuf {
    program::program()
}
