//! Screens of the terminal without a terminal.

mod desk;
mod online;
mod screens;
mod transitions;
