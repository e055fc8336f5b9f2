//! Move ordering: the hash move, tactical moves, killer moves, then quiet moves by their history.

use rules::{MoveList, Position};

use crate::Evaluator;

/// The highest history score.
const HISTORY_MAX: i32 = 1 << 14;
/// The largest change of a history score by one cutoff.
const HISTORY_BONUS_MAX: i32 = 400;
/// History slots for each side; moves are numbered below this in every game.
const HISTORY_SLOTS: usize = 1 << 13;

const HASH_MOVE_SCORE: i32 = i32::MAX;
const TACTICAL_SCORE: i32 = 1 << 24;
const KILLER_SCORE: i32 = 1 << 22;
/// Score of one point of [`Evaluator::move_priority`].
const PRIORITY_SCORE: i32 = 1 << 8;

/// Killer moves and history heuristic of one search thread.
pub(crate) struct MoveHistory {
    /// The last two quiet moves that caused a cutoff at each ply.
    killers: Vec<[Option<u16>; 2]>,
    /// History score of each quiet move, by side and number.
    history: Vec<i32>,
}

impl MoveHistory {
    pub(crate) fn new(plies: usize) -> Self {
        Self { killers: vec![[None; 2]; plies], history: vec![0; 2 * HISTORY_SLOTS] }
    }

    #[inline]
    pub(crate) fn is_killer(&self, ply: usize, m: u16) -> bool {
        self.killers[ply].contains(&Some(m))
    }

    /// Rewards `best`, a quiet move that caused a cutoff, and punishes the quiet moves `tried` before it.
    #[inline]
    pub(crate) fn record_cutoff(
        &mut self,
        side: usize,
        ply: usize,
        depth: i32,
        best: u16,
        tried: &[u16],
    ) {
        if self.killers[ply][0] != Some(best) {
            self.killers[ply] = [Some(best), self.killers[ply][0]];
        }
        let bonus = (depth * depth).min(HISTORY_BONUS_MAX);
        self.adjust(side, best, bonus);
        for &m in tried {
            self.adjust(side, m, -bonus);
        }
    }

    #[inline]
    fn history(&self, side: usize, m: u16) -> i32 {
        self.history[side * HISTORY_SLOTS + usize::from(m) % HISTORY_SLOTS]
    }

    /// Adds `bonus` to a history score, the less the nearer the score is to its limit.
    #[inline]
    fn adjust(&mut self, side: usize, m: u16, bonus: i32) {
        let value = &mut self.history[side * HISTORY_SLOTS + usize::from(m) % HISTORY_SLOTS];
        *value += bonus - *value * bonus.abs() / HISTORY_MAX;
    }
}

/// The moves of a position, best first by selection sort.
pub(crate) struct MovePicker<M> {
    moves: MoveList<(i32, M)>,
    next: usize,
}

impl<M: Copy + Into<u16>> MovePicker<M> {
    /// All legal moves that are not redundant.
    pub(crate) fn all<E>(
        evaluator: &E,
        position: &E::Position,
        history: &MoveHistory,
        ply: usize,
        hash_move: Option<u16>,
    ) -> Self
    where
        E: Evaluator,
        E::Position: Position<Move = M>,
    {
        let side = usize::from(position.turn().index());
        let score = |m: M| {
            let number = m.into();
            if hash_move == Some(number) {
                return HASH_MOVE_SCORE;
            }
            let base = if evaluator.is_tactical(position, m) {
                TACTICAL_SCORE
            } else if history.is_killer(ply, number) {
                KILLER_SCORE
            } else {
                history.history(side, number)
            };
            base + PRIORITY_SCORE * evaluator.move_priority(position, m)
        };
        let moves = position.legal_moves().into_iter();
        let candidates = moves.filter(|&m| !evaluator.is_redundant(position, m));
        Self { moves: candidates.map(|m| (score(m), m)).collect(), next: 0 }
    }

    /// The tactical moves alone, for quiescence search.
    pub(crate) fn tactical<E>(evaluator: &E, position: &E::Position) -> Self
    where
        E: Evaluator,
        E::Position: Position<Move = M>,
    {
        let moves = evaluator.tactical_moves(position).into_iter();
        Self { moves: moves.map(|m| (evaluator.move_priority(position, m), m)).collect(), next: 0 }
    }
}

impl<M: Copy> Iterator for MovePicker<M> {
    type Item = M;

    fn next(&mut self) -> Option<M> {
        let rest = self.moves.get_mut(self.next..)?;
        let (best, _) = rest.iter().enumerate().rev().max_by_key(|(_, (score, _))| *score)?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].1)
    }
}
