//! Where a disc can go and what it turns over, all squares of a direction at once.
//!
//! Both questions follow runs of enemy discs by shifting whole boards by one, one, two and two
//! squares (a Kogge-Stone fill): six in all, the longest run that can be enclosed.

use rules::Square;

/// The files `b` to `g`. A run that goes sideways lies on them, because the discs that enclose it
/// stand beyond both its ends; so no shift carries it over an edge.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// How far apart in bits neighbours are, along the rank, both diagonals and the file; and where the
/// discs of a run in that direction can lie. Shifting left and right makes eight directions of it.
const DIRECTIONS: [(u32, u64); 4] = [(1, INNER), (7, INNER), (8, !0), (9, INNER)];

/// The empty squares where a disc of `own` turns over at least one of `enemy`.
#[inline]
pub(super) fn moves(own: u64, enemy: u64) -> u64 {
    let mut found = 0;
    for (step, room) in DIRECTIONS {
        found |= run_left(own, enemy & room, step) << step;
        found |= run_right(own, enemy & room, step) >> step;
    }
    found & !(own | enemy)
}

/// The discs of `enemy` that a disc of `own` on the empty `square` turns over.
#[inline]
pub(super) fn flips(own: u64, enemy: u64, square: Square) -> u64 {
    let disc = 1 << square.index();
    let mut found = 0;
    for (step, room) in DIRECTIONS {
        let left = run_left(disc, enemy & room, step);
        let right = run_right(disc, enemy & room, step);
        found |= if left << step & own == 0 { 0 } else { left };
        found |= if right >> step & own == 0 { 0 } else { right };
    }
    found
}

/// The runs of `enemy` that begin next to `from`, towards higher squares.
#[inline]
const fn run_left(from: u64, enemy: u64, step: u32) -> u64 {
    let pairs = enemy & enemy << step;
    let mut run = enemy & from << step;
    run |= enemy & run << step;
    run |= pairs & run << (2 * step);
    run | pairs & run << (2 * step)
}

/// The runs of `enemy` that begin next to `from`, towards lower squares.
#[inline]
const fn run_right(from: u64, enemy: u64, step: u32) -> u64 {
    let pairs = enemy & enemy >> step;
    let mut run = enemy & from >> step;
    run |= enemy & run >> step;
    run |= pairs & run >> (2 * step);
    run | pairs & run >> (2 * step)
}

#[cfg(test)]
mod tests {
    use rules::{Bitboard, SplitMix64};

    use super::*;

    /// The rules as they are told: walk from the square in each direction.
    fn walked(own: Bitboard, enemy: Bitboard, square: Square) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        for (files, ranks) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
        {
            let mut run = Bitboard::EMPTY;
            let mut next = square.offset(files, ranks);
            while let Some(disc) = next.filter(|&disc| enemy.has(disc)) {
                run |= disc;
                next = disc.offset(files, ranks);
            }
            if next.is_some_and(|end| own.has(end)) {
                found |= run;
            }
        }
        found
    }

    #[test]
    fn boards_of_any_density_agree_with_a_walk() {
        let mut random = SplitMix64::new(64);
        for round in 0..30_000 {
            let [mut taken, colour] = [(); 2].map(|()| random.draw());
            match round % 4 {
                0 => taken &= random.draw(),
                1 => taken |= random.draw(),
                2 => taken |= random.draw() | random.draw(),
                _ => {}
            }
            let (own, enemy) = (Bitboard(taken & colour), Bitboard(taken & !colour));
            let mut legal = Bitboard::EMPTY;
            for square in !Bitboard(taken) {
                let expected = walked(own, enemy, square);
                assert_eq!(Bitboard(flips(own.0, enemy.0, square)), expected, "{own:?} {enemy:?}");
                if !expected.is_empty() {
                    legal |= square;
                }
            }
            assert_eq!(Bitboard(moves(own.0, enemy.0)), legal, "{own:?} {enemy:?}");
        }
    }
}
