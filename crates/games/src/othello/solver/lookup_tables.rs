//! Lookup tables: neighbours of squares, and the quadrants of parity.

/// Neighbours of every square.
pub(super) static NEIGHBOURS: [u64; 64] = {
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

/// Quadrant of every square, as a bit: parity is counted by quadrants of the board.
pub(super) static QUADRANT_BIT: [u32; 64] = {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        all[square] = 1 << (square % 8 / 4 + square / 32 * 2);
        square += 1;
    }
    all
};

/// Squares of a set of quadrants.
pub(super) static QUADRANT_SETS: [u64; 16] = {
    let mut all = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut square = 0;
        while square < 64 {
            if set as u32 & QUADRANT_BIT[square] != 0 {
                all[set] |= 1 << square;
            }
            square += 1;
        }
        set += 1;
    }
    all
};

/// Squares of the quadrant of every square.
pub(super) static QUADRANT_OF: [u64; 64] = {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        all[square] = QUADRANT_SETS[QUADRANT_BIT[square] as usize];
        square += 1;
    }
    all
};

/// Squares of the quadrants with an odd number of these squares (parity).
#[inline(always)]
pub(super) fn odd_quadrant_squares(squares: u64) -> u64 {
    QUADRANT_SETS[odd_quadrants(squares) as usize & 15]
}

/// Set of the quadrants with an odd number of these squares.
#[inline]
pub(super) fn odd_quadrants(squares: u64) -> u32 {
    (0..4)
        .map(|quadrant| ((squares & QUADRANT_SETS[1 << quadrant]).count_ones() % 2) << quadrant)
        .sum()
}
