//! Queries to the solver, and the schedule of null windows that answers them.

use super::node::win_after;
use super::score_bounds::ScoreBounds;

/// What the solver is to find out about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolverQuery {
    /// The exact score (strong solution).
    Score,
    /// Win, draw or loss only (weak solution).
    Outcome,
    /// The exact score if the game ends within so many plies; otherwise only that it does not.
    Within(u32),
    /// Whether the score is at least this.
    AtLeast(i32),
}

/// Schedule of null windows for a query about a position with a known number of discs.
#[derive(Clone, Copy)]
pub(super) enum WindowSchedule {
    Score,
    Outcome,
    /// The exact score if its absolute value is at least this.
    Beyond(i32),
    AtLeast(i32),
}

impl SolverQuery {
    /// The query about the position after a move that answers it for the move.
    pub(super) const fn after_move(self) -> Self {
        match self {
            Self::Within(plies) => Self::Within(plies.saturating_sub(1)),
            Self::AtLeast(beta) => Self::AtLeast(1 - beta),
            Self::Score | Self::Outcome => self,
        }
    }

    /// The same query from the opponent's side.
    pub(super) const fn negated(self) -> Self {
        match self {
            Self::AtLeast(beta) => Self::AtLeast(1 - beta),
            Self::Score | Self::Outcome | Self::Within(_) => self,
        }
    }

    /// The schedule for a position with so many discs.
    pub(super) fn schedule(self, discs: i32) -> WindowSchedule {
        match self {
            Self::Score => WindowSchedule::Score,
            Self::Outcome => WindowSchedule::Outcome,
            Self::AtLeast(beta) => WindowSchedule::AtLeast(beta),
            Self::Within(plies) => {
                let last = discs.saturating_add(plies.min(42) as i32) - 1;
                WindowSchedule::Beyond(win_after(last.min(42)).max(1))
            }
        }
    }
}

impl WindowSchedule {
    /// Beta of the next null window for a position with so many discs; `None` once the bounds answer the query.
    pub(super) fn next_beta(self, bounds: ScoreBounds, discs: i32) -> Option<i32> {
        let ScoreBounds { low, high } = bounds;
        if low == high {
            return None;
        }
        match self {
            Self::Score => Some(next_beta_for_score(bounds, discs)),
            Self::Outcome if low > 0 || high < 0 => None,
            Self::Outcome => Some(i32::from(high > 0)),
            Self::AtLeast(beta) => (low < beta && beta <= high).then_some(beta),
            Self::Beyond(limit) if low > -limit && high < limit => None,
            Self::Beyond(limit) => {
                let beta = next_beta_for_score(bounds, discs);
                Some(if beta > 0 && high >= limit || low > -limit {
                    beta.max(limit)
                } else {
                    beta.min(1 - limit)
                })
            }
        }
    }
}

/// Bounds beyond this are far from 0.
const FAR_SCORE: i32 = 10;

/// Beta of the next null window for the score. Bounds far from 0 come first: scores there are quick to prove or refute,
/// because the game must end early. Then comes whether the first player wins, and then the scores from 0 outwards.
const fn next_beta_for_score(ScoreBounds { low, high }: ScoreBounds, discs: i32) -> i32 {
    const fn towards_zero(bound: i32) -> i32 {
        bound * 3 / 5
    }
    if low < -FAR_SCORE && -low >= high && towards_zero(low) < high {
        towards_zero(low) + 1
    } else if high > FAR_SCORE && towards_zero(high) > low {
        towards_zero(high) + 1
    } else if low < 0 && high > 0 {
        if discs % 2 == 0 { 1 } else { 0 }
    } else {
        let step = (high - low + 3) / 4;
        if low >= 0 { low + step } else { high + 1 - step }
    }
}
