//! What the processor can do: the whole search is compiled once for each of its levels.
//!
//! A level is a value without a size that proves that the machine has what it needs. Everything that
//! the search does often is `#[inline(always)]` and takes the level as an argument; where functions
//! call themselves, they go through an entry point of the level, which is compiled with its features.
//! All the unsafe code of the game is here.

#![expect(unsafe_code, reason = "vector instructions and prefetching; tests compare all versions")]

use rules::Square;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    __m128i, __m256i, _MM_HINT_T0, _mm_add_ps, _mm_add_ss, _mm_cvtsi128_si64, _mm_cvtss_f32,
    _mm_movehdup_ps, _mm_movehl_ps, _mm_or_si128, _mm_prefetch, _mm_unpackhi_epi64,
    _mm256_add_epi16, _mm256_add_epi64, _mm256_add_ps, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_castps256_ps128, _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_cvtepi8_epi16,
    _mm256_cvtepi16_epi32, _mm256_cvtepi32_ps, _mm256_extractf128_ps, _mm256_extracti128_si256,
    _mm256_load_si256, _mm256_loadu_ps, _mm256_lzcnt_epi64, _mm256_max_ps, _mm256_min_ps,
    _mm256_mul_ps, _mm256_or_si256, _mm256_set1_epi64x, _mm256_set1_ps, _mm256_setr_epi64x,
    _mm256_setzero_ps, _mm256_setzero_si256, _mm256_slli_epi64, _mm256_sllv_epi64,
    _mm256_srlv_epi64, _mm256_storeu_ps, _mm256_sub_epi64, _mm256_sub_ps, _pext_u64,
};
#[cfg(target_arch = "x86_64")]
use std::mem::transmute;

use super::super::flips;
use super::endgame::Choices;
use super::midgame::Node;
#[cfg(target_arch = "x86_64")]
use super::rays::{LAST_FLIPS, LINES, PLACE_IN_LINE, RAYS};
use super::root::{Hunt, Hunted};
use super::weights::{self, Head, ROOM, Row, SHOWN};
#[cfg(target_arch = "x86_64")]
use super::weights::{ONE, REACH, UNITS, WIDTH};
use super::worker::Worker;
use super::{endgame, last, midgame, perft, root};

