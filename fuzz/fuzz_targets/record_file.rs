//! Files of games: no text makes the reader panic, errors point into the text, and what is accepted
//! is written in one way and read back the same.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| damier_fuzz::record_file(text));
