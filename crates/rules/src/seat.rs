//! The two seats, and pairs that have one thing for each.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

use serde::{Deserialize, Serialize};

/// One of the two seats of a game. `!seat` is the opponent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// Moves first from the start of a game.
    First,
    /// Moves second from the start of a game.
    Second,
}

impl Seat {
    /// Both seats, in the order of play.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// The letter of the seat in position texts: `x` or `o`.
    pub const fn letter(self) -> char {
        match self {
            Self::First => 'x',
            Self::Second => 'o',
        }
    }

    /// The seat that `letter` stands for, in either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'x' | 'X' => Some(Self::First),
            'o' | 'O' => Some(Self::Second),
            _ => None,
        }
    }

    /// 0 or 1, also the seat's piece among [`Info::pieces`](crate::Info::pieces).
    #[inline]
    pub const fn index(self) -> u8 {
        self.number() - 1
    }

    /// 1 or 2, as players count.
    #[inline]
    pub const fn number(self) -> u8 {
        match self {
            Self::First => 1,
            Self::Second => 2,
        }
    }

    /// The seat to move after `plies` plies from the start.
    #[inline]
    pub const fn after(plies: u32) -> Self {
        if plies.is_multiple_of(2) { Self::First } else { Self::Second }
    }
}

impl Not for Seat {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// The letter of the seat.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// One `T` for each seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
pub struct BySeat<T> {
    /// What is [`Seat::First`]'s.
    pub first: T,
    /// What is [`Seat::Second`]'s.
    pub second: T,
}

impl<T> BySeat<T> {
    /// Asks `f` for each seat's.
    pub fn from_fn(mut f: impl FnMut(Seat) -> T) -> Self {
        Self { first: f(Seat::First), second: f(Seat::Second) }
    }

    /// The same pair with `f` applied to both.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat { first: f(self.first), second: f(self.second) }
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    #[inline]
    fn index(&self, seat: Seat) -> &T {
        match seat {
            Seat::First => &self.first,
            Seat::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::First => &mut self.first,
            Seat::Second => &mut self.second,
        }
    }
}
