//! The server at a real address: pages, questions, sockets, and what survives.

mod analyses;
mod analysis;
mod client;
mod faults;
mod http;
mod played;
mod program;
mod running;
mod socket;
mod think;
mod tiles;
