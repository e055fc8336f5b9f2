//! Bitboard operations: threats, lines of four, columns.

use crate::connect_four::position::{BOARD, BOTTOM, ODD_ROWS};

/// Cells of the even rows: the second, fourth and sixth.
pub(super) const EVEN_ROWS: u64 = BOARD ^ ODD_ROWS;
/// Cells of the first column.
const COLUMN: u64 = 0b11_1111;

/// Threats: the cells among `free` that complete a line of four of `discs`.
#[inline(always)]
pub(in crate::connect_four) const fn threats(discs: u64, free: u64) -> u64 {
    let vertical = discs << 1 & discs << 2 & discs << 3;
    (vertical
        | completing_cells::<6>(discs)
        | completing_cells::<7>(discs)
        | completing_cells::<8>(discs))
        & free
}

/// Cells that complete a line in one direction.
#[inline(always)]
const fn completing_cells<const STEP: u32>(discs: u64) -> u64 {
    let (up, down) = (discs << STEP, discs >> STEP);
    let pair_below = up & discs << (2 * STEP);
    let pair_above = down & discs >> (2 * STEP);
    pair_below & (discs << (3 * STEP) | down) | pair_above & (discs >> (3 * STEP) | up)
}

/// Whether there is a vertical line of four in `vertical`, or one in another direction in `others`.
#[inline(always)]
pub(super) const fn has_four(vertical: u64, others: u64) -> bool {
    fours::<1>(vertical) | fours::<6>(others) | fours::<7>(others) | fours::<8>(others) != 0
}

/// First disc of every line of four in one direction.
#[inline(always)]
const fn fours<const STEP: u32>(discs: u64) -> u64 {
    let pairs = discs & discs >> STEP;
    pairs & pairs >> (2 * STEP)
}

/// All cells of the columns with these bottom cells.
#[inline(always)]
pub(super) const fn columns(bottoms: u64) -> u64 {
    bottoms * COLUMN
}

/// Bottom cells of the columns with one of `cells`, all on even rows.
#[inline(always)]
pub(super) const fn bottoms(cells: u64) -> u64 {
    (cells | cells >> 2 | cells >> 4) >> 1 & BOTTOM
}
