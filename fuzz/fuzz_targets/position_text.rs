//! No text makes a parser panic; what is accepted is written and read back the same.
//! The first byte chooses the game.

#![no_main]

use games::CATALOGUE;
use libfuzzer_sys::fuzz_target;
use rules::{Record, ReplayError};

fuzz_target!(|input: (u8, &str)| {
    let (game, text) = input;
    let game = CATALOGUE[usize::from(game) % CATALOGUE.len()].game;
    match game.open(&Record::new(text.to_owned())) {
        Ok(live) => {
            let written = live.position();
            let again = game.open(&Record::new(written.clone())).expect("own notation is read");
            assert_eq!(again.position(), written);
            assert_eq!(again.view(), live.view());
        }
        Err(ReplayError::Start(error)) => {
            assert!(text.get(error.at.clone()).is_some(), "{:?} is no part of the text", error.at);
        }
        Err(other) => panic!("{other}"),
    }
});
