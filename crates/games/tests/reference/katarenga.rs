//! Katarenga: into both camps, or take until fewer than two are left.

use super::grid::{self, EMPTY, Grid};
use super::{Ending, Reference, colours};

/// A camp without a pawn, in the text of the camps.
const FREE: char = '-';

pub(super) struct Katarenga {
    pawns: Grid,
    side: char,
    terrain: Grid,
    /// First's goal camps, left and right, and Second's.
    camps: Grid,
    rules: String,
}

impl Katarenga {
    pub(super) fn read(fields: &[&str]) -> Self {
        Self {
            pawns: grid::read(fields[0]),
            side: grid::letter(fields[1]),
            terrain: grid::read(fields[2]),
            camps: grid::read(fields[3]),
            rules: fields[4].to_owned(),
        }
    }

    /// The row of the goal camps of `side` in the text of the camps.
    fn camp_row(side: char) -> i32 {
        match side {
            'x' => 0,
            _ => 1,
        }
    }

    /// The opponent's home row: the bottom for First, the top for Second.
    fn enemy_home(side: char) -> i32 {
        match side {
            'x' => 7,
            _ => 0,
        }
    }

    /// Whether a pawn may capture: always, but officially not while all pawns stand as at the start.
    fn may_capture(&self) -> bool {
        let untouched = grid::write(&self.pawns) == "xxxxxxxx/8/8/8/8/8/8/oooooooo"
            && grid::write(&self.camps) == "--/--";
        !(self.rules == "official" && untouched)
    }

    /// Whether a pawn may go where it finds that letter.
    fn may_enter(&self, letter: char) -> bool {
        letter == EMPTY || letter == grid::other(self.side) && self.may_capture()
    }
}

impl Reference for Katarenga {
    fn text(&self) -> String {
        let (pawns, terrain) = (grid::write(&self.pawns), grid::write(&self.terrain));
        let camps = grid::write(&self.camps);
        format!("{pawns} {} {terrain} {camps} {}", self.side, self.rules)
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.ending().is_some() {
            return moves;
        }
        for from in grid::find(&self.pawns, self.side) {
            let name = grid::name(&self.pawns, from);
            for to in colours::reach(&self.terrain, &self.pawns, from) {
                if self.may_enter(grid::at(&self.pawns, to).unwrap()) {
                    moves.push(format!("{name}{}", grid::name(&self.pawns, to)));
                }
            }
            if from.0 == Self::enemy_home(self.side) {
                for (column, camp) in [(0, "l"), (1, "r")] {
                    let goal = (Self::camp_row(self.side), column);
                    if grid::at(&self.camps, goal) == Some(FREE) {
                        moves.push(format!("{name}>{camp}"));
                    }
                }
            }
        }
        grid::sorted(moves)
    }

    fn play(&self, notation: &str) -> Box<dyn Reference> {
        let (from, to) = notation.split_at(2);
        let mut pawns = grid::with(&self.pawns, grid::named(&self.pawns, from), EMPTY);
        let mut camps = self.camps.clone();
        match to {
            ">l" => camps = grid::with(&camps, (Self::camp_row(self.side), 0), self.side),
            ">r" => camps = grid::with(&camps, (Self::camp_row(self.side), 1), self.side),
            _ => pawns = grid::with(&pawns, grid::named(&self.pawns, to), self.side),
        }
        Box::new(Self {
            pawns,
            side: grid::other(self.side),
            terrain: self.terrain.clone(),
            camps,
            rules: self.rules.clone(),
        })
    }

    fn ending(&self) -> Option<Ending> {
        let mover = grid::other(self.side);
        let in_camps = |side| grid::find(&self.camps, side).len();
        let left = |side| grid::find(&self.pawns, side).len() + in_camps(side);
        let won = |side| in_camps(side) == 2 || left(grid::other(side)) < 2;
        [mover, self.side].into_iter().find(|&side| won(side)).map(Ending::win)
    }
}
