//! Everything that holds for every game, driven by the files in its folder.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::harness::{each_folder, entries};
use damier_games::CATALOGUE;
use rules::{Record, Seat, Setup};

fn source() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")
}

#[test]
fn games_keep_the_invariants() {
    each_folder(|folder| folder.check_invariants(2026, 400));
}

#[test]
fn perfts_are_right() {
    each_folder(|folder| folder.check_perfts(2_000_000));
}

#[test]
#[ignore = "slow"]
fn deep_perfts_are_right() {
    each_folder(|folder| folder.check_perfts(u64::MAX));
}

#[test]
fn move_lists_are_right() {
    each_folder(|folder| folder.check_move_lists());
}

#[test]
fn positions_are_read_generously_and_written_exactly() {
    each_folder(|folder| folder.check_valid());
}

#[test]
fn impossible_positions_are_refused() {
    each_folder(|folder| folder.check_invalid());
}

#[test]
fn playthroughs_are_as_recorded() {
    each_folder(|folder| folder.check_playthroughs());
}

/// Screens seat players by what a game declares, without looking at its pieces.
#[test]
fn declared_edges_agree_with_the_first_picture() {
    for entry in entries() {
        let info = entry.game.info();
        let start = entry.game.start(&Setup { seed: 7, ..Setup::default() }).unwrap();
        let board = entry.game.open(&Record::new(start)).unwrap().view().board;
        let mean_row = |seat: Seat| {
            let pieces: Vec<_> = (0..board.cells.len())
                .filter(|&cell| board.cells[cell].piece == Some(seat.index()))
                .collect();
            let rows: usize = pieces.iter().map(|cell| cell / board.columns as usize).sum();
            rows as f64 / pieces.len() as f64
        };
        let below = mean_row(Seat::First) - mean_row(Seat::Second);
        let lower = if below >= 2.0 {
            Some(Seat::First)
        } else if below <= -2.0 {
            Some(Seat::Second)
        } else {
            None
        };
        assert_eq!(info.look.lower, lower, "{}", info.id);
        let spots: Vec<_> = board.cells.iter().filter_map(|cell| cell.spot).collect();
        let distinct: BTreeSet<_> = spots.iter().map(|spot| spot.0).collect();
        assert_eq!(info.look.falling, distinct.len() < spots.len(), "{}", info.id);
    }
}

#[test]
fn every_game_folder_is_in_the_catalogue() {
    let ids: Vec<_> =
        CATALOGUE.iter().map(|entry| entry.game.info().id.replace('-', "_")).collect();
    for entry in std::fs::read_dir(source()).unwrap() {
        let path = entry.unwrap().path();
        let is_listed = ids.iter().any(|id| path.ends_with(id));
        assert!(
            !path.join("rules.en.md").exists() || is_listed,
            "{}: a folder with rules is a game, and CATALOGUE in crates/games/src/lib.rs lists all",
            path.display()
        );
    }
}

/// What an entry lacks is skipped by the tests: no part of these games goes by accident.
#[test]
fn the_first_five_games_lack_nothing() {
    for id in ["connect-four", "othello", "katarenga", "congress", "isolation"] {
        let entry = CATALOGUE.iter().find(|entry| entry.game.info().id == id).expect(id);
        let info = entry.game.info();
        let parts = [
            ("classics", !entry.classics.is_empty()),
            ("tree demo", entry.tree_demo.is_some()),
            ("puzzles", entry.puzzles.is_some()),
            ("miner", entry.miner.is_some()),
            ("prover", entry.prover.is_some()),
            ("level scores", entry.level_ratings().is_some()),
            ("survey", info.tiles.is_empty() || entry.survey().next().is_some()),
        ];
        for (part, is_there) in parts {
            assert!(is_there, "crates/games/src/lib.rs: {id} has its {part}");
        }
    }
    let trained = CATALOGUE.iter().filter(|entry| entry.trainer.is_some());
    let trained: Vec<_> = trained.map(|entry| entry.game.info().id).collect();
    assert!(["katarenga", "congress"].iter().all(|id| trained.contains(id)), "{trained:?}");
}

#[test]
fn only_what_is_proved_is_called_perfect() {
    let perfect: Vec<_> = CATALOGUE
        .iter()
        .flat_map(|entry| {
            let by = |opponent: &'static engine::Opponent| {
                let sets = entry.game.info().rule_sets.iter();
                sets.filter(|set| opponent.title_by(set.id).en == "Perfect")
                    .map(|set| (entry.game.info().id, set.id, opponent.id))
            };
            entry.opponents().flat_map(by)
        })
        .collect();
    assert_eq!(
        perfect,
        [("connect-four", "classic", "maximum"), ("isolation", "mutual", "maximum")]
    );
}
