//! Messages of the program in both languages: the texts of the crate `texts` with their arguments.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod block;
pub(crate) mod book;
pub(crate) mod bots;
pub(crate) mod check;
pub(crate) mod duel;
pub(crate) mod external;
pub(crate) mod ladder;
pub(crate) mod nats;
pub(crate) mod play;
pub(crate) mod prove;
pub(crate) mod puzzles;
pub(crate) mod quadrants;
pub(crate) mod review;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod store;
pub(crate) mod think;
pub(crate) mod train;
pub(crate) mod worker;

use std::io::{self, ErrorKind};

use rules::{Lang, Seat, Tally, Text};

/// Error message as a line.
pub(crate) fn error(text: &Text, lang: Lang) -> String {
    let text = printable(text.get(lang));
    texts::say(lang, "error", &[("text", text.into())]) + "\n"
}

/// Text from outside with its control characters replaced, for one line of a terminal.
pub(crate) fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

pub(crate) fn not_written(error: &io::Error) -> Text {
    texts::text("not-written", &[("error", reason(error).into())])
}

/// Reason of an error of the operating system, in words where it is a frequent one.
pub(crate) fn reason(error: &io::Error) -> Text {
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
    texts::text(id, &[])
}

/// Seed of the random board, with which it can be typed again.
pub(crate) fn drawn_board(seed: u64) -> Text {
    texts::text("drawn-board", &[("seed", seed.into())])
}

/// A side that a board favours, and the score that it may expect.
pub(crate) fn board_favours(seat: &Text, score: f64) -> Text {
    let percent = texts::decimal(100.0 * score, 0);
    texts::text("board-favours", &[("seat", seat.clone().into()), ("percent", percent.into())])
}

/// A player and the sign of that seat's pieces.
pub(crate) fn player_sign(seat: Seat, sign: &str) -> Text {
    texts::text("player-sign", &[("number", seat.number().into()), ("sign", sign.into())])
}

pub(crate) fn to_move(seat: Seat) -> Text {
    texts::text("to-move", &[("number", seat.number().into())])
}

/// After a swap.
pub(crate) fn swapped() -> Text {
    texts::text("swapped", &[])
}

/// Counts of both seats, such as discs.
pub(crate) fn tally(Tally { label, count }: &Tally) -> Text {
    let (first, second) = (count.first.into(), count.second.into());
    texts::text("tally", &[("label", label.into()), ("first", first), ("second", second)])
}

/// A picture cannot be drawn.
pub(crate) fn no_picture(name: &str, error: &picture::PngError) -> Text {
    texts::text("no-picture", &[("file", name.into()), ("error", error.to_string().into())])
}

/// The name of a file says no format of a picture.
pub(crate) fn no_picture_format(name: &str) -> Text {
    texts::text("no-picture-format", &[("file", name.into())])
}

/// Message for a tile without errors and warnings.
pub(crate) fn ok() -> Text {
    texts::text("ok", &[])
}

/// Warning.
pub(crate) fn warning(text: &Text) -> Text {
    texts::text("warning", &[("text", text.into())])
}

/// Message about a file or another thing with a name.
pub(crate) fn about(name: &str, text: &Text) -> Text {
    texts::text("about", &[("name", printable(name).into()), ("text", text.into())])
}

pub(crate) fn unknown_player(name: &str, known: &str) -> Text {
    texts::text("unknown-player", &[("name", name.into()), ("known", known.into())])
}

/// Error: the game has no solver.
pub(crate) fn no_solver(game: &Text) -> Text {
    texts::text("no-solver", &[("game", game.into())])
}

/// Error: the line is not moves and a score.
pub(crate) fn no_score() -> Text {
    texts::text("no-score", &[])
}

pub(crate) fn not_read(path: &str, error: &io::Error) -> Text {
    texts::text("not-read", &[("path", path.into()), ("error", reason(error).into())])
}

pub(crate) fn not_saved(path: &str, error: &io::Error) -> Text {
    texts::text("not-saved", &[("path", path.into()), ("error", reason(error).into())])
}

/// Error: there is a file that is not replaced.
pub(crate) fn not_ours(path: &str) -> Text {
    texts::text("not-ours", &[("path", path.into())])
}

/// Question whether an earlier file may be replaced.
pub(crate) fn ask_overwrite(path: &str) -> Text {
    texts::text("ask-overwrite", &[("path", path.into())])
}

/// Error: the user does not want the file to be replaced.
pub(crate) fn not_overwritten(path: &str) -> Text {
    texts::text("not-overwritten", &[("path", path.into())])
}

/// Error in a line of a file.
pub(crate) fn in_file(path: &str, line: usize, text: &Text) -> Text {
    texts::text("in-file", &[("path", path.into()), ("line", line.into()), ("text", text.into())])
}

/// Error: the first game of the file is of another game.
pub(crate) fn other_game(game: &str) -> Text {
    texts::text("other-game", &[("game", printable(game).into())])
}

/// Error: the file has no games.
pub(crate) fn no_game() -> Text {
    texts::text("no-game", &[])
}

/// Error: the file has fewer games.
pub(crate) fn no_such_number(number: usize, count: usize) -> Text {
    texts::text("no-such-number", &[("number", number.into()), ("count", count.into())])
}

/// Error: the output file is also an input file.
pub(crate) fn same_file() -> Text {
    texts::text("same-file", &[])
}

/// Number of games that could not be read.
pub(crate) fn refused_games(count: usize) -> Text {
    texts::text("refused-games", &[("count", count.into())])
}

/// Number with its sign.
pub(crate) fn signed(value: f64, places: usize) -> Text {
    let sign = if value < 0.0 { "-" } else { "+" };
    let size = match value.abs() {
        size if size.is_finite() => texts::decimal(size, places),
        _ => Text::new("∞", "∞"),
    };
    Text::composed(format!("{sign}{}", size.en), format!("{sign}{}", size.fr))
}
