//! What holds for the review of any game, whatever is said of its moves.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::harness::entries;
use engine::{AnyLine, AnyValue, Entry, Grade, Limits, Resources, Review, ReviewedEntry};
use rules::{Record, ReplayError, SWAP, SplitMix64};

fn review(entry: &Entry, record: &Record, nodes: u64) -> Review {
    let (stop, limits) = (AtomicBool::new(false), Limits::nodes(nodes));
    let mut reviewer = entry.reviewer(Resources::default());
    reviewer.review(record, &limits, &stop, &mut |_| {}).expect("a game")
}

/// A random game, with the swap rule where there is one.
fn random_game(entry: &Entry, seed: u64, plies: usize) -> Record {
    let setup = rules::Setup { rules: None, board: None, seed };
    let start = entry.game.start(&setup).expect("a start");
    let swap = entry.game.info().swap;
    let mut live = entry.game.open(&Record { start, swap, moves: Vec::new() }).expect("a game");
    let mut random = SplitMix64::new(seed);
    while live.outcome().is_none() && live.record().moves.len() < plies {
        let choices = live.view().choices;
        let choice = &choices[random.below(choices.len() as u64) as usize];
        // Every second game is swapped, so that one choice in so many does not decide.
        let swap = choices.last().filter(|last| last.notation == SWAP && seed.is_multiple_of(2));
        live.play(&swap.unwrap_or(choice).notation).expect("a choice");
    }
    live.record().clone()
}

#[test]
fn reviews_of_random_games_hold_together() {
    for entry in entries() {
        for seed in 0..4 {
            let record = random_game(entry, seed, 40);
            let review = review(entry, &record, 2_000);
            let indices: Vec<_> = review.entries.iter().map(|said| said.index).collect();
            assert_eq!(indices, (0..record.moves.len()).collect::<Vec<_>>());
            for said in &review.entries {
                check_entry(entry, &record, said);
            }
            for accuracy in [review.accuracy.first, review.accuracy.second].into_iter().flatten() {
                assert!((0.0..=100.0).contains(&accuracy), "{accuracy}");
            }
        }
    }
}

/// What must be true of an entry, whatever is said of it.
fn check_entry(entry: &Entry, record: &Record, said: &ReviewedEntry) {
    let context = format!("{}: {record:?}\n{said:?}", entry.game.info().id);
    let before = Record { moves: record.moves[..said.index].to_vec(), ..record.clone() };
    let live = entry.game.open(&before).expect("a part of a game");
    assert_eq!(said.seat, live.turn(), "{context}");
    assert_eq!(said.played.notation, record.moves[said.index], "{context}");
    let swapped = record.moves.get(1).is_some_and(|second| second == SWAP);
    assert_eq!(said.player == said.seat, !swapped || said.index > 1, "{context}");
    for number in [said.before, said.after, said.loss, said.best.chance, said.played.chance] {
        assert!((0.0..=1.0).contains(&number), "{context}");
    }
    for line in [&said.best, &said.played] {
        assert_eq!(line.moves.first(), Some(&line.notation), "{context}");
        let mut live = entry.game.open(&before).expect("a part of a game");
        for m in &line.moves {
            live.play(m).unwrap_or_else(|refusal| panic!("{m}: {}\n{context}", refusal.text));
        }
        check_end(live.as_ref(), line, said, &context);
    }
    let choices = live.view().choices.len();
    assert_eq!(said.grade == Grade::Forced, choices == 1, "{context}");
    if said.grade.is_blame() {
        assert_ne!(said.best.notation, said.played.notation, "{context}");
        assert!(said.best.sort_key() > said.played.sort_key(), "{context}");
        if let AnyValue::Loss { plies: later, .. } = said.best.value {
            let AnyValue::Loss { plies, .. } = said.played.value else { panic!("{context}") };
            assert!(plies < later && said.grade < Grade::Blunder, "{context}");
        }
    }
    for reason in &said.reasons {
        for text in [&reason.text.en, &reason.text.fr] {
            assert!(text.ends_with(['.', '…']) && !text.contains("  "), "{context}");
        }
    }
}

/// A forced win that is led to its end ends with a win, in as many moves as were promised.
fn check_end(live: &dyn rules::Live, line: &AnyLine, said: &ReviewedEntry, context: &str) {
    let Some(ending) = live.outcome() else { return };
    let exchanged = line.moves.iter().filter(|entry| *entry == SWAP).count();
    let side = if exchanged == 0 { said.seat } else { !said.seat };
    let plies = (line.moves.len() - exchanged) as u16;
    match line.value {
        AnyValue::Win { plies: promised, .. } => {
            assert_eq!((ending.winner, plies), (Some(side), promised), "{context}");
        }
        AnyValue::Loss { plies: promised, .. } => {
            assert_eq!((ending.winner, plies), (Some(!side), promised), "{context}");
        }
        AnyValue::Exact { margin: 0 } => assert_eq!(ending.winner, None, "{context}"),
        AnyValue::Exact { .. } | AnyValue::Estimate { .. } => {}
    }
}

#[test]
fn the_same_review_twice() {
    for entry in entries() {
        let record = random_game(entry, 5, 30);
        let [one, other] = [(); 2].map(|()| review(entry, &record, 3_000));
        assert_eq!((one.entries, one.accuracy), (other.entries, other.accuracy));
    }
}

#[test]
fn a_review_that_is_stopped_gives_what_it_has() {
    for entry in entries() {
        let record = random_game(entry, 6, 30);
        let total = record.moves.len();
        for wanted in [0, 1, 3] {
            let stop = AtomicBool::new(wanted == 0);
            let mut told = Vec::new();
            let review = entry
                .reviewer(Resources::default())
                .review(&record, &Limits::nodes(500), &stop, &mut |said| {
                    told.push(said.clone());
                    stop.store(told.len() == wanted, Relaxed);
                })
                .expect("a game");
            told.reverse();
            assert_eq!(review.entries, told);
            let indices: Vec<_> = told.iter().map(|said| said.index).collect();
            assert_eq!(indices, (total - wanted..total).collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_record_that_cannot_be_is_refused() {
    for entry in entries() {
        let mut record = random_game(entry, 7, 3);
        record.moves.push("nonsense".to_owned());
        let stop = AtomicBool::new(false);
        let mut reviewer = entry.reviewer(Resources::default());
        let answer = reviewer.review(&record, &Limits::nodes(10), &stop, &mut |_| {});
        assert!(matches!(answer, Err(ReplayError::Entry { index: 3, .. })), "{answer:?}");
    }
}
