//! Symmetries of the square board.

use crate::{Bitboard, Square};

/// One of the eight symmetries of a square board of 8×8: three bits, for the exchange of files and ranks
/// first, then the reflections of files and of ranks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All of them, the identity first.
    pub const ALL: [Self; 8] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];
    /// Nothing moved.
    pub const IDENTITY: Self = Self(0);
    /// Left and right exchanged.
    pub const MIRROR: Self = Self(2);

    /// Those under which `is_same` holds, without the identity.
    pub fn of(is_same: impl Fn(Self) -> bool) -> Vec<Self> {
        Self::ALL[1..].iter().copied().filter(|&symmetry| is_same(symmetry)).collect()
    }

    /// The image of a square.
    #[inline]
    pub const fn square(self, square: Square) -> Square {
        let (mut file, mut rank) = (square.file(), square.rank());
        if self.0 & 1 != 0 {
            (file, rank) = (rank, file);
        }
        if self.0 & 2 != 0 {
            file = 7 - file;
        }
        if self.0 & 4 != 0 {
            rank = 7 - rank;
        }
        Square::new(file, rank)
    }

    /// The image of a set of squares.
    pub fn set(self, set: Bitboard) -> Bitboard {
        set.squares().map(|square| self.square(square)).collect()
    }

    /// Whether a set of squares is its own image.
    pub fn keeps(self, set: Bitboard) -> bool {
        self.set(set) == set
    }
}
