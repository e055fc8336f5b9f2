//! Messages of `damier quadrants`.

use rules::{Text, Tile};
use store::MOST_TILES;
use texts::text;
use wire::http::ImportedTile;

pub(crate) fn removed(Tile { name, rows }: &Tile) -> Text {
    text!("quadrants-removed", tile = format!("{name}: {rows}"))
}

/// Result of importing a tile.
pub(crate) fn imported(tile: &ImportedTile) -> Text {
    match tile.kept.as_deref() {
        None => text!("problem-tiles-full", most = MOST_TILES),
        Some(kept) if kept == tile.name && tile.new => text!("quadrants-added"),
        Some(kept) if kept == tile.name => text!("quadrants-same"),
        Some(kept) if tile.new => text!("quadrants-added-as", name = kept),
        Some(kept) => text!("quadrants-same-as", name = kept),
    }
}

/// Number of games measured, and their mean length.
pub(crate) fn fair_games(games: u32, plies: f64) -> Text {
    text!("fairness-games", games, plies = texts::decimal(plies, 1))
}

/// Score of seat First with its error, and separately on the board and on its half turn.
pub(crate) fn fair_score(seat: &Text, score: f64, error: f64, parts: [f64; 2]) -> Text {
    let percent = |part: f64| texts::decimal(100.0 * part, 1);
    text!(
        "fairness-score",
        seat,
        score = percent(score),
        error = percent(error),
        laid = percent(parts[0]),
        turned = percent(parts[1])
    )
}
