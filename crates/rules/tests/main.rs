//! Tests of the crate from outside, in one program: each of its own would be compiled and linked with the crate again.

mod faults;
mod fill;
mod introductions;
mod live;
mod record_files;
