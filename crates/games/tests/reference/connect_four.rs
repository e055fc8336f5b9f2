//! Connect Four: look along every line from every cell.

use super::grid::{self, DIAGONAL, EMPTY, Grid, STRAIGHT, Square};
use super::{Ending, Reference};

pub(super) struct ConnectFour {
    discs: Grid,
    side: char,
}

impl ConnectFour {
    pub(super) fn read(fields: &[&str]) -> Self {
        Self { discs: grid::read(fields[0]), side: grid::letter(fields[1]) }
    }

    /// The lowest free cell of a column.
    fn landing(&self, column: i32) -> Option<Square> {
        let cells = (0..6).rev().map(|row| (row, column));
        cells.into_iter().find(|&cell| grid::at(&self.discs, cell) == Some(EMPTY))
    }

    /// The cells of every four in line of `side`.
    fn aligned(&self, side: char) -> Vec<Square> {
        let mut aligned = Vec::new();
        for cell in grid::find(&self.discs, side) {
            for direction in [STRAIGHT, DIAGONAL].concat() {
                let mut four = vec![cell];
                for _ in 0..3 {
                    four.push(grid::step(four[four.len() - 1], direction));
                }
                if four.iter().all(|&cell| grid::at(&self.discs, cell) == Some(side)) {
                    aligned.extend(four);
                }
            }
        }
        aligned.sort_unstable();
        aligned.dedup();
        aligned
    }
}

impl Reference for ConnectFour {
    fn text(&self) -> String {
        format!("{} {}", grid::write(&self.discs), self.side)
    }

    fn moves(&self) -> Vec<String> {
        if self.ending().is_some() {
            return Vec::new();
        }
        let open = (0..7).filter(|&column| self.landing(column).is_some());
        open.map(|column| (column + 1).to_string()).collect()
    }

    fn play(&self, notation: &str) -> Box<dyn Reference> {
        let column: i32 = notation.parse().expect("a column is a number");
        let cell = self.landing(column - 1).expect("the column has room");
        let discs = grid::with(&self.discs, cell, self.side);
        Box::new(Self { discs, side: grid::other(self.side) })
    }

    fn ending(&self) -> Option<Ending> {
        let mover = grid::other(self.side);
        if !self.aligned(mover).is_empty() {
            Some(Ending::win(mover))
        } else if grid::find(&self.discs, EMPTY).is_empty() {
            Some(Ending { winner: None, margin: None })
        } else {
            None
        }
    }

    fn winning(&self) -> Option<Vec<String>> {
        Some(grid::names(&self.discs, &self.aligned(grid::other(self.side))))
    }
}
