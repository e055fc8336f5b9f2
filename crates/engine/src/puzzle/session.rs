//! A puzzle that somebody is solving.

use rules::{AnyGame, Live, MoveError, Record, ReplayError, Spot};

use super::{Puzzle, Theme};

/// A puzzle that somebody is solving: their moves are compared with the solution, and the opponent's best resistance is
/// played.
pub struct PuzzleSession {
    puzzle: Puzzle,
    live: Box<dyn Live>,
    hints: usize,
}

/// What a move of the solver leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleAnswer {
    /// It is the right one: the opponent has replied, and there is another to find.
    Continues {
        /// The opponent's move.
        reply: String,
    },
    /// It is the last one to find.
    Solved,
    /// It is another one, in exact notation. The position stays as it was.
    Wrong {
        /// The move that was tried.
        notation: String,
    },
}

/// A hint, each saying more than the one before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleHint {
    /// What the solution turns on.
    Themes(Vec<Theme>),
    /// The piece to move, in games whose moves begin with one.
    Piece {
        /// The spot to point at.
        spot: Spot,
        /// Its name: the first two letters of the move.
        square: String,
    },
    /// The right move itself, in exact notation.
    Move(String),
}

impl PuzzleSession {
    /// Opens a puzzle of a game.
    pub fn open(game: &dyn AnyGame, puzzle: Puzzle) -> Result<Self, ReplayError> {
        let live = game.open(&Record::new(puzzle.position.clone()))?;
        Ok(Self { puzzle, live, hints: 0 })
    }

    /// What is being solved.
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The game as far as it is solved.
    pub fn live(&self) -> &dyn Live {
        &*self.live
    }

    /// The right move; `None` once the puzzle is solved.
    pub fn expected(&self) -> Option<&str> {
        let played = self.live.record().moves.len();
        self.puzzle.solution.get(played).map(String::as_str)
    }

    /// Whether all moves have been found.
    pub fn is_solved(&self) -> bool {
        self.expected().is_none()
    }

    /// Tries a move of the solver.
    pub fn answer(&mut self, typed: &str) -> Result<PuzzleAnswer, MoveError> {
        let notation = self.live.judge(typed)?;
        if self.expected() != Some(&*notation) {
            return Ok(PuzzleAnswer::Wrong { notation });
        }
        self.live.play(&notation)?;
        self.hints = 0;
        let Some(reply) = self.expected().map(str::to_owned) else {
            return Ok(PuzzleAnswer::Solved);
        };
        self.live.play(&reply)?;
        Ok(PuzzleAnswer::Continues { reply })
    }

    /// The next hint for the move to find; `None` once the puzzle is solved.
    pub fn hint(&mut self) -> Option<PuzzleHint> {
        let notation = self.expected()?.to_owned();
        let steps = self.live.steps_of(&notation).unwrap_or_default();
        let themes = &self.puzzle.themes;
        let mut hints = Vec::new();
        hints.extend((!themes.is_empty()).then(|| PuzzleHint::Themes(themes.clone())));
        // A move of a single step would be given away by it.
        let square: String = notation.chars().take(2).collect();
        hints.extend((steps.len() > 1).then(|| PuzzleHint::Piece { spot: steps[0], square }));
        hints.push(PuzzleHint::Move(notation));
        let hint = hints[self.hints.min(hints.len() - 1)].clone();
        self.hints += 1;
        Some(hint)
    }
}
