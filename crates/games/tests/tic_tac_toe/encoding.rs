//! Tic-tac-toe as arrays: an action is the number of a square, a1 = 0, b1 = 1 to c3 = 8.

use rules::{Encoding, Planes, Position, Seat, Symmetry, uniform_plane};

use super::position::{Place, TicTacToe};

impl Encoding for TicTacToe {
    const ACTIONS: u16 = 9;
    const SHAPE: [usize; 2] = [3, 3];
    const PLANES: &'static [&'static str] = &["own", "opponent", "first to move"];
    const SYMMETRIES: &'static [Symmetry] = &[Symmetry::IDENTITY];

    fn from_action(action: u16) -> Option<Place> {
        (action < Self::ACTIONS).then_some(Place(action as u8))
    }

    fn planes(&self) -> Planes {
        let turn = self.turn();
        let first = uniform_plane(turn == Seat::First, Self::SHAPE);
        Planes::from_iter([self.signs[turn].into(), self.signs[!turn].into(), first])
    }

    fn transformed(&self, _: Symmetry) -> Self {
        *self
    }

    fn cell_image(cell: usize, _: Symmetry) -> usize {
        cell
    }
}
