//! Puzzles: the collections of the program are what they claim to be, and mining gives the same again.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use crate::harness::entries_with;
use engine::{
    Entry, MiningTask, Puzzle, PuzzleAnswer, PuzzleCollection, PuzzleError, PuzzleGoal, PuzzleHint,
    PuzzleMiner, PuzzleSession, PuzzleSource,
};
use rules::{Record, SplitMix64};

/// Fewest puzzles of a game.
const MIN_PUZZLES: usize = 300;
/// Puzzles of each game that are proved again in every run of the tests.
const SAMPLE: usize = 6;

fn miner(entry: &Entry) -> &'static PuzzleMiner {
    entry.miner.expect("a game with puzzles has a miner")
}

fn collections() -> Vec<(&'static Entry, PuzzleCollection)> {
    let read = |entry: &'static Entry| {
        entry
            .puzzles
            .map(|file| entry.puzzle_collection().unwrap_or_else(|| panic!("{}", file.name)))
    };
    entries_with("puzzles", read)
}

fn verify(entry: &Entry, puzzle: &Puzzle) -> Result<(), PuzzleError> {
    miner(entry).verify(puzzle, &AtomicBool::new(false))
}

#[test]
fn every_game_has_puzzles_that_can_be_played_and_are_there_once() {
    for (entry, collection) in collections() {
        let game = entry.game.info().id;
        assert_eq!(collection.game, game);
        assert!(collection.puzzles.len() >= MIN_PUZZLES, "{game}: {}", collection.puzzles.len());
        let mut seen = HashSet::new();
        for puzzle in &collection.puzzles {
            let mut live =
                entry.game.open(&Record::new(puzzle.position.clone())).expect(&puzzle.id);
            for (index, m) in puzzle.solution.iter().enumerate() {
                if index % 2 == 0 {
                    let canonical = miner(entry).canonical(&live.position()).expect(&puzzle.id);
                    assert!(seen.insert(canonical), "{game}: {} is there twice", puzzle.id);
                    assert!(live.view().choices.len() > 1, "{game}: {}", puzzle.id);
                }
                live.play(m).expect(&puzzle.id);
            }
        }
    }
}

#[test]
fn a_collection_is_written_as_it_was_read() {
    for (entry, collection) in collections() {
        let file = entry.puzzles.and_then(|file| file.bytes()).expect("a file");
        assert!(file == collection.write().as_bytes(), "{}", collection.game);
        assert_eq!(collection.version(), crc32fast::hash(file));
    }
}

#[test]
fn a_sample_is_proved_again() {
    for (entry, collection) in collections() {
        let mut random = SplitMix64::new(7);
        for _ in 0..SAMPLE {
            let at = random.below(collection.puzzles.len() as u64) as usize;
            let puzzle = &collection.puzzles[at];
            assert_eq!(verify(entry, puzzle), Ok(()), "{} {}", collection.game, puzzle.id);
        }
    }
}

#[test]
#[ignore = "soak"]
fn all_are_proved_again() {
    for (entry, collection) in collections() {
        for puzzle in &collection.puzzles {
            assert_eq!(verify(entry, puzzle), Ok(()), "{} {}", collection.game, puzzle.id);
        }
    }
}

#[test]
fn false_puzzles_are_refused() {
    for (entry, collection) in collections() {
        let game = &collection.game;
        let long = collection.puzzles.iter().find(|puzzle| puzzle.solution.len() >= 3);
        let puzzle = long.expect("a puzzle of two moves");
        let live = entry.game.open(&Record::new(puzzle.position.clone())).expect("a position");
        for choice in live.view().choices {
            if choice.notation != puzzle.solution[0] {
                let mut wrong = puzzle.clone();
                wrong.solution = vec![choice.notation];
                let verdict = verify(entry, &wrong);
                assert!(
                    matches!(verdict, Err(PuzzleError::WrongMove { .. })),
                    "{game} {verdict:?}"
                );
                break;
            }
        }
        let even = puzzle.solution[..2].to_vec();
        let verdict = verify(entry, &Puzzle { solution: even, ..puzzle.clone() });
        assert!(matches!(verdict, Err(PuzzleError::IllegalMove(_))), "{game} {verdict:?}");
        let verdict = verify(entry, &Puzzle { goal: PuzzleGoal::WinWithin(99), ..puzzle.clone() });
        assert_eq!(verdict, Err(PuzzleError::WrongGoal(puzzle.goal)), "{game}");
        let nowhere = Puzzle { position: "nowhere".to_owned(), ..puzzle.clone() };
        assert!(matches!(verify(entry, &nowhere), Err(PuzzleError::Position(_))), "{game}");
    }
}

