//! Games in progress behind the erased layer: what is read, refused, swapped and taken back.

use damier_rules::{
    AnyGame, Live, MoveErrorCode, Record, ReplayError, SWAP, Seat, Setup, Spot, erase,
};

use crate::fill::{Fault, Fill};

fn game() -> &'static dyn AnyGame {
    erase::<Fill<{ Fault::NONE }>>()
}

/// A game by the swap rule with these entries.
fn played(moves: &str) -> Box<dyn Live> {
    let moves = moves.split_whitespace().map(ToOwned::to_owned).collect();
    game().open(&Record { start: "---- x".to_owned(), swap: true, moves }).unwrap()
}

fn entries(live: &dyn Live) -> String {
    live.record().moves.join(" ")
}

#[test]
fn moves_are_read_generously_and_kept_exactly() {
    let mut live = played("");
    assert_eq!(live.judge("A1"), Ok("a1".to_owned()));
    assert_eq!(entries(live.as_ref()), "", "to judge is not to play");
    live.play("A1").unwrap();
    assert_eq!((entries(live.as_ref()).as_str(), live.position().as_str()), ("a1", "--x- o"));
    assert_eq!((live.turn(), live.outcome()), (Seat::Second, None));
    assert_eq!(live.last().unwrap().notation, "a1");
    assert_eq!(live.view().last, live.last());
    assert_eq!(game().read_move("B2").as_deref(), Ok("b2"));
    assert!(game().read_move("c3").is_err());
    for (notation, code) in [("a1", MoveErrorCode::Illegal), ("z9", MoveErrorCode::Unreadable)] {
        assert_eq!(live.judge(notation).unwrap_err().code, code, "{notation}");
        assert_eq!(live.play(notation).unwrap_err().code, code, "{notation}");
    }
    assert_eq!(entries(live.as_ref()), "a1", "an error changes nothing");
    assert_eq!(played("").last(), None);
}

#[test]
fn a_game_that_is_over_takes_no_move() {
    let mut live = played("a1 a2 b1");
    let ending = live.outcome().unwrap();
    assert_eq!((ending.winner, ending.reason.as_ref()), (Some(Seat::First), "row"));
    let view = live.view();
    assert_eq!((view.outcome.as_ref(), view.choices.len()), (Some(&ending), 0));
    for notation in ["b2", SWAP] {
        assert_eq!(live.play(notation).unwrap_err().code, MoveErrorCode::Over);
    }
    // Which comes before what it says.
    assert_eq!(live.judge("b2").unwrap_err().code, MoveErrorCode::Over);
}

#[test]
fn seats_are_exchanged_right_after_the_first_move() {
    let offered =
        |live: &dyn Live| live.view().choices.iter().any(|choice| choice.notation == SWAP);
    let mut live = played("");
    assert!(!offered(live.as_ref()));
    let refused = live.play(SWAP).unwrap_err();
    assert_eq!(refused.code, MoveErrorCode::Illegal);
    assert!(refused.text.en.contains("right after the first move"));
    live.play("a1").unwrap();
    assert!(offered(live.as_ref()) && !live.swapped());
    live.play(SWAP).unwrap();
    assert!(!offered(live.as_ref()) && live.swapped());
    assert_eq!((live.turn(), entries(live.as_ref()).as_str()), (Seat::Second, "a1 swap"));
    assert!(live.play(SWAP).is_err());
    live.play("b1").unwrap();
    assert!(live.play(SWAP).is_err());
    live.truncate(1);
    assert!(offered(live.as_ref()) && !live.swapped());
    // Without the rule it is never offered.
    let mut plain = game().open(&Record::new("---- x".to_owned())).unwrap();
    plain.play("a1").unwrap();
    assert!(!offered(plain.as_ref()));
    assert!(plain.play(SWAP).unwrap_err().text.en.contains("without the swap rule"));
}

