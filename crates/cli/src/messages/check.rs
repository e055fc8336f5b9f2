//! Messages of `damier protocol check`.

use std::time::Duration;

use rules::Text;
use texts::text;

use super::external::{quote, seconds};

/// Result of a test.
pub(crate) fn line(test: &Text, problem: Option<&Text>) -> Text {
    match problem {
        None => text("check-passed", &[("test", test.into())]),
        Some(problem) => {
            text("check-failed", &[("test", test.into()), ("problem", problem.into())])
        }
    }
}

pub(crate) fn total(passed: usize, tests: usize) -> Text {
    text("check-total", &[("passed", passed.into()), ("tests", tests.into())])
}

/// Error: the engine does not say which game it plays.
pub(crate) fn which_game() -> Text {
    text("check-which-game", &[])
}

/// Error: the engine plays no game that is known here.
pub(crate) fn no_game() -> Text {
    text("check-no-game", &[])
}

pub(crate) fn no_answer(command: &str, time: Duration) -> Text {
    let time = ("seconds", seconds(time).into());
    text("check-no-answer", &[("command", quote(command).into()), time])
}

pub(crate) fn too_late(time: Duration, allowed: Duration) -> Text {
    let allowed = ("allowed", seconds(allowed).into());
    text("check-too-late", &[("seconds", seconds(time).into()), allowed])
}

pub(crate) fn too_early(answer: &str) -> Text {
    text("check-too-early", &[("answer", quote(answer).into())])
}

pub(crate) fn still_runs() -> Text {
    text("check-still-runs", &[])
}

pub(crate) fn second_answer(answer: &str) -> Text {
    text("check-second-answer", &[("answer", quote(answer).into())])
}

pub(crate) fn illegal(answer: &str, position: &str) -> Text {
    let answer = ("answer", quote(answer).into());
    text("check-illegal", &[answer, ("position", position.into())])
}

pub(crate) fn missing(what: &str) -> Text {
    text("check-missing", &[("what", what.into())])
}

pub(crate) fn wrong_answer(command: &str, expected: &str) -> Text {
    let expected = ("expected", expected.into());
    text("check-wrong-answer", &[("command", command.into()), expected])
}

pub(crate) fn refused(command: &str, why: &str) -> Text {
    let command = ("command", quote(command).into());
    text("check-refused", &[command, ("why", quote(why).into())])
}

pub(crate) fn accepted(command: &str) -> Text {
    text("check-accepted", &[("command", command.into())])
}
