//! Files of tiles: no text makes the reader panic, problems point into the text, and what is accepted
//! is written in every form and read back the same.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| damier_fuzz::tile_file(text));
