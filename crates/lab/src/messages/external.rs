//! Messages about engines of other authors.

use std::time::Duration;

use rules::Text;
use texts::text;

use super::printable;

/// Characters of a program's own words that are shown.
const QUOTE_MAX_CHARS: usize = 200;

/// Error: the text is no command line.
pub(crate) fn no_command(command: &str) -> Text {
    text!("external-no-command", command = quote(command))
}

pub(crate) fn not_started(why: &str) -> Text {
    text!("external-not-started", why = quote(why))
}

/// The program has ended; `stderr` is the last that it has said.
pub(crate) fn exited(status: &str, stderr: &str) -> Text {
    if status.is_empty() {
        return text!("external-closed");
    }
    let last = stderr.lines().last().unwrap_or_default();
    if last.is_empty() {
        return text!("external-exited", status);
    }
    text!("external-exited-saying", status, said = quote(last))
}

pub(crate) fn silent(time: Duration) -> Text {
    text!("external-silent", seconds = seconds(time))
}

pub(crate) fn overtime(allowed: Duration) -> Text {
    text!("external-overtime", seconds = seconds(allowed))
}

pub(crate) fn illegal_move(why: &str) -> Text {
    text!("external-illegal", move = quote(why))
}

pub(crate) fn bad_answer(line: &str) -> Text {
    text!("external-bad-answer", line = quote(line))
}

pub(crate) fn unsupported(what: &str) -> Text {
    text!("external-unsupported", what = quote(what))
}

/// Time in seconds with one decimal.
pub(crate) fn seconds(time: Duration) -> Text {
    texts::decimal(time.as_secs_f64(), 1)
}

/// Words of a program, short enough for a line.
pub fn quote(words: &str) -> String {
    let words = printable(words);
    let short: String = words.chars().take(QUOTE_MAX_CHARS).collect();
    if short.len() < words.len() { short + "…" } else { short }
}
