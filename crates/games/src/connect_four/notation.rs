//! Position: six rows from the top and the side to move, `7/7/7/7/3o3/2xx3 o`. Move: the column,
//! `1` to `7` from the left.

use std::fmt;
use std::str::FromStr;

use rules::{Fields, ParseError, Position, Seat, Square, Text, read_rows, read_seat, write_rows};

use super::position::{COLUMNS, Column, ConnectFour, ROWS};

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl FromStr for Column {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.as_bytes() {
            &[digit @ b'1'..=b'7'] => Ok(Self(digit - b'1')),
            _ => Err(ParseError::whole(
                text,
                Text::new(
                    "no such column, try again",
                    "pas de colonne portant ce nom, recommencez",
                ),
            )),
        }
    }
}

/// The cells in reading order, as column from the left and row from the bottom.
pub(super) fn reading_order() -> impl Iterator<Item = (usize, usize)> {
    (0..ROWS).rev().flat_map(|row| (0..COLUMNS).map(move |column| (column, row)))
}

/// The name of a cell: the column's letter and the row from the bottom, as in chess.
pub(super) fn cell_name(column: usize, row: usize) -> &'static str {
    Square::new(column as u8, row as u8).name()
}

impl fmt::Display for ConnectFour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_rows(f, COLUMNS, reading_order().map(|(column, row)| self.disc(column, row)))?;
        write!(f, " {}", self.turn())
    }
}

impl FromStr for ConnectFour {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut fields = Fields::new(text);
        let rows = fields.expect("six rows of discs", "les six rangées")?;
        let cells = read_rows(rows, COLUMNS, ROWS)?;
        let side = fields.expect("the side to move, x or o,", "le trait, x ou o")?;
        let turn = read_seat(side)?;
        fields.end()?;

        let (mut first, mut second) = (0, 0);
        for (&disc, (column, row)) in cells.iter().zip(reading_order()) {
            match disc {
                None => {}
                Some(Seat::First) => first |= Self::cell(column, row),
                Some(Seat::Second) => second |= Self::cell(column, row),
            }
        }
        for (column, row) in reading_order().filter(|&(_, row)| row > 0) {
            if (first | second) & Self::cell(column, row) != 0
                && (first | second) & Self::cell(column, row - 1) == 0
            {
                let (disc, hole) = (cell_name(column, row), cell_name(column, row - 1));
                return Err(rows.error(Text::composed(
                    format!("the disc on {disc} floats above the empty cell {hole}"),
                    format!("le jeton en {disc} flotte au-dessus de la case vide {hole}"),
                )));
            }
        }
        let (x, o) = (first.count_ones(), second.count_ones());
        if x != o && x != o + 1 {
            return Err(rows.error(Text::composed(
                format!("discs: {x} of x and {o} of o, but x starts: it has as many or one more"),
                format!(
                    "jetons : {x} de x et {o} de o, mais x commence : il en a autant ou un de plus"
                ),
            )));
        }
        let position = Self::from_discs(first, second);
        if position.turn() != turn {
            return Err(side.error(Text::composed(
                format!("discs: {x} of x and {o} of o, so it is {}'s turn", position.turn()),
                format!("jetons : {x} de x et {o} de o, donc le trait est à {}", position.turn()),
            )));
        }
        position.check_lines().map_err(|text| rows.error(text))?;
        Ok(position)
    }
}

impl ConnectFour {
    /// Makes sure that the lines on the board can have come from one last move.
    fn check_lines(&self) -> Result<(), Text> {
        let last = !self.turn();
        let winner = match Seat::ALL.map(|seat| self.aligned(seat) != 0) {
            [true, true] => {
                return Err(Text::new(
                    "both sides have four in line",
                    "les deux joueurs ont 4 alignés",
                ));
            }
            [false, false] => return Ok(()),
            [true, false] => Seat::First,
            [false, true] => Seat::Second,
        };
        if winner != last {
            return Err(Text::composed(
                format!("{winner} has four in line, but {last} has moved since"),
                format!("{winner} a 4 alignés, mais {last} a joué depuis"),
            ));
        }
        let mover = self.discs(winner);
        let tops = (0..COLUMNS).filter_map(|column| {
            (0..ROWS)
                .rev()
                .find(|&row| self.disc(column, row).is_some())
                .map(|row| Self::cell(column, row))
        });
        let explained = tops.filter(|top| mover & top != 0).any(|top| {
            Self::from_discs(self.discs(Seat::First) & !top, self.discs(Seat::Second) & !top)
                .aligned(winner)
                == 0
        });
        if explained {
            Ok(())
        } else {
            Err(Text::composed(
                format!("no single last disc of {winner} completes all its lines"),
                format!("aucun dernier jeton de {winner} n'explique tous ses alignements"),
            ))
        }
    }
}
