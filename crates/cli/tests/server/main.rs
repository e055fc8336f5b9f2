//! The server at a real address: pages, questions, sockets, and what survives.

mod analyses;
mod analysis;
mod bots;
mod client;
mod earlier;
mod faults;
#[cfg(target_os = "linux")]
mod full_disk;
mod hostile;
mod http;
mod keeping;
mod killed;
mod limits;
mod lists;
#[cfg(target_os = "linux")]
mod mixed_faults;
mod online;
mod openapi;
mod parsing;
mod played;
mod program;
mod running;
mod socket;
mod think;
mod tiles;
mod time_limit;
