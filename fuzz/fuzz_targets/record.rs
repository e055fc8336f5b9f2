//! Any sequence of words and legal moves: refusals change nothing, the record replays to the same
//! game, and every choice that a screen offers is accepted.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u64, bool, Vec<(u8, &str)>)| damier_fuzz::record(
    input.0, input.1, input.2, &input.3
));
