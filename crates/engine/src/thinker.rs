//! The erased side of thinking: a record in, words and numbers out.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rules::{Record, ReplayError};

use crate::Limits;

/// Somebody who can be asked for a move: an engine, a classic algorithm, a process elsewhere.
pub trait Thinker: Send {
    /// Thinks about the position at the end of the record until the limits are reached or `stop` is
    /// raised, and tells `watch` of every improvement. The record must not be of a finished game: then
    /// the thought has no choice. Where the swap rule allows it the choice may be `swap`.
    fn think(
        &mut self,
        record: &Record,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, ReplayError>;
}

const _: Option<&dyn Thinker> = None;

/// What a thinker thinks.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Thought {
    /// The entry to play: a move, or `swap`. `None` only if the game is over.
    pub choice: Option<String>,
    /// Moves with their values, best first.
    pub moves: Vec<ThoughtLine>,
    /// The depth that is complete, in plies; 0 if there is no such thing.
    pub depth: u16,
    /// Positions visited.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
    /// How sure the values are, in percent, where moves were left out on suspicion.
    pub surety: Option<u8>,
}

/// A move as a thinker sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct ThoughtLine {
    /// The move.
    pub notation: String,
    /// The expected score of the side that makes it, 0 to 1.
    pub chance: f32,
    /// How it is judged.
    pub verdict: Verdict,
    /// What is expected to happen, the move itself first.
    pub line: Vec<String>,
}

impl ThoughtLine {
    /// A number that is greater for a better move.
    pub fn worth(&self) -> f64 {
        match self.verdict {
            Verdict::Win { plies } => 2.0 - f64::from(plies) / 1e6,
            Verdict::Loss { plies } => f64::from(plies) / 1e6 - 2.0,
            Verdict::Exact { margin } => f64::from(self.chance) + f64::from(margin) / 1e3,
            Verdict::Estimate { .. } => self.chance.into(),
        }
    }
}

/// How a move is judged, for the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Proved: it wins, and the game ends after so many plies, this move included.
    Win {
        /// Plies to the end.
        plies: u16,
    },
    /// Proved: it loses, and the game ends after so many plies, this move included.
    Loss {
        /// Plies to the end.
        plies: u16,
    },
    /// Proved: this is the count at the end of a game that counts; 0 is a draw in every game.
    Exact {
        /// The count, such as discs more than the opponent.
        margin: i32,
    },
    /// Estimated, in hundredths of the brain's unit.
    Estimate {
        /// More is better.
        points: i32,
    },
}

impl Verdict {
    /// The same for the other side.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Win { plies } => Self::Loss { plies },
            Self::Loss { plies } => Self::Win { plies },
            Self::Exact { margin } => Self::Exact { margin: -margin },
            Self::Estimate { points } => Self::Estimate { points: -points },
        }
    }

    /// Whether it is proved.
    pub const fn is_exact(self) -> bool {
        !matches!(self, Self::Estimate { .. })
    }
}
