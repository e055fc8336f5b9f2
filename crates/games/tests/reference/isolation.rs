//! Isolation: place where no pawn attacks.

use super::grid::{self, EMPTY, Grid, Square};
use super::{Ending, Reference, colours};

pub(super) struct Isolation {
    pawns: Grid,
    side: char,
    terrain: Grid,
    rules: String,
}

impl Isolation {
    pub(super) fn read(fields: &[&str]) -> Self {
        Self {
            pawns: grid::read(fields[0]),
            side: grid::letter(fields[1]),
            terrain: grid::read(fields[2]),
            rules: fields[3].to_owned(),
        }
    }

    /// The empty squares where a pawn may be placed, and those where none may.
    fn split(&self) -> (Vec<Square>, Vec<Square>) {
        let attacks = |from| colours::reach(&self.terrain, &self.pawns, from);
        let taken = [grid::find(&self.pawns, 'x'), grid::find(&self.pawns, 'o')].concat();
        let attacked: Vec<Square> = taken.iter().flat_map(|&pawn| attacks(pawn)).collect();
        let mut split = (Vec::new(), Vec::new());
        for square in grid::find(&self.pawns, EMPTY) {
            let forbidden = attacked.contains(&square)
                || self.rules == "mutual" && attacks(square).iter().any(|to| taken.contains(to));
            if forbidden { split.1.push(square) } else { split.0.push(square) }
        }
        split
    }
}

impl Reference for Isolation {
    fn text(&self) -> String {
        let (pawns, terrain) = (grid::write(&self.pawns), grid::write(&self.terrain));
        format!("{pawns} {} {terrain} {}", self.side, self.rules)
    }

    fn moves(&self) -> Vec<String> {
        grid::names(&self.pawns, &self.split().0)
    }

    fn play(&self, notation: &str) -> Box<dyn Reference> {
        Box::new(Self {
            pawns: grid::with(&self.pawns, grid::named(&self.pawns, notation), self.side),
            side: grid::other(self.side),
            terrain: self.terrain.clone(),
            rules: self.rules.clone(),
        })
    }

    fn ending(&self) -> Option<Ending> {
        self.moves().is_empty().then(|| Ending::win(grid::other(self.side)))
    }

    fn forbidden(&self) -> Option<Vec<String>> {
        Some(grid::names(&self.pawns, &self.split().1))
    }
}
