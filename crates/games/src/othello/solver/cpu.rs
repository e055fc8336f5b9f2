//! Instruction sets: the whole search is monomorphised for each of them.
//!
//! An instruction set is a zero-sized value that proves that the processor has it. All hot functions are
//! `#[inline(always)]` and take it as an argument; recursive functions go through an entry point of the
//! instruction set, which is compiled with its target features. All unsafe code of the game is here, and in
//! `avx2.rs` and `simd128.rs`.

#![expect(unsafe_code, reason = "SIMD intrinsics and prefetching; tests compare all versions")]

use rules::Square;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    __m256i, _MM_HINT_T0, _mm_cvtsi128_si64, _mm_or_si128, _mm_prefetch, _mm_unpackhi_epi64,
    _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128,
    _mm256_cmpeq_epi64, _mm256_extracti128_si256, _mm256_load_si256, _mm256_lzcnt_epi64,
    _mm256_or_si256, _mm256_set1_epi64x, _mm256_setr_epi64x, _mm256_setzero_si256,
    _mm256_slli_epi64, _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_sub_epi64, _pext_u64,
};

use super::super::flips;
#[cfg(target_arch = "x86_64")]
use super::avx2::evaluate;
#[cfg(target_arch = "x86_64")]
use super::line_tables::{LAST_FLIP_LINES, RAYS};
use super::midgame::OthelloNode;
use super::move_list::MoveList;
use super::network::{self, ACTIVE_FEATURES, EMBEDDING_CAPACITY, EmbeddingRow, OutputHead};
use super::root::{RootSearch, RootSearchResult};
use super::search_thread::SearchThread;
use super::transposition_table::HashMove;
use super::{endgame, midgame, perft, root, shallow_endgame};

/// An instruction set.
pub(super) trait Cpu: Copy + Send + Sync + 'static {
    /// Legal moves: the empty squares where a disc of `own` flips something.
    fn moves(self, own: u64, enemy: u64) -> u64;

    /// Discs that a disc of `own` on an empty square flips.
    fn flips(self, own: u64, enemy: u64, square: usize) -> u64;

    /// Twice the number of discs that `own` flips by taking the last empty square.
    fn last_flips(self, own: u64, square: usize) -> i32;

    /// Prefetches a cache line.
    fn prefetch<T>(self, address: *const T);

    /// Evaluation in discs: an output head applied to the sum of these embedding rows.
    fn evaluate(
        self,
        rows: &[EmbeddingRow; EMBEDDING_CAPACITY],
        active: &[u32; ACTIVE_FEATURES],
        head: &OutputHead,
    ) -> f32;

    /// Entry point of [`shallow_endgame::solve_3`].
    fn solve_3(
        self,
        thread: &mut SearchThread<'_>,
        own: u64,
        enemy: u64,
        alpha: i32,
        odd: u64,
    ) -> i32;

    /// Entry point of [`shallow_endgame::solve_4`].
    fn solve_4(
        self,
        thread: &mut SearchThread<'_>,
        own: u64,
        enemy: u64,
        alpha: i32,
        odd: u64,
    ) -> i32;

    /// Entry point of [`shallow_endgame::shallow_endgame`].
    fn shallow_endgame(
        self,
        thread: &mut SearchThread<'_>,
        own: u64,
        enemy: u64,
        alpha: i32,
    ) -> i32;

    /// Entry point of [`shallow_endgame::solve_5`].
    fn solve_5(
        self,
        thread: &mut SearchThread<'_>,
        own: u64,
        enemy: u64,
        alpha: i32,
        odd: u64,
    ) -> i32;

    /// Entry point of [`shallow_endgame::solve_6`].
    fn solve_6(
        self,
        thread: &mut SearchThread<'_>,
        own: u64,
        enemy: u64,
        alpha: i32,
        odd: u64,
        moves: u64,
    ) -> i32;

    /// Entry point of [`endgame::endgame_search`].
    fn endgame_search(
        self,
        thread: &mut SearchThread<'_>,
        own: u64,
        enemy: u64,
        alpha: i32,
        moves: u64,
    ) -> i32;

    /// Entry point of [`midgame::leaf_search`].
    fn leaf_search(
        self,
        thread: &mut SearchThread<'_>,
        node: &OthelloNode,
        alpha: i32,
        depth: u32,
    ) -> i32;

    /// Entry point of [`midgame::null_window_search`].
    fn null_window_search(
        self,
        thread: &mut SearchThread<'_>,
        node: &OthelloNode,
        alpha: i32,
        depth: u32,
    ) -> i32;

    /// Entry point of [`midgame::pv_search`].
    fn pv_search(
        self,
        thread: &mut SearchThread<'_>,
        node: &OthelloNode,
        alpha: i32,
        beta: i32,
        depth: u32,
    ) -> i32;

    /// Entry point of [`midgame::order_moves`].
    fn order_moves(
        self,
        thread: &mut SearchThread<'_>,
        node: &OthelloNode,
        list: &mut MoveList,
        alpha: i32,
        depth: u32,
        second_hash_move: HashMove,
    );

    /// Entry point of [`root::root_search`].
    fn root_search(
        self,
        thread: &mut SearchThread<'_>,
        search: &RootSearch,
        watch: &mut dyn FnMut(&RootSearchResult),
    ) -> RootSearchResult;

    /// Entry point of [`perft::count`].
    fn perft(self, own: u64, enemy: u64, depth: u32) -> u64;
}

