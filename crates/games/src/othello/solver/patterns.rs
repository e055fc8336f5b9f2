//! The shapes that the evaluation looks at, and where they lie on the board.
//!
//! What lies on a shape is a number with a digit for each of its squares: 1 for an own disc, -1 for an
//! enemy disc, 0 for an empty square. So the numbers of the other side are the same with another sign.

/// How many places there are.
pub(super) const PLACES: usize = 46;
/// Places in a row of numbers, for vectors.
const LANES: usize = 48;
/// How many shapes there are.
const SHAPES: usize = 11;

/// A shape by the squares of one of its places.
const SHAPE_SQUARES: [&[u8]; SHAPES] = [
    // The corner, three by three.
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],
    // The edge and the squares diagonally next to its corners.
    &[9, 0, 1, 2, 3, 4, 5, 6, 7, 14],
    // Two by five in the corner.
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12],
    // The triangle in the corner.
    &[0, 1, 2, 3, 8, 9, 10, 16, 17, 24],
    // The second, third and fourth rank.
    &[8, 9, 10, 11, 12, 13, 14, 15],
    &[16, 17, 18, 19, 20, 21, 22, 23],
    &[24, 25, 26, 27, 28, 29, 30, 31],
    // Diagonals of eight to five squares.
    &[0, 9, 18, 27, 36, 45, 54, 63],
    &[1, 10, 19, 28, 37, 46, 55],
    &[2, 11, 20, 29, 38, 47],
    &[3, 12, 21, 30, 39],
];

/// A square under one of the eight symmetries of the board.
const fn turned(symmetry: usize, square: u8) -> u8 {
    let (mut file, mut rank) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        file = 7 - file;
    }
    if symmetry & 2 != 0 {
        rank = 7 - rank;
    }
    if symmetry & 4 != 0 {
        (file, rank) = (rank, file);
    }
    rank * 8 + file
}

const fn squares_of(shape: usize, symmetry: usize) -> u64 {
    let squares = SHAPE_SQUARES[shape];
    let (mut set, mut index) = (0, 0);
    while index < squares.len() {
        set |= 1 << turned(symmetry, squares[index]);
        index += 1;
    }
    set
}

/// The shape and the symmetry of every place.
const PLACE_LIST: [(usize, usize); PLACES] = {
    let mut list = [(0, 0); PLACES];
    let (mut shape, mut next) = (0, 0);
    while shape < SHAPES {
        let mut symmetry = 0;
        while symmetry < 8 {
            let mut earlier = 0;
            while earlier < symmetry && squares_of(shape, earlier) != squares_of(shape, symmetry) {
                earlier += 1;
            }
            if earlier == symmetry {
                list[next] = (shape, symmetry);
                next += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    assert!(next == PLACES);
    list
};

/// How many numbers a shape has.
const fn codes(shape: usize) -> usize {
    3usize.pow(SHAPE_SQUARES[shape].len() as u32)
}

/// Where the numbers of a shape begin among those of all.
const fn first_code(shape: usize) -> usize {
    let (mut sum, mut earlier) = (0, 0);
    while earlier < shape {
        sum += codes(earlier);
        earlier += 1;
    }
    sum
}

/// The numbers of all shapes.
pub(super) const CODES: usize = first_code(SHAPES);

/// What to add to the number of a place to tell it from those of other shapes.
static ORIGINS: [i32; PLACES] = {
    let mut all = [0; PLACES];
    let mut place = 0;
    while place < PLACES {
        let shape = PLACE_LIST[place].0;
        all[place] = (first_code(shape) + codes(shape) / 2) as i32;
        place += 1;
    }
    all
};

/// What a disc on a square adds to the number of every place.
static DIGITS: [Features; 64] = {
    let mut all = [Features([0; LANES]); 64];
    let mut place = 0;
    while place < PLACES {
        let (shape, symmetry) = PLACE_LIST[place];
        let squares = SHAPE_SQUARES[shape];
        let (mut index, mut digit) = (0, 1i16);
        while index < squares.len() {
            all[turned(symmetry, squares[index]) as usize].0[place] = digit;
            digit = digit.wrapping_mul(3);
            index += 1;
        }
        place += 1;
    }
    all
};

/// The numbers of all places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub(super) struct Features([i16; LANES]);

impl Features {
    /// The numbers of a position, from scratch.
    #[inline(always)]
    pub(super) fn of(own: u64, enemy: u64) -> Self {
        let mut all = [0i16; LANES];
        for (mut discs, sign) in [(own, 1i16), (enemy, -1)] {
            while discs != 0 {
                let digits = &DIGITS[discs.trailing_zeros() as usize].0;
                for lane in 0..LANES {
                    all[lane] = all[lane].wrapping_add(sign * digits[lane]);
                }
                discs &= discs - 1;
            }
        }
        Self(all)
    }

    /// The numbers after a disc that turns others over, for the other side.
    #[inline(always)]
    pub(super) fn after(&self, square: usize, mut flips: u64) -> Self {
        let mut turned = [0i16; LANES];
        while flips != 0 {
            let digits = &DIGITS[flips.trailing_zeros() as usize].0;
            for lane in 0..LANES {
                turned[lane] = turned[lane].wrapping_add(digits[lane]);
            }
            flips &= flips - 1;
        }
        let (disc, mut all) = (&DIGITS[square & 63].0, self.0);
        for lane in 0..LANES {
            let twice = turned[lane].wrapping_add(turned[lane]);
            all[lane] = all[lane].wrapping_add(disc[lane]).wrapping_add(twice).wrapping_neg();
        }
        Self(all)
    }

    /// The numbers for the other side.
    #[inline(always)]
    pub(super) fn passed(&self) -> Self {
        Self(self.0.map(|number| -number))
    }

    /// What lies on a place, as a number from nought that no other shape has.
    #[inline(always)]
    pub(super) fn code(&self, place: usize) -> u32 {
        (i32::from(self.0[place]) + ORIGINS[place]) as u32
    }
}

/// The codes of all shapes, each with that of the same pattern laid on itself the other way round: both mean
/// the same.
pub(super) fn mirrored() -> impl Iterator<Item = (usize, usize)> {
    (0..SHAPES).flat_map(|shape| {
        let (start, mirror) = (first_code(shape), mirror(shape));
        (0..codes(shape)).map(move |code| {
            let mut rest = code;
            let mut image = 0;
            for digit in &mirror {
                image += rest % 3 * digit;
                rest /= 3;
            }
            (start + code, start + image)
        })
    })
}

/// What each square of a shape adds to the code of the shape laid on itself another way round.
fn mirror(shape: usize) -> Vec<usize> {
    let squares = SHAPE_SQUARES[shape];
    let same = |&symmetry: &usize| {
        squares_of(shape, symmetry) == squares_of(shape, 0)
            && squares.iter().any(|&square| turned(symmetry, square) != square)
    };
    let symmetry = (1..8).find(same).unwrap_or_default();
    let digit = |&square: &u8| {
        let image = turned(symmetry, square);
        let place = squares.iter().position(|&other| other == image).unwrap_or_default();
        3usize.pow(place as u32)
    };
    squares.iter().map(digit).collect()
}
