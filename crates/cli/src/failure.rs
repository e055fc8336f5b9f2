//! Why a command did not do what it was asked, and how that is said.

use std::io::{self, ErrorKind, Write};
use std::ops::Range;

use rules::{Lang, ParseError, ReplayError, SetupError, Text};
use wire::http::TileProblem;

use crate::words;

/// The exit status when the work fails.
const FAILED: u8 = 1;
/// The exit status when the program is used wrongly.
const WRONG_USE: u8 = 2;
/// The exit status when the data cannot be opened any more: `EX_IOERR` of `sysexits.h`.
const STORE_LOST: u8 = 74;
/// The exit status when the user ends the program, as shells know it.
const INTERRUPTED: u8 = 130;

/// Why a command did not do what it was asked.
pub(crate) enum Failure {
    /// What was asked for is wrong.
    Problem {
        status: u8,
        text: Text,
        /// The words it is about, and the bytes of them that are wrong.
        place: Option<(String, Range<usize>)>,
    },
    /// The results cannot be written.
    Output(io::Error),
    /// All has been said already; only the exit status is left.
    Said(u8),
}

impl Failure {
    /// What was asked for makes no sense.
    pub(crate) const fn wrong(text: Text) -> Self {
        Self::Problem { status: WRONG_USE, text, place: None }
    }

    /// `input` cannot be read.
    pub(crate) fn unreadable(input: &str, error: ParseError) -> Self {
        let place = Some((input.to_owned(), error.at));
        Self::Problem { status: WRONG_USE, text: error.text, place }
    }

    /// A line of a file cannot be read.
    pub(crate) fn in_line(file: &str, text: &str, problem: &TileProblem) -> Self {
        let &TileProblem { at: [start, end], line, column, text: ref said } = problem;
        let begin = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let shown = text[begin..].lines().next().unwrap_or_default();
        let place = Some((shown.to_owned(), start - begin..(end - begin).min(shown.len())));
        let text = words::quadrants::in_line(file, line, column, said);
        Self::Problem { status: FAILED, text, place }
    }

    /// A record that starts at `start` cannot be replayed.
    pub(crate) fn replay(start: &str, error: ReplayError) -> Self {
        match error {
            ReplayError::Start(error) => Self::unreadable(start, error),
            ReplayError::NoSwap | ReplayError::Entry { .. } => Self::wrong(error.text()),
        }
    }

    /// A game cannot be set up; `text` is what the wrong setting says.
    pub(crate) fn setup(text: Option<&str>, SetupError { error, .. }: SetupError) -> Self {
        match text {
            Some(text) => Self::unreadable(text, error),
            None => Self::wrong(error.text),
        }
    }

    /// The work fails.
    pub(crate) const fn failed(text: Text) -> Self {
        Self::Problem { status: FAILED, text, place: None }
    }

    /// The data cannot be opened any more; a supervisor may start the program again.
    pub(crate) const fn store_lost(text: Text) -> Self {
        Self::Problem { status: STORE_LOST, text, place: None }
    }

    /// The answer is no, and has been given already.
    pub(crate) const fn no() -> Self {
        Self::Said(FAILED)
    }

    /// The user has ended the program, and knows it.
    pub(crate) const fn interrupted() -> Self {
        Self::Said(INTERRUPTED)
    }

    /// Usage that has been complained about already.
    pub(crate) const fn said() -> Self {
        Self::Said(WRONG_USE)
    }

    /// The exit status of the program. A reader who has seen enough, as `head` does, is no failure.
    pub(crate) fn status(&self) -> u8 {
        match self {
            Self::Problem { status, .. } | Self::Said(status) => *status,
            Self::Output(error) if error.kind() == ErrorKind::BrokenPipe => 0,
            Self::Output(_) => FAILED,
        }
    }

    /// Says what is wrong, and where.
    pub(crate) fn report(&self, lang: Lang, err: &mut dyn Write) {
        let message = match self {
            Self::Problem { text, place, .. } => {
                let mut message = words::error(text, lang);
                if let Some((input, at)) = place {
                    message += &pointed_out(input, at);
                }
                message
            }
            Self::Output(error) if error.kind() != ErrorKind::BrokenPipe => {
                words::error(&words::not_written(error), lang)
            }
            Self::Output(_) | Self::Said(_) => return,
        };
        // If stderr is closed, the exit status must do.
        let _ = err.write_all(message.as_bytes());
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// The text on one line, and on the next carets under its bytes `at`; one where that is empty.
fn pointed_out(input: &str, at: &Range<usize>) -> String {
    let before = input.char_indices().filter(|(byte, _)| *byte < at.start).count();
    let under = input.char_indices().filter(|(byte, _)| at.contains(byte)).count();
    let (blanks, carets) = (" ".repeat(before), "^".repeat(under.max(1)));
    format!("  {}\n  {blanks}{carets}\n", words::printable(input))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stand_under_characters_not_bytes() {
        assert_eq!(pointed_out("3é3z", &(1..3)), "  3é3z\n   ^\n");
        assert_eq!(pointed_out("éé3z", &(5..6)), "  éé3z\n     ^\n");
    }

    #[test]
    fn what_is_missing_is_pointed_at_behind_the_end() {
        assert_eq!(pointed_out("7/7", &(3..3)), "  7/7\n     ^\n");
        assert_eq!(pointed_out("", &(0..0)), "  \n  ^\n");
    }

    #[test]
    fn places_outside_the_text_or_inside_a_character_do_no_harm() {
        assert_eq!(pointed_out("é", &(1..9)), "  é\n   ^\n");
        assert_eq!(pointed_out("a\nb", &(2..3)), "  a b\n    ^\n");
    }
}
