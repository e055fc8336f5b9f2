//! Files of games, found by listing folders of `records/`, and properties of all that can be.
//!
//! * `written/`: files as the program writes them; reading and writing changes nothing.
//! * `read/`: files as people write them; `NAME.written.txt` is how the program writes `NAME.txt`.
//! * `invalid/`: files that cannot be read; `NAME.error.txt` says where and why, in both languages.
//!
//! `UPDATE_EXPECT=1` rewrites `*.written.txt` and `*.error.txt`.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use damier_rules::{
    BySeat, Evaluation, ExtraField, LineIndex, NestingTooDeep, Note, Record, RecordFile, SWAP,
    SavedGame, Score, TreeMove, VARIATION_MAX_DEPTH, Variation, VariationMove, Worth,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// The files of a folder with their texts, without those that hold what is expected.
fn samples(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records").join(folder);
    let entries =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let mut files: Vec<_> = entries.filter(|path| !is_expectation(path)).collect();
    files.sort();
    assert!(!files.is_empty());
    files.into_iter().map(|path| (path.clone(), testkit::golden::read(&path))).collect()
}

fn is_expectation(path: &Path) -> bool {
    let name = path.to_string_lossy();
    name.ends_with(".written.txt") || name.ends_with(".error.txt")
}

/// Compares with the file beside `sample` that holds what is expected.
fn compare(sample: &Path, ending: &str, found: &str) {
    let path = sample.with_extension(ending);
    testkit::golden::check(path, found);
}

fn read(text: &str) -> RecordFile {
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn what_the_program_writes_stays_the_same() {
    for (path, text) in samples("written") {
        let file = read(&text);
        assert_eq!(file.to_string(), text, "{}", path.display());
        assert!(!file.games.is_empty());
    }
}

#[test]
fn the_example_of_the_documentation_is_as_the_program_writes() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/record.md");
    let docs = testkit::golden::read(docs);
    let example = docs.split("```\n").nth(1).expect("an example");
    assert_eq!(read(example).to_string(), example);
}

