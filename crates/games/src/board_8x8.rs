//! A board of 8 by 8 squares with its lower left corner at `a1`, for notation and screens.

use std::borrow::Cow;

use rules::{Bitboard, BySeat, Cell, CellIndex, Seat, Spot, Square};

/// The labels of rows from the top.
pub(crate) const RANKS: &[&str] = &["8", "7", "6", "5", "4", "3", "2", "1"];
/// Cells of a row of a board that shows the 64 squares alone.
pub(crate) const COLUMNS: u8 = 8;

/// The squares as a reader meets them, from the top left: `a8`, `b8` … `h1`.
pub(crate) fn reading_order() -> impl Iterator<Item = Square> {
    (0..8).rev().flat_map(|rank| (0..8).map(move |file| Square::new(file, rank)))
}

/// The cells of the 64 squares with the pieces of both seats, in reading order.
pub(crate) fn cells(pieces: &BySeat<Bitboard>, ground: impl Fn(Square) -> Option<u8>) -> Vec<Cell> {
    let cell = |square: Square| Cell {
        spot: Some(Spot(square.index())),
        ground: ground(square),
        piece: Seat::ALL.into_iter().find(|&seat| pieces[seat].has(square)).map(Seat::index),
        label: Cow::Borrowed(square.name()),
    };
    reading_order().map(cell).collect()
}

/// The square whose number a spot has.
pub(crate) fn square_of(spot: Spot) -> Option<Square> {
    (spot.0 < 64).then(|| Square::from_index(spot.0))
}

/// Where [`cells`] puts a square.
pub(crate) const fn cell_of(square: Square) -> CellIndex {
    CellIndex((7 - square.rank()) * 8 + square.file())
}
