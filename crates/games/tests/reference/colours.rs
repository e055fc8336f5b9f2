//! How a pawn moves on the coloured board.

use super::grid::{self, DIAGONAL, EMPTY, Grid, STRAIGHT, Square};

const KNIGHT: [(i32, i32); 8] =
    [(-2, -1), (-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2)];

/// The squares that a pawn on `from` reaches by the colour it stands on: on a ray up to and
/// including the first square of that colour or the first pawn, of either side.
pub(super) fn reach(terrain: &Grid, pawns: &Grid, from: Square) -> Vec<Square> {
    let colour = grid::at(terrain, from).expect("a pawn stands on the board");
    match colour {
        'B' => steps(terrain, from, &[STRAIGHT, DIAGONAL].concat()),
        'G' => steps(terrain, from, &KNIGHT),
        'R' => rays(terrain, pawns, from, &STRAIGHT),
        'Y' => rays(terrain, pawns, from, &DIAGONAL),
        _ => panic!("no colour {colour}"),
    }
}

fn steps(terrain: &Grid, from: Square, directions: &[(i32, i32)]) -> Vec<Square> {
    let reached = directions.iter().map(|&direction| grid::step(from, direction));
    reached.filter(|&square| grid::at(terrain, square).is_some()).collect()
}

fn rays(terrain: &Grid, pawns: &Grid, from: Square, directions: &[(i32, i32)]) -> Vec<Square> {
    let mut reached = Vec::new();
    for &direction in directions {
        let mut square = grid::step(from, direction);
        while let Some(colour) = grid::at(terrain, square) {
            reached.push(square);
            let stop = Some(colour) == grid::at(terrain, from);
            if stop || grid::at(pawns, square) != Some(EMPTY) {
                break;
            }
            square = grid::step(square, direction);
        }
    }
    reached
}