/// A level of the processor.
pub(super) trait Cpu: Copy + Send + Sync + 'static {
    /// The empty squares where a disc of `own` turns something over.
    fn moves(self, own: u64, enemy: u64) -> u64;

    /// The discs that a disc of `own` on an empty square turns over.
    fn flips(self, own: u64, enemy: u64, square: usize) -> u64;

    /// Twice the discs that turn over when `own` takes the last empty square.
    fn last_flips(self, own: u64, square: usize) -> i32;

    /// Asks for a place in memory ahead of its use.
    fn prefetch<T>(self, place: *const T);

    /// The estimate, in discs, that a head makes of the sum of these rows.
    fn estimate(self, rows: &[Row; ROOM], places: &[u32; SHOWN], head: &Head) -> f32;

    /// Three empty squares: an entry point.
    fn three(
        self,
        worker: &mut Worker<'_>,
        own: u64,
        enemy: u64,
        alpha: i32,
        squares: [usize; 3],
    ) -> i32;

    /// Four empty squares: an entry point.
    fn four(self, worker: &mut Worker<'_>, own: u64, enemy: u64, alpha: i32) -> i32;

    /// Up to six empty squares: an entry point.
    fn few(self, worker: &mut Worker<'_>, own: u64, enemy: u64, alpha: i32) -> i32;

    /// Five or six empty squares: an entry point.
    fn shallow(self, worker: &mut Worker<'_>, own: u64, enemy: u64, alpha: i32) -> i32;

    /// More empty squares: an entry point.
    fn endgame(self, worker: &mut Worker<'_>, own: u64, enemy: u64, alpha: i32) -> i32;

    /// The last plies before the estimate: an entry point.
    fn leaf(self, worker: &mut Worker<'_>, node: &Node, alpha: i32, depth: u32) -> i32;

    /// Any depth: an entry point.
    fn search(self, worker: &mut Worker<'_>, node: &Node, alpha: i32, depth: u32) -> i32;

    /// Any depth and window: an entry point.
    fn window(self, worker: &mut Worker<'_>, node: &Node, alpha: i32, beta: i32, depth: u32)
    -> i32;

    /// Scores moves: an entry point.
    fn order(
        self,
        worker: &mut Worker<'_>,
        node: &Node,
        options: &mut Choices,
        alpha: i32,
        depth: u32,
        second: u8,
    );

    /// A whole search: an entry point.
    fn hunt(self, worker: &mut Worker<'_>, hunt: &Hunt, watch: &mut dyn FnMut(&Hunted)) -> Hunted;

    /// Counts positions: an entry point.
    fn perft(self, own: u64, enemy: u64, depth: u32) -> u64;
}

/// Writes the entry points of a level: functions with its features, whose bodies are the same.
macro_rules! entries {
    ($($features:literal)?) => {
        entries! { @each [$($features)?]
            three(worker: &mut Worker<'_>, own: u64, enemy: u64, alpha: i32, squares: [usize; 3]) -> i32 = last::last_three;
            four(worker: &mut Worker<'_>, own: u64, enemy: u64, alpha: i32) -> i32 = endgame::four;
            few(worker: &mut Worker<'_>, own: u64, enemy: u64, alpha: i32) -> i32 = endgame::few;
            shallow(worker: &mut Worker<'_>, own: u64, enemy: u64, alpha: i32) -> i32 = endgame::shallow;
            endgame(worker: &mut Worker<'_>, own: u64, enemy: u64, alpha: i32) -> i32 = endgame::endgame;
            leaf(worker: &mut Worker<'_>, node: &Node, alpha: i32, depth: u32) -> i32 = midgame::leaf;
            search(worker: &mut Worker<'_>, node: &Node, alpha: i32, depth: u32) -> i32 = midgame::search;
            window(worker: &mut Worker<'_>, node: &Node, alpha: i32, beta: i32, depth: u32) -> i32 = midgame::window;
            order(worker: &mut Worker<'_>, node: &Node, options: &mut Choices, alpha: i32, depth: u32, second: u8) = midgame::order;
            hunt(worker: &mut Worker<'_>, hunt: &Hunt, watch: &mut dyn FnMut(&Hunted)) -> Hunted = root::hunt;
            perft(own: u64, enemy: u64, depth: u32) -> u64 = perft::count;
        }
    };
    (@each $features:tt $($name:ident($($arg:ident: $type:ty),*) $(-> $out:ty)? = $body:path;)*) => {
        $(entries! { @one $features $name($($arg: $type),*) $(-> $out)? = $body })*
    };
    (@one [$($features:literal)?] $name:ident($($arg:ident: $type:ty),*) $(-> $out:ty)? = $body:path) => {
        #[inline(always)]
        fn $name(self, $($arg: $type),*) $(-> $out)? {
            $(#[target_feature(enable = $features)])?
            fn enter<C: Cpu>(cpu: C, $($arg: $type),*) $(-> $out)? {
                $body(cpu, $($arg),*)
            }
            // SAFETY: the value proves that the machine has the features.
            #[allow(unused_unsafe, reason = "the level for any machine has no features")]
            unsafe {
                enter(self, $($arg),*)
            }
        }
    };
}

/// Any machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Cpu for Portable {
    #[inline(always)]
    fn moves(self, own: u64, enemy: u64) -> u64 {
        flips::moves(own, enemy)
    }

    #[inline(always)]
    fn flips(self, own: u64, enemy: u64, square: usize) -> u64 {
        flips::flips(own, enemy, SQUARES[square & 63])
    }

    #[inline(always)]
    fn last_flips(self, own: u64, square: usize) -> i32 {
        2 * self.flips(own, !own & !(1 << square), square).count_ones() as i32
    }

    #[inline(always)]
    fn prefetch<T>(self, _: *const T) {}

    #[inline(always)]
    fn estimate(self, rows: &[Row; ROOM], places: &[u32; SHOWN], head: &Head) -> f32 {
        head.estimate(&weights::sum(rows, places))
    }

    entries! {}
}

const SQUARES: [Square; 64] = {
    let mut all = [Square::from_index(0); 64];
    let mut index = 0;
    while index < 64 {
        all[index] = Square::from_index(index as u8);
        index += 1;
    }
    all
};

/// An x86-64 with AVX2 and BMI2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    /// The level, if the machine has it.
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
    fn moves(self, own: u64, enemy: u64) -> u64 {
        // SAFETY: the value proves that the machine has AVX2.
        unsafe { moves(own, enemy) }
    }

    #[inline(always)]
    fn flips(self, own: u64, enemy: u64, square: usize) -> u64 {
        // SAFETY: the value proves that the machine has AVX2; rays are aligned to 64 bytes.
        unsafe {
            let (up, down) = rays(square);
            let (own4, enemy4) = (all(own), all(enemy));
            // Downwards: smear the first square that is not the enemy's over all behind it.
            let steps = _mm256_setr_epi64x(1, 7, 8, 9);
            let mut behind = _mm256_andnot_si256(enemy4, down);
            behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, steps));
            let twice = _mm256_slli_epi64::<1>(steps);
            behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, twice));
            let four = _mm256_slli_epi64::<2>(steps);
            behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, four));
            behind = _mm256_and_si256(behind, down);
            let first = _mm256_andnot_si256(_mm256_srlv_epi64(behind, steps), behind);
            let end = _mm256_and_si256(first, own4);
            joined(_mm256_or_si256(flips_up(own4, enemy4, up), above(end, down)))
        }
    }

    #[inline(always)]
    fn last_flips(self, own: u64, square: usize) -> i32 {
        // SAFETY: the value proves that the machine has BMI2.
        unsafe { last_flips(own, square) }
    }

    #[inline(always)]
    fn prefetch<T>(self, place: *const T) {
        prefetch(place);
    }

    #[inline(always)]
    fn estimate(self, rows: &[Row; ROOM], places: &[u32; SHOWN], head: &Head) -> f32 {
        // SAFETY: the value proves that the machine has AVX2.
        unsafe { estimate(rows, places, head) }
    }

    entries! { "avx2,bmi1,bmi2,lzcnt,popcnt" }
}

/// An x86-64 with AVX-512 for vectors of 256 bits.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(());

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    /// The level, if the machine has it.
    pub(super) fn detect() -> Option<Self> {
        (Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl"))
        .then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Cpu for Avx512 {
    #[inline(always)]
    fn moves(self, own: u64, enemy: u64) -> u64 {
        // SAFETY: the value proves that the machine has AVX2.
        unsafe { moves(own, enemy) }
    }

    #[inline(always)]
    fn flips(self, own: u64, enemy: u64, square: usize) -> u64 {
        // SAFETY: the value proves that the machine has AVX-512CD; rays are aligned to 64 bytes.
        unsafe {
            let (up, down) = rays(square);
            let (own4, enemy4) = (all(own), all(enemy));
            let blocked = _mm256_andnot_si256(enemy4, down);
            let top = all(1 << 63);
            let first = _mm256_srlv_epi64(top, _mm256_lzcnt_epi64(blocked));
            let end = _mm256_and_si256(first, own4);
            joined(_mm256_or_si256(flips_up(own4, enemy4, up), above(end, down)))
        }
    }

    #[inline(always)]
    fn last_flips(self, own: u64, square: usize) -> i32 {
        // SAFETY: the value proves that the machine has BMI2.
        unsafe { last_flips(own, square) }
    }

    #[inline(always)]
    fn prefetch<T>(self, place: *const T) {
        prefetch(place);
    }

    #[inline(always)]
    fn estimate(self, rows: &[Row; ROOM], places: &[u32; SHOWN], head: &Head) -> f32 {
        // SAFETY: the value proves that the machine has AVX2.
        unsafe { estimate(rows, places, head) }
    }

    entries! { "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512cd,avx512bw,avx512dq,avx512vl" }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn all(board: u64) -> __m256i {
    // SAFETY: the caller has AVX2.
    unsafe { _mm256_set1_epi64x(board as i64) }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn rays(square: usize) -> (__m256i, __m256i) {
    let rays = (&raw const RAYS[square & 63]).cast::<__m256i>();
    // SAFETY: the caller has AVX2; eight aligned words lie there.
    unsafe { (_mm256_load_si256(rays), _mm256_load_si256(rays.add(1))) }
}

/// All four lanes in one.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn joined(lanes: __m256i) -> u64 {
    // SAFETY: the caller has AVX2.
    unsafe {
        let high = _mm256_extracti128_si256::<1>(lanes);
        let two = _mm_or_si128(_mm256_castsi256_si128(lanes), high);
        _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
    }
}

/// Flips towards higher squares: a carry runs through the enemy's discs and stops behind them.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn flips_up(own: __m256i, enemy: __m256i, up: __m256i) -> __m256i {
    // SAFETY: the caller has AVX2.
    unsafe {
        let ones = _mm256_set1_epi64x(-1);
        let path = _mm256_or_si256(enemy, _mm256_andnot_si256(up, ones));
        let stop = _mm256_sub_epi64(path, ones);
        let end = _mm256_and_si256(_mm256_and_si256(stop, own), up);
        let none = _mm256_cmpeq_epi64(end, _mm256_setzero_si256());
        let one_unless_none = _mm256_sub_epi64(none, ones);
        _mm256_and_si256(_mm256_sub_epi64(end, one_unless_none), up)
    }
}

/// The squares of rays above single bits, nothing where there is none.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn above(bits: __m256i, rays: __m256i) -> __m256i {
    // SAFETY: the caller has AVX2.
    unsafe {
        let beyond = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(bits, bits));
        _mm256_and_si256(beyond, rays)
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn moves(own: u64, enemy: u64) -> u64 {
    const INNER: i64 = 0x7e7e_7e7e_7e7e_7e7e;
    // SAFETY: the caller has AVX2.
    unsafe {
        let steps = _mm256_setr_epi64x(1, 7, 8, 9);
        let twice = _mm256_setr_epi64x(2, 14, 16, 18);
        let room = _mm256_setr_epi64x(INNER, INNER, -1, INNER);
        let (own4, run) = (all(own), _mm256_and_si256(all(enemy), room));
        let mut up = _mm256_and_si256(run, _mm256_sllv_epi64(own4, steps));
        let mut down = _mm256_and_si256(run, _mm256_srlv_epi64(own4, steps));
        up = _mm256_or_si256(up, _mm256_and_si256(run, _mm256_sllv_epi64(up, steps)));
        down = _mm256_or_si256(down, _mm256_and_si256(run, _mm256_srlv_epi64(down, steps)));
        let pairs_up = _mm256_and_si256(run, _mm256_sllv_epi64(run, steps));
        let pairs_down = _mm256_srlv_epi64(pairs_up, steps);
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
        let ends = _mm256_or_si256(_mm256_sllv_epi64(up, steps), _mm256_srlv_epi64(down, steps));
        joined(ends) & !(own | enemy)
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn last_flips(own: u64, square: usize) -> i32 {
    let square = square & 63;
    let mut found = 0;
    for direction in 0..4 {
        // SAFETY: the caller has BMI2.
        let line = unsafe { _pext_u64(own, LINES[square][direction]) };
        let place = usize::from(PLACE_IN_LINE[square][direction] & 7);
        found += i32::from(LAST_FLIPS[place][line as usize & 255]);
    }
    found
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn prefetch<T>(place: *const T) {
    // SAFETY: every x86-64 has the instruction, and it never faults.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast::<i8>()) }
}

/// The estimate, with the same additions and products in the same order as [`Head::estimate`] has them.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn estimate(rows: &[Row; ROOM], places: &[u32; SHOWN], head: &Head) -> f32 {
    // SAFETY: the caller has AVX2; a row is sixteen bytes, every layer of a head sixteen numbers.
    unsafe {
        let mut sum = _mm256_setzero_si256();
        for &place in places {
            let row = transmute::<Row, __m128i>(rows[place as usize & (ROOM - 1)]);
            sum = _mm256_add_epi16(sum, _mm256_cvtepi8_epi16(row));
        }
        let eight = |half: __m128i| {
            let numbers = _mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(half));
            _mm256_mul_ps(numbers, _mm256_set1_ps(1.0 / ONE))
        };
        let sum = [eight(_mm256_castsi256_si128(sum)), eight(_mm256_extracti128_si256::<1>(sum))];
        let both = |layer: &[f32; WIDTH]| {
            let first = layer.as_ptr();
            [_mm256_loadu_ps(first), _mm256_loadu_ps(first.add(8))]
        };
        let reach = _mm256_set1_ps(REACH);
        let mut inner = [0.0; WIDTH];
        for (half, place) in sum.into_iter().zip([0, 8]) {
            let low = _mm256_max_ps(half, _mm256_sub_ps(_mm256_setzero_ps(), reach));
            _mm256_storeu_ps(inner.as_mut_ptr().add(place), _mm256_min_ps(low, reach));
        }
        let mut units = both(&head.threshold);
        for (&number, heard) in inner.iter().zip(&head.heard) {
            let number = _mm256_set1_ps(number);
            for (unit, part) in units.iter_mut().zip(both(heard)) {
                *unit = _mm256_add_ps(*unit, _mm256_mul_ps(number, part));
            }
        }
        let (direct, said) = (both(&head.direct), both(&head.said));
        let part = |index: usize| {
            let unit = _mm256_max_ps(units[index], _mm256_setzero_ps());
            let spoken = _mm256_mul_ps(unit, said[index]);
            _mm256_add_ps(_mm256_mul_ps(sum[index], direct[index]), spoken)
        };
        let eight = _mm256_add_ps(part(0), part(1));
        let four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps::<1>(eight));
        let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
        head.constant + _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
    }
}

#[cfg(target_arch = "x86_64")]
const _: () = assert!(WIDTH == 16 && UNITS == 16);
