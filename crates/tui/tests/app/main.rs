//! Screens of the terminal without a terminal.

mod desk;
mod screens;
mod transitions;