#[test]
fn what_people_write_is_read() {
    for (path, text) in samples("read") {
        let file = read(&text);
        compare(&path, "written.txt", &file.to_string());
        let carriage_returns = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        assert_eq!(read(&carriage_returns), file, "{}", path.display());
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (path, text) in samples("invalid") {
        let Err(error) = text.parse::<RecordFile>() else { panic!("{} is read", path.display()) };
        let (line, column) = error.place(&LineIndex::new(&text));
        let part = text.get(error.at.clone()).expect("a part of the text");
        let (en, fr) = (&error.text.en, &error.text.fr);
        let found = format!("{line}:{column} {part:?}\n{en}\n{fr}\n");
        compare(&path, "error.txt", &found);
    }
}

#[test]
fn fields_of_a_game_are_understood() {
    let text = "Game: congress\nStart: s\nSwap: yes\nFirst: Ana\nSecond: Bo\nDate: today\n\
                Time: 5:00+3\nEvent: Cup\nResult: 0-1 connected\n\n\
                1. a {clock 4:59.5, eval win 7 exact} swap b {\"!\", depth 12}\n";
    let game = &read(text).games[0];
    assert_eq!(game.game, "congress");
    let moves = ["a", SWAP, "b"].map(str::to_owned).to_vec();
    assert_eq!(game.record, Record { start: "s".to_owned(), swap: true, moves });
    let [first, second] = damier_rules::Seat::ALL;
    assert_eq!((game.score, game.reason.as_deref()), (Score::Win(second), Some("connected")));
    assert_eq!((game.player(first), game.player(second)), (Some("Bo"), Some("Ana")));
    assert_eq!((game.date.as_deref(), game.time.as_deref()), (Some("today"), Some("5:00+3")));
    assert_eq!((game.extra("event"), game.extra("Round")), (Some("Cup"), None));
    let evaluation = Evaluation { worth: Worth::Win(7), exact: true };
    let clock = Duration::from_millis(299_500);
    assert_eq!(game.notes(0), [Note::Clock(clock), Note::Evaluation(evaluation)]);
    assert_eq!(game.notes(1), []);
    let depth = ExtraField::new("depth", "12").expect("a name");
    assert_eq!(game.notes(2), [Note::Comment("!".to_owned()), Note::Other(depth)]);
}

#[test]
fn variations_stand_behind_the_move_that_they_replace() {
    let text = "Game: g\nStart: s\n\n1. a {\"!\"} (1. b {clock 1:00} c (1... d) e) (f) g 2. h\n";
    let game = &read(text).games[0];
    assert_eq!(game.record.moves, ["a", "g", "h"]);
    let [one, other] = game.variations(0) else { panic!("two variations") };
    let entries = |variation: &Variation| -> Vec<String> {
        variation.moves.iter().map(|aside| aside.entry.clone()).collect()
    };
    assert_eq!(
        (entries(one), entries(other)),
        (vec!["b".into(), "c".into(), "e".into()], vec!["f".into()])
    );
    assert_eq!(one.moves[0].notes, [Note::Clock(Duration::from_mins(1))]);
    assert_eq!(one.moves[1].variations, [Variation { moves: vec![VariationMove::new("d")] }]);
    assert_eq!(game.notes(0), [Note::Comment("!".to_owned())]);
    assert_eq!(game.variations(1), []);
}

#[test]
fn variations_are_not_endless() {
    let nested = |depth: usize| {
        format!("Game: g\nStart: s\na {}{}\n", "(b ".repeat(depth), ")".repeat(depth))
    };
    assert!(nested(VARIATION_MAX_DEPTH).parse::<RecordFile>().is_ok());
    assert!(nested(VARIATION_MAX_DEPTH + 1).parse::<RecordFile>().is_err());
    assert!(nested(100_000).parse::<RecordFile>().is_err());
    let mut tree = vec![TreeMove { parent: None, entry: "a".to_owned(), notes: Vec::new() }];
    for parent in 0..200 {
        for entry in ["b", "c"] {
            // Each goes on from the second of the two before it.
            let parent = Some(parent * 2);
            tree.push(TreeMove { parent, entry: entry.to_owned(), notes: Vec::new() });
        }
    }
    let mut saved = SavedGame::new("g", Record::default());
    assert_eq!(saved.set_tree(&tree), Err(NestingTooDeep));
    assert_eq!(saved.set_tree(&tree[..2 * VARIATION_MAX_DEPTH]), Ok(()));
}

#[test]
fn names_that_mean_something_are_no_extras() {
    for name in ["", "9", "a b", "a:", "é", "-a", "Game", "result", "CLOCK", "eval"] {
        assert_eq!(ExtraField::new(name, "x"), None, "{name}");
    }
    assert!(ExtraField::new("Round-2", "").is_some());
}

/// Words with all that could be mistaken for something else.
fn words() -> impl Strategy<Value = String> {
    const PARTS: &str = "a|Game:|Start:|1|.|12.|...| |  |\n|\r|\t|\0|\"|\\|{|}|(|)|,|:|#|-|--|/|é|●|swap|\
                         b2b5|\\n|\u{a0}|\u{2028}|\u{3000}|\u{feff}|words between which to break";
    let parts: Vec<_> = PARTS.split('|').collect();
    vec(select(parts), 0..12).prop_map(|parts| parts.concat())
}

fn extra() -> impl Strategy<Value = ExtraField> {
    let name = "[A-Za-z][A-Za-z0-9-]{0,9}";
    (name, words()).prop_filter_map("a known name", |(name, value)| ExtraField::new(name, value))
}

fn note() -> impl Strategy<Value = Note> {
    let worth = prop_oneof![
        any::<i32>().prop_map(Worth::Points),
        any::<u16>().prop_map(Worth::Win),
        any::<u16>().prop_map(Worth::Loss),
    ];
    prop_oneof![
        any::<Duration>().prop_map(Note::Clock),
        (worth, any::<bool>())
            .prop_map(|(worth, exact)| Note::Evaluation(Evaluation { worth, exact })),
        words().prop_map(Note::Comment),
        extra().prop_map(Note::Other),
    ]
}

fn variation() -> impl Strategy<Value = Variation> {
    let leaf = (words(), vec(note(), 0..2)).prop_map(|(entry, notes)| Variation {
        moves: vec![VariationMove { notes, ..VariationMove::new(entry) }],
    });
    leaf.prop_recursive(3, 12, 3, |inner| {
        let aside = (words(), vec(note(), 0..2), vec(inner, 0..2))
            .prop_map(|(entry, notes, variations)| VariationMove { entry, notes, variations });
        vec(aside, 1..4).prop_map(|moves| Variation { moves })
    })
}

prop_compose! {
    fn saved_game()(
        game in words(),
        start in words(),
        swap in any::<bool>(),
        entries in vec((words(), vec(note(), 0..3), vec(variation(), 0..2)), 0..12),
        names in any::<[bool; 4]>(),
        texts in [words(), words(), words(), words()],
        score in select(&Score::ALL[..]),
        reason in proptest::option::of(words()),
        extras in vec(extra(), 0..4),
    ) -> SavedGame {
        let mut moves = Vec::new();
        let mut beside = Vec::new();
        for (entry, notes, variations) in entries {
            moves.push(entry);
            beside.push((notes, variations));
        }
        let mut saved = SavedGame::new(game, Record { start, swap, moves });
        let mut texts = names.into_iter().zip(texts).map(|(is_there, text)| is_there.then_some(text));
        saved.players = BySeat::from_fn(|_| texts.next().flatten());
        saved.date = texts.next().flatten();
        saved.time = texts.next().flatten();
        (saved.score, saved.reason) = (score, reason);
        for (entry, (notes, variations)) in beside.into_iter().enumerate() {
            for note in notes {
                saved.annotate(entry, note);
            }
            for variation in variations {
                saved.vary(entry, variation);
            }
        }
        for extra in extras {
            saved.add(extra);
        }
        saved
    }
}

/// Texts that look much like files.
fn almost_a_file() -> impl Strategy<Value = String> {
    const PARTS: &str = "Game: a\n|Start: b\n|Swap: yes\n|swap: no\n|First: c\n|SECOND:\n|\
                         Date: \"d\"\n|Time: 1\n|Result: 1-0 e\n|Event: f\n|Round: g|\n| |\r\n|  h|\
                         1. |2...|i|\"j k\"|{|}|(|)|,|clock 1:00|eval +1|\"l\nm\"|n o|\"|\\|é|\t|:";
    let parts: Vec<_> = PARTS.split('|').collect();
    let text = vec(select(parts), 0..24).prop_map(|parts| parts.concat());
    text.prop_map(|text| format!("Game: x\nStart: y\n{text}"))
}

/// The ways to all moves of a tree, sorted.
fn paths(tree: &[TreeMove]) -> Vec<Vec<String>> {
    let mut paths: Vec<Vec<String>> = Vec::new();
    for TreeMove { parent, entry, notes } in tree {
        let mut path = parent.map(|parent| paths[parent].clone()).unwrap_or_default();
        path.push(format!("{entry} {notes:?}"));
        paths.push(path);
    }
    paths.sort();
    paths
}

fn are_tidy(written: &str) -> bool {
    written.lines().all(|line| line == line.trim_end())
}

proptest! {
    #[test]
    fn every_game_is_written_and_read_back(games in vec(saved_game(), 0..3)) {
        let file = RecordFile { games };
        let written = file.to_string();
        prop_assert_eq!(&read(&written), &file);
        prop_assert!(are_tidy(&written));
    }

    #[test]
    fn ordinary_games_are_written_in_short_lines(
        moves in vec("[a-h][1-8]", 0..99),
        words in vec("[a-zé,.{}]{1,9}", 0..99),
    ) {
        let words = words.join(" ");
        let mut saved = SavedGame::new("game", Record { start: words.clone(), swap: false, moves });
        saved.players.first = Some(words.clone());
        for entry in 0..saved.record.moves.len() {
            saved.annotate(entry, Note::Clock(Duration::from_millis(12_345 * entry as u64)));
            saved.annotate(entry, Note::Comment(words.clone()));
        }
        let written = saved.to_string();
        prop_assert!(written.lines().all(|line| line.chars().count() < 80), "{written}");
        prop_assert!(are_tidy(&written));
        prop_assert_eq!(read(&written).games, [saved]);
    }

    #[test]
    fn what_is_read_is_written_once_and_for_all(text in almost_a_file()) {
        match text.parse::<RecordFile>() {
            Ok(file) => {
                let written = file.to_string();
                prop_assert_eq!(&read(&written), &file);
                prop_assert_eq!(read(&written).to_string(), written);
            }
            Err(error) => prop_assert!(text.get(error.at).is_some()),
        }
    }

    #[test]
    fn a_tree_has_all_moves_of_its_game(mut saved in saved_game()) {
        let tree = saved.tree();
        // The places of a file are in the order of the tree.
        let written = saved.to_string();
        let games = RecordFile::read(&written).expect("a file");
        let (_, places) = &games[0];
        prop_assert_eq!(places.moves.len(), tree.len());
        for (at, found) in places.moves.iter().zip(&tree) {
            let part = &written[at.clone()];
            prop_assert!(part == found.entry || part.starts_with('"'), "{part}");
        }
        // A variation to the first move of a variation is one to what that replaces.
        prop_assert_eq!(saved.set_tree(&tree), Ok(()));
        prop_assert_eq!(paths(&saved.tree()), paths(&tree));
        let once = saved.clone();
        prop_assert_eq!(saved.set_tree(&once.tree()), Ok(()));
        prop_assert_eq!(saved, once);
    }

    #[test]
    fn a_note_alone_is_written_and_read_back(note in note()) {
        prop_assert_eq!(note.to_string().parse::<Note>(), Ok(note));
    }

    #[test]
    fn no_text_does_harm(text in any::<String>()) {
        if let Err(error) = text.parse::<RecordFile>() {
            error.place(&LineIndex::new(&text));
            prop_assert!(text.get(error.at).is_some());
        }
    }
}

#[test]
fn more_than_one_note_is_refused_to_the_end_of_the_text() {
    let text = "clock 4:59, mark !";
    let error = text.parse::<Note>().expect_err("two notes");
    assert_eq!(&text[error.at], ", mark !");
    assert_eq!(" \"one\" ".parse::<Note>(), Ok(Note::Comment("one".to_owned())));
}

/// A variation in the place of the second entry may begin with the swap, which has no number of its own.
#[test]
fn a_variation_that_begins_with_the_swap_has_no_number() {
    let record = |swap| Record {
        start: "x".to_owned(),
        swap,
        moves: ["a1", "b2"].map(ToOwned::to_owned).to_vec(),
    };
    for (swap, entry, written) in [
        (true, SWAP, "1. a1 b2 (swap)"),
        (true, "c3", "1. a1 b2 (1... c3)"),
        (false, SWAP, "1. a1 b2 (1... swap)"),
    ] {
        let mut game = SavedGame::new("othello".to_owned(), record(swap));
        let variation = Variation { moves: vec![VariationMove::new(entry.to_owned())] };
        game.vary(1, variation);
        let text = game.to_string().replace('\u{a0}', " ");
        assert!(text.contains(written), "{text}");
    }
}
