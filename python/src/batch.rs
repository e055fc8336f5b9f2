//! Thousands of games stepped at once: arrays in, arrays out, no Python object for a game.

use rules::{Draws, Encoding, Line, Setup, SetupError, SplitMix64, Text};

use crate::encoding::{AnyPosition, boxed, why_not, write_mask, write_planes};
use crate::outcome::first_result;

/// How the games of a batch begin.
#[derive(Clone)]
pub(crate) struct BatchStart {
    /// The position from which all games start; `None` for the start of `setup`.
    pub(crate) position: Option<String>,
    /// Rule set, and board; without one, each game has a random board where boards differ.
    pub(crate) setup: Setup,
    /// Whether a game that has ended starts again at once.
    pub(crate) is_restarting: bool,
}

/// A batch of any game.
pub(crate) trait AnyBatch: Send {
    /// Starts all games anew, and the random numbers if there is a seed.
    fn reset(&mut self, seed: Option<u64>);

    /// Plays an action in every game that goes on; nothing if one is not legal.
    fn step(
        &mut self,
        actions: &[i64],
        rewards: &mut [f32],
        ended: &mut [bool],
    ) -> Result<(), (usize, Text)>;

    /// An action for each game, drawn from its legal ones; -1 where it is over.
    fn draw_actions(&mut self, out: &mut [i64]);

    /// The positions after each legal action of each game.
    fn successors(&self) -> Successors;

    fn write_masks(&self, out: &mut [bool]);
    fn write_planes(&self, out: &mut [u8]);
    fn write_turns(&self, out: &mut [u8]);
    fn write_over(&self, out: &mut [bool]);
    fn position(&self, game: usize) -> Option<Box<dyn AnyPosition>>;
}

/// Positions that one action leads to, in the order of games and of their legal moves.
#[derive(Default)]
pub(crate) struct Successors {
    /// The game of each.
    pub(crate) games: Vec<i64>,
    /// The action that leads to it.
    pub(crate) actions: Vec<i64>,
    /// The result for the first seat, if the game ends there.
    pub(crate) rewards: Vec<f32>,
    /// Whether the game ends there.
    pub(crate) ended: Vec<bool>,
    /// Its planes.
    pub(crate) planes: Vec<u8>,
}

/// A batch of one game.
pub(crate) struct Batch<G: Encoding> {
    positions: Vec<G>,
    /// Histories, in the games whose draws depend on them.
    lines: Vec<Line<G>>,
    /// Games that have ended and were not restarted.
    over: Vec<bool>,
    start: BatchStart,
    /// The start of every game; `None` where each draws a board.
    fixed: Option<G>,
    random: SplitMix64,
}

impl<G: Encoding> Batch<G> {
    /// Whether draws depend on the history.
    const HAS_HISTORY: bool =
        !matches!(G::DRAWS, Draws { occurrences: None, quiet_plies: None, total_plies: None });

    pub(crate) fn new(games: usize, start: BatchStart) -> Result<Self, SetupError> {
        let first = G::start(&start.setup)?;
        let fixed = match &start.position {
            Some(text) => text.parse().ok(),
            None if start.setup.board.is_none() && !G::INFO.tiles.is_empty() => None,
            None => Some(first),
        };
        let mut batch = Self {
            positions: vec![first; games],
            lines: Vec::new(),
            over: vec![false; games],
            random: SplitMix64::new(start.setup.seed),
            start,
            fixed,
        };
        batch.reset(None);
        Ok(batch)
    }

    /// The start of a new game.
    fn draw_start(&mut self) -> G {
        if let Some(fixed) = self.fixed {
            return fixed;
        }
        let setup = Setup { seed: self.random.draw(), ..self.start.setup.clone() };
        // The choices have started a game before, and every seed has a board.
        G::start(&setup).unwrap_or(self.positions[0])
    }

    /// The result of a game, for the first seat; `None` if it goes on.
    #[inline]
    fn result(&self, game: usize) -> Option<f32> {
        let outcome = if Self::HAS_HISTORY {
            self.lines[game].outcome()
        } else {
            self.positions[game].outcome()
        };
        outcome.map(|outcome| first_result(outcome.winner))
    }

    fn restart(&mut self, game: usize) {
        let start = self.draw_start();
        self.positions[game] = start;
        if Self::HAS_HISTORY {
            self.lines[game] = Line::new(start);
        }
        self.over[game] = self.result(game).is_some();
    }
}

/// Games with at most so many actions have a random one drawn until it is legal: most are.
const REJECTION_MAX_ACTIONS: u16 = 8;

