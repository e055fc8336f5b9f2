//! Congress as arrays: an action is 64 times the number of the square that a pawn leaves, and the number of the one
//! where it goes; a1 = 0, b1 = 1 to h8 = 63.

use rules::{Encoding, Planes, Seat, Symmetry, uniform_plane};

use super::position::Congress;
use crate::terrain::Step;

impl Encoding for Congress {
    const ACTIONS: u16 = Step::ACTIONS;
    const PLANES: &'static [&'static str] =
        &["own", "opponent", "yellow", "green", "blue", "red", "first to move"];

    fn from_action(action: u16) -> Option<Step> {
        Step::from_action(action)
    }

    fn planes(&self) -> Planes {
        let first = uniform_plane(self.turn == Seat::First, Self::SHAPE);
        let pawns = [self.pawns[self.turn].0, self.pawns[!self.turn].0];
        pawns.into_iter().chain(self.terrain.planes()).chain([first]).collect()
    }

    fn transformed(&self, symmetry: Symmetry) -> Self {
        let pawns = self.pawns.map(|pawns| symmetry.set(pawns));
        Self { pawns, terrain: self.terrain.image(symmetry), ..*self }
    }
}
