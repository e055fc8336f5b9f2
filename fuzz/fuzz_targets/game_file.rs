//! Files of games of any kind: none makes a reader panic, errors point into the file, and every game that
//! is read replays. The first byte chooses the ending of the name.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &[u8])| damier_fuzz::game_file(input.0, input.1));
