//! The position: nine bits a side, one octal digit a row.

use rules::{BySeat, MoveList, Outcome, Position, Reason, Seat, SplitMix64};

/// Rows, columns and diagonals.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421];
const FULL: u16 = 0o777;

static ALIGNED: Reason = Reason::new("aligned", "three in line", "3 alignés");
static NO_ROOM: Reason = Reason::new("full", "the board is full", "la grille est pleine");

/// A position of tic-tac-toe.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TicTacToe {
    pub(super) signs: BySeat<u16>,
}

/// A move: the square that gets a sign, 0 to 8, from `a1` along the rows to `c3`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place(pub(super) u8);

impl Place {
    pub(super) const fn bit(self) -> u16 {
        1 << self.0
    }
}

impl From<Place> for u16 {
    fn from(place: Place) -> Self {
        place.0.into()
    }
}

impl TicTacToe {
    /// The squares with a sign.
    fn taken(self) -> u16 {
        self.signs.first | self.signs.second
    }

    /// Whose sign is on the square.
    pub(super) fn sign(self, place: Place) -> Option<Seat> {
        Seat::ALL.into_iter().find(|&seat| self.signs[seat] & place.bit() != 0)
    }

    /// The signs of `seat` that are in line.
    pub(super) fn aligned(self, seat: Seat) -> u16 {
        let own = self.signs[seat];
        LINES.into_iter().filter(|line| own & line == *line).fold(0, |found, line| found | line)
    }
}

impl Position for TicTacToe {
    type Move = Place;

    fn turn(&self) -> Seat {
        Seat::after(self.taken().count_ones())
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.aligned(!self.turn()) != 0 {
            Some(Outcome::win(!self.turn(), &ALIGNED))
        } else if self.taken() == FULL {
            Some(Outcome::draw(&NO_ROOM))
        } else {
            None
        }
    }

    fn legal_moves(&self) -> MoveList<Place> {
        if self.outcome().is_some() {
            return MoveList::new();
        }
        (0..9).map(Place).filter(|&place| self.sign(place).is_none()).collect()
    }

    fn play(&self, place: Place) -> Self {
        debug_assert!(self.is_legal(place), "{place} is not legal in {self}");
        let mut after = *self;
        after.signs[self.turn()] |= place.bit();
        after
    }

    fn key(&self) -> u64 {
        SplitMix64::mix(u64::from(self.signs.first) << 9 | u64::from(self.signs.second))
    }
}
