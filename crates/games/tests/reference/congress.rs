//! Congress: gather all own pawns in one group.

use super::grid::{self, EMPTY, Grid, STRAIGHT};
use super::{Ending, Reference, colours};

pub(super) struct Congress {
    pawns: Grid,
    side: char,
    terrain: Grid,
    rules: String,
}

impl Congress {
    pub(super) fn read(fields: &[&str]) -> Self {
        Self {
            pawns: grid::read(fields[0]),
            side: grid::letter(fields[1]),
            terrain: grid::read(fields[2]),
            rules: fields[3].to_owned(),
        }
    }

    /// Whether the pawns of `side` hang together: all are found from the first of them.
    fn is_gathered(&self, side: char) -> bool {
        let pawns = grid::find(&self.pawns, side);
        let mut found = vec![pawns[0]];
        let mut next = 0;
        while next < found.len() {
            for direction in STRAIGHT {
                let beside = grid::step(found[next], direction);
                if pawns.contains(&beside) && !found.contains(&beside) {
                    found.push(beside);
                }
            }
            next += 1;
        }
        found.len() == pawns.len()
    }

    /// Every move along the board, whether or not the game is over.
    fn reachable(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for from in grid::find(&self.pawns, self.side) {
            for to in colours::reach(&self.terrain, &self.pawns, from) {
                if grid::at(&self.pawns, to) == Some(EMPTY) {
                    let (from, to) = (grid::name(&self.pawns, from), grid::name(&self.pawns, to));
                    moves.push(from + &to);
                }
            }
        }
        grid::sorted(moves)
    }
}

impl Reference for Congress {
    fn text(&self) -> String {
        let (pawns, terrain) = (grid::write(&self.pawns), grid::write(&self.terrain));
        format!("{pawns} {} {terrain} {}", self.side, self.rules)
    }

    fn moves(&self) -> Vec<String> {
        if self.ending().is_some() { Vec::new() } else { self.reachable() }
    }

    fn play(&self, notation: &str) -> Box<dyn Reference> {
        let (from, to) = notation.split_at(2);
        let pawns = grid::with(&self.pawns, grid::named(&self.pawns, from), EMPTY);
        Box::new(Self {
            pawns: grid::with(&pawns, grid::named(&pawns, to), self.side),
            side: grid::other(self.side),
            terrain: self.terrain.clone(),
            rules: self.rules.clone(),
        })
    }

    fn ending(&self) -> Option<Ending> {
        let mover = grid::other(self.side);
        let won = self.is_gathered(mover) || self.reachable().is_empty();
        won.then(|| Ending::win(mover))
    }

    fn winning(&self) -> Option<Vec<String>> {
        let mover = grid::other(self.side);
        let group =
            if self.is_gathered(mover) { grid::find(&self.pawns, mover) } else { Vec::new() };
        Some(grid::names(&self.pawns, &group))
    }
}
