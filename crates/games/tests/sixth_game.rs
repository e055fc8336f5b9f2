//! A sixth game goes through everything that the games of the catalogue go through, and needs
//! nothing but its own folder.

use std::path::PathBuf;

use crate::harness::Folder;
use crate::tic_tac_toe::TicTacToe;

fn folder() -> Folder {
    Folder {
        game: rules::erase::<TicTacToe>(),
        path: PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/tic_tac_toe"),
    }
}

#[test]
fn it_keeps_the_invariants() {
    folder().check_invariants(2026, 400);
}

#[test]
fn its_perfts_are_right() {
    folder().check_perfts(u64::MAX);
}

#[test]
fn its_move_lists_are_right() {
    folder().check_move_lists();
}

#[test]
fn its_positions_are_read_generously_and_written_exactly() {
    folder().check_valid();
}

#[test]
fn its_impossible_positions_are_refused() {
    folder().check_invalid();
}

#[test]
fn its_playthroughs_are_as_recorded() {
    folder().check_playthroughs();
}
