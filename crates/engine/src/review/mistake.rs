//! A mistake with its two lines, for the explanations of a game.

use rules::{Line, Outcome, Position, Seat};

use crate::{Proof, Value};

/// A mistake beside the better move. An explanation must be true of the positions along the two lines.
#[derive(Clone, Debug)]
pub struct MistakeContext<P: Position> {
    /// The position before the move.
    pub before: P,
    /// The move played and its principal variation.
    pub played: EvaluatedLine<P>,
    /// The better move and its principal variation.
    pub better: EvaluatedLine<P>,
}

impl<P: Position> MistakeContext<P> {
    /// The seat that made it.
    pub fn seat(&self) -> Seat {
        self.before.turn()
    }
}

/// A move with its value and principal variation, and the positions along it.
#[derive(Clone, Debug)]
pub struct EvaluatedLine<P: Position> {
    /// The moves, the one in question first.
    pub moves: Vec<P::Move>,
    /// The position after each of them.
    pub positions: Vec<P>,
    /// The value of the move for the side that makes it.
    pub value: Value,
    /// What is proved of the value.
    pub proof: Proof,
    /// How the game ends, if the line leads to its end.
    pub outcome: Option<Outcome>,
}

impl<P: Position> EvaluatedLine<P> {
    /// The line of those moves after the game so far, as far as they are legal.
    pub(crate) fn new(game: &Line<P>, moves: &[P::Move], value: Value, proof: Proof) -> Self {
        let mut line = game.clone();
        let mut evaluated =
            Self { moves: Vec::new(), positions: Vec::new(), value, proof, outcome: None };
        for &m in moves {
            if line.outcome().is_some() || !line.position().is_legal(m) {
                break;
            }
            line.play(m);
            evaluated.moves.push(m);
            evaluated.positions.push(*line.position());
        }
        evaluated.outcome = line.outcome();
        evaluated
    }

    /// The position right after the move.
    pub fn first(&self) -> &P {
        &self.positions[0]
    }

    /// The position at the end of the line.
    pub fn last(&self) -> &P {
        &self.positions[self.positions.len() - 1]
    }

    /// The notation of the moves up to the one with that number, from 0.
    pub fn notation(&self, last: usize) -> String {
        let moves: Vec<_> = self.moves.iter().take(last + 1).map(ToString::to_string).collect();
        moves.join(" ")
    }
}
