//! The erased side of searching: a record in, moves as notation and numbers out.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rules::{Record, ReplayError, Text};

use crate::{Bound, Limits, SolverProgress};

/// A computer player or analyst of any game: the engine, a classic algorithm, another process.
pub trait AnySearcher: Send {
    /// Searches the position at the end of the record until the limits are reached or `stop` is
    /// raised, and tells `watch` of every improvement. The report of a finished game has no choice.
    /// Where the swap rule allows it the choice may be `swap`.
    fn search(
        &mut self,
        record: &Record,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&AnyReport),
    ) -> Result<AnyReport, ReplayError>;
}

const _: Option<&dyn AnySearcher> = None;

/// The result of a search of any game.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AnyReport {
    /// The entry to play: a move, or `swap`. `None` only if the game is over.
    pub choice: Option<String>,
    /// Moves with their values and principal variations, best first.
    pub lines: Vec<AnyLine>,
    /// The last iteration that is complete, in plies; 0 for players without iterations.
    pub depth: u16,
    /// Visited positions, of all threads.
    pub nodes: u64,
    /// From the start of the search.
    pub time: Duration,
    /// Selectivity of the search in percent: the confidence of each of its `ProbCut` cuts. `None` where
    /// none was made.
    pub selectivity: Option<u8>,
    /// Progress of a solver that has not settled all moves. `None` where none is at work.
    pub solver: Option<SolverProgress>,
    /// Whether an opening book answers, without a search.
    #[cfg_attr(feature = "serde", serde(default))]
    pub is_from_book: bool,
    /// What people should know of the search, such as that another player has made the move.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub notice: Option<Text>,
}

/// A move of any game with its value and principal variation.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AnyLine {
    /// As the game writes it.
    pub notation: String,
    /// The expected score of the side that makes it, 0 to 1.
    pub chance: f32,
    /// Its value for the side that makes it.
    pub value: AnyValue,
    /// The principal variation, the move itself first.
    pub moves: Vec<String>,
}

impl AnyLine {
    /// Sort key: greater for a better move.
    pub fn sort_key(&self) -> f64 {
        match self.value {
            AnyValue::Win { plies, .. } => 2.0 - f64::from(plies) / 1e6,
            AnyValue::Loss { plies, .. } => f64::from(plies) / 1e6 - 2.0,
            AnyValue::Exact { margin } => f64::from(self.chance) + f64::from(margin) / 1e3,
            AnyValue::Estimate { .. } => self.chance.into(),
        }
    }
}

/// The value of a move of any game, for the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum AnyValue {
    /// The side that moves wins, whatever is answered.
    Win {
        /// Plies to the end, this move included.
        plies: u16,
        /// Whether that is their number, or only a bound on it.
        bound: Bound,
    },
    /// The side that moves loses, whatever it plays.
    Loss {
        /// Plies to the end, this move included.
        plies: u16,
        /// Whether that is their number, or only a bound on it.
        bound: Bound,
    },
    /// Proved final count of a game that counts; 0 is a draw in every game.
    Exact {
        /// The count, such as discs more than the opponent.
        margin: i32,
    },
    /// What the evaluation expects.
    Estimate {
        /// In hundredths of [`ValueScale::unit`](crate::ValueScale::unit).
        points: i32,
    },
}

impl AnyValue {
    /// The same for the other side.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Win { plies, bound } => Self::Loss { plies, bound },
            Self::Loss { plies, bound } => Self::Win { plies, bound },
            Self::Exact { margin } => Self::Exact { margin: -margin },
            Self::Estimate { points } => Self::Estimate { points: -points },
        }
    }

    /// Whether the result is proved, be the distance to the end exact or not.
    pub const fn is_proved(self) -> bool {
        !matches!(self, Self::Estimate { .. })
    }

    /// Whether it is proved, with the distance to the end.
    pub const fn is_exact(self) -> bool {
        match self {
            Self::Win { bound, .. } | Self::Loss { bound, .. } => matches!(bound, Bound::Exact),
            Self::Exact { .. } => true,
            Self::Estimate { .. } => false,
        }
    }
}
