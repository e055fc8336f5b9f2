//! Limits of a search.

use std::time::Duration;

use crate::MonotonicClock;

/// Limits of a search. All are optional and all hold together; without any, the search ends when it is
/// stopped or has proved its result.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// The deepest iteration, in plies.
    pub depth: Option<u16>,
    /// Positions to visit, all threads together.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub time: Option<Duration>,
    /// The game clock of the player.
    pub clock: Option<PlayerClock>,
    /// Time kept back from the game clock for each move to come; `None` for what a connection and a busy machine need.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub move_overhead: Option<Duration>,
    /// Number of principal variations (multi-PV), at least one.
    pub lines: usize,
    /// The root moves to search, by their numbers; `None` for all.
    pub root_moves: Option<Vec<u16>>,
    /// The clock by which its time is measured.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub measured_by: MonotonicClock,
}

/// The clock of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlayerClock {
    /// Time left for the rest of the game.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

impl Limits {
    /// A search to a fixed depth.
    pub fn depth(depth: u16) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A search of so many positions.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Whether nodes or time end the search, and not its result or a stop alone. A share of no limit is none.
    pub const fn is_limited(&self) -> bool {
        self.nodes.is_some() || self.time.is_some() || self.clock.is_some()
    }

    /// Whether a root move is to be searched.
    pub fn allows(&self, root_move: u16) -> bool {
        self.root_moves.as_ref().is_none_or(|moves| moves.contains(&root_move))
    }

    /// What is left of the limits when a part of the time has gone.
    #[must_use]
    pub fn after(self, gone: Duration) -> Self {
        let clock = self
            .clock
            .map(|clock| PlayerClock { remaining: clock.remaining.saturating_sub(gone), ..clock });
        Self { time: self.time.map(|time| time.saturating_sub(gone)), clock, ..self }
    }

    /// A search for so long.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }
}
