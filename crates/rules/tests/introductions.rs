//! Tries in an introduction: which finish a step, and what is said of them.

use damier_rules::{AnyGame, Attempt, Expected, IntroductionStep, Spot, erase};

use crate::fill::{Fault, Fill};

fn game() -> &'static dyn AnyGame {
    erase::<Fill<{ Fault::NONE }>>()
}

fn step(number: usize) -> &'static IntroductionStep {
    &game().info().introduction[number]
}

/// Whether a try finishes a step, whether it is refused, and how many views it leads to; what is said.
fn tried(number: usize, attempt: Attempt<'_>) -> (bool, bool, usize, Option<String>) {
    let result = step(number).attempt(game(), attempt).unwrap();
    let comment = result.comment.map(|text| text.en.into_owned());
    (result.finished, result.refusal.is_some(), result.views.len(), comment)
}

#[test]
fn every_kind_of_step_is_judged() {
    let name = Attempt::Notation;
    let (success, other) = ["Fill", "Not that."].map(|text| Some(text.to_owned())).into();
    for (number, attempt, expected) in [
        (0, name("b2"), (true, false, 1, success.clone())),
        (0, name("none"), (false, true, 0, None)),
        // What the rules refuse is what is asked for.
        (1, name("a1"), (true, true, 0, success.clone())),
        (1, name("A1"), (true, true, 0, success.clone())),
        (1, name("none"), (false, true, 0, None)),
        (1, name("b1"), (false, false, 0, other.clone())),
        (2, name("b2"), (true, false, 1, success.clone())),
        (2, name("b1"), (false, false, 0, other.clone())),
        (2, name("a1"), (false, true, 0, None)),
        // With an answer.
        (3, name("b1"), (true, false, 2, success.clone())),
        (3, name("b2"), (false, false, 0, other.clone())),
        (4, name("a1"), (true, false, 1, success.clone())),
        (4, name("b1"), (true, false, 1, success.clone())),
        (4, name("a2"), (false, false, 0, other)),
        (4, Attempt::Spots(&[Spot(2)]), (true, false, 1, success)),
        (4, Attempt::Spots(&[Spot(9)]), (false, false, 0, None)),
    ] {
        assert_eq!(tried(number, attempt), expected, "{number} {attempt:?}");
    }
}

#[test]
fn the_views_are_those_after_the_move_and_after_the_answer() {
    let result = step(3).attempt(game(), Attempt::Notation("b1")).unwrap();
    let last = |view: usize| result.views[view].last.clone().unwrap().notation;
    assert_eq!((last(0), last(1)), ("b1".to_owned(), "b2".to_owned()));
}

#[test]
fn an_example_can_be_shown() {
    let example = |number: usize| {
        let live = step(number).open(game()).unwrap();
        step(number).example(live.as_ref()).unwrap()
    };
    let (legal, refused) = (example(0), example(1));
    assert_eq!((legal.notation.as_str(), legal.changes.len()), ("a1", 1));
    assert_eq!((refused.notation.as_str(), refused.changes.len()), ("a1", 0));
    assert_eq!(refused.steps, [Spot(2)]);
    assert_eq!(Expected::Moves(&["a", "b"]).example(), Some("a"));
    assert_eq!(Expected::Moves(&[]).example(), None);
    assert_eq!(Expected::Win("c").example(), Some("c"));
}
