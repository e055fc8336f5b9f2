//! Placements of one to three pawns of a side, numbered.

/// How many placements of so many pawns there are.
pub(super) const fn count(pawns: usize) -> usize {
    match pawns {
        1 => 64,
        2 => 64 * 63 / 2,
        _ => 64 * 63 * 62 / 6,
    }
}

/// The number of a placement of one to three pawns: placements with a higher last square have higher numbers.
#[inline]
pub(super) const fn index(pawns: u64) -> usize {
    let first = pawns.trailing_zeros() as usize;
    let rest = pawns & (pawns - 1);
    if rest == 0 {
        return first;
    }
    let second = rest.trailing_zeros() as usize;
    let third = rest & (rest - 1);
    let pairs = first + second * (second - 1) / 2;
    if third == 0 {
        return pairs;
    }
    let third = third.trailing_zeros() as usize;
    pairs + third * (third - 1) * (third - 2) / 6
}

/// All placements of so many pawns, in the order of their numbers.
pub(super) fn all(pawns: usize) -> Vec<u64> {
    let mut sets = Vec::with_capacity(count(pawns));
    add_all(pawns, 64, 0, &mut sets);
    sets
}

/// Adds the placements of so many more pawns below a square to those of the others.
fn add_all(pawns: usize, below: usize, others: u64, sets: &mut Vec<u64>) {
    if pawns == 0 {
        sets.push(others);
        return;
    }
    for square in 0..below {
        add_all(pawns - 1, square, others | 1 << square, sets);
    }
}

/// The squares of a set, lowest first.
#[inline]
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros() as usize;
            set &= set - 1;
            square
        })
    })
}
