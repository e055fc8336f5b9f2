//! Files of games of any kind: none makes a reader panic, errors point into the file, and every game that
//! is read replays. The first byte chooses the ending of the name.

#![no_main]

use games::CATALOGUE;
use libfuzzer_sys::fuzz_target;
use rules::{GameFile, ReadLimits, open_file};

fuzz_target!(|input: (u8, &[u8])| {
    let (ending, bytes) = input;
    let games: Vec<_> = CATALOGUE.iter().map(|entry| entry.game).collect();
    let endings = games.iter().flat_map(|game| game.formats()).flat_map(|format| format.endings);
    let names: Vec<_> =
        endings.map(|ending| format!("a.{ending}")).chain([String::new()]).collect();
    let name = &names[usize::from(ending) % names.len()];
    match open_file(GameFile { name, bytes }, &[], &games, ReadLimits::NONE) {
        Ok(open) => {
            for game in open.games {
                match game {
                    Ok(reading) => {
                        let live = reading.game.open(&reading.saved.record).expect("it replays");
                        assert_eq!(live.record(), &reading.saved.record);
                    }
                    Err(error) => assert!(error.at.end <= bytes.len(), "{error}"),
                }
            }
        }
        Err(error) => assert!(error.error.at.end <= bytes.len(), "{error:?}"),
    }
});
