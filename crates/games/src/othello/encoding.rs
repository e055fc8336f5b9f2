//! Othello as arrays: an action is the number of a square, a1 = 0, b1 = 1 to h8 = 63, or 64 for a pass.

use rules::{BySeat, Encoding, Planes, Position, Seat, Square, Symmetry, uniform_plane};

use super::position::{Move, Othello};

impl Encoding for Othello {
    const ACTIONS: u16 = 65;
    const PLANES: &'static [&'static str] = &["own", "opponent", "first to move"];

    fn from_action(action: u16) -> Option<Move> {
        match action {
            0..64 => Some(Move::Disc(Square::from_index(action as u8))),
            64 => Some(Move::Pass),
            _ => None,
        }
    }

    fn planes(&self) -> Planes {
        let turn = self.turn();
        let first = uniform_plane(turn == Seat::First, Self::SHAPE);
        Planes::from_iter([self.discs(turn).0, self.discs(!turn).0, first])
    }

    fn transformed(&self, symmetry: Symmetry) -> Self {
        let discs = BySeat::from_fn(|seat| symmetry.set(self.discs(seat)));
        Self::from_discs(discs, self.turn())
    }
}
