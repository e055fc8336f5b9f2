//! Distances between squares in moves, on an empty board.

use rules::{Bitboard, Square};

use super::Terrain;

/// Distance of squares from which no goal can be reached: beyond any other. Evaluations clamp distances, so that
/// they need not treat it apart.
pub(crate) const UNREACHABLE: u8 = 64;

impl Terrain {
    /// For each square, how many moves a pawn there needs to one of `goals`, on an empty board.
    pub(crate) fn moves_to(&self, goals: Bitboard) -> [u8; 64] {
        let mut distances = [UNREACHABLE; 64];
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
