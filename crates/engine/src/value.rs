//! Values of positions.

use std::fmt;
use std::ops::Neg;

/// The value of a position for the side to move.
///
/// Up to [`ESTIMATE_MAX`](Self::ESTIMATE_MAX) either way it is an estimate in the points of the game's
/// [`ValueScale`](crate::ValueScale), or a final count; beyond that it is a win or a loss in so many
/// plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Value(i32);

impl Value {
    /// An even position, or a draw.
    pub const ZERO: Self = Self(0);
    /// Greater than any value: the limit of a search window.
    pub const INFINITY: Self = Self(Self::WIN + 1);
    /// A win on the spot.
    const WIN: i32 = 1_000_000;
    /// Plies of the longest win or loss that a value can hold.
    const MAX_PLIES_TO_END: i32 = 10_000;
    /// The largest estimate either way.
    pub const ESTIMATE_MAX: i32 = Self::WIN - Self::MAX_PLIES_TO_END - 1;

    /// An estimate, kept within its bounds.
    #[inline]
    pub fn estimate(points: i32) -> Self {
        Self(points.clamp(-Self::ESTIMATE_MAX, Self::ESTIMATE_MAX))
    }

    /// The side to move has lost after `plies` more plies.
    #[inline]
    pub const fn loss_in(plies: u16) -> Self {
        Self(plies as i32 - Self::WIN)
    }

    /// The side to move wins after `plies` more plies.
    #[inline]
    pub const fn win_in(plies: u16) -> Self {
        Self(Self::WIN - plies as i32)
    }

    /// The value in points.
    #[inline]
    pub const fn points(self) -> i32 {
        self.0
    }

    /// The value of that many [`points`](Self::points).
    #[inline]
    pub(crate) const fn from_points(points: i32) -> Self {
        Self(points)
    }

    /// Plies to the end of a proved win or loss.
    #[inline]
    pub const fn plies_to_end(self) -> Option<u16> {
        if self.0.abs() > Self::ESTIMATE_MAX {
            Some((Self::WIN - self.0.abs()) as u16)
        } else {
            None
        }
    }

    /// Whether the value is a proved win or loss.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0.abs() > Self::ESTIMATE_MAX
    }

    /// Shifts the value by a number of points, for search window bounds.
    #[inline]
    pub(crate) fn shifted(self, points: i32) -> Self {
        Self(self.0.saturating_add(points).clamp(-Self::INFINITY.0, Self::INFINITY.0))
    }

    /// A decided value as seen from a position `plies` plies earlier, and back with a negative
    /// number: tables keep distances from the position, searches from the root.
    #[inline]
    pub(crate) fn delayed(self, plies: i32) -> Self {
        match self.0 {
            points if points > Self::ESTIMATE_MAX => Self(points - plies),
            points if points < -Self::ESTIMATE_MAX => Self(points + plies),
            points => Self(points),
        }
    }
}

/// What is proved of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Proof {
    /// Nothing: the value is an estimate.
    None,
    /// Who wins. The distance to the end is an upper bound: the win may come sooner.
    Winner,
    /// The value itself: the distance to the end, or the final count.
    Exact,
}

impl Proof {
    /// Whether the result is proved, be the distance to the end exact or not.
    #[inline]
    pub const fn is_proved(self) -> bool {
        !matches!(self, Self::None)
    }
}

impl Neg for Value {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if self.0 > 0 => write!(f, "win in {plies} plies"),
            Some(plies) => write!(f, "loss in {plies} plies"),
            None => write!(f, "{:+}", self.0),
        }
    }
}
