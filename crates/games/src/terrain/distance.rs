//! How many moves apart squares are.

use rules::{Bitboard, Square};

use super::Terrain;

/// More moves than any way on the board takes: there is no way.
pub(crate) const NO_WAY: u8 = 64;

impl Terrain {
    /// For each square, how many moves a pawn there needs to one of `goals`, on an empty board.
    pub(crate) fn moves_to(&self, goals: Bitboard) -> [u8; 64] {
        let mut distances = [NO_WAY; 64];
        let mut reached = Bitboard::EMPTY;
        let mut ring = goals;
        let mut distance = 0;
        while !ring.is_empty() {
            for square in ring {
                distances[usize::from(square.index())] = distance;
            }
            reached |= ring;
            let before = |square: Square| self.reaching(square, Bitboard::EMPTY);
            ring = ring.squares().fold(Bitboard::EMPTY, |set, to| set | before(to)) & !reached;
            distance += 1;
        }
        distances
    }
}
