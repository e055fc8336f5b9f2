//! Files of tiles: no text makes the reader panic, problems point into the text, and what is accepted
//! is written in every form and read back the same.

#![no_main]

use games::CATALOGUE;
use libfuzzer_sys::fuzz_target;
use rules::{LineIndex, TileFile, TileForm, write_tiles};

fuzz_target!(|text: &str| {
    let lines = LineIndex::new(text);
    for entry in CATALOGUE.iter().filter(|entry| !entry.game.info().tiles.is_empty()) {
        let TileFile { tiles, problems, .. } = TileFile::read(text, entry.game);
        for problem in problems {
            problem.place(&lines);
            assert!(text.get(problem.at).is_some());
        }
        if tiles.is_empty() {
            continue;
        }
        for form in [TileForm::Lines, TileForm::Json, TileForm::Grids] {
            let again = TileFile::read(&write_tiles(&tiles, form, entry.game.info()), entry.game);
            assert_eq!(again, TileFile { tiles: tiles.clone(), ..TileFile::default() });
        }
    }
});
