//! How long a search may take, and the stopwatch that tells.

use std::time::{Duration, Instant};

/// What bounds a search. All bounds are optional and all hold together; without any, the search ends
/// when it is stopped or has proved its result.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The deepest iteration, in plies.
    pub depth: Option<u16>,
    /// Positions to visit, all threads together.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub time: Option<Duration>,
    /// The game clock of the player.
    pub clock: Option<Clock>,
    /// How many best moves are wanted, each with its line; at least one is found.
    pub lines: usize,
}

/// A player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left for the rest of the game.
    pub left: Duration,
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

    /// A search for so long.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }
}

/// Measures a search against its limits on time. The only clock in the engine.
#[derive(Clone, Debug)]
pub struct Stopwatch {
    start: Instant,
    /// No iteration begins after this.
    soft: Option<Duration>,
    /// The search breaks off here.
    hard: Option<Duration>,
}

/// Moves for which the rest of the clock should last.
const MOVES_TO_GO: u32 = 25;
/// Kept back for the way of the move to the other player.
const RESERVE: Duration = Duration::from_millis(20);

impl Stopwatch {
    /// Starts now.
    pub fn start(limits: &Limits) -> Self {
        let clock = limits.clock.map(|Clock { left, increment }| {
            let usable = left.saturating_sub(RESERVE);
            let share = usable / MOVES_TO_GO + increment * 3 / 4;
            (share.min(usable / 2), (share * 4).min(usable / 2))
        });
        let (soft, hard) = match (limits.time, clock) {
            (None, None) => (None, None),
            (Some(time), None) => (None, Some(time)),
            (None, Some((soft, hard))) => (Some(soft), Some(hard)),
            (Some(time), Some((soft, hard))) => (Some(soft.min(time)), Some(hard.min(time))),
        };
        Self { start: Instant::now(), soft, hard }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search must end at once.
    pub fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether another iteration, which takes longer than all before it, is worth beginning.
    pub fn allows_iteration(&self) -> bool {
        self.soft.is_none_or(|soft| self.elapsed() < soft / 2) && !self.is_over()
    }
}
