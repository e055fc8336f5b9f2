//! Which move to try first: the table's, the brain's favourites, killers, then what worked before.

use rules::{MoveList, Position};

use crate::{Brain, Move};

/// The largest bonus of a move by its history.
const HISTORY_MAX: i32 = 1 << 14;
/// History slots for each side; moves are numbered below this in every game.
const NUMBERS: usize = 1 << 13;

const TABLE_MOVE: i32 = i32::MAX;
const NOISY: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const PRIORITY: i32 = 1 << 8;

/// What the search has learnt about moves.
pub(crate) struct Memory {
    /// Two quiet moves for each ply that refuted something lately.
    killers: Vec<[Option<u16>; 2]>,
    /// How often a quiet move refuted something, by side and number.
    history: Vec<i32>,
}

impl Memory {
    pub(crate) fn new(plies: usize) -> Self {
        Self { killers: vec![[None; 2]; plies], history: vec![0; 2 * NUMBERS] }
    }

    pub(crate) fn is_killer(&self, ply: usize, m: u16) -> bool {
        self.killers[ply].contains(&Some(m))
    }

    /// Learns that `best` refuted a position, and that the moves `tried` before it did not.
    pub(crate) fn learn(&mut self, side: usize, ply: usize, depth: i32, best: u16, tried: &[u16]) {
        if self.killers[ply][0] != Some(best) {
            self.killers[ply] = [Some(best), self.killers[ply][0]];
        }
        let bonus = (depth * depth).min(400);
        self.nudge(side, best, bonus);
        for &m in tried {
            self.nudge(side, m, -bonus);
        }
    }

    fn history(&self, side: usize, m: u16) -> i32 {
        self.history[side * NUMBERS + usize::from(m) % NUMBERS]
    }

    /// Moves a history value by `bonus`, the less the nearer it is to its limit.
    fn nudge(&mut self, side: usize, m: u16, bonus: i32) {
        let value = &mut self.history[side * NUMBERS + usize::from(m) % NUMBERS];
        *value += bonus - *value * bonus.abs() / HISTORY_MAX;
    }
}

/// The moves of a position, handed out best first.
pub(crate) struct Queue<M> {
    moves: MoveList<(i32, M)>,
    next: usize,
}

impl<M: Copy + Into<u16>> Queue<M> {
    /// All legal moves worth trying.
    pub(crate) fn all<B>(
        brain: &B,
        position: &B::Position,
        memory: &Memory,
        ply: usize,
        hash: Option<u16>,
    ) -> Self
    where
        B: Brain,
        B::Position: Position<Move = M>,
    {
        let side = usize::from(position.turn().index());
        let score = |m: M| {
            let number = m.into();
            if hash == Some(number) {
                return TABLE_MOVE;
            }
            let base = if brain.noisy(position, m) {
                NOISY
            } else if memory.is_killer(ply, number) {
                KILLER
            } else {
                memory.history(side, number)
            };
            base + PRIORITY * brain.priority(position, m)
        };
        let moves = position.legal_moves().into_iter();
        let worth = moves.filter(|&m| !brain.skip(position, m));
        Self { moves: worth.map(|m| (score(m), m)).collect(), next: 0 }
    }

    /// The noisy moves alone.
    pub(crate) fn noisy<B>(brain: &B, position: &B::Position) -> Self
    where
        B: Brain,
        B::Position: Position<Move = M>,
    {
        let noisy = |m: &Move<B>| brain.noisy(position, *m) && !brain.skip(position, *m);
        let moves = position.legal_moves().into_iter().filter(noisy);
        Self { moves: moves.map(|m| (brain.priority(position, m), m)).collect(), next: 0 }
    }
}

impl<M: Copy> Iterator for Queue<M> {
    type Item = M;

    fn next(&mut self) -> Option<M> {
        let rest = self.moves.get_mut(self.next..)?;
        let (best, _) = rest.iter().enumerate().rev().max_by_key(|(_, (score, _))| *score)?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].1)
    }
}
