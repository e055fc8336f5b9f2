//! Search engine of Othello: exact endgames and selective midgame search, compiled for each instruction set.
//!
//! # The path of one node
//!
//! From the root to the last disc, each step hands the position to the next one when fewer squares are empty:
//!
//! | step | file | what it adds |
//! |---|---|---|
//! | `root_search` | `root` | iterations, first of depth, then of selectivity; an aspiration window for each |
//! | `pv_search` | `midgame` | the first move with the whole window, the others with a null window |
//! | `null_window_search` | `midgame` | stability and table cutoffs, ProbCut, moves ordered by a search, threads that defer each other's moves |
//! | `leaf_search` | `midgame` | the last two plies before the evaluation: no table, moves ordered by mobility |
//! | `endgame_search` | `endgame` | to the end with 13 to 7 empty squares: no evaluation; a table of the thread's own below 12 |
//! | `solve_6`, `solve_5` | `shallow_endgame` | no table, squares in odd quadrants first |
//! | `solve_4` to `solve_1` | `shallow_endgame` | no list of moves, one function for each number of empty squares |
//!
//! `null_window_search` is where the path forks: a depth that reaches the end goes on in `endgame_search`, another in
//! `leaf_search`. A side that must pass is searched again by the same function, with the sides exchanged.
//!
//! Almost every arrow of this path is a call of a method of `Cpu`, not of the function itself: `cpu.solve_5(…)` enters
//! `shallow_endgame::solve_5` compiled with the features of the instruction set. The trait has such an entry point for
//! each function that is not inlined, because it recurs or because its caller is large; the macro `entry_points` writes
//! their bodies, the same for every set, and `dispatch` in `searcher` picks the set once, at the root. The other methods
//! of `Cpu` (moves, flips, the evaluation) are what really differs from set to set.

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
