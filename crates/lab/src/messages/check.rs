//! Messages of `damier protocol check`.

use std::time::Duration;

use rules::Text;
use texts::text;

use super::external::{quote, seconds};

/// Result of a test.
pub(crate) fn line(test: &Text, problem: Option<&Text>) -> Text {
    match problem {
        None => text!("check-passed", test),
        Some(problem) => {
            text!("check-failed", test, problem)
        }
    }
}

pub(crate) fn no_answer(command: &str, time: Duration) -> Text {
    text!("check-no-answer", command = quote(command), seconds = seconds(time))
}

pub(crate) fn too_late(time: Duration, allowed: Duration) -> Text {
    text!("check-too-late", seconds = seconds(time), allowed = seconds(allowed))
}

pub(crate) fn too_early(answer: &str) -> Text {
    text!("check-too-early", answer = quote(answer))
}

pub(crate) fn second_answer(answer: &str) -> Text {
    text!("check-second-answer", answer = quote(answer))
}

pub(crate) fn illegal(answer: &str, position: &str) -> Text {
    text!("check-illegal", answer = quote(answer), position)
}

pub(crate) fn refused(command: &str, why: &str) -> Text {
    text!("check-refused", command = quote(command), why = quote(why))
}
