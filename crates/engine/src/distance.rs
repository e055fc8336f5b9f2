//! Exact distances to the end.
//!
//! A search with reductions and pruning proves who wins and that it takes at most so many plies, but a
//! quicker win may be among what it left out. Here all moves are searched, without static evaluation, to
//! show that there is none (mate search).

use rules::{Line, Position, Seat};

use crate::Value;

/// Nodes between two calls of the interrupt.
const INTERRUPT_CHECK_NODES: u64 = 256;

/// A search of all moves for wins within a number of plies. Every answer is `None` when the node limit is
/// reached or the interrupt says so.
pub(crate) struct DistanceSearch<'a, P: Position> {
    line: Line<P>,
    nodes: u64,
    node_limit: u64,
    interrupt: &'a dyn Fn() -> bool,
    /// The move that last escaped from a loss, by remaining plies: it is tried first.
    escapes: Vec<Option<P::Move>>,
}

impl<'a, P: Position> DistanceSearch<'a, P> {
    pub(crate) fn new(line: Line<P>, node_limit: u64, interrupt: &'a dyn Fn() -> bool) -> Self {
        Self { line, nodes: 0, node_limit, interrupt, escapes: Vec::new() }
    }

    /// Whether `m` cannot end the game sooner with the same result than its `value`, a proved one, says.
    pub(crate) fn is_exact_for_move(&mut self, m: P::Move, value: Value) -> Option<bool> {
        let plies = value.plies_to_end()?;
        let sooner = plies.saturating_sub(2);
        self.line.play(m);
        let quicker = if plies < 2 {
            Some(false)
        } else if value > Value::ZERO {
            self.loses_within(sooner)
        } else {
            self.wins_within(sooner)
        };
        self.line.undo();
        Some(!quicker?)
    }

    /// Whether no move wins sooner than a proved win of that `value`.
    pub(crate) fn is_quickest_win(&mut self, value: Value) -> Option<bool> {
        let plies = value.plies_to_end()?;
        Some(!self.wins_within(plies.saturating_sub(1))?)
    }

    /// Whether the side to move can force a win within so many plies.
    fn wins_within(&mut self, plies: u16) -> Option<bool> {
        let turn = self.line.position().turn();
        if let Some(winner) = self.winner() {
            return Some(winner == Some(turn));
        }
        if plies == 0 {
            return Some(false);
        }
        self.count_node()?;
        for m in self.line.position().legal_moves() {
            self.line.play(m);
            let wins = self.loses_within(plies - 1);
            self.line.undo();
            if wins? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether the side to move loses within so many plies, whatever it plays.
    fn loses_within(&mut self, plies: u16) -> Option<bool> {
        let turn = self.line.position().turn();
        if let Some(winner) = self.winner() {
            return Some(winner == Some(!turn));
        }
        if plies == 0 {
            return Some(false);
        }
        self.count_node()?;
        let index = usize::from(plies);
        if self.escapes.len() <= index {
            self.escapes.resize(index + 1, None);
        }
        let mut moves = self.line.position().legal_moves();
        if let Some(at) = self.escapes[index].and_then(|m| moves.iter().position(|&it| it == m)) {
            moves.swap(0, at);
        }
        for m in moves {
            self.line.play(m);
            let loses = self.wins_within(plies - 1);
            self.line.undo();
            if !loses? {
                self.escapes[index] = Some(m);
                return Some(false);
            }
        }
        Some(true)
    }

    /// The winner of a game that is over, if it has one; `None` while it goes on.
    fn winner(&self) -> Option<Option<Seat>> {
        self.line.outcome().map(|outcome| outcome.winner)
    }

    fn count_node(&mut self) -> Option<()> {
        self.nodes += 1;
        let interrupted = self.nodes.is_multiple_of(INTERRUPT_CHECK_NODES) && (self.interrupt)();
        (!interrupted && self.nodes <= self.node_limit).then_some(())
    }
}
