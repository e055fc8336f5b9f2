//! Tests of the crate from outside, in one program: each of its own would be compiled and linked with the crate again.

mod clocks;
mod commands;
mod encoding;
mod events;
mod pregame;
mod random;
mod sessions;
mod table;
