//! History of a game: its positions, counters, and the draws that depend on them.

use crate::outcome::{LENGTH, QUIET, REPETITION};
use crate::{Outcome, Position};

/// History of a game: its positions with their counters. Draws by history are decided here only, for
/// replay, search and matches alike.
#[derive(Clone, Debug)]
pub struct Line<P: Position> {
    start: P,
    steps: Vec<LineStep<P>>,
}

#[derive(Clone, Copy, Debug)]
struct LineStep<P: Position> {
    played: P::Move,
    position: P,
    /// Plies since the last irreversible move, this one included; 0 right after one.
    quiet: u16,
}

impl<P: Position> Line<P> {
    /// A line that begins at `start`, its first occurrence.
    pub const fn new(start: P) -> Self {
        Self { start, steps: Vec::new() }
    }

    /// The position that the line has reached.
    pub fn position(&self) -> &P {
        self.steps.last().map_or(&self.start, |step| &step.position)
    }

    /// Where the line began.
    pub const fn start(&self) -> &P {
        &self.start
    }

    /// How many plies have been played.
    pub const fn plies(&self) -> usize {
        self.steps.len()
    }

    /// The moves played, oldest first.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = P::Move> + ExactSizeIterator {
        self.steps.iter().map(|step| step.played)
    }

    /// The position before the last move, and that move.
    pub fn last(&self) -> Option<(&P, P::Move)> {
        let (step, before) = self.steps.split_last()?;
        Some((before.last().map_or(&self.start, |step| &step.position), step.played))
    }

    /// Plays `m`, which must be legal. The draws by history are the caller's to heed: a search may
    /// look beyond them.
    pub fn play(&mut self, m: P::Move) {
        let before = self.position();
        let quiet = if before.resets(m) { 0 } else { self.quiet_plies() + 1 };
        let position = before.play(m);
        self.steps.push(LineStep { played: m, position, quiet });
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<P::Move> {
        self.steps.pop().map(|step| step.played)
    }

    /// Plies since the last irreversible move or the start.
    pub fn quiet_plies(&self) -> u16 {
        self.steps.last().map_or(0, |step| step.quiet)
    }

    /// How often the position has stood on the board in this line, now included.
    pub fn occurrences(&self) -> u16 {
        let now = self.position();
        let window = usize::from(self.quiet_plies());
        let earlier = (2..=window).step_by(2).filter(|&ago| self.ago(ago) == now).count();
        1 + earlier as u16
    }

    /// How the game has ended: a win by the last move or a player without one, then repetition,
    /// then the limits on plies.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome().or_else(|| self.draw())
    }

    /// The draw by history that stands on the board, if any.
    pub fn draw(&self) -> Option<Outcome> {
        let reason = if P::DRAWS.occurrences.is_some_and(|limit| self.occurrences() >= limit) {
            &REPETITION
        } else if P::DRAWS.quiet_plies.is_some_and(|limit| self.quiet_plies() >= limit) {
            &QUIET
        } else if P::DRAWS.total_plies.is_some_and(|limit| self.plies() >= usize::from(limit)) {
            &LENGTH
        } else {
            return None;
        };
        Some(Outcome::draw(reason))
    }

    /// The position `plies` before now.
    fn ago(&self, plies: usize) -> &P {
        match self.steps.len() - plies {
            0 => &self.start,
            n => &self.steps[n - 1].position,
        }
    }
}
