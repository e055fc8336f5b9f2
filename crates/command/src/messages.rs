//! Messages that several commands have.

use std::io::{self, ErrorKind};
use std::path::Path;

use rules::{Lang, Tally, Text};
use store::{Error, MOST_TILES};
use texts::{say, text};

/// Error message as a line.
pub fn error(text: &Text, lang: Lang) -> String {
    let text = printable(text.get(lang));
    say!(lang, "error", text) + "\n"
}

/// Text from outside with its control characters replaced, for one line of a terminal.
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

pub fn not_written(error: &io::Error) -> Text {
    text!("not-written", error = reason(error))
}

/// Reason of an error of the operating system, in words where it is a frequent one.
pub fn reason(error: &io::Error) -> Text {
    let id = match error.kind() {
        ErrorKind::NotFound => "reason-not-found",
        ErrorKind::PermissionDenied => "reason-permission",
        ErrorKind::ReadOnlyFilesystem => "reason-read-only",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "reason-full",
        ErrorKind::IsADirectory => "reason-folder",
        ErrorKind::NotADirectory => "reason-not-a-folder",
        ErrorKind::AddrInUse => "reason-address-in-use",
        ErrorKind::AddrNotAvailable => "reason-address-not-ours",
        _ => return Text::composed(error.to_string(), error.to_string()),
    };
    text(id, &[])
}

/// A side that a board favours, and the score that it may expect.
pub fn board_favours(seat: &Text, score: f64) -> Text {
    let percent = texts::decimal(100.0 * score, 0);
    text!("board-favours", seat = seat.clone(), percent)
}

/// Counts of both seats, such as discs.
pub fn tally(Tally { label, count }: &Tally) -> Text {
    text!("tally", label, first = count.first, second = count.second)
}

/// Message about a file or another thing with a name.
pub fn about(name: &str, text: &Text) -> Text {
    text!("about", name = printable(name), text)
}

pub fn unknown_player(name: &str, known: &str) -> Text {
    text!("unknown-player", name, known)
}

pub fn not_read(path: &str, error: &io::Error) -> Text {
    text!("not-read", path, error = reason(error))
}

pub fn not_saved(path: &str, error: &io::Error) -> Text {
    text!("not-saved", path, error = reason(error))
}

/// Error: the first game of the file is of another game.
pub fn other_game(game: &str) -> Text {
    text!("other-game", game = printable(game))
}

/// Error: the file has no games.
pub fn no_game() -> Text {
    text!("no-game")
}

/// Number with its sign.
pub fn signed(value: f64, places: usize) -> Text {
    let sign = if value < 0.0 { "-" } else { "+" };
    let size = match value.abs() {
        size if size.is_finite() => texts::decimal(size, places),
        _ => Text::new("∞", "∞"),
    };
    Text::composed(format!("{sign}{}", size.en), format!("{sign}{}", size.fr))
}

/// Error: the store has refused the change of a tile.
pub fn tile_refused(error: &Error, name: &str) -> Text {
    match error {
        Error::Taken => text!("problem-tile-taken", name),
        Error::Changed => text!("problem-tile-changed"),
        Error::Full => text!("problem-tiles-full", most = MOST_TILES),
        error => text!("quadrants-not-kept", error = error.to_string()),
    }
}

/// Error: a file of the connection to NATS cannot be read.
pub fn no_nats_file(file: &Path, error: &io::Error) -> Text {
    let (file, error) = (file.display().to_string(), reason(error));
    text!("nats-no-file", file, error)
}
