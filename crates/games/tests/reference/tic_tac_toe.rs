//! Tic-tac-toe: look along every line from every square.

use super::grid::{self, DIAGONAL, EMPTY, Grid, STRAIGHT, Square};
use super::{Ending, Reference};

pub(super) struct TicTacToe {
    signs: Grid,
    side: char,
}

impl TicTacToe {
    pub(super) fn read(fields: &[&str]) -> Self {
        Self { signs: grid::read(fields[0]), side: grid::letter(fields[1]) }
    }

    /// The squares of every three in line of `side`.
    fn aligned(&self, side: char) -> Vec<Square> {
        let mut aligned = Vec::new();
        for square in grid::find(&self.signs, side) {
            for direction in [STRAIGHT, DIAGONAL].concat() {
                let second = grid::step(square, direction);
                let three = [square, second, grid::step(second, direction)];
                if three.iter().all(|&square| grid::at(&self.signs, square) == Some(side)) {
                    aligned.extend(three);
                }
            }
        }
        aligned.sort_unstable();
        aligned.dedup();
        aligned
    }
}

impl Reference for TicTacToe {
    fn text(&self) -> String {
        format!("{} {}", grid::write(&self.signs), self.side)
    }

    fn moves(&self) -> Vec<String> {
        if self.ending().is_some() {
            return Vec::new();
        }
        grid::names(&self.signs, &grid::find(&self.signs, EMPTY))
    }

    fn play(&self, notation: &str) -> Box<dyn Reference> {
        let square = grid::named(&self.signs, notation);
        let signs = grid::with(&self.signs, square, self.side);
        Box::new(Self { signs, side: grid::other(self.side) })
    }

    fn ending(&self) -> Option<Ending> {
        let mover = grid::other(self.side);
        if !self.aligned(mover).is_empty() {
            Some(Ending::win(mover))
        } else if grid::find(&self.signs, EMPTY).is_empty() {
            Some(Ending { winner: None, margin: None })
        } else {
            None
        }
    }

    fn winning(&self) -> Option<Vec<String>> {
        Some(grid::names(&self.signs, &self.aligned(grid::other(self.side))))
    }
}
