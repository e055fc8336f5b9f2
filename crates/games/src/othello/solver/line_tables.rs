//! Lookup tables for vector instructions: rays and lines of squares.

/// Rays from a square: four towards higher squares, then four towards lower ones, in the order rank, rising
/// diagonal, file, falling diagonal.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Rays(pub(super) [u64; 8]);

/// Rays of every square.
pub(super) static RAYS: [Rays; 64] = {
    let mut all = [Rays([0; 8]); 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            all[square].0[direction] =
                ray(square, DIRECTIONS[direction].0, DIRECTIONS[direction].1);
            all[square].0[direction + 4] =
                ray(square, -DIRECTIONS[direction].0, -DIRECTIONS[direction].1);
            direction += 1;
        }
        square += 1;
    }
    all
};

/// File and rank steps of the directions.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];

const fn ray(from: usize, files: i32, ranks: i32) -> u64 {
    let (mut file, mut rank) = (from as i32 % 8 + files, from as i32 / 8 + ranks);
    let mut found = 0;
    while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        found |= 1 << (rank * 8 + file);
        file += files;
        rank += ranks;
    }
    found
}

/// A line through a square, and how many discs the side with given discs on it flips when it takes the square and
/// that was the last empty one: [`LAST_FLIP_COUNTS`] by the square's index in the line.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(super) struct LastFlipLine {
    pub(super) squares: u64,
    pub(super) counts: &'static [u8; 256],
}

/// The four lines through every square, itself included.
#[cfg(target_arch = "x86_64")]
pub(super) static LAST_FLIP_LINES: [[LastFlipLine; 4]; 64] = {
    let mut all = [[LastFlipLine { squares: 0, counts: &LAST_FLIP_COUNTS[0] }; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (up, down) = (RAYS[square].0[direction], RAYS[square].0[direction + 4]);
            all[square][direction] = LastFlipLine {
                squares: 1 << square | up | down,
                counts: &LAST_FLIP_COUNTS[down.count_ones() as usize],
            };
            direction += 1;
        }
        square += 1;
    }
    all
};

/// Twice the discs flipped on a line when its last empty square, by index, is taken by the side that has the given
/// discs (count-last-flip).
pub(super) static LAST_FLIP_COUNTS: [[u8; 256]; 8] = {
    let mut all = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            all[place][own] = 2 * (run(own, place as i32, 1) + run(own, place as i32, -1));
            own += 1;
        }
        place += 1;
    }
    all
};

/// Length of the run of enemy discs from an index on, if an own disc ends it.
const fn run(own: usize, place: i32, step: i32) -> u8 {
    let (mut at, mut count) = (place + step, 0);
    while at >= 0 && at < 8 {
        if own >> at & 1 == 1 {
            return count;
        }
        count += 1;
        at += step;
    }
    0
}
