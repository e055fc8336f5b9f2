//! Moves and what follows: the scores of all columns, best lines, and which of equal moves is the best.

use rules::{MoveList, Position};

use super::search::Halt;
use super::{Bounds, Question, Solver};
use crate::connect_four::{Column, ConnectFour};

impl Solver {
    /// Every legal column with the bounds of its score for the side that plays there; `None` if `halt`
    /// said so. `watch` hears of each column as soon as it is known.
    pub fn columns(
        &mut self,
        position: &ConnectFour,
        question: Question,
        halt: &Halt<'_>,
        watch: &mut dyn FnMut(Column, Bounds),
    ) -> Option<Vec<(Column, Bounds)>> {
        let question = question.after_a_move();
        let mut known = Vec::new();
        for column in middle_first(position) {
            let after = position.play(column);
            let bounds = self.judge(&after, question, halt, &mut |_| ())?.flipped();
            watch(column, bounds);
            known.push((column, bounds));
        }
        Some(known)
    }

    /// The columns that keep the score of a position, which is `score`; `None` if `halt` said so.
    pub fn best_columns(
        &mut self,
        position: &ConnectFour,
        score: i32,
        halt: &Halt<'_>,
    ) -> Option<Vec<Column>> {
        let mut best = Vec::new();
        for column in middle_first(position) {
            if self.keeps(position, column, score, halt)? {
                best.push(column);
            }
        }
        Some(best)
    }

    /// Moves that both sides can do no better than, from a position whose score is `score`, to the end
    /// of the game or until `halt` says so.
    pub fn line(&mut self, position: &ConnectFour, score: i32, halt: &Halt<'_>) -> Vec<Column> {
        let (mut position, mut score) = (*position, score);
        let mut line = Vec::new();
        while position.outcome().is_none() {
            let columns = middle_first(&position);
            let mut keeping = columns.into_iter().filter_map(|column| {
                match self.keeps(&position, column, score, halt) {
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

    /// How many answers to a move give away what the opponent has, and how many there are: the more,
    /// the better the move. `None` if `halt` said so.
    pub fn traps(
        &mut self,
        position: &ConnectFour,
        column: Column,
        halt: &Halt<'_>,
    ) -> Option<(usize, usize)> {
        let after = position.play(column);
        if after.outcome().is_some() {
            return Some((0, 0));
        }
        let answers = self.columns(&after, Question::Outcome, halt, &mut |_, _| ())?;
        let outcome = |bounds: &Bounds| bounds.low.signum();
        let best = answers.iter().map(|(_, bounds)| outcome(bounds)).max()?;
        let errors = answers.iter().filter(|(_, bounds)| outcome(bounds) < best).count();
        Some((errors, answers.len()))
    }

    /// Whether a move keeps the score of a position, which is `score`.
    fn keeps(
        &mut self,
        position: &ConnectFour,
        column: Column,
        score: i32,
        halt: &Halt<'_>,
    ) -> Option<bool> {
        let after = position.play(column);
        let bounds = self.judge(&after, Question::AtLeast(1 - score), halt, &mut |_| ())?;
        Some(bounds.high <= -score)
    }
}

/// The legal columns, those in the middle first.
pub(in crate::connect_four) fn middle_first(position: &ConnectFour) -> MoveList<Column> {
    let mut columns = position.legal_moves();
    columns.sort_by_key(|column| column.index().abs_diff(3));
    columns
}
