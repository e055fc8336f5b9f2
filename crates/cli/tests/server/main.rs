//! The server at a real address: pages, questions, sockets, and what survives.

mod analyses;
mod analysis;
mod bots;
mod client;
mod faults;
mod hostile;
mod http;
mod keeping;
mod killed;
mod online;
mod openapi;
mod played;
mod program;
mod running;
mod socket;
mod think;
mod tiles;
mod time_limit;
