//! Messages of `damier quadrants`.

use rules::{Text, Tile};
use store::{Error, MOST_TILES};
use wire::http::ImportedTile;

/// Title of the set of own tiles.
pub(crate) fn own() -> Text {
    texts::text("quadrants-own", &[])
}

pub(crate) fn no_game() -> Text {
    texts::text("problem-no-tiles", &[])
}

pub(crate) fn none() -> Text {
    texts::text("quadrants-none", &[])
}

pub(crate) fn unknown(name: &str) -> Text {
    texts::text("quadrants-unknown", &[("name", name.into())])
}

pub(crate) fn added() -> Text {
    texts::text("quadrants-added", &[])
}

pub(crate) fn same() -> Text {
    texts::text("quadrants-same", &[])
}

pub(crate) fn taken(name: &str) -> Text {
    texts::text("quadrants-taken", &[("name", name.into())])
}

pub(crate) fn renamed(before: &str, after: &str) -> Text {
    texts::text("quadrants-renamed", &[("before", before.into()), ("after", after.into())])
}

pub(crate) fn removed(Tile { name, rows }: &Tile) -> Text {
    texts::text("quadrants-removed", &[("tile", format!("{name}: {rows}").into())])
}

/// Result of importing a tile.
pub(crate) fn imported(tile: &ImportedTile) -> Text {
    match tile.kept.as_deref() {
        None => full(),
        Some(kept) if kept == tile.name && tile.new => added(),
        Some(kept) if kept == tile.name => same(),
        Some(kept) if tile.new => texts::text("quadrants-added-as", &[("name", kept.into())]),
        Some(kept) => texts::text("quadrants-same-as", &[("name", kept.into())]),
    }
}

fn full() -> Text {
    texts::text("problem-tiles-full", &[("most", MOST_TILES.into())])
}

/// Error: the store has refused the change of a tile.
pub(crate) fn refused(error: &Error, name: &str) -> Text {
    match error {
        Error::Taken => texts::text("problem-tile-taken", &[("name", name.into())]),
        Error::Changed => texts::text("problem-tile-changed", &[]),
        Error::Full => full(),
        error => not_kept(error),
    }
}

pub(crate) fn not_kept(error: &Error) -> Text {
    texts::text("quadrants-not-kept", &[("error", error.to_string().into())])
}

pub(crate) fn too_long() -> Text {
    texts::text("problem-too-large", &[])
}

/// Number of problems in a file beyond those reported one by one.
pub(crate) fn more_problems(count: usize) -> Text {
    texts::text("quadrants-more-problems", &[("count", count.into())])
}

/// Error: the file is not UTF-8 from this byte on.
pub(crate) fn no_text(byte: usize) -> Text {
    texts::text("quadrants-no-text", &[("byte", byte.into())])
}

pub(crate) fn exists(file: &str) -> Text {
    texts::text("quadrants-exists", &[("file", file.into())])
}

pub(crate) fn written(count: usize, file: &str) -> Text {
    texts::text("quadrants-written", &[("count", count.into()), ("file", file.into())])
}

/// Error in a line of a file.
pub(crate) fn in_line(file: &str, line: usize, column: usize, text: &Text) -> Text {
    let (line, column) = (("line", line.into()), ("column", column.into()));
    texts::text("in-line", &[("path", file.into()), line, column, ("text", text.into())])
}

/// Error: the game has only one board.
pub(crate) fn no_boards(game: &Text) -> Text {
    texts::text("fairness-no-boards", &[("game", game.into())])
}

/// Number of games measured, and their mean length.
pub(crate) fn fair_games(games: u32, plies: f64) -> Text {
    let plies = ("plies", texts::decimal(plies, 1).into());
    texts::text("fairness-games", &[("games", games.into()), plies])
}

/// Score of seat First with its error, and separately on the board and on its half turn.
pub(crate) fn fair_score(seat: &Text, score: f64, error: f64, parts: [f64; 2]) -> Text {
    let percent = |part: f64| texts::decimal(100.0 * part, 1).into();
    let (score, error) = (("score", percent(score)), ("error", percent(error)));
    let (laid, turned) = (("laid", percent(parts[0])), ("turned", percent(parts[1])));
    texts::text("fairness-score", &[("seat", seat.into()), score, error, laid, turned])
}

/// Verdict on the fairness of a board.
pub(crate) fn fair_verdict(verdict: &Text) -> Text {
    texts::text("fairness-verdict", &[("verdict", verdict.into())])
}
