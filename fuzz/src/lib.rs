//! What must hold for every input: the bodies of the fuzz targets. A test of `crates/games` runs them on
//! damaged copies of the seeds, without a fuzzer.

use games::CATALOGUE;
use games::terrain::{BoardText, Quadrant, Terrain, check_tile};
use rules::{
    GameFile, LineIndex, ReadLimits, Record, RecordFile, ReplayError, Setup, TileFile, TileForm,
    open_file, write_tiles,
};

/// Files of games of any kind: none makes a reader panic, errors point into the file, and every game that
/// is read replays. The first byte chooses the ending of the name.
pub fn game_file(ending: u8, bytes: &[u8]) {
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
}

/// No text makes a parser panic; what is accepted is written and read back the same.
/// The first byte chooses the game.
pub fn position_text(game: u8, text: &str) {
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
}

/// Boards and tiles as players type them: no panic, and what is accepted is written and read back
/// the same.
pub fn quadrants(text: &str) {
    match text.parse::<BoardText>() {
        Ok(board) => {
            assert_eq!(board.to_string().parse(), Ok(board.clone()));
            if let Ok(terrain) = board.terrain() {
                assert_eq!(terrain.to_string().parse::<Terrain>(), Ok(terrain));
                assert_eq!(Terrain::from_quadrants(&terrain.quadrants()), terrain);
                terrain.is_box();
            }
        }
        Err(error) => assert!(text.get(error.at).is_some()),
    }
    match text.parse::<Quadrant>() {
        Ok(quadrant) => {
            assert_eq!(check_tile(text).rows, Ok(quadrant.to_string()));
            assert_eq!(quadrant.turned(1).turned(3), quadrant);
            assert_eq!(quadrant.flipped().flipped(), quadrant);
        }
        Err(error) => assert!(text.get(error.at).is_some()),
    }
}

/// Any sequence of words and legal moves: refusals change nothing, the record replays to the same
/// game, and every choice that a screen offers is accepted.
pub fn record(game: u8, seed: u64, swap: bool, words: &[(u8, &str)]) {
    let game = CATALOGUE[usize::from(game) % CATALOGUE.len()].game;
    let rule_sets = game.info().rule_sets;
    let rules = Some(rule_sets[seed as usize % rule_sets.len()].id.to_owned());
    let start = game.start(&Setup { rules, board: None, seed }).expect("a random board starts");
    let mut record = Record::new(start);
    record.swap = swap && game.info().swap;
    let mut live = game.open(&record).expect("a start can be opened");
    for &(pick, word) in words {
        let before = (live.position(), live.record().clone());
        if live.play(word).is_err() {
            assert_eq!((live.position(), live.record().clone()), before);
        }
        let choices = live.view().choices;
        if !choices.is_empty() {
            let choice = &choices[usize::from(pick) % choices.len()];
            live.play(&choice.notation).expect("a choice is legal");
        }
        if pick > 250 {
            live.truncate(usize::from(pick) - 250);
        }
    }
    let again = game.open(live.record()).expect("a record replays");
    assert_eq!(again.view(), live.view());
    assert_eq!(again.position(), live.position());
}

/// Files of games: no text makes the reader panic, errors point into the text, and what is accepted
/// is written in one way and read back the same.
pub fn record_file(text: &str) {
    match text.parse::<RecordFile>() {
        Ok(file) => {
            let written = file.to_string();
            let again: RecordFile = written.parse().expect("own notation is read");
            assert_eq!(again, file);
            assert_eq!(again.to_string(), written);
            assert!(written.lines().all(|line| line == line.trim_end()));
        }
        Err(error) => {
            error.place(&LineIndex::new(text));
            assert!(text.get(error.at).is_some());
        }
    }
}

/// Files of tiles: no text makes the reader panic, problems point into the text, and what is accepted
/// is written in every form and read back the same.
pub fn tile_file(text: &str) {
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
}
