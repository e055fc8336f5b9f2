//! Position: three rows from the top and the side to move, `3/1x1/3 o`. Move: the square, `a1` to
//! `c3`.

use std::fmt;
use std::str::FromStr;

use rules::{Fields, ParseError, Position, Seat, Square, Text, read_rows, read_seat, write_rows};

use super::position::{Place, TicTacToe};

/// The squares in reading order.
pub(super) fn reading_order() -> impl Iterator<Item = Place> {
    [6, 7, 8, 3, 4, 5, 0, 1, 2].into_iter().map(Place)
}

impl Place {
    /// The square's name, as in chess.
    pub(super) const fn name(self) -> &'static str {
        Square::new(self.0 % 3, self.0 / 3).name()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Place {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let named = |place: &Self| place.name().eq_ignore_ascii_case(text);
        (0..9).map(Self).find(named).ok_or_else(|| {
            ParseError::whole(
                text,
                Text::composed(
                    format!("there is no square '{text}': squares are a1 to c3"),
                    format!("la case « {text} » n'existe pas : les cases vont de a1 à c3"),
                ),
            )
        })
    }
}

impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_rows(f, 3, reading_order().map(|place| self.sign(place)))?;
        write!(f, " {}", self.turn())
    }
}

impl FromStr for TicTacToe {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut fields = Fields::new(text);
        let rows = fields.expect("three rows of signs", "les trois rangées")?;
        let cells = read_rows(rows, 3, 3)?;
        let side = fields.expect("the side to move, x or o", "le trait, x ou o")?;
        let turn = read_seat(side)?;
        fields.end()?;

        let mut position = Self::default();
        for (sign, place) in cells.into_iter().zip(reading_order()) {
            if let Some(seat) = sign {
                position.signs[seat] |= place.bit();
            }
        }
        let signs = position.signs.map(u16::count_ones);
        if signs.first != signs.second + u32::from(turn == Seat::Second) {
            return Err(rows.error(Text::new(
                "x starts, so it has as many signs as o, or one more with o to move",
                "x commence : il a autant de signes que o, ou un de plus avec le trait à o",
            )));
        }
        if position.aligned(turn) != 0 {
            return Err(rows.error(Text::composed(
                format!("{turn} has three in line, but {} has moved since", !turn),
                format!("{turn} a 3 alignés, mais {} a joué depuis", !turn),
            )));
        }
        Ok(position)
    }
}
