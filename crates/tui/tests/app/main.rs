//! Screens of the terminal without a terminal.

mod compact_output;
mod desk;
mod online;
mod pictures;
mod random_input;
mod screens;
mod transitions;
