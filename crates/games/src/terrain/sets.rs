//! The quadrants that everybody has.

use rules::{Text, Tile, TileSet};

/// The built-in sets: the classic one, whose quadrants may repeat on a board, and the box, whose
/// four double-sided tiles are each used once (the back is the mirror image).
pub static SETS: &[TileSet; 2] = &[
    TileSet {
        id: "classic",
        title: Text::new("Classic", "Classiques"),
        tiles: &[
            Tile { name: "1", rows: "YBGR/RGYY/GRBB/BYRG" },
            Tile { name: "2", rows: "RGBY/YYGR/BBRG/GRYB" },
            Tile { name: "3", rows: "GBYR/RBYG/YRGB/BGRY" },
            Tile { name: "4", rows: "RYBG/GYBR/BGRY/YRGB" },
            Tile { name: "5", rows: "GBRY/BGBR/YRYG/RGYB" },
            Tile { name: "6", rows: "YRBG/RBGB/GYRY/BYGR" },
            Tile { name: "7", rows: "YBGR/RBYY/BGRG/GRYB" },
            Tile { name: "8", rows: "RGBY/YYBR/GRGB/BYRG" },
        ],
    },
    TileSet {
        id: "box",
        title: Text::new("Box", "Boîte"),
        tiles: &[
            Tile { name: "A", rows: "RYBG/GRGB/YYBR/BGRY" },
            Tile { name: "B", rows: "RYGB/GYRY/BBGR/YRBG" },
            Tile { name: "C", rows: "RGBY/YYGR/BBRG/GRYB" },
            Tile { name: "D", rows: "RGBY/YYBR/BGRG/GRYB" },
        ],
    },
];

/// The rows of the built-in quadrant of that name, in either case.
pub(super) fn find(name: &str) -> Option<&'static Tile> {
    SETS.iter().flat_map(|set| set.tiles).find(|tile| tile.name.eq_ignore_ascii_case(name))
}

/// The tiles of the box.
pub(super) fn box_tiles() -> &'static [Tile] {
    SETS[1].tiles
}
