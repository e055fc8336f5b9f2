//! Boards and tiles as players type them: no panic, and what is accepted is written and read back
//! the same.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| damier_fuzz::quadrants(text));