/// Entry points of an instruction set: functions with its target features and the same bodies.
macro_rules! entry_points {
    ($($features:literal)?) => {
        entry_points! { @each [$($features)?]
            solve_3(thread: &mut SearchThread<'_>, own: u64, enemy: u64, alpha: i32, odd: u64) -> i32 = shallow_endgame::solve_3;
            solve_4(thread: &mut SearchThread<'_>, own: u64, enemy: u64, alpha: i32, odd: u64) -> i32 = shallow_endgame::solve_4;
            shallow_endgame(thread: &mut SearchThread<'_>, own: u64, enemy: u64, alpha: i32) -> i32 = shallow_endgame::shallow_endgame;
            solve_5(thread: &mut SearchThread<'_>, own: u64, enemy: u64, alpha: i32, odd: u64) -> i32 = shallow_endgame::solve_5;
            solve_6(thread: &mut SearchThread<'_>, own: u64, enemy: u64, alpha: i32, odd: u64, moves: u64) -> i32 = shallow_endgame::solve_6;
            endgame_search(thread: &mut SearchThread<'_>, own: u64, enemy: u64, alpha: i32, moves: u64) -> i32 = endgame::endgame_search;
            leaf_search(thread: &mut SearchThread<'_>, node: &OthelloNode, alpha: i32, depth: u32) -> i32 = midgame::leaf_search;
            null_window_search(thread: &mut SearchThread<'_>, node: &OthelloNode, alpha: i32, depth: u32) -> i32 = midgame::null_window_search;
            pv_search(thread: &mut SearchThread<'_>, node: &OthelloNode, alpha: i32, beta: i32, depth: u32) -> i32 = midgame::pv_search;
            order_moves(thread: &mut SearchThread<'_>, node: &OthelloNode, list: &mut MoveList, alpha: i32, depth: u32, second_hash_move: HashMove) = midgame::order_moves;
            root_search(thread: &mut SearchThread<'_>, search: &RootSearch, watch: &mut dyn FnMut(&RootSearchResult)) -> RootSearchResult = root::root_search;
            perft(own: u64, enemy: u64, depth: u32) -> u64 = perft::count;
        }
    };
    (@each $features:tt $($name:ident($($arg:ident: $type:ty),*) $(-> $out:ty)? = $body:path;)*) => {
        $(entry_points! { @one $features $name($($arg: $type),*) $(-> $out)? = $body })*
    };
    (@one [$($features:literal)?] $name:ident($($arg:ident: $type:ty),*) $(-> $out:ty)? = $body:path) => {
        #[inline(always)]
        fn $name(self, $($arg: $type),*) $(-> $out)? {
            $(#[target_feature(enable = $features)])?
            fn enter<C: Cpu>(cpu: C, $($arg: $type),*) $(-> $out)? {
                $body(cpu, $($arg),*)
            }
            // SAFETY: the value proves that the processor has the features.
            #[allow(unused_unsafe, reason = "the scalar fallback has no features")]
            unsafe {
                enter(self, $($arg),*)
            }
        }
    };
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) use entry_points;

/// Scalar fallback for any processor.
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
    fn evaluate(
        self,
        rows: &[EmbeddingRow; EMBEDDING_CAPACITY],
        active: &[u32; ACTIVE_FEATURES],
        head: &OutputHead,
    ) -> f32 {
        head.evaluate(&network::accumulate(rows, active))
    }

    entry_points! {}
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

/// x86-64 with AVX2 and BMI2.
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
    fn moves(self, own: u64, enemy: u64) -> u64 {
        // SAFETY: the value proves that the processor has AVX2.
        unsafe { moves(own, enemy) }
    }

    #[inline(always)]
    fn flips(self, own: u64, enemy: u64, square: usize) -> u64 {
        const INNER: i64 = 0x007e_7e7e_7e7e_7e00;
        // SAFETY: the value proves that the processor has AVX2; rays are aligned to 64 bytes.
        unsafe {
            let (up, down) = rays(square);
            let (own4, enemy4) = (broadcast(own), broadcast(enemy));
            // Downwards: all before the first own disc, if all of that is the enemy's. Discs at the end of a ray
            // cannot be flipped, so that a ray without an own disc fails too.
            let steps = _mm256_setr_epi64x(1, 7, 8, 9);
            let mut behind = _mm256_and_si256(own4, down);
            behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, steps));
            let twice = _mm256_slli_epi64::<1>(steps);
            behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, twice));
            let four = _mm256_slli_epi64::<2>(steps);
            behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, four));
            let before = _mm256_andnot_si256(behind, down);
            let inner =
                _mm256_setr_epi64x(0x7e7e_7e7e_7e7e_7e7e, INNER, 0x00ff_ffff_ffff_ff00, INNER);
            let blocked = _mm256_andnot_si256(_mm256_and_si256(enemy4, inner), before);
            let free = _mm256_cmpeq_epi64(blocked, _mm256_setzero_si256());
            let flips_down = _mm256_and_si256(before, free);
            or_lanes(_mm256_or_si256(flips_up(own4, enemy4, up), flips_down))
        }
    }

    #[inline(always)]
    fn last_flips(self, own: u64, square: usize) -> i32 {
        // SAFETY: the value proves that the processor has BMI2.
        unsafe { last_flips(own, square) }
    }

    #[inline(always)]
    fn prefetch<T>(self, address: *const T) {
        prefetch(address);
    }

    #[inline(always)]
    fn evaluate(
        self,
        rows: &[EmbeddingRow; EMBEDDING_CAPACITY],
        active: &[u32; ACTIVE_FEATURES],
        head: &OutputHead,
    ) -> f32 {
        // SAFETY: the value proves that the processor has AVX2.
        unsafe { evaluate(rows, active, head) }
    }

    entry_points! { "avx2,bmi1,bmi2,lzcnt,popcnt" }
}

/// x86-64 with AVX-512 on 256-bit vectors.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(());

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    /// The instruction set, if the processor has it.
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
        // SAFETY: the value proves that the processor has AVX2.
        unsafe { moves(own, enemy) }
    }

    #[inline(always)]
    fn flips(self, own: u64, enemy: u64, square: usize) -> u64 {
        // SAFETY: the value proves that the processor has AVX-512CD; rays are aligned to 64 bytes.
        unsafe {
            let (up, down) = rays(square);
            let (own4, enemy4) = (broadcast(own), broadcast(enemy));
            let blocked = _mm256_andnot_si256(enemy4, down);
            // With the lowest bit every lane has a highest one, so that the shift needs no mask.
            let (top, low) = (broadcast(1 << 63), broadcast(1));
            let zeros = _mm256_lzcnt_epi64(_mm256_or_si256(blocked, low));
            let first = _mm256_and_si256(_mm256_srlv_epi64(top, zeros), blocked);
            let end = _mm256_and_si256(first, own4);
            or_lanes(_mm256_or_si256(flips_up(own4, enemy4, up), above(end, down)))
        }
    }

    #[inline(always)]
    fn last_flips(self, own: u64, square: usize) -> i32 {
        // SAFETY: the value proves that the processor has BMI2.
        unsafe { last_flips(own, square) }
    }

    #[inline(always)]
    fn prefetch<T>(self, address: *const T) {
        prefetch(address);
    }

    #[inline(always)]
    fn evaluate(
        self,
        rows: &[EmbeddingRow; EMBEDDING_CAPACITY],
        active: &[u32; ACTIVE_FEATURES],
        head: &OutputHead,
    ) -> f32 {
        // SAFETY: the value proves that the processor has AVX2.
        unsafe { evaluate(rows, active, head) }
    }

    entry_points! { "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512cd,avx512bw,avx512dq,avx512vl" }
}

/// The board in all four lanes.
///
/// # Safety
///
/// The processor must have AVX2.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn broadcast(board: u64) -> __m256i {
    // SAFETY: the caller has AVX2.
    unsafe { _mm256_set1_epi64x(board as i64) }
}

/// The rays from a square: four towards higher squares, four towards lower ones.
///
/// # Safety
///
/// The processor must have AVX2.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn rays(square: usize) -> (__m256i, __m256i) {
    let rays = (&raw const RAYS[square & 63]).cast::<__m256i>();
    // SAFETY: the caller has AVX2; eight aligned words lie there.
    unsafe { (_mm256_load_si256(rays), _mm256_load_si256(rays.add(1))) }
}

/// Bitwise or of the four lanes.
///
/// # Safety
///
/// The processor must have AVX2.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn or_lanes(lanes: __m256i) -> u64 {
    // SAFETY: the caller has AVX2.
    unsafe {
        let high = _mm256_extracti128_si256::<1>(lanes);
        let two = _mm_or_si128(_mm256_castsi256_si128(lanes), high);
        _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as u64
    }
}

