//! WebAssembly with 128-bit vectors. A module has them or not, so there is nothing to detect, and no other version
//! of the search in a module that has them.

#![expect(unsafe_code, reason = "vectors are loaded from arrays of their size")]

use core::arch::wasm32::{
    f32x4_add, f32x4_convert_i32x4, f32x4_extract_lane, f32x4_mul, f32x4_pmax, f32x4_pmin,
    f32x4_splat, i8x16_shuffle, i16x8_add, i16x8_extend_high_i8x16, i16x8_extend_low_i8x16,
    i16x8_splat, i32x4_extend_high_i16x8, i32x4_extend_low_i16x8, i64x2_add, i64x2_eq,
    i64x2_extract_lane, i64x2_shl, i64x2_splat, i64x2_sub, v128, v128_and, v128_load, v128_not,
    v128_or,
};

use super::cpu::{Cpu, entry_points};
use super::line_tables::{LAST_FLIP_COUNTS, RAYS};
use super::midgame::OthelloNode;
use super::move_list::MoveList;
use super::network::{
    ACTIVE_FEATURES, EMBEDDING_CAPACITY, EMBEDDING_SCALE, EMBEDDING_WIDTH, EmbeddingRow,
    HIDDEN_INPUT_LIMIT, HIDDEN_UNITS, OutputHead,
};
use super::root::{RootSearch, RootSearchResult};
use super::search_thread::SearchThread;
use super::transposition_table::HashMove;
use super::{endgame, midgame, perft, root, shallow_endgame};

/// The files `b` to `g`: see [`flips`](super::super::flips).
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
/// The file `a`, and its multiplier that collects a file in the highest byte.
const FIRST_FILE: u64 = 0x0101_0101_0101_0101;
const FILE_MULTIPLIER: u64 = 0x0102_0408_1020_4080;

/// WebAssembly with 128-bit vectors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Simd128;

impl Cpu for Simd128 {
    #[inline(always)]
    fn moves(self, own: u64, enemy: u64) -> u64 {
        let inner = enemy & INNER;
        let (own2, enemy2, inner2) = (both_ways(own), both_ways(enemy), both_ways(inner));
        let ends = v128_or(
            ends_of_runs::<8, 16>(own2, enemy2),
            v128_or(ends_of_runs::<7, 14>(own2, inner2), ends_of_runs::<9, 18>(own2, inner2)),
        );
        // Towards higher files a carry runs through the enemy's discs.
        let right = inner.wrapping_add(own << 1 & inner) & !inner;
        let mut left = inner & own >> 1;
        let pairs = inner & inner >> 1;
        left |= inner & left >> 1;
        left |= pairs & left >> 2;
        left |= pairs & left >> 2;
        (one_way(ends) | right | left >> 1) & !(own | enemy)
    }

    #[inline(always)]
    fn flips(self, own: u64, enemy: u64, square: usize) -> u64 {
        let rays = &RAYS[square & 63].0;
        let (own2, enemy2) = (i64x2_splat(own as i64), i64x2_splat(enemy as i64));
        let up = v128_or(
            flips_up(own2, enemy2, i64x2(rays[0], rays[1])),
            flips_up(own2, enemy2, i64x2(rays[2], rays[3])),
        );
        let mut found = (i64x2_extract_lane::<0>(up) | i64x2_extract_lane::<1>(up)) as u64;
        for &down in &rays[4..] {
            let blocked = down & !enemy;
            let first = (1u64 << 63) >> (blocked.leading_zeros() & 63);
            let end = first & blocked & own;
            found |= end.wrapping_add(end).wrapping_neg() & down;
        }
        found
    }

    #[inline(always)]
    fn last_flips(self, own: u64, square: usize) -> i32 {
        let (file, rank) = (square & 7, square >> 3 & 7);
        let rays = &RAYS[square & 63].0;
        let diagonal = |direction: usize| {
            let line = own & (rays[direction] | rays[direction + 4]);
            (line.wrapping_mul(FIRST_FILE) >> 56) as usize
        };
        let along_file = ((own >> file & FIRST_FILE).wrapping_mul(FILE_MULTIPLIER) >> 56) as usize;
        let along_rank = (own >> (8 * rank)) as usize & 255;
        let on_files = &LAST_FLIP_COUNTS[file];
        let counts = [
            on_files[along_rank],
            on_files[diagonal(1)],
            on_files[diagonal(3)],
            LAST_FLIP_COUNTS[rank][along_file],
        ];
        counts.into_iter().map(i32::from).sum()
    }

    #[inline(always)]
    fn prefetch<T>(self, _: *const T) {}

    #[inline(always)]
    fn evaluate(
        self,
        rows: &[EmbeddingRow; EMBEDDING_CAPACITY],
        active: &[u32; ACTIVE_FEATURES],
        head: &OutputHead,
    ) -> f32 {
        let sum = accumulate(rows, active);
        let limit = f32x4_splat(HIDDEN_INPUT_LIMIT);
        let units = hidden_preactivations(
            head,
            sum.map(|quarter| {
                f32x4_pmin(f32x4_pmax(quarter, f32x4_splat(-HIDDEN_INPUT_LIMIT)), limit)
            }),
        );
        let (skip, output) = (quarters(&head.skip_weights), quarters(&head.output_weights));
        let part = |index: usize| {
            let unit = f32x4_pmax(f32x4_splat(0.0), units[index]);
            let hidden = f32x4_mul(unit, output[index]);
            f32x4_add(f32x4_mul(sum[index], skip[index]), hidden)
        };
        // In the order of `OutputHead::evaluate`, so that all instruction sets round alike.
        let four = f32x4_add(f32x4_add(part(0), part(2)), f32x4_add(part(1), part(3)));
        let even = f32x4_extract_lane::<0>(four) + f32x4_extract_lane::<2>(four);
        let odd = f32x4_extract_lane::<1>(four) + f32x4_extract_lane::<3>(four);
        head.bias + (even + odd)
    }

