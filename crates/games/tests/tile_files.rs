//! Files of tiles: what is read of each, and that everything written is read back the same.
//!
//! Every file in `src/terrain/data/files/` has a twin, `.report`, with the tiles that were found and
//! the problems by their places. `UPDATE_EXPECT=1` rewrites them.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use damier_games::katarenga::Katarenga;
use damier_games::terrain::{Colour, Quadrant};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use rules::{AnyGame, Game, LineIndex, Tile, TileFile, TileForm, erase, tile_name, write_tiles};

const FORMS: [TileForm; 3] = [TileForm::Lines, TileForm::Json, TileForm::Grids];

fn game() -> &'static dyn AnyGame {
    erase::<Katarenga>()
}

fn report(text: &str) -> String {
    let TileFile { tiles, problems, .. } = TileFile::read(text, game());
    let mut seen = String::new();
    for Tile { name, rows } in tiles {
        writeln!(seen, "{name}: {rows}").unwrap();
    }
    for problem in problems {
        let (line, column) = problem.place(&LineIndex::new(text));
        let (at, said) = (&text[problem.at.clone()], problem.text);
        let at = at.lines().next().unwrap_or_default();
        writeln!(seen, "{line}:{column} '{at}'\n  {said}\n  {}", said.fr).unwrap();
    }
    seen
}

#[test]
fn every_file_is_read_as_recorded() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/terrain/data/files");
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension != "report"));
    files.sort();
    assert!(files.len() > 10);
    let name = |file: &PathBuf| file.display().to_string();
    testkit::golden::check_each(files, name, |file| {
        let seen = report(&fs::read_to_string(&file).unwrap());
        testkit::golden::check(format!("{}.report", file.display()), &seen);
    });
}

#[test]
fn the_first_program_s_numbers_are_the_colours_in_their_order() {
    assert_eq!(Katarenga::INFO.tile_letters(), Colour::ALL.map(Colour::letter));
}

#[test]
fn a_file_gives_so_many_tiles_and_problems_and_counts_the_rest() {
    let lines = "x\n".repeat(128_000);
    let json = format!("[{}", "0,".repeat(128_000));
    for (text, count) in [(lines, 128_000), (json, 128_001)] {
        let TileFile { tiles, problems, more_problems } = TileFile::read(&text, game());
        assert!(tiles.is_empty());
        assert_eq!(problems.len(), TileFile::MAX_PROBLEMS);
        assert_eq!(problems.len() + more_problems, count);
    }
    let tiles = "mine: YBGR/RGYY/GRBB/BYRG\n".repeat(TileFile::MAX_TILES + 2);
    let TileFile { tiles, problems, more_problems } = TileFile::read(&tiles, game());
    assert_eq!((tiles.len(), problems.len(), more_problems), (TileFile::MAX_TILES, 2, 0));
}

fn any_tile() -> impl Strategy<Value = Tile> {
    let name =
        "[\\w .!'-]{1,32}".prop_filter_map("a name", |name| tile_name(&name, Katarenga::INFO).ok());
    let colours = prop::collection::vec(select(&Colour::ALL[..]), 16);
    (name, colours).prop_map(|(name, colours)| {
        let rows = Quadrant::from_fn(|column, row| colours[usize::from(row * 4 + column)]);
        Tile { name: name.into(), rows: rows.to_string().into() }
    })
}

/// Anything, or letters that files are made of.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof!["\\PC{0,60}", "[\\[\\]{}\":,YGBR1-4/ \n\\\\nu0-9a-f]{0,200}"]
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(tiles in prop::collection::vec(any_tile(), 1..6)) {
        for form in FORMS {
            let text = write_tiles(&tiles, form, Katarenga::INFO);
            let file = TileFile { tiles: tiles.clone(), ..TileFile::default() };
            prop_assert_eq!(TileFile::read(&text, game()), file, "{}", text);
        }
    }

    #[test]
    fn whatever_is_read_nothing_panics_and_places_are_in_the_text(
        text in any_text(),
        tiles in prop::collection::vec(any_tile(), 1..4),
        form in select(&FORMS[..]),
        cut: Index,
        at: Index,
        slip: char,
    ) {
        let mut damaged: Vec<char> = write_tiles(&tiles, form, Katarenga::INFO).chars().collect();
        damaged.truncate(cut.index(damaged.len() + 1));
        if !damaged.is_empty() {
            let at = at.index(damaged.len());
            damaged[at] = slip;
        }
        for text in [text, damaged.into_iter().collect()] {
            let TileFile { tiles, problems, .. } = TileFile::read(&text, game());
            for problem in problems {
                prop_assert!(text.get(problem.at.clone()).is_some(), "{:?} of {}", problem, text);
            }
            let again = write_tiles(&tiles, TileForm::Json, Katarenga::INFO);
            if !tiles.is_empty() {
                prop_assert_eq!(TileFile::read(&again, game()).tiles, tiles);
            }
        }
    }
}
