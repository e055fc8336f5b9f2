//! Whole boards at once: threats, lines, columns.

use crate::connect_four::position::{BOARD, BOTTOM, ODD_ROWS};

/// The cells of the second, fourth and sixth row.
pub(super) const EVEN_ROWS: u64 = BOARD ^ ODD_ROWS;
/// The cells of a column.
const COLUMN: u64 = 0b11_1111;

/// The cells among `free` that complete a line of four of `discs`.
#[inline(always)]
pub(in crate::connect_four) const fn threats(discs: u64, free: u64) -> u64 {
    let upright = discs << 1 & discs << 2 & discs << 3;
    (upright | gaps::<6>(discs) | gaps::<7>(discs) | gaps::<8>(discs)) & free
}

/// The cells that complete a line in one direction.
#[inline(always)]
const fn gaps<const STEP: u32>(discs: u64) -> u64 {
    let (up, down) = (discs << STEP, discs >> STEP);
    let pair_below = up & discs << (2 * STEP);
    let pair_above = down & discs >> (2 * STEP);
    pair_below & (discs << (3 * STEP) | down) | pair_above & (discs >> (3 * STEP) | up)
}

/// Whether four of `discs` stand in a line.
#[inline(always)]
pub(super) const fn has_four(discs: u64) -> bool {
    fours::<1>(discs) | fours::<6>(discs) | fours::<7>(discs) | fours::<8>(discs) != 0
}

/// Whether four of `discs` stand upon each other.
#[inline(always)]
pub(super) const fn has_upright_four(discs: u64) -> bool {
    fours::<1>(discs) != 0
}

/// Whether four of `discs` stand in a row or on a diagonal.
#[inline(always)]
pub(super) const fn has_slanting_four(discs: u64) -> bool {
    fours::<6>(discs) | fours::<7>(discs) | fours::<8>(discs) != 0
}

/// The lowest disc of every four in one direction.
#[inline(always)]
const fn fours<const STEP: u32>(discs: u64) -> u64 {
    let pairs = discs & discs >> STEP;
    pairs & pairs >> (2 * STEP)
}

/// All cells of the columns whose lowest cells are `bottoms`.
#[inline(always)]
pub(super) const fn columns(bottoms: u64) -> u64 {
    bottoms * COLUMN
}

/// The lowest cells of the columns in which there is one of `cells`, all on even rows.
#[inline(always)]
pub(super) const fn bottoms(cells: u64) -> u64 {
    (cells | cells >> 2 | cells >> 4) >> 1 & BOTTOM
}
