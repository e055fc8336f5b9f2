//! A mistake with both its lines, as a game's own knowledge judges it.

use rules::{Line, Outcome, Position, Seat};

use crate::Value;

/// A move that gave something away, beside the better one. What is said of it must be true of the
/// positions along the two lines.
#[derive(Clone, Debug)]
pub struct Mistake<P: Position> {
    /// The position in which it was made.
    pub before: P,
    /// What was played, and the best that can follow.
    pub played: Branch<P>,
    /// What should have been played, and the best that can follow.
    pub better: Branch<P>,
}

impl<P: Position> Mistake<P> {
    /// Who made it.
    pub fn seat(&self) -> Seat {
        self.before.turn()
    }
}

/// A move and what follows it with best play on both sides.
#[derive(Clone, Debug)]
pub struct Branch<P: Position> {
    /// The moves, the one in question first.
    pub moves: Vec<P::Move>,
    /// The position after each of them.
    pub positions: Vec<P>,
    /// What the move is worth to the one who makes it.
    pub value: Value,
    /// Whether that is proved.
    pub exact: bool,
    /// How the game ends, if the line leads to its end.
    pub outcome: Option<Outcome>,
}

impl<P: Position> Branch<P> {
    /// The branch of the game so far with those moves, as far as they are legal.
    pub(super) fn new(game: &Line<P>, moves: &[P::Move], value: Value, exact: bool) -> Self {
        let mut line = game.clone();
        let mut branch =
            Self { moves: Vec::new(), positions: Vec::new(), value, exact, outcome: None };
        for &m in moves {
            if line.outcome().is_some() || !line.position().is_legal(m) {
                break;
            }
            line.play(m);
            branch.moves.push(m);
            branch.positions.push(*line.position());
        }
        branch.outcome = line.outcome();
        branch
    }

    /// The position right after the move.
    pub fn first(&self) -> &P {
        &self.positions[0]
    }

    /// The position at the end of the line.
    pub fn last(&self) -> &P {
        &self.positions[self.positions.len() - 1]
    }

    /// The moves up to the one with that number, from 0, in words.
    pub fn words(&self, last: usize) -> String {
        let moves: Vec<_> = self.moves.iter().take(last + 1).map(ToString::to_string).collect();
        moves.join(" ")
    }
}
