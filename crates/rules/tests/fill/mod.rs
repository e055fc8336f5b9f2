//! A small game with a fault that can be chosen: on four cells, whoever has both of a row wins.

mod info;
mod position;
mod screen;

pub(crate) use info::Fault;
pub(crate) use position::{Fill, Take};
