//! Pattern features of the evaluation: the configurations of discs on patterns of squares.
//!
//! A configuration is a balanced ternary number with a digit for each square of the pattern: 1 for an own disc, -1
//! for an enemy disc, 0 for an empty square. Changing sides negates it.

/// Number of pattern instances: patterns under the symmetries of the board.
pub(super) const PATTERN_INSTANCES: usize = 46;
/// Pattern instances, padded to whole vectors.
const LANES: usize = 48;
/// Number of patterns.
const PATTERN_COUNT: usize = 11;

/// Squares of each pattern, in one of its instances.
const PATTERN_SQUARES: [&[u8]; PATTERN_COUNT] = [
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
const fn transformed(symmetry: usize, square: u8) -> u8 {
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

const fn squares_of(pattern: usize, symmetry: usize) -> u64 {
    let squares = PATTERN_SQUARES[pattern];
    let (mut set, mut index) = (0, 0);
    while index < squares.len() {
        set |= 1 << transformed(symmetry, squares[index]);
        index += 1;
    }
    set
}

/// Pattern and symmetry of every instance.
const INSTANCES: [(usize, usize); PATTERN_INSTANCES] = {
    let mut list = [(0, 0); PATTERN_INSTANCES];
    let (mut pattern, mut next) = (0, 0);
    while pattern < PATTERN_COUNT {
        let mut symmetry = 0;
        while symmetry < 8 {
            let mut earlier = 0;
            while earlier < symmetry
                && squares_of(pattern, earlier) != squares_of(pattern, symmetry)
            {
                earlier += 1;
            }
            if earlier == symmetry {
                list[next] = (pattern, symmetry);
                next += 1;
            }
            symmetry += 1;
        }
        pattern += 1;
    }
    assert!(next == PATTERN_INSTANCES);
    list
};

/// Number of configurations of a pattern.
const fn configuration_count(pattern: usize) -> usize {
    3usize.pow(PATTERN_SQUARES[pattern].len() as u32)
}

/// First configuration of a pattern in the numbering of all.
const fn first_configuration(pattern: usize) -> usize {
    let (mut sum, mut earlier) = (0, 0);
    while earlier < pattern {
        sum += configuration_count(earlier);
        earlier += 1;
    }
    sum
}

/// Number of configurations of all patterns.
pub(super) const PATTERN_CONFIGURATIONS: usize = first_configuration(PATTERN_COUNT);

/// Offset from the balanced number of an instance to the numbering of all configurations.
static OFFSETS: [i32; PATTERN_INSTANCES] = {
    let mut all = [0; PATTERN_INSTANCES];
    let mut instance = 0;
    while instance < PATTERN_INSTANCES {
        let pattern = INSTANCES[instance].0;
        all[instance] = (first_configuration(pattern) + configuration_count(pattern) / 2) as i32;
        instance += 1;
    }
    all
};

/// What an own disc on a square adds to every instance.
static DIGIT_VALUES: [PatternFeatures; 64] = {
    let mut all = [PatternFeatures([0; LANES]); 64];
    let mut instance = 0;
    while instance < PATTERN_INSTANCES {
        let (pattern, symmetry) = INSTANCES[instance];
        let squares = PATTERN_SQUARES[pattern];
        let (mut index, mut digit) = (0, 1i16);
        while index < squares.len() {
            all[transformed(symmetry, squares[index]) as usize].0[instance] = digit;
            digit = digit.wrapping_mul(3);
            index += 1;
        }
        instance += 1;
    }
    all
};

/// Configurations of all instances, as balanced numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub(super) struct PatternFeatures([i16; LANES]);

impl PatternFeatures {
    /// The numbers of a position, from scratch.
    #[inline(always)]
    pub(super) fn of(own: u64, enemy: u64) -> Self {
        let mut all = [0i16; LANES];
        for (mut discs, sign) in [(own, 1i16), (enemy, -1)] {
            while discs != 0 {
                let digits = &DIGIT_VALUES[discs.trailing_zeros() as usize].0;
                for lane in 0..LANES {
                    all[lane] = all[lane].wrapping_add(sign * digits[lane]);
                }
                discs &= discs - 1;
            }
        }
        Self(all)
    }

    /// The features after a move, for the other side.
    #[inline(always)]
    pub(super) fn after(&self, square: usize, mut flips: u64) -> Self {
        let mut transformed = [0i16; LANES];
        while flips != 0 {
            let digits = &DIGIT_VALUES[flips.trailing_zeros() as usize].0;
            for lane in 0..LANES {
                transformed[lane] = transformed[lane].wrapping_add(digits[lane]);
            }
            flips &= flips - 1;
        }
        let (disc, mut all) = (&DIGIT_VALUES[square & 63].0, self.0);
        for lane in 0..LANES {
            let twice = transformed[lane].wrapping_add(transformed[lane]);
            all[lane] = all[lane].wrapping_add(disc[lane]).wrapping_add(twice).wrapping_neg();
        }
        Self(all)
    }

    /// The features after a pass.
    #[inline(always)]
    pub(super) fn passed(&self) -> Self {
        let mut all = self.0;
        for number in &mut all {
            *number = -*number;
        }
        Self(all)
    }

    /// Configuration of an instance in the numbering of all patterns.
    #[inline(always)]
    pub(super) fn configuration(&self, instance: usize) -> u32 {
        (i32::from(self.0[instance]) + OFFSETS[instance]) as u32
    }
}

/// All configurations, each with its mirror image under a symmetry of the pattern: both share weights.
pub(super) fn mirrored_configurations() -> impl Iterator<Item = (usize, usize)> {
    (0..PATTERN_COUNT).flat_map(|pattern| {
        let (start, mirror) = (first_configuration(pattern), mirror(pattern));
        (0..configuration_count(pattern)).map(move |configuration| {
            let mut rest = configuration;
            let mut image = 0;
            for digit in &mirror {
                image += rest % 3 * digit;
                rest /= 3;
            }
            (start + configuration, start + image)
        })
    })
}

/// Digit value of each square of a pattern in the mirror image.
fn mirror(pattern: usize) -> Vec<usize> {
    let squares = PATTERN_SQUARES[pattern];
    let same = |&symmetry: &usize| {
        squares_of(pattern, symmetry) == squares_of(pattern, 0)
            && squares.iter().any(|&square| transformed(symmetry, square) != square)
    };
    let symmetry = (1..8).find(same).unwrap_or_default();
    let digit = |&square: &u8| {
        let image = transformed(symmetry, square);
        let instance = squares.iter().position(|&other| other == image).unwrap_or_default();
        3usize.pow(instance as u32)
    };
    squares.iter().map(digit).collect()
}