/// Flips towards higher squares: all before the first square of a ray that is not the enemy's, if it is an own disc.
///
/// # Safety
///
/// The processor must have AVX2.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn flips_up(own: __m256i, enemy: __m256i, up: __m256i) -> __m256i {
    // SAFETY: the caller has AVX2.
    unsafe {
        let blocked = _mm256_andnot_si256(enemy, up);
        let none = _mm256_setzero_si256();
        let first = _mm256_and_si256(blocked, _mm256_sub_epi64(none, blocked));
        let end = _mm256_and_si256(first, own);
        let no_end = _mm256_cmpeq_epi64(end, none);
        // The complement of one less than the end, or of nothing.
        let beyond = _mm256_sub_epi64(no_end, end);
        _mm256_andnot_si256(beyond, up)
    }
}

/// Squares of the rays above single bits; none for a lane without a bit.
///
/// # Safety
///
/// The processor must have AVX2.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn above(bits: __m256i, rays: __m256i) -> __m256i {
    // SAFETY: the caller has AVX2.
    unsafe {
        let beyond = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(bits, bits));
        _mm256_and_si256(beyond, rays)
    }
}

/// The squares on which the side with the discs `own` can move.
///
/// # Safety
///
/// The processor must have AVX2.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn moves(own: u64, enemy: u64) -> u64 {
    const INNER: i64 = 0x7e7e_7e7e_7e7e_7e7e;
    // SAFETY: the caller has AVX2.
    unsafe {
        let steps = _mm256_setr_epi64x(1, 7, 8, 9);
        let twice = _mm256_setr_epi64x(2, 14, 16, 18);
        let room = _mm256_setr_epi64x(INNER, INNER, -1, INNER);
        let (own4, run) = (broadcast(own), _mm256_and_si256(broadcast(enemy), room));
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
        or_lanes(ends) & !(own | enemy)
    }
}

/// Discs that turn over when the last empty square is taken.
///
/// # Safety
///
/// The processor must have BMI2.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn last_flips(own: u64, square: usize) -> i32 {
    let mut found = 0;
    for line in &LAST_FLIP_LINES[square & 63] {
        // SAFETY: the caller has BMI2.
        let discs = unsafe { _pext_u64(own, line.squares) };
        found += u32::from(line.counts[discs as usize & 255]);
    }
    found as i32
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn prefetch<T>(address: *const T) {
    // SAFETY: every x86-64 has the instruction, and it never faults.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast::<i8>()) }
}
