//! The coloured board for screens, and its set-up.

use rules::{Bitboard, BySeat, Setup, SetupError, Spot, Square, Style, Tally, Text};

use super::{BoardText, Step, Terrain};
use crate::board_8x8::square_of;

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
/// The pawn's move from one spot to another.
pub(crate) fn step_of(steps: &[Spot]) -> Option<Step> {
    match *steps {
        [from, to] => Some(Step { from: square_of(from)?, to: square_of(to)? }),
        _ => None,
    }
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
