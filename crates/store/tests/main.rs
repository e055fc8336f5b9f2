//! Tests of the crate from outside, in one program: each of its own would be compiled and linked with the crate again.

#[path = "contract/main.rs"]
mod contract;
mod copy;
mod drafts;
mod migrations;
mod postgres;
mod recovery;
mod transactions;
