//! Othello: walk from the square in all eight directions. Rank 1 is the top row.

use std::cmp::Ordering;

use super::grid::{self, DIAGONAL, EMPTY, Grid, STRAIGHT, Square};
use super::{Ending, Reference};

const PASS: &str = "--";

pub(super) struct Othello {
    discs: Grid,
    side: char,
}

impl Othello {
    pub(super) fn read(fields: &[&str]) -> Self {
        Self { discs: grid::read(fields[0]), side: grid::letter(fields[1]) }
    }

    /// The discs that turn when `side` puts one on an empty square.
    fn flips(&self, side: char, square: Square) -> Vec<Square> {
        let mut flips = Vec::new();
        for direction in [STRAIGHT, DIAGONAL].concat() {
            let mut run = Vec::new();
            let mut next = grid::step(square, direction);
            while grid::at(&self.discs, next) == Some(grid::other(side)) {
                run.push(next);
                next = grid::step(next, direction);
            }
            if grid::at(&self.discs, next) == Some(side) {
                flips.extend(run);
            }
        }
        flips
    }

    /// The squares where `side` may put a disc.
    fn placements(&self, side: char) -> Vec<Square> {
        let mut empty = grid::find(&self.discs, EMPTY);
        empty.retain(|&square| !self.flips(side, square).is_empty());
        empty
    }

    fn name((row, column): Square) -> String {
        format!("{}{}", grid::file(column), row + 1)
    }
}

impl Reference for Othello {
    fn text(&self) -> String {
        format!("{} {}", grid::write(&self.discs), self.side)
    }

    fn moves(&self) -> Vec<String> {
        let placements = self.placements(self.side);
        if !placements.is_empty() {
            grid::sorted(placements.into_iter().map(Self::name).collect())
        } else if !self.placements(grid::other(self.side)).is_empty() {
            vec![PASS.to_owned()]
        } else {
            Vec::new()
        }
    }

    fn play(&self, notation: &str) -> Box<dyn Reference> {
        let mut discs = self.discs.clone();
        if notation != PASS {
            let all = grid::squares(&discs);
            let square = all.into_iter().find(|&square| Self::name(square) == notation);
            let square = square.expect("the square is on the board");
            discs = grid::with(&discs, square, self.side);
            for flipped in self.flips(self.side, square) {
                discs = grid::with(&discs, flipped, self.side);
            }
        }
        Box::new(Self { discs, side: grid::other(self.side) })
    }

    fn ending(&self) -> Option<Ending> {
        if !self.moves().is_empty() {
            return None;
        }
        let count = |letter| grid::find(&self.discs, letter).len() as u8;
        let (first, second, empty) = (count('x'), count('o'), count(EMPTY));
        let (winner, margin) = match first.cmp(&second) {
            Ordering::Greater => (Some('x'), first + empty - second),
            Ordering::Less => (Some('o'), second + empty - first),
            Ordering::Equal => (None, 0),
        };
        Some(Ending { winner, margin: Some(margin) })
    }
}
