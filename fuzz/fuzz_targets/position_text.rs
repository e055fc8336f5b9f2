//! No text makes a parser panic; what is accepted is written and read back the same.
//! The first byte chooses the game.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| damier_fuzz::position_text(input.0, input.1));
