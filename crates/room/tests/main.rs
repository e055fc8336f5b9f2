//! Tests of the crate from outside, in one program: each of its own would be compiled and linked with the crate again.

mod engines;
mod lobby;
mod nodes;
mod one_screen;
mod presence;
mod storage;
mod subscribers;
mod summaries;
mod world;
