//! Tests of the crate from outside, in one program: each of its own would be compiled and linked with the crate again.

mod documentation;
mod embedded;
mod engines;
mod import_export;
mod program;
#[path = "../../games/tests/tic_tac_toe/mod.rs"]
pub mod tic_tac_toe;
mod transcripts;
