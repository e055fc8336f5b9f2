//! Katarenga as arrays: an action is 64 times the number of the square that a pawn leaves, and the number of the one
//! where it goes; or, into a camp, 4096 plus twice the number of the square, and 1 for the right camp. Squares are
//! a1 = 0, b1 = 1 to h8 = 63.

use rules::{Encoding, Planes, Seat, Square, Symmetry, uniform_plane};

use super::position::{Camps, Katarenga, Move, Rules, Side};
use crate::terrain::Step;

/// The plane of the first camp; the left and the right camp of the side to move and of the opponent follow each other.
const CAMP_PLANES: usize = 2;

impl Encoding for Katarenga {
    const ACTIONS: u16 = Step::ACTIONS + 2 * 64;
    const PLANES: &'static [&'static str] = &[
        "own",
        "opponent",
        "own left camp",
        "own right camp",
        "opponent's left camp",
        "opponent's right camp",
        "yellow",
        "green",
        "blue",
        "red",
        "first to move",
        "official rules",
    ];
    /// Only left and right can be exchanged: each seat has its own side of the board.
    const SYMMETRIES: &'static [Symmetry] = &[Symmetry::IDENTITY, Symmetry::MIRROR];

    fn from_action(action: u16) -> Option<Move> {
        let Some(camp) = action.checked_sub(Step::ACTIONS) else {
            return Step::from_action(action).map(Move::Walk);
        };
        let side = Side::ALL[usize::from(camp % 2)];
        (camp < 2 * 64).then(|| Move::Enter(Square::from_index((camp / 2) as u8), side))
    }

    fn planes(&self) -> Planes {
        let uniform = |is_set| uniform_plane(is_set, Self::SHAPE);
        let seats = [self.turn, !self.turn];
        let pawns = seats.map(|seat| self.pawns[seat].0);
        let filled = |seat: Seat| Side::ALL.map(|side| self.camps[seat].is_filled(side));
        let rules = [self.turn == Seat::First, self.rules == Rules::Official];
        pawns
            .into_iter()
            .chain(seats.into_iter().flat_map(filled).map(uniform))
            .chain(self.terrain.planes())
            .chain(rules.map(uniform))
            .collect()
    }

    fn transformed(&self, symmetry: Symmetry) -> Self {
        let pawns = self.pawns.map(|pawns| symmetry.set(pawns));
        let is_mirrored = symmetry == Symmetry::MIRROR;
        let camps = self.camps.map(|camps| if is_mirrored { camps.mirrored() } else { camps });
        Self { pawns, camps, terrain: self.terrain.image(symmetry), ..*self }
    }

    fn plane_image(plane: usize, symmetry: Symmetry) -> usize {
        let is_camp = (CAMP_PLANES..CAMP_PLANES + 4).contains(&plane);
        if is_camp && symmetry == Symmetry::MIRROR { plane ^ 1 } else { plane }
    }
}

impl Camps {
    /// The camps with left and right exchanged.
    fn mirrored(self) -> Self {
        let mut camps = Self::default();
        if self.is_filled(Side::Left) {
            camps.fill(Side::Right);
        }
        if self.is_filled(Side::Right) {
            camps.fill(Side::Left);
        }
        camps
    }
}
