//! Search engine of Othello: exact endgames and selective midgame search, compiled for each instruction set.

#![expect(
    clippy::inline_always,
    reason = "a node costs a few dozen instructions, so every call counts"
)]

#[cfg(target_arch = "x86_64")]
mod avx2;
mod cpu;
mod endgame;
mod endgame_moves;
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
mod line_tables;
mod local_table;
mod lookup_tables;
mod midgame;
mod move_list;
mod network;
mod network_file;
mod patterns;
mod perft;
mod probcut;
mod root;
mod search_thread;
mod searcher;
mod selectivity;
mod shallow_endgame;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
mod stability;
mod time_management;
pub mod training;
mod transposition_table;

#[cfg(test)]
mod tests;

pub(crate) use network_file::WEIGHTS_FILE;
pub use network_file::WeightsError;
pub use searcher::{OthelloReport, OthelloSolver, PrincipalVariation};
