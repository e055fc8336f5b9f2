//! Screens of the terminal: any sequence of keys, mouse events, resizes, pastes and news is survived and drawn.
//! `crates/tui/tests/app` runs the same on random bytes, without a fuzzer.

#![no_main]

#[path = "../../crates/tui/tests/app/desk.rs"]
#[expect(dead_code, reason = "the tests need more of it")]
mod desk;
#[path = "../../crates/tui/tests/app/random_input.rs"]
mod random_input;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| random_input::run(bytes));
