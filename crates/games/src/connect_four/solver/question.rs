//! What can be asked of a position, and which goals answer it.

use super::node::win_after;
use super::table::Bounds;

/// What is asked of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// The exact score.
    Score,
    /// Who wins, but not how soon.
    Outcome,
    /// The exact score if the game is over after so many plies; else only that it is not.
    Within(u32),
    /// Whether the score is at least so much.
    AtLeast(i32),
}

/// A question about a position with a known number of discs.
#[derive(Clone, Copy)]
pub(super) enum Asked {
    Score,
    Outcome,
    /// The score if it is as far from 0 as this.
    Beyond(i32),
    AtLeast(i32),
}

impl Question {
    /// The question about what follows a move that is asked about the move.
    pub(super) const fn after_a_move(self) -> Self {
        match self {
            Self::Within(plies) => Self::Within(plies.saturating_sub(1)),
            Self::AtLeast(goal) => Self::AtLeast(1 - goal),
            Self::Score | Self::Outcome => self,
        }
    }

    /// The question from the other side, about the same position.
    pub(super) const fn flipped(self) -> Self {
        match self {
            Self::AtLeast(goal) => Self::AtLeast(1 - goal),
            Self::Score | Self::Outcome | Self::Within(_) => self,
        }
    }

    pub(super) fn asked_at(self, discs: i32) -> Asked {
        match self {
            Self::Score => Asked::Score,
            Self::Outcome => Asked::Outcome,
            Self::AtLeast(goal) => Asked::AtLeast(goal),
            Self::Within(plies) => {
                let last = discs.saturating_add(plies.min(42) as i32) - 1;
                Asked::Beyond(win_after(last.min(42)).max(1))
            }
        }
    }
}

impl Asked {
    /// The score to ask for next; `None` if the question is answered.
    pub(super) fn next_goal(self, bounds: Bounds) -> Option<i32> {
        let Bounds { low, high } = bounds;
        if low == high {
            return None;
        }
        match self {
            Self::Score => Some(halfway(bounds)),
            Self::Outcome if low > 0 || high < 0 => None,
            Self::Outcome => Some(i32::from(high > 0)),
            Self::AtLeast(goal) => (low < goal && goal <= high).then_some(goal),
            Self::Beyond(edge) if low > -edge && high < edge => None,
            Self::Beyond(edge) => {
                let goal = halfway(bounds);
                Some(if goal > 0 && high >= edge || low > -edge {
                    goal.max(edge)
                } else {
                    goal.min(1 - edge)
                })
            }
        }
    }
}

/// A goal halfway between the better bound and 0: what is far from 0 is quick to find or to rule out,
/// because the game must be over early.
const fn halfway(Bounds { low, high }: Bounds) -> i32 {
    let middle = low + (high - low) / 2;
    if middle <= 0 && low / 2 < middle {
        low / 2 + 1
    } else if middle >= 0 && high / 2 > middle {
        high / 2 + 1
    } else {
        middle + 1
    }
}
