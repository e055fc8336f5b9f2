//! What people paste, of any game: `pasted.txt` has texts and what they are taken for.
//!
//! A case is lines that begin with `> `, the text, and below them every way to understand it, or the
//! error with carets under its place. `UPDATE_EXPECT=1` rewrites the answers.

use std::fmt::Write;
use std::path::Path;

use proptest::prelude::*;
use rules::{
    AnyGame, GameFile, LineIndex, ParseError, ParsedGame, ReadLimits, open_file, read_pasted,
    split_moves,
};

fn games() -> Vec<&'static dyn AnyGame> {
    damier_games::CATALOGUE.iter().map(|entry| entry.game).collect()
}

/// What is made of a text.
fn answer(text: &str) -> String {
    let mut out = String::new();
    match read_pasted(text, &games(), ReadLimits::NONE) {
        Ok(readings) => {
            for ParsedGame { game, kind, saved } in readings {
                let id = game.info().id;
                writeln!(out, "{id}, {kind:?}: {}", saved.record.start).unwrap();
                if saved.tree().len() > saved.record.moves.len() {
                    writeln!(out, "  with {} moves in all", saved.tree().len()).unwrap();
                }
                if !saved.record.moves.is_empty() {
                    writeln!(out, "  {}", saved.record.moves.join(" ")).unwrap();
                }
            }
        }
        Err(error) => {
            let (line, column) = error.place(&LineIndex::new(text));
            let part = text.get(error.at.clone()).expect("a part of the text");
            let carets = "^".repeat(part.chars().take_while(|c| *c != '\n').count().max(1));
            let whole = text.lines().nth(line - 1).unwrap_or_default();
            writeln!(out, "! {whole}\n! {}{carets}", " ".repeat(column - 1)).unwrap();
            writeln!(out, "{}\n{}", error.text.en, error.text.fr).unwrap();
        }
    }
    out
}

#[test]
fn moves_are_told_apart_by_their_width() {
    for (game, text, expected) in [
        ("connect-four", "4453", "4 4 5 3"),
        ("connect-four", "4,4, 5\n3", "4 4 5 3"),
        ("connect-four", "1.4 4", "4 4"),
        ("othello", "f5d6--", "f5 d6 --"),
        ("othello", "f5d", "f5 d"),
        ("othello", "f5 pass swap", "f5 pass swap"),
        ("othello", "1. f5 d6 2.c3d3 3... c4", "f5 d6 c3 d3 c4"),
        ("othello", "é5è6", "é5 è6"),
        ("katarenga", "b8>lb2b5", "b8>l b2b5"),
        ("katarenga", "b2-b5", "b2-b5"),
        ("katarenga", "SWAP", "SWAP"),
        ("isolation", "", ""),
    ] {
        let game = *games().iter().find(|other| other.info().id == game).expect("a game");
        let moves = split_moves(text, game);
        assert!(moves.iter().all(|(at, entry)| text[at.clone()] == **entry), "{moves:?}");
        let entries: Vec<_> = moves.into_iter().map(|(_, entry)| entry).collect();
        assert_eq!(entries.join(" "), expected);
    }
}

#[test]
fn what_is_pasted_is_recognised() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pasted.txt");
    let file = testkit::golden::read(&path);
    let mut again = String::new();
    for case in file.trim_end().split("\n\n") {
        let asked: Vec<_> = case.lines().filter_map(|line| line.strip_prefix("> ")).collect();
        assert!(!asked.is_empty(), "{case}");
        for line in &asked {
            writeln!(again, "> {line}").unwrap();
        }
        writeln!(again, "{}", answer(&asked.join("\n"))).unwrap();
    }
    let again = format!("{}\n", again.trim_end());
    testkit::golden::check(path, &again);
}

/// The games of a file: `.` for one that is read, else the line of its error; the error of the whole file behind `!`.
fn games_of(text: &str) -> String {
    let file = GameFile { name: "", bytes: text.as_bytes() };
    let all = games();
    match open_file(file, &[], &all, ReadLimits::NONE) {
        Ok(open) => {
            let lines = LineIndex::new(text);
            let line = |error: ParseError| error.place(&lines).0.to_string();
            open.games.map(|game| game.map_or_else(line, |_| ".".to_owned())).collect()
        }
        Err(error) => format!("!{}", error.error.place(&LineIndex::new(text)).0),
    }
}

