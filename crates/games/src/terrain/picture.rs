//! The coloured board for screens, and its set-up.

use std::borrow::Cow;

use rules::{
    Bitboard, BySeat, Cell, CellIndex, Seat, Setup, SetupError, Spot, Square, Style, Tally, Text,
};

use super::{BoardText, Step, Terrain, reading_order};

/// A yellow square; the glyph is the chess piece that moves so.
pub(crate) const YELLOW: Style = Style {
    label: Text::new("yellow, bishop", "jaune, fou"),
    glyph: '♗',
    letter: 'Y',
    rgb: 0x00f2_cf5b,
};
/// A green square.
pub(crate) const GREEN: Style = Style {
    label: Text::new("green, knight", "vert, cavalier"),
    glyph: '♘',
    letter: 'G',
    rgb: 0x005f_b36b,
};
/// A blue square.
pub(crate) const BLUE: Style = Style {
    label: Text::new("blue, king", "bleu, roi"),
    glyph: '♔',
    letter: 'B',
    rgb: 0x005b_9bd9,
};
/// A red square.
pub(crate) const RED: Style = Style {
    label: Text::new("red, rook", "rouge, tour"),
    glyph: '♖',
    letter: 'R',
    rgb: 0x00d9_6a5f,
};
/// How squares look, in the order of [`Colour::ALL`](super::Colour::ALL).
pub(crate) static GROUNDS: [Style; 4] = [YELLOW, GREEN, BLUE, RED];
pub(crate) const RED_PAWN: Style =
    Style {
        label: Text::new("red pawn", "pion rouge"), glyph: '●', letter: 'X', rgb: 0x00b0_1e1e
    };
pub(crate) const BLUE_PAWN: Style =
    Style {
        label: Text::new("blue pawn", "pion bleu"), glyph: '○', letter: 'O', rgb: 0x001e_3fa8
    };
/// The labels of rows from the top.
pub(crate) const RANKS: &[&str] = &["8", "7", "6", "5", "4", "3", "2", "1"];
/// Cells of a row of a board that shows the 64 squares alone.
pub(crate) const CELLS_8X8: u8 = 8;

/// The 64 squares in reading order.
pub(crate) fn squares(
    pawns: &BySeat<Bitboard>,
    ground: impl Fn(Square) -> Option<u8>,
) -> Vec<Cell> {
    let cell = |square: Square| Cell {
        spot: Some(Spot(square.index())),
        ground: ground(square),
        piece: Seat::ALL.into_iter().find(|&seat| pawns[seat].has(square)).map(Seat::index),
        label: Cow::Borrowed(square.name()),
    };
    reading_order().map(cell).collect()
}

/// The square that a spot of [`squares`] stands for.
pub(crate) fn square_of(spot: Spot) -> Option<Square> {
    (spot.0 < 64).then(|| Square::from_index(spot.0))
}

/// The pawn's move from one spot to another.
pub(crate) fn step_of(steps: &[Spot]) -> Option<Step> {
    match *steps {
        [from, to] => Some(Step { from: square_of(from)?, to: square_of(to)? }),
        _ => None,
    }
}

/// Where [`squares`] puts a square.
pub(crate) const fn cell_of(square: Square) -> CellIndex {
    CellIndex((7 - square.rank()) * 8 + square.file())
}

/// The pawns of both seats, counted.
pub(crate) fn pawn_tally(pawns: &BySeat<Bitboard>) -> Tally {
    Tally { label: Text::new("pawns", "pions"), count: pawns.map(|set| set.len() as u8) }
}

/// The colours of a set-up that may still have empty places.
pub(crate) fn preview(setup: &Setup) -> Result<impl Fn(Square) -> Option<u8>, SetupError> {
    let board = board(setup)?;
    Ok(move |square| board.colour(square).map(super::Colour::index))
}

/// The same choices on the board turned half round: its rows read backwards.
pub(crate) fn half_turn(setup: &Setup) -> Result<Setup, SetupError> {
    let rows = start(setup)?.to_string().chars().rev().collect();
    Ok(Setup { board: Some(rows), ..setup.clone() })
}

/// The terrain on which a game with these choices starts.
pub(crate) fn start(setup: &Setup) -> Result<Terrain, SetupError> {
    board(setup)?.terrain().map_err(|error| SetupError { setting: "board", error })
}

fn board(setup: &Setup) -> Result<BoardText, SetupError> {
    match &setup.board {
        None => Ok(BoardText::random(setup.seed)),
        Some(text) => text.parse().map_err(|error| SetupError { setting: "board", error }),
    }
}
