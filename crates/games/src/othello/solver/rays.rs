//! Tables of lines on the board.

/// The squares that can be seen from a square: towards higher squares, then towards lower ones, in
/// the order rank, rising diagonal, file, falling diagonal.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Rays(pub(super) [u64; 8]);

/// The rays of every square.
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

/// Files and ranks of one step.
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

/// The whole lines through every square, itself included.
pub(super) static LINES: [[u64; 4]; 64] = {
    let mut all = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            let rays = &RAYS[square].0;
            all[square][direction] = 1 << square | rays[direction] | rays[direction + 4];
            direction += 1;
        }
        square += 1;
    }
    all
};

/// Which square of each of its lines a square is, counted from the lowest.
pub(super) static PLACE_IN_LINE: [[u8; 4]; 64] = {
    let mut all = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            all[square][direction] = RAYS[square].0[direction + 4].count_ones() as u8;
            direction += 1;
        }
        square += 1;
    }
    all
};

/// Twice the discs that turn over on a full line of which the last square, by its number, is taken by
/// the side that has the given discs.
pub(super) static LAST_FLIPS: [[u8; 256]; 8] = {
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

/// The enemy discs from a place on, if an own one follows them.
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

/// The squares next to every square.
pub(super) static AROUND: [u64; 64] = {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (mut ranks, mut found) = (-1, 0);
        while ranks < 2 {
            let mut files = -1;
            while files < 2 {
                let (file, rank) = (square as i32 % 8 + files, square as i32 / 8 + ranks);
                if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                    found |= 1 << (rank * 8 + file);
                }
                files += 1;
            }
            ranks += 1;
        }
        all[square] = found & !(1 << square);
        square += 1;
    }
    all
};

/// The number of a square's quarter of the board, as a bit.
pub(super) static QUARTER: [u32; 64] = {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        all[square] = 1 << (square % 8 / 4 + square / 32 * 2);
        square += 1;
    }
    all
};

/// The squares of the quarters in a set of them.
pub(super) static QUARTERS: [u64; 16] = {
    let mut all = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut square = 0;
        while square < 64 {
            if set as u32 & QUARTER[square] != 0 {
                all[set] |= 1 << square;
            }
            square += 1;
        }
        set += 1;
    }
    all
};

/// The quarters with an odd number of these squares.
#[inline]
pub(super) fn odd_quarters(squares: u64) -> u32 {
    (0..4).map(|quarter| ((squares & QUARTERS[1 << quarter]).count_ones() % 2) << quarter).sum()
}
