//! Steps, jumps and rays on an 8x8 board, from tables made at compile time.

#![expect(
    clippy::inline_always,
    reason = "functions with target features do not inline others by themselves"
)]

use rules::{Bitboard, Square};

const KING: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const KNIGHT: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

static KING_STEPS: [Bitboard; 64] = jumps(KING);
static KNIGHT_JUMPS: [Bitboard; 64] = jumps(KNIGHT);

/// For each square, the rays towards higher and towards lower numbers of a line through it.
pub(super) type Rays = [[Bitboard; 2]; 64];

pub(super) static ORTHOGONALS: [Rays; 2] = [rays(0, 1), rays(1, 0)];
pub(super) static DIAGONALS: [Rays; 2] = [rays(1, 1), rays(-1, 1)];

const fn jumps(offsets: [(i8, i8); 8]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let mut i = 0;
        while i < 8 {
            let (files, ranks) = offsets[i];
            if let Some(target) = Square::from_index(index).offset(files, ranks) {
                table[index as usize].0 |= 1 << target.index();
            }
            i += 1;
        }
        index += 1;
    }
    table
}

/// The rays of the line whose next square up is so many files and ranks away.
const fn rays(files: i8, ranks: i8) -> Rays {
    let mut table = [[Bitboard::EMPTY; 2]; 64];
    let mut index = 0;
    while index < 64 {
        let mut way = 0;
        while way < 2 {
            let sign = if way == 0 { 1 } else { -1 };
            let mut square = Square::from_index(index);
            while let Some(next) = square.offset(sign * files, sign * ranks) {
                table[index as usize][way].0 |= 1 << next.index();
                square = next;
            }
            way += 1;
        }
        index += 1;
    }
    table
}

/// The squares a king reaches.
#[inline]
pub(super) fn king(from: Square) -> Bitboard {
    KING_STEPS[usize::from(from.index())]
}

/// The squares a knight reaches.
#[inline]
pub(super) fn knight(from: Square) -> Bitboard {
    KNIGHT_JUMPS[usize::from(from.index())]
}

/// The squares a rook reaches, up to and including the first of `stops` on each ray.
#[inline]
pub(super) fn rook(from: Square, stops: Bitboard) -> Bitboard {
    slide(&ORTHOGONALS[0], from, stops) | slide(&ORTHOGONALS[1], from, stops)
}

/// The squares a bishop reaches, up to and including the first of `stops` on each ray.
#[inline]
pub(super) fn bishop(from: Square, stops: Bitboard) -> Bitboard {
    slide(&DIAGONALS[0], from, stops) | slide(&DIAGONALS[1], from, stops)
}

/// Both rays of a line through a square, each cut behind its first stop.
#[inline]
fn slide(rays: &Rays, from: Square, stops: Bitboard) -> Bitboard {
    cut(rays, rays[usize::from(from.index())], stops)
}

/// Two rays of one line, or their beginnings, each cut behind its first stop. A stop is added where a ray would end
/// anyway, on the last or first square of all, so that there always is one.
#[inline(always)]
pub(super) fn cut(rays: &Rays, [up, down]: [Bitboard; 2], stops: Bitboard) -> Bitboard {
    let first_up = (up & stops).0 | 1 << 63;
    let first_down = (down & stops).0 | 1;
    let beyond_up = rays[first_up.trailing_zeros() as usize][0];
    let beyond_down = rays[63 - first_down.leading_zeros() as usize][1];
    up & !beyond_up | down & !beyond_down
}
