//! Bounds of scores.

/// Bits of a packed bound.
pub(super) const SCORE_BITS: u32 = 6;
const SCORE_MASK: u64 = (1 << SCORE_BITS) - 1;
/// Beyond any score.
const SCORE_INF: i32 = 22;

/// Bounds of a score, both inclusive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ScoreBounds {
    /// Lower bound.
    pub low: i32,
    /// Upper bound.
    pub high: i32,
}

impl ScoreBounds {
    /// No information.
    pub const UNKNOWN: Self = Self { low: -SCORE_INF, high: SCORE_INF };

    /// Exact score.
    pub(super) const fn exact(score: i32) -> Self {
        Self { low: score, high: score }
    }

    /// The bounds from the opponent's side.
    #[inline(always)]
    pub(super) const fn negated(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    /// Intersection with other bounds.
    #[inline(always)]
    pub(super) fn intersection(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// Fail-soft score of the null window below `beta`, if the bounds decide it.
    #[inline(always)]
    pub(super) fn cutoff(self, beta: i32) -> Option<i32> {
        if self.low >= beta { Some(self.low) } else { (self.high < beta).then_some(self.high) }
    }

    /// Packs bounds into the lowest bits of an entry. Unknown bounds are zero, so that an empty entry says nothing,
    /// whatever its tag.
    #[inline(always)]
    pub(super) const fn packed(self) -> u64 {
        ((self.low + SCORE_INF) as u64) << SCORE_BITS | (SCORE_INF - self.high) as u64
    }

    /// Unpacks the bounds of an entry.
    #[inline(always)]
    pub(super) const fn unpacked(entry: u64) -> Self {
        let low = (entry >> SCORE_BITS & SCORE_MASK) as i32 - SCORE_INF;
        let high = SCORE_INF - (entry & SCORE_MASK) as i32;
        Self { low, high }
    }
}
