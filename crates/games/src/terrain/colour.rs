//! The four colours of squares.

use std::fmt;

use rules::Text;

/// The colour of a square, which says how a pawn on it moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// Like a bishop.
    Yellow,
    /// Like a knight.
    Green,
    /// Like a king.
    Blue,
    /// Like a rook.
    Red,
}

impl Colour {
    /// All four, in the order of [`Info::grounds`](rules::Info::grounds).
    pub const ALL: [Self; 4] = [Self::Yellow, Self::Green, Self::Blue, Self::Red];

    /// `Y`, `G`, `B` or `R`.
    pub const fn letter(self) -> char {
        match self {
            Self::Yellow => 'Y',
            Self::Green => 'G',
            Self::Blue => 'B',
            Self::Red => 'R',
        }
    }

    /// The colour that `letter` stands for, in either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| colour.letter() == letter.to_ascii_uppercase())
    }

    /// Its place in [`ALL`](Self::ALL).
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// Its name, in the plural that French needs for squares.
    pub(super) const fn name(self) -> Text {
        match self {
            Self::Yellow => Text::new("yellow", "jaunes"),
            Self::Green => Text::new("green", "vertes"),
            Self::Blue => Text::new("blue", "bleues"),
            Self::Red => Text::new("red", "rouges"),
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
