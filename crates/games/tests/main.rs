//! Tests of the crate from outside, in one program: each of its own would be compiled and linked with the crate again.

// The fuzz targets know it by the name that the workspace gives it.
extern crate damier_games as games;

mod against_reference;
mod bench_signature;
mod catalogue;
mod certificates;
mod classics;
mod damaged_inputs;
mod draws;
mod encoding;
mod exactness;
mod harness;
mod mistakes;
mod othello_files;
mod pasted;
mod pictures;
mod properties;
mod puzzles;
mod quadrants;
mod records;
mod reference;
mod review;
mod search;
mod solver;
mod swap;
mod symmetry;
mod threats;
pub mod tic_tac_toe;
mod tile_files;
mod trees;
