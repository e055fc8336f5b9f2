//! The opening book: the exact score of every position with few discs, mirror images merged.
//!
//! The bytes are the number of plies, then for each of them, the empty board first: how many
//! positions have their [`code`] in each block of 256 codes, the last bytes of those codes in order,
//! and the scores plus [`SCORE_OFFSET`] in the same order. Each part begins with its length.

mod maker;

pub use maker::{BookError, openings};

use rules::Seat;

use super::ConnectFour;
use super::position::{COLUMNS, ROWS};

/// What is added to a score to make it a byte.
const SCORE_OFFSET: i32 = 64;

/// Exact scores of openings.
#[derive(Clone, Copy, Debug)]
pub struct Book {
    plies: u32,
    bytes: &'static [u8],
}

impl Book {
    /// The book that comes with the program.
    pub const EMBEDDED: Self = Self::new(include_bytes!("../data/book.bin"));

    const fn new(bytes: &'static [u8]) -> Self {
        let Some((&plies, bytes)) = bytes.split_first() else { panic!("a book has bytes") };
        Self { plies: plies as u32, bytes }
    }

    /// Up to how many discs positions are in it.
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// The score of a position for the side to move, if it is in the book.
    pub fn score(&self, position: &ConnectFour) -> Option<i32> {
        let discs = position.discs(Seat::First) | position.discs(Seat::Second);
        let plies = discs.count_ones();
        if plies > self.plies {
            return None;
        }
        let mut rest = self.bytes;
        for _ in 0..plies {
            for _ in 0..3 {
                part(&mut rest)?;
            }
        }
        let (counts, codes, scores) = (part(&mut rest)?, part(&mut rest)?, part(&mut rest)?);
        let code = merged_code(position);
        let block = (code >> 8) as usize;
        let start: usize = counts.get(..block)?.iter().map(|&count| usize::from(count)).sum();
        let block = codes.get(start..start + usize::from(*counts.get(block)?))?;
        let at = start + block.binary_search(&(code as u8)).ok()?;
        Some(i32::from(*scores.get(at)?) - SCORE_OFFSET)
    }
}

/// Takes a part with its length off the front.
fn part(bytes: &mut &'static [u8]) -> Option<&'static [u8]> {
    let (length, rest) = bytes.split_first_chunk()?;
    let (part, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    *bytes = rest;
    Some(part)
}

/// The discs from the left and the bottom as digits of base 3, with a zero between columns. Positions
/// with as many discs have different codes.
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

/// The lesser code of the position and its mirror image.
fn merged_code(position: &ConnectFour) -> u32 {
    code(position).min(code(&position.mirrored()))
}
