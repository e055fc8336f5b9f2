//! Whatever is typed, nothing panics, and what is refused changes nothing.

use std::fmt;

use crate::harness::entries;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use rules::{AnyGame, Live, ParseError, Record, ReplayError, Setup, SplitMix64};

/// A game; `Debug` writes its id.
struct Known(&'static dyn AnyGame);

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.info().id)
    }
}

fn any_game() -> impl Strategy<Value = Known> {
    (0..entries().len()).prop_map(|index| Known(entries()[index].game))
}

/// Anything: Unicode, or the letters that notations are made of.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof!["\\PC{0,40}", "[xoXOYGBR1-9/ .-]{0,150}", "[a-h1-9lr>-]{0,5}", "swap"]
}

/// Anything, or words for a board that is put together, most of them wrong.
fn any_board() -> impl Strategy<Value = String> {
    let tiles = "(([1-9A-Ea-d]f?(\\+(0|90|180|270|[0-9]{1,3}))?|-) ?){3,5}";
    prop_oneof![any_text(), tiles, "(([YGBR]{4}/){3}[YGBR]{4} ?){4}", "seed:[0-9]{0,21}"]
}

/// A game after some random moves from a random start.
fn played(game: &dyn AnyGame, seed: u64, plies: usize) -> Box<dyn Live> {
    let mut random = SplitMix64::new(seed);
    let rule_sets = game.info().rule_sets;
    let rules = &rule_sets[random.below(rule_sets.len() as u64) as usize];
    let setup = Setup { rules: Some(rules.id.to_owned()), board: None, seed };
    let start = game.start(&setup).unwrap_or_else(|error| panic!("{setup:?}: {error}"));
    let mut live = game.open(&Record::new(start)).unwrap_or_else(|error| panic!("{error}"));
    for _ in 0..plies {
        let choices = live.view().choices;
        if choices.is_empty() {
            break;
        }
        let choice = &choices[random.below(choices.len() as u64) as usize];
        live.play(&choice.notation).unwrap_or_else(|refusal| panic!("{refusal}"));
    }
    live
}

/// A slip of the hand somewhere in a text.
#[derive(Clone, Debug)]
enum Slip {
    Insert(Index, char),
    Delete(Index),
    Replace(Index, char),
    Exchange(Index, Index),
}

fn any_slip() -> impl Strategy<Value = Slip> {
    let letter = || {
        let notation: Vec<char> = "xo123456789/ .-YGBRabcdefghlr>".chars().collect();
        prop_oneof![4 => select(notation), 1 => any::<char>()]
    };
    prop_oneof![
        (any::<Index>(), letter()).prop_map(|(at, letter)| Slip::Insert(at, letter)),
        any::<Index>().prop_map(Slip::Delete),
        (any::<Index>(), letter()).prop_map(|(at, letter)| Slip::Replace(at, letter)),
        any::<(Index, Index)>().prop_map(|(one, other)| Slip::Exchange(one, other)),
    ]
}

/// The text with the slips made in turn.
fn slipped(text: &str, slips: &[Slip]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for slip in slips {
        let length = letters.len();
        match slip {
            Slip::Insert(at, letter) => letters.insert(at.index(length + 1), *letter),
            _ if length == 0 => {}
            Slip::Delete(at) => drop(letters.remove(at.index(length))),
            Slip::Replace(at, letter) => letters[at.index(length)] = *letter,
            Slip::Exchange(one, other) => letters.swap(one.index(length), other.index(length)),
        }
    }
    letters.into_iter().collect()
}

/// The error points into the text that it is about.
fn check_error(text: &str, error: &ParseError) -> Result<(), TestCaseError> {
    let at = &error.at;
    prop_assert!(
        at.start <= at.end && text.get(at.clone()).is_some(),
        "{at:?} in {text:?}: {error}"
    );
    prop_assert!(!error.text.en.is_empty() && !error.text.fr.is_empty());
    Ok(())
}

