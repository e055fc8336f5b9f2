//! The server at a real address: pages, questions, sockets, and what survives.

mod client;
mod faults;
mod hostile;
mod http;
mod keeping;
mod online;
mod played;
mod program;
mod running;
mod socket;