/// A random legal action of a game that goes on.
#[inline]
fn draw_action<G: Encoding>(position: &G, random: &mut SplitMix64) -> i64 {
    if G::ACTIONS <= REJECTION_MAX_ACTIONS {
        loop {
            let action = random.below(G::ACTIONS.into()) as u16;
            if G::from_action(action).is_some_and(|m| position.is_legal(m)) {
                return action.into();
            }
        }
    }
    let moves = position.legal_moves();
    let drawn = moves.get(random.below(moves.len().max(1) as u64) as usize);
    drawn.map_or(-1, |&m| {
        let action: u16 = m.into();
        action.into()
    })
}

impl<G: Encoding> AnyBatch for Batch<G> {
    fn reset(&mut self, seed: Option<u64>) {
        if let Some(seed) = seed {
            self.random = SplitMix64::new(seed);
        }
        if Self::HAS_HISTORY {
            self.lines = self.positions.iter().map(|&position| Line::new(position)).collect();
        }
        for game in 0..self.positions.len() {
            self.restart(game);
        }
    }

    fn step(
        &mut self,
        actions: &[i64],
        rewards: &mut [f32],
        ended: &mut [bool],
    ) -> Result<(), (usize, Text)> {
        let read = |action: i64| u16::try_from(action).unwrap_or(u16::MAX);
        for (game, (position, &action)) in self.positions.iter().zip(actions).enumerate() {
            let is_legal = |action| G::from_action(action).is_some_and(|m| position.is_legal(m));
            if !self.over[game] && !is_legal(read(action)) {
                return Err((game, why_not(position, read(action))));
            }
        }
        for (game, &action) in actions.iter().enumerate() {
            (rewards[game], ended[game]) = (0.0, false);
            let Some(m) = G::from_action(read(action)).filter(|_| !self.over[game]) else {
                continue;
            };
            self.positions[game] = self.positions[game].play(m);
            if Self::HAS_HISTORY {
                self.lines[game].play(m);
            }
            if let Some(result) = self.result(game) {
                (rewards[game], ended[game]) = (result, true);
                if self.start.is_restarting {
                    self.restart(game);
                } else {
                    self.over[game] = true;
                }
            }
        }
        Ok(())
    }

    fn draw_actions(&mut self, out: &mut [i64]) {
        let Self { positions, over, random, .. } = self;
        for ((position, &over), action) in positions.iter().zip(&*over).zip(out) {
            *action = if over { -1 } else { draw_action(position, random) };
        }
    }

    fn successors(&self) -> Successors {
        let size = G::PLANES.len() * G::SHAPE[0] * G::SHAPE[1];
        let mut found = Successors::default();
        for (game, position) in
            self.positions.iter().enumerate().filter(|(game, _)| !self.over[*game])
        {
            let mut line = Self::HAS_HISTORY.then(|| self.lines[game].clone());
            for m in position.legal_moves() {
                let after = position.play(m);
                let outcome = line.as_mut().map_or_else(
                    || after.outcome(),
                    |line| {
                        line.play(m);
                        let outcome = line.outcome();
                        line.undo();
                        outcome
                    },
                );
                let action: u16 = m.into();
                found.games.push(game as i64);
                found.actions.push(action.into());
                found.rewards.push(outcome.map_or(0.0, |outcome| first_result(outcome.winner)));
                found.ended.push(outcome.is_some());
                let start = found.planes.len();
                found.planes.resize(start + size, 0);
                write_planes(&after, &mut found.planes[start..]);
            }
        }
        found
    }

    fn write_masks(&self, out: &mut [bool]) {
        let games = self.positions.iter().zip(&self.over);
        for ((position, &over), out) in games.zip(out.chunks_exact_mut(G::ACTIONS.into())) {
            if over {
                out.fill(false);
            } else {
                write_mask(position, out);
            }
        }
    }

    fn write_planes(&self, out: &mut [u8]) {
        let size = G::PLANES.len() * G::SHAPE[0] * G::SHAPE[1];
        for (position, out) in self.positions.iter().zip(out.chunks_exact_mut(size)) {
            write_planes(position, out);
        }
    }

    fn write_turns(&self, out: &mut [u8]) {
        for (position, out) in self.positions.iter().zip(out) {
            *out = position.turn().index();
        }
    }

    fn write_over(&self, out: &mut [bool]) {
        out.copy_from_slice(&self.over);
    }

    fn position(&self, game: usize) -> Option<Box<dyn AnyPosition>> {
        self.positions.get(game).map(|&position| boxed(position))
    }
}
