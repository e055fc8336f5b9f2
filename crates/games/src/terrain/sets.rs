//! The quadrants that everybody has.

use rules::{Text, Tile, TileSet};

/// The built-in sets: the classic one, whose quadrants may repeat on a board, and the box, whose
/// four double-sided tiles are each used once (the back is the mirror image).
pub static SETS: &[TileSet; 2] = &[
    TileSet {
        id: "classic",
        title: Text::new("Classic", "Classiques"),
        tiles: &[
            Tile::new("1", "YBGR/RGYY/GRBB/BYRG"),
            Tile::new("2", "RGBY/YYGR/BBRG/GRYB"),
            Tile::new("3", "GBYR/RBYG/YRGB/BGRY"),
            Tile::new("4", "RYBG/GYBR/BGRY/YRGB"),
            Tile::new("5", "GBRY/BGBR/YRYG/RGYB"),
            Tile::new("6", "YRBG/RBGB/GYRY/BYGR"),
            Tile::new("7", "YBGR/RBYY/BGRG/GRYB"),
            Tile::new("8", "RGBY/YYBR/GRGB/BYRG"),
        ],
    },
    TileSet {
        id: "box",
        title: Text::new("Box", "Boîte"),
        tiles: &[
            Tile::new("A", "RYBG/GRGB/YYBR/BGRY"),
            Tile::new("B", "RYGB/GYRY/BBGR/YRBG"),
            Tile::new("C", "RGBY/YYGR/BBRG/GRYB"),
            Tile::new("D", "RGBY/YYBR/BGRG/GRYB"),
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
