//! The squares of an 8x8 board.

use std::fmt;
use std::str::FromStr;

use crate::{ParseError, Text};

/// A square of an 8x8 board, named `a1` to `h8`. Whether rank 1 lies at the top or at the bottom is
/// the game's affair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square on `file` (0 is `a`) and `rank` (0 is `1`), both less than 8.
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Self {
        debug_assert!(file < 8 && rank < 8);
        Self(rank * 8 + file)
    }

    /// The square with that number, less than 64: `a1`, `b1` … `h8`.
    #[inline]
    pub const fn from_index(index: u8) -> Self {
        debug_assert!(index < 64);
        Self(index)
    }

    /// All 64, in the order of their numbers.
    #[inline]
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..64).map(Self)
    }

    /// The square's number, less than 64.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// 0 for `a` … 7 for `h`.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 % 8
    }

    /// 0 for `1` … 7 for `8`.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 / 8
    }

    /// The square's name, `a1` to `h8`.
    pub const fn name(self) -> &'static str {
        const NAMES: [[u8; 2]; 64] = {
            let mut names = [[0; 2]; 64];
            let mut index = 0;
            while index < 64 {
                names[index] = [b'a' + index as u8 % 8, b'1' + index as u8 / 8];
                index += 1;
            }
            names
        };
        match str::from_utf8(&NAMES[self.0 as usize]) {
            Ok(name) => name,
            Err(_) => unreachable!(),
        }
    }

    /// The square so many files to the right and ranks up, if it is on the board.
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            Some(Self::new(file as u8, rank as u8))
        } else {
            None
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Square {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.as_bytes() {
            &[file, rank @ b'1'..=b'8'] if matches!(file.to_ascii_lowercase(), b'a'..=b'h') => {
                Ok(Self::new(file.to_ascii_lowercase() - b'a', rank - b'1'))
            }
            _ => Err(ParseError::whole(
                text,
                Text::composed(
                    format!("there is no square '{text}': squares are a1 to h8"),
                    format!("la case « {text} » n'existe pas : les cases vont de a1 à h8"),
                ),
            )),
        }
    }
}