#[test]
fn the_same_task_gives_the_same_puzzles() {
    let stop = AtomicBool::new(false);
    for (entry, miner) in entries_with("a miner", |entry| entry.miner) {
        let mine = |source| {
            let task = MiningTask { source, count: 1, seed: 3 };
            miner.mine(&task, &stop, &mut |_| {})
        };
        let mined = mine(PuzzleSource::SelfPlay);
        assert_eq!(mined, mine(PuzzleSource::SelfPlay));
        assert_eq!(mined.puzzles.len(), 1, "{}", entry.game.info().id);
        assert_eq!(verify(entry, &mined.puzzles[0]), Ok(()));
        let refused: u64 = mined.progress.refused.values().sum();
        assert_eq!(mined.progress.positions, refused + mined.progress.kept as u64);
        // The line of the puzzle itself, as a game, has it again.
        let puzzle = &mined.puzzles[0];
        let mut record = Record::new(puzzle.position.clone());
        record.moves.clone_from(&puzzle.solution);
        let again = mine(PuzzleSource::Records(&[record])).puzzles;
        assert_eq!(again, mined.puzzles);
    }
}

#[test]
fn mining_that_is_stopped_keeps_nothing_unproved() {
    let stop = AtomicBool::new(true);
    let task = MiningTask { source: PuzzleSource::Random, count: 5, seed: 1 };
    for (_, miner) in entries_with("a miner", |entry| entry.miner) {
        assert_eq!(miner.mine(&task, &stop, &mut |_| {}).puzzles, []);
    }
}

#[test]
fn every_puzzle_has_its_day_in_every_round() {
    for (_, collection) in collections() {
        let count = collection.puzzles.len() as u64;
        for round in [0, 3, 60] {
            let days = round * count..(round + 1) * count;
            let ids: HashSet<_> =
                days.map(|day| &collection.daily(day).expect("a puzzle").id).collect();
            assert_eq!(ids.len() as u64, count);
        }
        let order = |round: u64| -> Vec<_> {
            (0..count)
                .map(|at| &collection.daily(round * count + at).expect("a puzzle").id)
                .collect()
        };
        assert_ne!(order(0), order(1));
    }
    assert_eq!(PuzzleCollection::day(0), 0);
    assert_eq!(PuzzleCollection::day(86_399), 0);
    assert_eq!(PuzzleCollection::day(86_400), 1);
}

#[test]
fn a_session_plays_the_resistance_and_gives_hints_in_steps() {
    for (entry, collection) in collections() {
        let long = collection.puzzles.iter().filter(|puzzle| puzzle.solution.len() >= 3);
        let puzzle = long.clone().find(|puzzle| !puzzle.themes.is_empty()).expect("with themes");
        let mut session = PuzzleSession::open(entry.game, puzzle.clone()).expect("a session");
        assert!(matches!(session.hint(), Some(PuzzleHint::Themes(_))));
        let mut hint = session.hint();
        if let Some(PuzzleHint::Piece { square, .. }) = &hint {
            assert!(puzzle.solution[0].starts_with(square.as_str()));
            hint = session.hint();
        }
        assert_eq!(hint, Some(PuzzleHint::Move(puzzle.solution[0].clone())));
        let choices = session.live().view().choices;
        let wrong = choices.iter().find(|choice| choice.notation != puzzle.solution[0]);
        let wrong = wrong.expect("another move").notation.clone();
        let position = session.live().position();
        assert_eq!(session.answer(&wrong), Ok(PuzzleAnswer::Wrong { notation: wrong.clone() }));
        assert_eq!(session.live().position(), position);
        assert!(session.answer("nonsense").is_err());
        for pair in puzzle.solution.chunks(2) {
            let expected = match pair.get(1) {
                Some(reply) => PuzzleAnswer::Continues { reply: reply.clone() },
                None => PuzzleAnswer::Solved,
            };
            assert_eq!(session.answer(&pair[0]), Ok(expected));
        }
        assert!(session.is_solved());
        assert_eq!(session.hint(), None);
    }
}

#[test]
fn a_damaged_file_is_refused_with_its_line() {
    let file = "damier puzzles 1\ngame isolation\ncommand none\n@1 YB/GR\nabc 1:5 win - a1 8/8 x @1 classic\n";
    let read = PuzzleCollection::read(file).expect("a collection");
    assert_eq!(read.puzzles[0].position, "8/8 x YB/GR classic");
    for (line, from, to) in [
        (1, "puzzles 1", "puzzles 2"),
        (2, "game ", "jeu "),
        (3, "command none\n", ""),
        (4, "@1 YB/GR", "@1"),
        (5, "abc", "A-C"),
        (5, "1:5", "7:5"),
        (5, "1:5", "1:05"),
        (5, "1:5", "1:0"),
        (5, "win", "won"),
        (5, " - ", " sacrifices "),
        (5, "a1 8/8", "a1,b2 8/8"),
        (5, "@1 classic", "@2 classic"),
        (5, " 8/8 x @1 classic", ""),
    ] {
        let damaged = file.replacen(from, to, 1);
        let error = PuzzleCollection::read(&damaged).expect_err(&damaged);
        assert_eq!(error.line, line, "{damaged}");
    }
    let twice = file.to_owned() + file.lines().last().expect("a puzzle") + "\n";
    assert_eq!(PuzzleCollection::read(&twice).expect_err("twice").line, 6);
    assert!(PuzzleCollection::read("").is_err());
}