#[test]
fn a_game_that_cannot_be_read_spoils_no_other() {
    for (text, expected) in [
        // A game in every line.
        ("f5d6c3\nf5a1\nf5f6\n\nf5f4\n", ".2.."),
        ("f5a1\nf5d6c3\nf5f6", "1.."),
        ("f5d6c3\nf5a1", ".2"),
        ("f5d6c3\n  z9", ".2"),
        ("# my games\nf5d6c3\nf5f6", "1.."),
        ("4444447\n4444448\n44444471", ".2."),
        ("44\n33\n9", "..3"),
        // One game that goes over several lines.
        ("1. f5 d6\n2. c3 d3\n3. c4 z9", "!3"),
        ("f5a1\nf5a2", "!1"),
    ] {
        assert_eq!(games_of(text), expected, "{text}");
    }
    let game = |rest: &str| {
        format!("Game: connect-four\nStart: 7/7/7/7/7/7 x\nFirst: Ana\n\n1. 4 4 {rest}\n\n")
    };
    let good = game("2. 5 5");
    assert_eq!(games_of(&good.repeat(3)), "...");
    for bad in [
        game("2. 9"),
        game("{\"a quote"),
        game("{a brace"),
        game("(1. 3 3"),
        game(")"),
        game("{!}"),
        good.replace("Start", "Begin"),
        good.replace("First: Ana", "First: \"Ana\" Maria"),
        good.replace("connect-four", "chess"),
        good.replace("x\n", "o\n"),
    ] {
        let found = games_of(&[&good, &bad, &good].map(String::as_str).concat());
        let line: usize = found.trim_matches('.').parse().unwrap_or_default();
        assert!(found.starts_with('.') && found.ends_with('.'), "{found}: {bad}");
        assert!((7..=12).contains(&line), "{found}: {bad}");
        let alone = games_of(&bad);
        assert!(alone.starts_with('!'), "{alone}: {bad}");
    }
    assert_eq!(games_of(&format!("Event: a match\n{good}")), "1.");
}

proptest! {
    #[test]
    fn no_text_does_harm(text in any::<String>()) {
        if let Err(ParseError { at, .. }) = read_pasted(&text, &games(), ReadLimits::NONE) {
            prop_assert!(text.get(at).is_some());
        }
    }

    #[test]
    fn every_game_is_recognised_by_its_file_and_by_its_positions(
        which in 0..damier_games::CATALOGUE.len(),
        seed in 1..999_u64,
        moves in proptest::collection::vec(any::<proptest::sample::Index>(), 0..24),
    ) {
        let game = damier_games::CATALOGUE[which].game;
        let setup = rules::Setup { seed, ..rules::Setup::default() };
        let mut live = game.open(&rules::Record::new(game.start(&setup).unwrap())).unwrap();
        for pick in moves {
            let choices = live.view().choices;
            if choices.is_empty() {
                break;
            }
            live.play(&pick.get(&choices).notation).unwrap();
        }
        let id = game.info().id;
        let is_own = |reading: &ParsedGame| reading.game.info().id == id;
        let position = read_pasted(&live.position(), &games(), ReadLimits::NONE).unwrap();
        let own = position.iter().find(|reading| is_own(reading)).expect("the game itself");
        prop_assert_eq!(&own.saved.record.start, &live.position());
        let file = rules::SavedGame::new(id, live.record().clone()).to_string();
        let found = read_pasted(&file, &games(), ReadLimits::NONE).unwrap();
        prop_assert!(found.len() == 1 && is_own(&found[0]));
        prop_assert_eq!(&found[0].saved.record, live.record());
        let together = live.record().moves.concat();
        if game.info().tiles.is_empty() && !together.is_empty() {
            let found = read_pasted(&together, &games(), ReadLimits::NONE).unwrap();
            prop_assert!(found.len() == 1 && is_own(&found[0]));
            prop_assert_eq!(&found[0].saved.record, live.record());
        }
    }
}
