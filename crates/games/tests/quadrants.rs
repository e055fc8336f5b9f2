//! Quadrants: the built-in sets, turning and flipping, boards as players type them, and the boards
//! that seeds stand for.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use damier_games::terrain::{BoardText, Colour, Quadrant, SETS, Terrain, check_tile};
use rules::{SplitMix64, Tile, TileCheck};

const T1: &str = "YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB";

fn board(text: &str) -> Terrain {
    text.parse::<BoardText>()
        .and_then(|board| board.terrain())
        .unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn quadrant(tile: &Tile) -> Quadrant {
    tile.rows.parse().unwrap()
}

fn data(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/terrain/data").join(file)
}

#[test]
fn four_quadrants_make_a_board() {
    assert_eq!(board("1 2 5 7").to_string(), T1);
    assert_eq!(board(T1).quadrants().map(|q| q.to_string())[3], SETS[0].tiles[6].rows);
}

#[test]
fn built_in_quadrants_have_four_squares_of_each_colour() {
    for tile in SETS.iter().flat_map(|set| set.tiles) {
        assert!(
            Colour::ALL.iter().all(|&colour| quadrant(tile).count(colour) == 4),
            "{}",
            tile.name
        );
        let sound = TileCheck { rows: Ok(tile.rows.to_string()), warnings: Vec::new() };
        assert_eq!(check_tile(&tile.rows), sound);
    }
}

#[test]
fn classic_1_to_4_are_one_tile() {
    let [first, others @ ..] = SETS[0].tiles.first_chunk::<4>().unwrap();
    assert!(others.iter().all(|tile| quadrant(first).variants().contains(&quadrant(tile))));
}

#[test]
fn a_quadrant_is_flipped_first_and_then_turned_clockwise() {
    let laid = |text: &str| board(&format!("{text} 1 1 1")).quadrants()[0].to_string();
    let rows = "YYYY/GGGG/BBBB/RRRY";
    assert_eq!(laid(rows), rows);
    assert_eq!(laid(&format!("{rows}f")), "YYYY/GGGG/BBBB/YRRR");
    assert_eq!(laid(&format!("{rows}+90")), "RBGY/RBGY/RBGY/YBGY");
    assert_eq!(laid(&format!("{rows}f+90")), "YBGY/RBGY/RBGY/RBGY");
    assert_eq!(laid(&format!("{rows}+180")), "YRRR/BBBB/GGGG/YYYY");
    assert_eq!(laid(&format!("{rows}f+270")), "YGBR/YGBR/YGBR/YGBY");
}

#[test]
fn a_seed_stands_for_the_same_board_for_ever() {
    let mut seen = String::from("# seed | tiles | board\n");
    for seed in (0..16).chain([1_000_000, u64::from(u32::MAX), u64::MAX]) {
        let tiles = BoardText::random(seed);
        writeln!(seen, "{seed} | {tiles} | {}", tiles.terrain().unwrap()).unwrap();
        assert_eq!(board(&format!("seed:{seed}")), tiles.terrain().unwrap());
    }
    testkit::golden::check(data("seeds.txt"), &seen);
}

#[test]
fn seeds_reach_every_box_board() {
    let texts: HashSet<_> =
        (0..98_304 * 16).map(|seed| BoardText::random(seed).to_string()).collect();
    assert_eq!(texts.len(), 98_304);
}

#[test]
fn box_boards_are_told_from_others() {
    let mut random = SplitMix64::new(7);
    for _ in 0..200 {
        let terrain = BoardText::random(random.draw()).terrain().unwrap();
        assert!(terrain.is_box());
        let rows = terrain.to_string();
        assert!(board(&rows).is_box(), "{rows}");
        assert_eq!(board(&rows), terrain);
    }
    assert!(!board("A A C D").is_box());
    // The classic 1 is the box's C turned over.
    assert!(!board("A B C 1").is_box());
    assert!(board("A B 1 D").is_box());
    assert!(board("D Cf+90 B+270 Af").is_box());
}

#[test]
fn boards_are_written_as_players_type_them() {
    for (typed, written) in [
        ("A Bf+90 C+180 D", "A Bf+90 C+180 D"),
        ("a bF+90   c+180 d+0", "A Bf+90 C+180 D"),
        ("1 - 8f -", "1 - 8f -"),
        ("ybgr/rgyy/grbb/byrgf+90 1 1 1", "YBGR/RGYY/GRBB/BYRGf+90 1 1 1"),
        (T1, T1),
    ] {
        assert_eq!(typed.parse::<BoardText>().unwrap().to_string(), written);
    }
}

#[test]
fn what_is_no_board_or_tile_is_explained() {
    let mut seen = String::new();
    for text in [
        "",
        "A B C",
        "A B C D A",
        "A B C E",
        "A B+45 C D",
        "A B+ C D",
        "Af B Cff D",
        "seed:",
        "seed:abc",
        "seed:-1",
        "seed:99999999999999999999",
        "ABCD",
        "YBGR/RGYY/GRBB A B C",
        "YBGR/RGYY/GRBB/BYRW A B C",
        "YBGR/RGYY/GRBB/BYR A B C",
        "é/é/é/é A B C",
        &T1[9..],
        &T1.replace('R', "?"),
        "A B - D",
    ] {
        let error = text.parse::<BoardText>().and_then(|board| board.terrain()).unwrap_err();
        writeln!(seen, "board '{text}': {error} / {}", error.text.fr).unwrap();
    }
    for text in [
        "",
        "YBGR/RGYY/GRBB",
        "YBGR/RGYY/GRBB/BY.G",
        "YBGR/RGYY/GRBB/BYRGG",
        "YYYY/RGYY/GRBB/BYRG",
        "YYYY/YY../..../....",
    ] {
        let TileCheck { rows, warnings } = check_tile(text);
        if let Err(error) = rows {
            writeln!(seen, "tile '{text}': {error} / {}", error.text.fr).unwrap();
        }
        for warning in warnings {
            writeln!(seen, "tile '{text}': warning: {warning} / {}", warning.fr).unwrap();
        }
    }
    testkit::golden::check(data("messages.txt"), &seen);
}
