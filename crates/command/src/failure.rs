//! Failures of commands: the message, the place of a parse error, and the exit status.

use std::io::{self, ErrorKind, Write};
use std::ops::Range;

use rules::{Lang, ParseError, ReplayError, SetupError, Text};
use texts::text;
use wire::http::TileProblem;

use crate::messages;

/// Exit status of a command that failed.
const EXIT_FAILED: u8 = 1;
/// Exit status after wrong arguments.
const EXIT_WRONG_USE: u8 = 2;
/// Exit status if the data cannot be opened any more: `EX_IOERR` of `sysexits.h`.
const EXIT_STORE_LOST: u8 = 74;
/// Exit status after Ctrl-C: 128 + SIGINT, as in shells.
const EXIT_INTERRUPTED: u8 = 130;

/// Failure of a command.
pub enum Failure {
    /// A message is still to be printed.
    Problem {
        status: u8,
        text: Text,
        /// The input that the message is about, and the byte range of the error in it.
        place: Option<(String, Range<usize>)>,
    },
    /// Standard output cannot be written.
    Output(io::Error),
    /// Everything has been printed already; only the exit status is left.
    Reported(u8),
}

impl Failure {
    /// The arguments are wrong.
    pub const fn wrong(text: Text) -> Self {
        Self::Problem { status: EXIT_WRONG_USE, text, place: None }
    }

    /// `input` cannot be parsed.
    pub fn unreadable(input: &str, error: ParseError) -> Self {
        let place = Some((input.to_owned(), error.at));
        Self::Problem { status: EXIT_WRONG_USE, text: error.text, place }
    }

    /// A line of a file cannot be parsed.
    pub fn in_line(file: &str, text: &str, problem: &TileProblem) -> Self {
        let &TileProblem { at: [start, end], line, column, text: ref message } = problem;
        let begin = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let shown = text[begin..].lines().next().unwrap_or_default();
        let place = Some((shown.to_owned(), start - begin..(end - begin).min(shown.len())));
        let text = text!("in-line", path = file, line, column, text = message);
        Self::Problem { status: EXIT_FAILED, text, place }
    }

    /// A record that starts at `start` cannot be replayed.
    pub fn replay(start: &str, error: ReplayError) -> Self {
        match error {
            ReplayError::Start(error) => Self::unreadable(start, error),
            ReplayError::NoSwap | ReplayError::Entry { .. } => Self::wrong(error.text()),
        }
    }

    /// A game cannot be set up; `text` is the wrong setting.
    pub fn setup(text: Option<&str>, SetupError { error, .. }: SetupError) -> Self {
        match text {
            Some(text) => Self::unreadable(text, error),
            None => Self::wrong(error.text),
        }
    }

    /// The command fails.
    pub const fn failed(text: Text) -> Self {
        Self::Problem { status: EXIT_FAILED, text, place: None }
    }

    /// The data cannot be opened any more; a supervisor may start the program again.
    pub const fn store_lost(text: Text) -> Self {
        Self::Problem { status: EXIT_STORE_LOST, text, place: None }
    }

    /// The command fails, and has printed why.
    pub const fn reported() -> Self {
        Self::Reported(EXIT_FAILED)
    }

    /// A signal has ended the program: the status is 128 + its number, as in shells.
    pub const fn signalled(status: u8) -> Self {
        Self::Reported(status)
    }

    /// The user has interrupted the program.
    pub const fn interrupted() -> Self {
        Self::Reported(EXIT_INTERRUPTED)
    }

    /// The arguments are wrong, and the command has printed why.
    pub const fn usage_reported() -> Self {
        Self::Reported(EXIT_WRONG_USE)
    }

    /// What went wrong; `None` if it has been printed.
    pub fn text(&self) -> Option<Text> {
        match self {
            Self::Problem { text, .. } => Some(text.clone()),
            Self::Output(error) => Some(messages::not_written(error)),
            Self::Reported(_) => None,
        }
    }

    /// Exit status of the program: 0 if the reader of the output has closed it, as `head` does.
    pub fn status(&self) -> u8 {
        match self {
            Self::Problem { status, .. } | Self::Reported(status) => *status,
            Self::Output(error) if error.kind() == ErrorKind::BrokenPipe => 0,
            Self::Output(_) => EXIT_FAILED,
        }
    }

    /// Prints the message, and the input with carets under the error.
    pub fn report(&self, lang: Lang, err: &mut dyn Write) {
        let message = match self {
            Self::Problem { text, place, .. } => {
                let mut message = messages::error(text, lang);
                if let Some((input, at)) = place {
                    message += &with_carets(input, at);
                }
                message
            }
            Self::Output(error) if error.kind() != ErrorKind::BrokenPipe => {
                messages::error(&messages::not_written(error), lang)
            }
            Self::Output(_) | Self::Reported(_) => return,
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

/// The text on one line, and carets under the bytes `at` on the next; one caret if the range is empty.
fn with_carets(input: &str, at: &Range<usize>) -> String {
    let before = input.char_indices().filter(|(byte, _)| *byte < at.start).count();
    let under = input.char_indices().filter(|(byte, _)| at.contains(byte)).count();
    let (blanks, carets) = (" ".repeat(before), "^".repeat(under.max(1)));
    format!("  {}\n  {blanks}{carets}\n", messages::printable(input))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stand_under_characters_not_bytes() {
        assert_eq!(with_carets("3é3z", &(1..3)), "  3é3z\n   ^\n");
        assert_eq!(with_carets("éé3z", &(5..6)), "  éé3z\n     ^\n");
    }

    #[test]
    fn what_is_missing_is_pointed_at_behind_the_end() {
        assert_eq!(with_carets("7/7", &(3..3)), "  7/7\n     ^\n");
        assert_eq!(with_carets("", &(0..0)), "  \n  ^\n");
    }

    #[test]
    fn places_outside_the_text_or_inside_a_character_do_no_harm() {
        assert_eq!(with_carets("é", &(1..9)), "  é\n   ^\n");
        assert_eq!(with_carets("a\nb", &(2..3)), "  a b\n    ^\n");
    }
}