#[test]
fn entries_are_taken_back_one_after_the_other() {
    for keep in 0..=4 {
        let mut live = played("a1 swap a2 b2");
        live.truncate(keep);
        let kept: Vec<_> = ["a1", "swap", "a2", "b2"].into_iter().take(keep).collect();
        let again = played(&kept.join(" "));
        assert_eq!(entries(live.as_ref()), kept.join(" "));
        assert_eq!((live.view(), live.swapped()), (again.view(), again.swapped()));
    }
    let mut live = played("a1");
    live.truncate(7);
    assert_eq!(entries(live.as_ref()), "a1");
    // A copy is another game.
    let mut copy = live.boxed_clone();
    copy.play("b1").unwrap();
    assert_eq!((entries(live.as_ref()).as_str(), entries(copy.as_ref()).as_str()), ("a1", "a1 b1"));
}

#[test]
fn a_record_that_cannot_be_replayed_says_where() {
    let open = |start: &str, moves: &[&str]| {
        let moves = moves.iter().map(|entry| (*entry).to_owned()).collect();
        let record = Record { start: start.to_owned(), swap: true, moves };
        game().open(&record).err().unwrap()
    };
    assert!(matches!(open("? x", &[]), ReplayError::Start(_)));
    let error = open("---- x", &["a1", "a1"]);
    let ReplayError::Entry { index, entry, error: inner } = &error else { panic!("{error:?}") };
    assert_eq!((*index, entry.as_str(), inner.code), (1, "a1", MoveErrorCode::Illegal));
    assert!(!error.text().en.is_empty() && !error.text().fr.is_empty());
}

#[test]
fn moves_are_pointed_at() {
    let live = played("");
    for (notation, steps) in [("a2", 0), ("b1", 3)] {
        assert_eq!(live.steps_of(notation), Some(vec![Spot(steps)]));
        assert_eq!(live.notation_of(&[Spot(steps)]).as_deref(), Some(notation));
    }
    assert_eq!(live.steps_of("none"), None);
    assert_eq!(live.notation_of(&[Spot(4)]), None);
    assert_eq!(live.notation_of(&[]), None);
    let choices = live.view().choices;
    assert_eq!(choices.len(), 4);
    assert!(choices.iter().all(|choice| choice.changes.len() == 1 && choice.steps.len() == 1));
}

#[test]
fn positions_are_counted() {
    let live = played("");
    assert_eq!([0, 1, 2, 3, 4].map(|depth| live.perft(depth)), [1, 4, 12, 24, 16]);
    let divided = live.divide(2);
    assert_eq!(divided.len(), 4);
    assert!(divided.iter().all(|(_, count)| *count == 3));
    assert!(live.mirrored().is_empty(), "it has no symmetries that it knows of");
}

#[test]
fn choices_before_the_start_are_checked() {
    let start = |rules: Option<&str>, board: Option<&str>| {
        let setup = Setup { rules: rules.map(Into::into), board: board.map(Into::into), seed: 1 };
        (game().start(&setup), game().preview(&setup).is_ok())
    };
    assert_eq!(start(None, None), (Ok("---- x".to_owned()), true));
    assert_eq!(start(Some("OTHER"), None), (Ok("---- x".to_owned()), true));
    let (refused, shown) = start(Some("chess"), None);
    let refused = refused.unwrap_err();
    assert_eq!((refused.setting, shown), ("rules", false));
    assert!(refused.error.text.en.contains("'chess'"));
    assert!(refused.error.text.en.ends_with("only: classic, other"));
    assert_eq!(start(None, Some("1 2")).0.unwrap_err().setting, "board");
    assert_eq!(game().half_turn(&Setup::default()), Ok(None));
    assert!(game().check_tile("RRRR").rows.is_err());
    assert!(game().formats().is_empty());
    let info = game().info();
    assert_eq!(info.rule_set(Some("Other")).map(|set| set.id), Some("other"));
    assert_eq!(info.rule_set_of("---- x other").map(|set| set.id), Some("other"));
    assert_eq!(info.rule_set_of("---- x").map(|set| set.id), Some("classic"));
    assert!(info.tile_letters().is_empty());
}
