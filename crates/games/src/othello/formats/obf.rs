//! OBF, files of test positions: a line each, 64 squares and the side to move, and behind a semicolon what
//! somebody wants to say of it, such as the best moves. Lines that begin with `%` are left aside.

use std::ops::Range;

use rules::{Content, Format, GameFile, ParseError, SavedGame, SavedGames, Text};

use super::replay::{Claim, Replay};
use crate::othello::Othello;

pub(super) const FORMAT: Format =
    Format { name: "OBF", endings: &["obf"], beside: &[], content: Content::Text, fits, read };

/// One line by itself is a position, which needs no file.
fn fits(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let is_comment = text.trim_start().starts_with('%');
    let mut lines = lines(text).map(|at| &text[at]);
    let is_board = |line: &str| line.len() > 64 && line.parse::<Othello>().is_ok();
    lines.next().is_some_and(is_board) && (is_comment || lines.next().is_some_and(is_board))
}

fn read<'a>(bytes: &'a [u8], _: &[GameFile<'a>]) -> Result<SavedGames<'a>, ParseError> {
    let text = str::from_utf8(bytes).map_err(|error| ParseError {
        at: error.valid_up_to()..error.valid_up_to() + 1,
        text: Text::new("this is no text", "ce n'est pas du texte"),
    })?;
    Ok(Box::new(lines(text).map(|at| game(&text[at.clone()], at.start))))
}

/// The places of the lines with something in them, without the blanks around it.
fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut end = 0;
    let places = text.split_inclusive('\n').map(move |line| {
        end += line.len();
        let kept = line.trim_start_matches(|c: char| c == '\u{feff}' || c.is_whitespace());
        let start = end - kept.len();
        start..start + kept.trim_end().len()
    });
    places.filter(|at| !at.is_empty() && !text[at.clone()].starts_with('%'))
}

fn game(line: &str, start: usize) -> Result<SavedGame, ParseError> {
    let position = line.parse().map_err(|error: ParseError| error.shifted(start))?;
    let mut replay = Replay::new(position);
    let said = line.split_once(';').map_or("", |(_, said)| said.trim().trim_end_matches(';'));
    if !said.is_empty() {
        replay.comment(said.to_owned());
    }
    Ok(replay.finish(Claim::default()))
}
