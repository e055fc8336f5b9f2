//! Opening book: the exact score of every position with few discs; mirror images share an entry.
//!
//! The file is the number of plies, then for each ply, the empty board first, three sections: the number of
//! positions in each block of 256 [`code`]s, the low bytes of those codes in order, and the scores plus
//! [`SCORE_OFFSET`] in the same order. Each section begins with its length.

mod builder;

pub use builder::{BookError, opening_positions};

use engine::DataFile;
use rules::Seat;

use super::ConnectFour;
use super::position::{COLUMNS, ROWS};

/// Offset of scores in the file, which are unsigned bytes.
const SCORE_OFFSET: i32 = 64;

/// The file of the book.
pub(crate) static BOOK_FILE: DataFile = DataFile::new(
    "connect-four-book.bin",
    if cfg!(feature = "embedded-data") { Some(include_bytes!("../data/book.bin")) } else { None },
    is_valid,
);

/// Exact scores of all positions after eight plies.
#[derive(Clone, Copy, Debug)]
pub struct OpeningBook {
    plies: u32,
    bytes: &'static [u8],
}

impl OpeningBook {
    /// The book, unless its file is to be loaded first.
    pub fn get() -> Option<Self> {
        let (&plies, bytes) = BOOK_FILE.bytes()?.split_first()?;
        Some(Self { plies: plies.into(), bytes })
    }

    /// Most discs of a position in the book.
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// Score of a position for the side to move, if it is in the book.
    pub fn score(&self, position: &ConnectFour) -> Option<i32> {
        let discs = position.discs(Seat::First) | position.discs(Seat::Second);
        let plies = discs.count_ones();
        if plies > self.plies {
            return None;
        }
        let mut rest = self.bytes;
        for _ in 0..plies {
            for _ in 0..3 {
                take_section(&mut rest)?;
            }
        }
        let (counts, codes, scores) =
            (take_section(&mut rest)?, take_section(&mut rest)?, take_section(&mut rest)?);
        let code = canonical_code(position);
        let block = (code >> 8) as usize;
        let start: usize = counts.get(..block)?.iter().map(|&count| usize::from(count)).sum();
        let block = codes.get(start..start + usize::from(*counts.get(block)?))?;
        let at = start + block.binary_search(&(code as u8)).ok()?;
        Some(i32::from(*scores.get(at)?) - SCORE_OFFSET)
    }
}

/// Whether the bytes are those of a book: three sections for each ply, and nothing behind them.
fn is_valid(bytes: &[u8]) -> bool {
    let Some((&plies, mut rest)) = bytes.split_first() else { return false };
    let sections = 3 * (usize::from(plies) + 1);
    (0..sections).all(|_| take_section(&mut rest).is_some()) && rest.is_empty()
}

/// Splits a section with its length off the front.
fn take_section<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, rest) = bytes.split_first_chunk()?;
    let (part, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    *bytes = rest;
    Some(part)
}

/// Base 3 code of a position: its discs from the left and the bottom, with a zero between columns. Positions with
/// equally many discs have different codes.
fn code(position: &ConnectFour) -> u32 {
    let mut code = 0;
    for column in 0..COLUMNS {
        code *= 3;
        let discs = (0..ROWS).map_while(|row| position.disc(column, row));
        for disc in discs {
            code = code * 3 + u32::from(disc.number());
        }
    }
    code
}

/// Canonical code: the lesser of the position's and its mirror image's.
fn canonical_code(position: &ConnectFour) -> u32 {
    code(position).min(code(&position.mirrored()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_books_are_valid() {
        let book = BOOK_FILE.bytes().expect("a built-in book");
        assert!(is_valid(book));
        for wrong in [&book[..book.len() - 1], &[book, &[0]].concat(), &book[1..], &[]] {
            assert!(!is_valid(wrong));
        }
    }
}
