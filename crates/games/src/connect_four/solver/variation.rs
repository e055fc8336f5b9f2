//! Root moves: bounds of all columns, principal variations, and tie-breaks between equal moves.

use rules::{MoveList, Position};

use super::search::StopCondition;
use super::{ConnectFourSolver, ScoreBounds, SolverQuery};
use crate::connect_four::{Column, ConnectFour};

impl ConnectFourSolver {
    /// Every legal column with the bounds of its score for the side to move; `None` if it was stopped. Each column
    /// is reported to `watch` as soon as it is solved.
    pub fn columns(
        &mut self,
        position: &ConnectFour,
        query: SolverQuery,
        should_stop: &StopCondition<'_>,
        watch: &mut dyn FnMut(Column, ScoreBounds),
    ) -> Option<Vec<(Column, ScoreBounds)>> {
        let query = query.after_move();
        let mut solved = Vec::new();
        for column in centre_first(position) {
            let after = position.play(column);
            let bounds = self.solve(&after, query, should_stop, &mut |_| ())?.negated();
            watch(column, bounds);
            solved.push((column, bounds));
        }
        Some(solved)
    }

    /// The columns that keep the position's `score`; `None` if it was stopped.
    pub fn best_columns(
        &mut self,
        position: &ConnectFour,
        score: i32,
        should_stop: &StopCondition<'_>,
    ) -> Option<Vec<Column>> {
        let mut best = Vec::new();
        for column in centre_first(position) {
            if self.keeps(position, column, score, should_stop)? {
                best.push(column);
            }
        }
        Some(best)
    }

    /// Principal variation of a position with this score, to the end of the game or until it is stopped.
    pub fn line(
        &mut self,
        position: &ConnectFour,
        score: i32,
        should_stop: &StopCondition<'_>,
    ) -> Vec<Column> {
        let (mut position, mut score) = (*position, score);
        let mut line = Vec::new();
        while position.outcome().is_none() {
            let columns = centre_first(&position);
            let mut keeping = columns.into_iter().filter_map(|column| {
                match self.keeps(&position, column, score, should_stop) {
                    None => Some(None),
                    Some(true) => Some(Some(column)),
                    Some(false) => None,
                }
            });
            let Some(Some(column)) = keeping.next() else { break };
            line.push(column);
            position = position.play(column);
            score = -score;
        }
        line
    }

    /// Number of replies to a move that worsen the opponent's outcome, and of all replies; `None` if it was
    /// stopped. The more such replies, the better the move.
    pub fn traps(
        &mut self,
        position: &ConnectFour,
        column: Column,
        should_stop: &StopCondition<'_>,
    ) -> Option<(usize, usize)> {
        let after = position.play(column);
        if after.outcome().is_some() {
            return Some((0, 0));
        }
        let replies = self.columns(&after, SolverQuery::Outcome, should_stop, &mut |_, _| ())?;
        let outcome = |bounds: &ScoreBounds| bounds.low.signum();
        let best = replies.iter().map(|(_, bounds)| outcome(bounds)).max()?;
        let errors = replies.iter().filter(|(_, bounds)| outcome(bounds) < best).count();
        Some((errors, replies.len()))
    }

    /// Whether a move keeps the position's `score`.
    fn keeps(
        &mut self,
        position: &ConnectFour,
        column: Column,
        score: i32,
        should_stop: &StopCondition<'_>,
    ) -> Option<bool> {
        let after = position.play(column);
        let bounds =
            self.solve(&after, SolverQuery::AtLeast(1 - score), should_stop, &mut |_| ())?;
        Some(bounds.high <= -score)
    }
}

/// The legal columns, the centre first.
pub(in crate::connect_four) fn centre_first(position: &ConnectFour) -> MoveList<Column> {
    let mut columns = position.legal_moves();
    columns.sort_by_key(|column| column.index().abs_diff(3));
    columns
}
