//! The exchange of seats after the first move, in every game.

use crate::harness::entries;
use rules::{AnyGame, Live, MoveErrorCode, Record, ReplayError, SWAP, Setup};

/// The games that offer the rule, and those that do not.
fn games() -> (Vec<&'static dyn AnyGame>, Vec<&'static dyn AnyGame>) {
    entries().into_iter().map(|entry| entry.game).partition(|game| game.info().swap)
}

/// The start of the usual game.
fn start(game: &dyn AnyGame, swap: bool) -> Record {
    let start = game.start(&Setup::default()).unwrap_or_else(|error| panic!("{error}"));
    Record { swap, ..Record::new(start) }
}

fn open(game: &dyn AnyGame, record: &Record) -> Box<dyn Live> {
    game.open(record).unwrap_or_else(|error| panic!("{}: {error}", game.info().id))
}

/// Plays the first legal move.
fn play_on(live: &mut dyn Live) {
    let choice = live.view().choices.swap_remove(0);
    live.play(&choice.notation).unwrap_or_else(|refusal| panic!("{refusal}"));
}

fn is_offered(live: &dyn Live) -> bool {
    live.view().choices.iter().any(|choice| choice.notation == SWAP)
}

/// The exchange is neither offered nor allowed, and trying changes nothing.
fn assert_no_swap(live: &mut dyn Live) {
    let before = (live.view(), live.record().clone());
    assert!(!is_offered(live));
    assert_eq!(live.play(SWAP).unwrap_err().code, MoveErrorCode::Illegal);
    assert_eq!((live.view(), live.record().clone()), before);
}

#[test]
fn seats_are_exchanged_right_after_the_first_move() {
    for game in games().0 {
        let mut live = open(game, &start(game, true));
        assert_no_swap(live.as_mut());
        play_on(live.as_mut());
        assert!(is_offered(live.as_ref()) && !live.swapped());
        let (before, position) = (live.view(), live.position());
        live.play(" Swap").unwrap();
        let after = live.view();
        assert!(live.swapped());
        assert_eq!(live.record().moves[1..], [SWAP], "written exactly, however it was typed");
        assert_eq!(live.position(), position);
        assert_eq!((after.turn, &after.last), (before.turn, &before.last));
        assert_no_swap(live.as_mut());
        play_on(live.as_mut());
        assert_no_swap(live.as_mut());
    }
}

#[test]
fn who_plays_on_keeps_the_seat() {
    for game in games().0 {
        let mut live = open(game, &start(game, true));
        play_on(live.as_mut());
        play_on(live.as_mut());
        assert!(!live.swapped());
        assert_no_swap(live.as_mut());
    }
}

#[test]
fn an_exchange_is_taken_back_like_a_move() {
    for game in games().0 {
        let mut live = open(game, &start(game, true));
        play_on(live.as_mut());
        let position = live.position();
        live.play(SWAP).unwrap();
        play_on(live.as_mut());
        live.truncate(2);
        assert!(live.swapped());
        assert_eq!(live.position(), position);
        live.truncate(1);
        assert!(is_offered(live.as_ref()) && !live.swapped());
        assert_eq!(live.position(), position);
        live.truncate(0);
        assert_eq!(live.record(), &start(game, true));
        assert_eq!(live.position(), live.record().start);
        assert_no_swap(live.as_mut());
    }
}

#[test]
fn a_record_has_an_exchange_only_as_its_second_entry() {
    for game in games().0 {
        let mut live = open(game, &start(game, true));
        (0..3).for_each(|_| play_on(live.as_mut()));
        let record = live.record();
        for wrong in [0, 2, 3] {
            let mut record = record.clone();
            record.moves.insert(wrong, SWAP.to_owned());
            match game.open(&record).err() {
                Some(ReplayError::Entry { index, entry, error }) => {
                    assert_eq!((index, &*entry, error.code), (wrong, SWAP, MoveErrorCode::Illegal));
                }
                other => panic!("{}: {record:?}: {other:?}", game.info().id),
            }
        }
        let mut record = record.clone();
        record.moves.insert(1, SWAP.to_owned());
        let again = open(game, &record);
        assert!(again.swapped());
        assert_eq!((again.record(), again.position()), (&record, live.position()));
    }
}

#[test]
fn without_the_rule_there_is_no_exchange() {
    for game in entries().into_iter().map(|entry| entry.game) {
        let mut live = open(game, &start(game, false));
        for _ in 0..3 {
            assert_no_swap(live.as_mut());
            play_on(live.as_mut());
        }
    }
}

#[test]
fn some_games_do_not_offer_the_rule() {
    for game in games().1 {
        assert_eq!(game.open(&start(game, true)).err(), Some(ReplayError::NoSwap));
    }
}
