//! Instruction sets: the search is compiled once for every processor and once for those of today.
//!
//! An instruction set is a zero-sized value that proves that the processor has it. All hot functions are
//! `#[inline(always)]`; the recursion goes through [`Cpu::search`], which is compiled with the target features.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "functions with target features are called")
)]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_and_si256,
    _mm256_blend_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_or_si256,
    _mm256_set1_epi64x, _mm256_setr_epi64x, _mm256_sllv_epi64, _mm256_srlv_epi64,
    _mm256_testz_si256,
};

use super::bitboards;
use super::move_ordering::NullWindow;
use super::score_bounds::ScoreBounds;
use super::search::NullWindowSearch;
use super::transposition_table::TtSlot;

/// An instruction set.
pub(super) trait Cpu: Copy {
    /// [`bitboards::threats`].
    fn threats(self, discs: u64, free: u64) -> u64;

    /// [`bitboards::has_four`].
    fn has_four(self, vertical: u64, others: u64) -> bool;

    /// Whether `discs` have a line of four in any direction.
    #[inline(always)]
    fn has_line(self, discs: u64) -> bool {
        self.has_four(discs, discs)
    }

    /// [`NullWindowSearch::search_node`], compiled for the instruction set.
    fn search(
        self,
        search: &mut NullWindowSearch<'_, Self>,
        window: NullWindow<'_>,
        moves: u64,
        slot: TtSlot,
        known: ScoreBounds,
    ) -> Option<i32>;
}

/// What every processor has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Cpu for Portable {
    #[inline(always)]
    fn threats(self, discs: u64, free: u64) -> u64 {
        bitboards::threats(discs, free)
    }

    #[inline(always)]
    fn has_four(self, vertical: u64, others: u64) -> bool {
        bitboards::has_four(vertical, others)
    }

    fn search(
        self,
        search: &mut NullWindowSearch<'_, Self>,
        window: NullWindow<'_>,
        moves: u64,
        slot: TtSlot,
        known: ScoreBounds,
    ) -> Option<i32> {
        search.search_node(window, moves, slot, known)
    }
}

/// x86-64 with AVX2, BMI2 and POPCNT: the four directions are four lanes of a vector.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    /// The instruction set, if the processor has it.
    pub(super) fn detect() -> Option<Self> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Cpu for Avx2 {
    #[inline(always)]
    fn threats(self, discs: u64, free: u64) -> u64 {
        // SAFETY: the value proves that the processor has AVX2.
        unsafe {
            let discs = _mm256_set1_epi64x(discs.cast_signed());
            let (once, twice, thrice) = (steps(1), steps(2), steps(3));
            let (up, down) = (_mm256_sllv_epi64(discs, once), _mm256_srlv_epi64(discs, once));
            let pair_below = _mm256_and_si256(up, _mm256_sllv_epi64(discs, twice));
            let pair_above = _mm256_and_si256(down, _mm256_srlv_epi64(discs, twice));
            let third_below = _mm256_or_si256(_mm256_sllv_epi64(discs, thrice), down);
            let third_above = _mm256_or_si256(_mm256_srlv_epi64(discs, thrice), up);
            let cells = _mm256_or_si256(
                _mm256_and_si256(pair_below, third_below),
                _mm256_and_si256(pair_above, third_above),
            );
            // A free cell has no disc above it, so the vertical lane needs no other rule.
            any_lane(cells) & free
        }
    }

    #[inline(always)]
    fn has_four(self, vertical: u64, others: u64) -> bool {
        // SAFETY: the value proves that the processor has AVX2.
        unsafe {
            let others = _mm256_set1_epi64x(others.cast_signed());
            let vertical = _mm256_set1_epi64x(vertical.cast_signed());
            let discs = _mm256_blend_epi32::<0b11>(others, vertical);
            let pairs = _mm256_and_si256(discs, _mm256_srlv_epi64(discs, steps(1)));
            _mm256_testz_si256(pairs, _mm256_srlv_epi64(pairs, steps(2))) == 0
        }
    }

    #[inline(always)]
    fn search(
        self,
        search: &mut NullWindowSearch<'_, Self>,
        window: NullWindow<'_>,
        moves: u64,
        slot: TtSlot,
        known: ScoreBounds,
    ) -> Option<i32> {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn search_with_features(
            search: &mut NullWindowSearch<'_, Avx2>,
            window: NullWindow<'_>,
            moves: u64,
            slot: TtSlot,
            known: ScoreBounds,
        ) -> Option<i32> {
            search.search_node(window, moves, slot, known)
        }
        // SAFETY: the value proves that the processor has the features.
        unsafe { search_with_features(search, window, moves, slot, known) }
    }
}

/// So many steps in each direction: up, and to the right downwards, level and upwards.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
fn steps(count: i64) -> __m256i {
    _mm256_setr_epi64x(count, 6 * count, 7 * count, 8 * count)
}

/// Bits that any lane has.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
fn any_lane(lanes: __m256i) -> u64 {
    let half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))).cast_unsigned()
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use rules::SplitMix64;

    use super::*;
    use crate::connect_four::position::BOARD;

    #[test]
    fn all_instruction_sets_find_the_same_lines() {
        let Some(cpu) = Avx2::detect() else { return };
        let mut random = SplitMix64::new(4);
        for _ in 0..100_000 {
            // Columns that are filled from below, as on a board.
            let filled = (0..7).fold(0, |all, column| {
                let height = random.draw() % 7;
                all | ((1 << height) - 1) << (7 * column)
            });
            let (own, other) = (filled & random.draw(), random.draw() & BOARD);
            let free = BOARD & !filled;
            assert_eq!(cpu.threats(own, free), Portable.threats(own, free), "{own:#x} {free:#x}");
            assert_eq!(
                cpu.has_four(own, other),
                Portable.has_four(own, other),
                "{own:#x} {other:#x}"
            );
        }
    }
}
