//! The engine: exact endings and deep searches, compiled for each level of the processor.

#![expect(
    clippy::inline_always,
    reason = "a node costs a few dozen instructions, so every call counts"
)]

mod cpu;
mod endgame;
mod file;
mod last;
mod midgame;
mod patterns;
mod perft;
mod probcut;
mod rays;
mod root;
mod searcher;
mod stability;
mod table;
pub mod training;
mod weights;
mod worker;

#[cfg(test)]
mod tests;

pub use file::WeightsError;
pub use searcher::{Found, FoundLine, Searcher};
