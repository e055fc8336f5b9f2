//! Sets of squares of an 8x8 board, as 64 bits.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::Square;

/// A set of squares; bit n is the square with number n.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const ALL: Self = Self(!0);
    const FILE_A: u64 = 0x0101_0101_0101_0101;
    const FILE_H: u64 = Self::FILE_A << 7;

    /// The one square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// All squares of the rank, 0 to 7.
    #[inline]
    pub const fn rank(rank: u8) -> Self {
        Self(0xff << (8 * rank))
    }

    /// Whether no square is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the two sets share a square.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// How many squares are in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The square with the lowest number.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_index(self.0.trailing_zeros() as u8)) }
    }

    /// Every square moved one rank up (towards higher numbers).
    #[inline]
    pub const fn up(self) -> Self {
        Self(self.0 << 8)
    }

    /// Every square moved one rank down.
    #[inline]
    pub const fn down(self) -> Self {
        Self(self.0 >> 8)
    }

    /// Every square moved one file towards `a`; those on `a` fall off.
    #[inline]
    pub const fn left(self) -> Self {
        Self((self.0 & !Self::FILE_A) >> 1)
    }

    /// Every square moved one file towards `h`; those on `h` fall off.
    #[inline]
    pub const fn right(self) -> Self {
        Self((self.0 & !Self::FILE_H) << 1)
    }

    /// The squares beside the set's in the four straight directions.
    #[inline]
    pub const fn beside(self) -> Self {
        Self(self.up().0 | self.down().0 | self.left().0 | self.right().0)
    }

    /// The squares around the set's, in all eight directions.
    #[inline]
    pub const fn around(self) -> Self {
        let row = Self(self.0 | self.left().0 | self.right().0);
        Self((row.0 | row.up().0 | row.down().0) & !self.0)
    }

    /// All that can be reached from `seed` inside this set by steps to the next square of `next`.
    #[inline]
    #[must_use]
    pub fn reached_from(self, seed: Self, next: impl Fn(Self) -> Self) -> Self {
        let mut reached = self & seed;
        loop {
            let wider = reached | self & next(reached);
            if wider == reached {
                return reached;
            }
            reached = wider;
        }
    }

    /// The squares in the order of their numbers.
    #[inline]
    pub const fn squares(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a [`Bitboard`], lowest number first.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.squares()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        Self::of(square)
    }
}

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl<T: Into<Self>> BitAnd<T> for Bitboard {
    type Output = Self;

    #[inline]
    fn bitand(self, other: T) -> Self {
        Self(self.0 & other.into().0)
    }
}

impl<T: Into<Self>> BitOr<T> for Bitboard {
    type Output = Self;

    #[inline]
    fn bitor(self, other: T) -> Self {
        Self(self.0 | other.into().0)
    }
}

impl<T: Into<Self>> BitXor<T> for Bitboard {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: T) -> Self {
        Self(self.0 ^ other.into().0)
    }
}

impl<T: Into<Self>> BitAndAssign<T> for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: T) {
        self.0 &= other.into().0;
    }
}

impl<T: Into<Self>> BitOrAssign<T> for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: T) {
        self.0 |= other.into().0;
    }
}

impl<T: Into<Self>> BitXorAssign<T> for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: T) {
        self.0 ^= other.into().0;
    }
}