    entry_points! {}
}

/// Two boards as lanes.
#[inline(always)]
fn i64x2(first: u64, second: u64) -> v128 {
    core::arch::wasm32::i64x2(first as i64, second as i64)
}

/// A board, and the same with its ranks in the opposite order: in the second lane a shift towards higher ranks is
/// one towards lower ranks.
#[inline(always)]
fn both_ways(board: u64) -> v128 {
    let board = i64x2_splat(board as i64);
    i8x16_shuffle::<0, 1, 2, 3, 4, 5, 6, 7, 15, 14, 13, 12, 11, 10, 9, 8>(board, board)
}

/// Bitwise or of the first lane and the second turned back.
#[inline(always)]
fn one_way(lanes: v128) -> u64 {
    let turned =
        i8x16_shuffle::<15, 14, 13, 12, 11, 10, 9, 8, 0, 1, 2, 3, 4, 5, 6, 7>(lanes, lanes);
    i64x2_extract_lane::<0>(v128_or(lanes, turned)) as u64
}

/// Squares behind the runs of `enemy` that begin next to `own`, in steps of so many squares.
#[inline(always)]
fn ends_of_runs<const STEP: u32, const TWICE: u32>(own: v128, enemy: v128) -> v128 {
    let pairs = v128_and(enemy, i64x2_shl(enemy, STEP));
    let mut run = v128_and(enemy, i64x2_shl(own, STEP));
    run = v128_or(run, v128_and(enemy, i64x2_shl(run, STEP)));
    run = v128_or(run, v128_and(pairs, i64x2_shl(run, TWICE)));
    run = v128_or(run, v128_and(pairs, i64x2_shl(run, TWICE)));
    i64x2_shl(run, STEP)
}

/// Flips towards higher squares: a carry runs through the enemy's discs and stops beyond them.
#[inline(always)]
fn flips_up(own: v128, enemy: v128, up: v128) -> v128 {
    let path = v128_or(enemy, v128_not(up));
    let stop = i64x2_add(path, i64x2_splat(1));
    let end = v128_and(v128_and(stop, own), up);
    let none = i64x2_eq(end, i64x2_splat(0));
    let one_unless_none = i64x2_add(none, i64x2_splat(1));
    v128_and(i64x2_sub(end, one_unless_none), up)
}

/// Sum of the embedding rows of active features.
#[inline(always)]
fn accumulate(
    rows: &[EmbeddingRow; EMBEDDING_CAPACITY],
    active: &[u32; ACTIVE_FEATURES],
) -> [v128; 4] {
    let (mut low, mut high) = (i16x8_splat(0), i16x8_splat(0));
    for &row in active {
        let row = &rows[row as usize & (EMBEDDING_CAPACITY - 1)];
        // SAFETY: a row is sixteen bytes.
        let row = unsafe { v128_load(row.as_ptr().cast()) };
        low = i16x8_add(low, i16x8_extend_low_i8x16(row));
        high = i16x8_add(high, i16x8_extend_high_i8x16(row));
    }
    let scale = f32x4_splat(1.0 / EMBEDDING_SCALE);
    [
        i32x4_extend_low_i16x8(low),
        i32x4_extend_high_i16x8(low),
        i32x4_extend_low_i16x8(high),
        i32x4_extend_high_i16x8(high),
    ]
    .map(|quarter| f32x4_mul(f32x4_convert_i32x4(quarter), scale))
}

/// Hidden units before the rectifier, of inputs within their limit.
#[inline(always)]
fn hidden_preactivations(head: &OutputHead, inputs: [v128; 4]) -> [v128; 4] {
    let mut units = quarters(&head.hidden_bias);
    for (input, weights) in inputs.iter().zip(head.hidden_weights.as_chunks::<4>().0) {
        let numbers = [
            f32x4_extract_lane::<0>(*input),
            f32x4_extract_lane::<1>(*input),
            f32x4_extract_lane::<2>(*input),
            f32x4_extract_lane::<3>(*input),
        ];
        for (number, weights) in numbers.into_iter().zip(weights) {
            let number = f32x4_splat(number);
            for (unit, part) in units.iter_mut().zip(quarters(weights)) {
                *unit = f32x4_add(*unit, f32x4_mul(number, part));
            }
        }
    }
    units
}

/// Sixteen numbers as vectors.
#[inline(always)]
fn quarters(numbers: &[f32; EMBEDDING_WIDTH]) -> [v128; 4] {
    // SAFETY: each index is that of four numbers.
    [0, 4, 8, 12].map(|index| unsafe { v128_load(numbers.as_ptr().add(index).cast()) })
}

const _: () = assert!(EMBEDDING_WIDTH == 16 && HIDDEN_UNITS == 16);
