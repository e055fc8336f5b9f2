//! A quarter of a board: 4x4 squares that can be turned and flipped.

use std::fmt;
use std::str::FromStr;

use rules::{Field, ParseError, Text, TileCheck};

use super::Colour;
use super::board::{read_colours, read_squares};

/// A quarter of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Quadrant([Colour; 16]);

impl Quadrant {
    /// The quadrant with the colours that `colour` says, by column from the left and row from the
    /// top.
    pub fn from_fn(colour: impl Fn(u8, u8) -> Colour) -> Self {
        Self(std::array::from_fn(|index| colour(index as u8 % 4, index as u8 / 4)))
    }

    /// The colour in that column from the left and row from the top, both less than 4.
    pub const fn colour(&self, column: u8, row: u8) -> Colour {
        self.0[(row * 4 + column) as usize]
    }

    /// Turned clockwise by so many quarters.
    pub fn turned(&self, quarters: u8) -> Self {
        let once = |tile: Self| Self::from_fn(|column, row| tile.colour(row, 3 - column));
        (0..quarters % 4).fold(*self, |tile, _| once(tile))
    }

    /// The mirror image, left for right.
    pub fn flipped(&self) -> Self {
        Self::from_fn(|column, row| self.colour(3 - column, row))
    }

    /// The eight ways to lay the quadrant.
    pub fn variants(&self) -> [Self; 8] {
        std::array::from_fn(|way| {
            let tile = if way < 4 { *self } else { self.flipped() };
            tile.turned(way as u8 % 4)
        })
    }

    /// How many squares have the colour.
    pub fn count(&self, colour: Colour) -> usize {
        self.0.iter().filter(|&&found| found == colour).count()
    }
}

/// Judges a quadrant that a player has drawn or is drawing, with `.` for squares still to paint.
pub fn check_tile(rows: &str) -> TileCheck {
    let drawn = read_squares(Field { text: rows, at: 0 }, 4).unwrap_or_default();
    TileCheck {
        rows: rows.parse::<Quadrant>().map(|quadrant| quadrant.to_string()),
        warnings: warnings(&drawn),
    }
}

/// What is unusual about a quadrant: it should have four squares of each colour. Those that are too
/// few may still come while others have no colour.
fn warnings(squares: &[Option<Colour>]) -> Vec<Text> {
    let whole = !squares.is_empty() && !squares.contains(&None);
    let count = |colour| squares.iter().filter(|found| **found == Some(colour)).count();
    let (mut en, mut fr) = (Vec::new(), Vec::new());
    for colour in Colour::ALL {
        let (count, name) = (count(colour), colour.name());
        if count > 4 || whole && count < 4 {
            let [squares, name_fr] = if count < 2 {
                ["case ", name.fr.trim_end_matches('s')]
            } else {
                ["cases ", &*name.fr]
            };
            let squares = if fr.is_empty() { squares } else { "" };
            en.push(format!("{count} {}", name.en));
            fr.push(format!("{count} {squares}{name_fr}"));
        }
    }
    if en.is_empty() {
        return Vec::new();
    }
    vec![Text::composed(
        format!("{} squares instead of 4: not for public games", en.join(", ")),
        format!("{} au lieu de 4 : pas pour les parties publiques", fr.join(", ")),
    )]
}

/// Four rows from the top, `/` between.
impl fmt::Display for Quadrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, colour) in self.0.iter().enumerate() {
            if index > 0 && index.is_multiple_of(4) {
                f.write_str("/")?;
            }
            write!(f, "{colour}")?;
        }
        Ok(())
    }
}

impl FromStr for Quadrant {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let colours = read_colours(Field { text, at: 0 }, 4)?;
        Ok(Self::from_fn(|column, row| colours[usize::from(row * 4 + column)]))
    }
}
