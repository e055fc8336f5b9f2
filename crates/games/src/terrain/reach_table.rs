//! Where pawns go on one board, precomputed for each of its squares.

#![expect(
    clippy::inline_always,
    reason = "functions with target features do not inline others by themselves"
)]

use rules::{Bitboard, Square};

use super::{Colour, Terrain, rays};

/// The same as [`Terrain::reach`], without a branch by the colour of a square: the colours of pawns that are looked at
/// one after another cannot be predicted.
#[derive(Clone, Debug)]
pub(crate) struct ReachTable {
    squares: Box<[SquareReach; 64]>,
}

/// A pawn on one square.
#[derive(Clone, Copy, Debug)]
struct SquareReach {
    /// What it reaches like a king or knight.
    jumps: Bitboard,
    /// What it reaches on each line through the square on an empty board, towards higher and lower numbers.
    lines: [[Bitboard; 2]; 2],
    /// The lines' rays from every square.
    rays: &'static [rays::Rays; 2],
}

impl ReachTable {
    pub(crate) fn new(terrain: &Terrain) -> Self {
        let square = |index: usize| {
            let from = Square::from_index(index as u8);
            let all = terrain.reach(from, Bitboard::EMPTY);
            let rays = match terrain.colour(from) {
                Colour::Yellow => &rays::DIAGONALS,
                Colour::Green | Colour::Blue | Colour::Red => &rays::ORTHOGONALS,
            };
            match terrain.colour(from) {
                Colour::Green | Colour::Blue => {
                    SquareReach { jumps: all, lines: [[Bitboard::EMPTY; 2]; 2], rays }
                }
                Colour::Yellow | Colour::Red => {
                    let lines = [0, 1].map(|line| rays[line][index].map(|ray| ray & all));
                    SquareReach { jumps: Bitboard::EMPTY, lines, rays }
                }
            }
        };
        Self { squares: Box::new(std::array::from_fn(square)) }
    }

    /// Every square that a pawn on `from` reaches with `pawns` on the board.
    #[inline(always)]
    pub(crate) fn reach(&self, from: Square, pawns: Bitboard) -> Bitboard {
        let SquareReach { jumps, lines, rays } = &self.squares[usize::from(from.index())];
        *jumps | rays::cut(&rays[0], lines[0], pawns) | rays::cut(&rays[1], lines[1], pawns)
    }
}

#[cfg(test)]
mod tests {
    use rules::SplitMix64;

    use super::*;
    use crate::terrain::BoardText;

    #[test]
    fn the_table_tells_what_the_terrain_does() {
        let mut random = SplitMix64::new(7);
        for seed in 0..20 {
            let terrain = BoardText::random(seed).terrain().expect("a whole board");
            let table = ReachTable::new(&terrain);
            for _ in 0..20 {
                let pawns = Bitboard(random.draw() & random.draw());
                for from in Square::all() {
                    assert_eq!(table.reach(from, pawns), terrain.reach(from, pawns));
                }
            }
        }
    }
}
