//! Isolation as arrays: an action is the number of a square, a1 = 0, b1 = 1 to h8 = 63.

use rules::{Encoding, Planes, Seat, Square, Symmetry, uniform_plane};

use super::position::{Isolation, Place, Rules};

impl Encoding for Isolation {
    const ACTIONS: u16 = 64;
    const PLANES: &'static [&'static str] = &[
        "own",
        "opponent",
        "forbidden",
        "yellow",
        "green",
        "blue",
        "red",
        "first to move",
        "mutual rules",
    ];

    fn from_action(action: u16) -> Option<Place> {
        (action < Self::ACTIONS).then(|| Place(Square::from_index(action as u8)))
    }

    fn planes(&self) -> Planes {
        let first = uniform_plane(self.turn == Seat::First, Self::SHAPE);
        let mutual = uniform_plane(self.rules == Rules::Mutual, Self::SHAPE);
        let pawns = [self.pawns[self.turn].0, self.pawns[!self.turn].0, self.forbidden.0];
        pawns.into_iter().chain(self.terrain.planes()).chain([first, mutual]).collect()
    }

    fn transformed(&self, symmetry: Symmetry) -> Self {
        Self {
            pawns: self.pawns.map(|pawns| symmetry.set(pawns)),
            forbidden: symmetry.set(self.forbidden),
            terrain: self.terrain.image(symmetry),
            ..*self
        }
    }
}