/// What is read as a position is written exactly, and read as the same again.
fn check_position(game: &dyn AnyGame, text: &str) -> Result<(), TestCaseError> {
    match game.open(&Record::new(text.to_owned())) {
        Ok(live) => {
            let written = live.position();
            prop_assert_eq!(&live.record().start, &written);
            let again = game.open(&Record::new(written.clone()));
            let again =
                again.map_err(|error| TestCaseError::fail(format!("{written}: {error}")))?;
            prop_assert_eq!(again.position(), written);
            prop_assert_eq!(again.view(), live.view());
        }
        Err(ReplayError::Start(error)) => check_error(text, &error)?,
        Err(error) => prop_assert!(false, "{error}"),
    }
    Ok(())
}

/// A move is played as one of the choices, or refused without a trace.
fn check_move(live: &mut dyn Live, text: &str) -> Result<(), TestCaseError> {
    let before = (live.position(), live.record().clone(), live.view());
    match live.play(text) {
        Ok(()) => {
            let (last, earlier) = live.record().moves.split_last().expect("an entry was added");
            prop_assert_eq!(earlier, &before.1.moves);
            prop_assert!(before.2.choices.iter().any(|choice| choice.notation == *last));
        }
        Err(refusal) => {
            prop_assert!(!refusal.text.en.is_empty() && !refusal.text.fr.is_empty());
            prop_assert_eq!((live.position(), live.record().clone(), live.view()), before);
        }
    }
    Ok(())
}

/// What a game says to a set-up points into the setting that it is about.
fn check_setup(game: &dyn AnyGame, setup: &Setup) -> Result<(), TestCaseError> {
    for answer in [game.start(setup).map(drop), game.preview(setup).map(drop)] {
        if let Err(error) = answer {
            let text = match error.setting {
                "rules" => setup.rules.as_deref(),
                "board" => setup.board.as_deref(),
                other => return Err(TestCaseError::fail(format!("no setting {other}"))),
            };
            check_error(text.unwrap_or_default(), &error.error)?;
        }
    }
    if let Ok(start) = game.start(setup) {
        let live = game.open(&Record::new(start.clone()));
        prop_assert_eq!(live.map(|live| live.position()), Ok(start));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn any_text_may_be_tried_as_a_position(Known(game) in any_game(), text in any_text()) {
        check_position(game, &text)?;
    }

    #[test]
    fn any_slip_may_be_made_in_a_position(
        Known(game) in any_game(),
        seed: u64,
        plies in 0..40_usize,
        slips in prop::collection::vec(any_slip(), 0..4),
    ) {
        check_position(game, &slipped(&played(game, seed, plies).position(), &slips))?;
    }

    #[test]
    fn any_text_may_be_tried_as_a_move(
        Known(game) in any_game(),
        seed: u64,
        plies in 0..40_usize,
        text in any_text(),
        choice: Index,
        slips in prop::collection::vec(any_slip(), 0..3),
    ) {
        let mut live = played(game, seed, plies);
        check_move(live.as_mut(), &text)?;
        let choices = live.view().choices;
        if !choices.is_empty() {
            check_move(live.as_mut(), &slipped(&choice.get(&choices).notation, &slips))?;
        }
    }

    #[test]
    fn any_text_may_be_tried_in_a_set_up(
        Known(game) in any_game(),
        rules in proptest::option::of(any_text()),
        board in proptest::option::of(any_board()),
        seed: u64,
    ) {
        check_setup(game, &Setup { rules, board: board.clone(), seed })?;
        check_setup(game, &Setup { rules: None, board, seed })?;
    }

    #[test]
    fn any_text_may_be_tried_as_a_tile(
        Known(game) in any_game(),
        text in any_text(),
        tile: Index,
        slips in prop::collection::vec(any_slip(), 0..4),
    ) {
        let tiles: Vec<&str> =
            game.info().tiles.iter().flat_map(|set| set.tiles).map(|tile| &*tile.rows).collect();
        let known = if tiles.is_empty() { "" } else { *tile.get(&tiles) };
        for text in [text, slipped(known, &slips)] {
            if let Err(error) = game.check_tile(&text).rows {
                check_error(&text, &error)?;
            }
        }
    }
}
