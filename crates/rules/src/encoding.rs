//! Positions and moves as numbers, for programs that learn.

use arrayvec::ArrayVec;

use crate::{Game, Square, Symmetry};

/// The planes of a position, each a set of cells: bit `row * columns + column`, row 0 being rank 1.
pub type Planes = ArrayVec<u64, 16>;

/// A game as arrays: its moves are numbered (actions), its positions are planes of cells.
///
/// The number of a move is its `u16`. Every number below [`ACTIONS`](Self::ACTIONS) is a move, whether or not it is
/// ever legal, so that numbers and moves are the same thing. Numbers and planes never change: what somebody has
/// trained depends on them.
pub trait Encoding: Game {
    /// How many numbers moves have.
    const ACTIONS: u16;

    /// Rows and columns of a plane.
    const SHAPE: [usize; 2] = [8, 8];

    /// What each plane shows. `own` is the side to move.
    const PLANES: &'static [&'static str];

    /// Symmetries of the rules, the identity first: a game stays the same if every position and move of it is replaced
    /// by its image.
    const SYMMETRIES: &'static [Symmetry] = &Symmetry::ALL;

    /// The move with that number; `None` if there is none.
    fn from_action(action: u16) -> Option<Self::Move>;

    /// The planes, in the order of [`PLANES`](Self::PLANES).
    fn planes(&self) -> Planes;

    /// The image of the position under one of the game's symmetries; the image of a move is
    /// [`Position::image`](crate::Position::image).
    #[must_use]
    fn transformed(&self, symmetry: Symmetry) -> Self;

    /// The image of a cell, which is a bit of a plane.
    fn cell_image(cell: usize, symmetry: Symmetry) -> usize {
        symmetry.square(Square::from_index(cell as u8)).index().into()
    }

    /// The plane that shows the image of what `plane` shows.
    fn plane_image(plane: usize, symmetry: Symmetry) -> usize {
        let _ = symmetry;
        plane
    }
}

/// A plane of the same value everywhere: every cell, or none.
pub const fn uniform_plane(is_set: bool, [rows, columns]: [usize; 2]) -> u64 {
    if is_set { u64::MAX >> (64 - rows * columns) } else { 0 }
}
