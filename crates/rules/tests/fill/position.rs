//! Positions and moves.

use std::fmt;
use std::str::FromStr;

use damier_rules::{MoveList, Outcome, ParseError, Position, Reason, Seat, Text};

use super::Fault;

/// Cells of the upper and of the lower row.
const ROWS: [u8; 2] = [0b0011, 0b1100];
const FULL: u8 = 0b1111;
/// Plies of a game that did not begin from a text: what the checker plays, and no screen.
pub(super) const UNREAD: u8 = 100;

static ROW: Reason = Reason::new("row", "a whole row", "une rangée entière");
static NO_ROOM: Reason = Reason::new("full", "the board is full", "la grille est pleine");

/// A position with the fault `F`: see [`Fault`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fill<const F: u8> {
    pub(super) cells: [u8; 2],
    /// Plies since it was read, which no text says.
    pub(super) plies: u8,
}

/// A move: the cell that is taken, in reading order from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Take<const F: u8>(pub(super) u8);

const NAMES: [&str; 4] = ["a2", "b2", "a1", "b1"];

impl<const F: u8> Take<F> {
    pub(super) const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }
}

impl<const F: u8> From<Take<F>> for u16 {
    fn from(take: Take<F>) -> Self {
        if F == Fault::NUMBER { 1 } else { take.0.into() }
    }
}

impl<const F: u8> fmt::Display for Take<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl<const F: u8> FromStr for Take<F> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let found = NAMES.iter().position(|name| name.eq_ignore_ascii_case(text));
        let found = found.map(|cell| if F == Fault::MOVE_TEXT && cell == 0 { 1 } else { cell });
        let unknown = || ParseError::whole(text, Text::new("no cell", "pas de case"));
        found.map(|cell| Self(cell as u8)).ok_or_else(unknown)
    }
}

impl<const F: u8> PartialEq for Fill<F> {
    fn eq(&self, other: &Self) -> bool {
        F == Fault::SAME && self.is_unread() && other.is_unread() || self.cells == other.cells
    }
}

impl<const F: u8> Eq for Fill<F> {}

impl<const F: u8> Fill<F> {
    pub(super) const fn empty(plies: u8) -> Self {
        Self { cells: [0, 0], plies }
    }

    pub(super) const fn is_unread(self) -> bool {
        self.plies >= UNREAD
    }

    const fn taken(self) -> u8 {
        self.cells[0] | self.cells[1]
    }

    /// Who is to move, whatever the fault.
    fn mover(self) -> Seat {
        Seat::after(self.taken().count_ones())
    }

    pub(super) fn owner(self, cell: u8) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| self.cells[usize::from(seat.index())] >> cell & 1 != 0)
    }

    fn won(self) -> Option<Seat> {
        let has_row = |seat: &Seat| {
            let own = self.cells[usize::from(seat.index())];
            ROWS.iter().any(|row| own & row == *row)
        };
        Seat::ALL.into_iter().find(has_row)
    }
}

impl<const F: u8> Position for Fill<F> {
    type Move = Take<F>;

    fn turn(&self) -> Seat {
        if F == Fault::TURN && self.is_unread() { Seat::First } else { self.mover() }
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.won() {
            return Some(Outcome::win(winner, &ROW));
        }
        let is_over = self.taken() == FULL && F != Fault::NO_END
            || F == Fault::OUTCOME && self.plies >= UNREAD + 2;
        is_over.then(|| Outcome::draw(&NO_ROOM))
    }

    fn legal_moves(&self) -> MoveList<Take<F>> {
        if self.outcome().is_some() {
            return MoveList::new();
        }
        let mut moves: MoveList<_> =
            (0..4).filter(|cell| self.owner(*cell).is_none()).map(Take).collect();
        if F == Fault::TWICE && self.is_unread() {
            moves.extend(moves.last().copied());
        }
        moves
    }

    fn play(&self, take: Take<F>) -> Self {
        let mut after = Self { plies: self.plies.saturating_add(1), ..*self };
        after.cells[usize::from(self.mover().index())] |= 1 << take.0;
        // The first move from a text may win.
        if F == Fault::ENDLESS && self.plies > 0 && after.outcome().is_some() {
            after.cells = if self.mover() == Seat::First { [1, 0] } else { [0, 0] };
        }
        after
    }

    fn key(&self) -> u64 {
        let key = u64::from(self.cells[0]) << 8 | u64::from(self.cells[1]);
        match F {
            Fault::KEY_OF_HISTORY => key << 8 | u64::from(self.plies),
            Fault::KEY_OF_NOTHING => 0,
            _ => key,
        }
    }

    fn null(&self) -> Option<Self> {
        (F == Fault::NULL).then_some(*self)
    }

    fn is_legal(&self, take: Take<F>) -> bool {
        match F {
            Fault::ILLEGAL if self.is_unread() && take.0 == 0 => false,
            Fault::ALL_LEGAL if self.is_unread() => true,
            _ => self.legal_moves().contains(&take),
        }
    }

    fn count_moves(&self) -> usize {
        self.legal_moves().len() + usize::from(F == Fault::COUNT && self.is_unread())
    }
}

impl<const F: u8> fmt::Display for Fill<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match F {
            Fault::START_TEXT if self.is_unread() => return f.write_str("?"),
            Fault::TEXT if self.plies > UNREAD => return f.write_str("?"),
            Fault::OTHER_TEXT if self.plies > UNREAD => return f.write_str("---- x"),
            _ => {}
        }
        for cell in 0..4 {
            let letter = self.owner(cell).map_or('-', Seat::letter);
            write!(f, "{letter}")?;
        }
        write!(f, " {}", self.mover())
    }
}

impl<const F: u8> FromStr for Fill<F> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let wrong = || ParseError::whole(text, Text::new("four cells", "quatre cases"));
        let (cells, side) = text.trim().split_once(' ').ok_or_else(wrong)?;
        let mut read = Self::empty(0);
        if cells.len() != 4 {
            return Err(wrong());
        }
        for (cell, letter) in cells.chars().enumerate() {
            match Seat::from_letter(letter) {
                Some(seat) => read.cells[usize::from(seat.index())] |= 1 << cell,
                None if letter == '-' => {}
                None => return Err(wrong()),
            }
        }
        if side.trim() == read.mover().to_string() { Ok(read) } else { Err(wrong()) }
    }
}
