//! The evaluation with AVX2.

#![expect(unsafe_code, reason = "SIMD intrinsics; tests compare all versions")]

use std::arch::x86_64::{
    __m128i, __m256, __m256i, _mm_add_ps, _mm_add_ss, _mm_cvtss_f32, _mm_loadu_si128,
    _mm_movehdup_ps, _mm_movehl_ps, _mm256_add_epi16, _mm256_add_ps, _mm256_castps256_ps128,
    _mm256_castsi256_si128, _mm256_cvtepi8_epi16, _mm256_cvtepi16_epi32, _mm256_cvtepi32_ps,
    _mm256_extractf128_ps, _mm256_extracti128_si256, _mm256_loadu_ps, _mm256_max_ps, _mm256_min_ps,
    _mm256_mul_ps, _mm256_set1_ps, _mm256_setzero_ps, _mm256_setzero_si256, _mm256_storeu_ps,
    _mm256_sub_ps,
};

use super::network::{
    ACTIVE_FEATURES, EMBEDDING_CAPACITY, EMBEDDING_SCALE, EMBEDDING_WIDTH, EmbeddingRow,
    HIDDEN_INPUT_LIMIT, HIDDEN_UNITS, OutputHead,
};

/// Evaluation, with the same sums and products in the same order as [`OutputHead::evaluate`], so that all
/// instruction sets round alike.
///
/// # Safety
///
/// The processor must have AVX2.
#[inline(always)]
#[expect(
    clippy::needless_range_loop,
    reason = "an iterator's functions are not always inlined here"
)]
pub(super) unsafe fn evaluate(
    rows: &[EmbeddingRow; EMBEDDING_CAPACITY],
    active: &[u32; ACTIVE_FEATURES],
    head: &OutputHead,
) -> f32 {
    // SAFETY: the caller has AVX2; a row is sixteen bytes, every layer of a head sixteen floats.
    unsafe {
        let mut offsets = *active;
        for offset in &mut offsets {
            *offset = (*offset & (EMBEDDING_CAPACITY as u32 - 1)) * ROW_BYTES;
        }
        let (mut even, mut odd) = (_mm256_setzero_si256(), _mm256_setzero_si256());
        let (pairs, rest) = offsets.as_chunks::<2>();
        for [first, second] in pairs {
            even = _mm256_add_epi16(even, widened_row(rows, *first));
            odd = _mm256_add_epi16(odd, widened_row(rows, *second));
        }
        for last in rest {
            even = _mm256_add_epi16(even, widened_row(rows, *last));
        }
        let sum = _mm256_add_epi16(even, odd);
        let sum = [scaled(_mm256_castsi256_si128(sum)), scaled(_mm256_extracti128_si256::<1>(sum))];
        let limit = _mm256_set1_ps(HIDDEN_INPUT_LIMIT);
        let mut inner = [0.0; EMBEDDING_WIDTH];
        let lowest = _mm256_sub_ps(_mm256_setzero_ps(), limit);
        let first = _mm256_min_ps(_mm256_max_ps(sum[0], lowest), limit);
        let second = _mm256_min_ps(_mm256_max_ps(sum[1], lowest), limit);
        _mm256_storeu_ps(inner.as_mut_ptr(), first);
        _mm256_storeu_ps(inner.as_mut_ptr().add(8), second);
        let mut units = halves(&head.hidden_bias);
        for index in 0..EMBEDDING_WIDTH {
            let number = _mm256_set1_ps(inner[index]);
            let weights = halves(&head.hidden_weights[index]);
            units[0] = _mm256_add_ps(units[0], _mm256_mul_ps(number, weights[0]));
            units[1] = _mm256_add_ps(units[1], _mm256_mul_ps(number, weights[1]));
        }
        let (skip, output) = (halves(&head.skip_weights), halves(&head.output_weights));
        let parts = [
            output_part(units[0], output[0], sum[0], skip[0]),
            output_part(units[1], output[1], sum[1], skip[1]),
        ];
        let eight = _mm256_add_ps(parts[0], parts[1]);
        let four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps::<1>(eight));
        let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
        head.bias + _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
    }
}

/// Bytes of an embedding row.
const ROW_BYTES: u32 = size_of::<EmbeddingRow>() as u32;

/// The embedding row at a byte offset.
///
/// # Safety
///
/// The processor must have AVX2, and the offset must be that of a row.
#[inline(always)]
unsafe fn widened_row(rows: &[EmbeddingRow; EMBEDDING_CAPACITY], offset: u32) -> __m256i {
    // SAFETY: the caller has AVX2, and sixteen bytes lie at the offset.
    unsafe {
        let row = rows.as_ptr().cast::<u8>().add(offset as usize);
        _mm256_cvtepi8_epi16(_mm_loadu_si128(row.cast()))
    }
}

/// Eight numbers of an accumulator as floats. A function, as are the next ones: instructions in closures are not
/// always inlined.
///
/// # Safety
///
/// The processor must have AVX2.
#[inline(always)]
unsafe fn scaled(half: __m128i) -> __m256 {
    // SAFETY: the caller has AVX2.
    unsafe {
        let numbers = _mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(half));
        _mm256_mul_ps(numbers, _mm256_set1_ps(1.0 / EMBEDDING_SCALE))
    }
}

/// A layer's sixteen floats.
///
/// # Safety
///
/// The processor must have AVX2.
#[inline(always)]
unsafe fn halves(layer: &[f32; EMBEDDING_WIDTH]) -> [__m256; 2] {
    let first = layer.as_ptr();
    // SAFETY: the caller has AVX2, and the layer sixteen floats.
    unsafe { [_mm256_loadu_ps(first), _mm256_loadu_ps(first.add(8))] }
}

/// What eight units and eight numbers of an accumulator add to the output.
///
/// # Safety
///
/// The processor must have AVX2.
#[inline(always)]
unsafe fn output_part(units: __m256, output: __m256, sum: __m256, skip: __m256) -> __m256 {
    // SAFETY: the caller has AVX2.
    unsafe {
        let hidden = _mm256_mul_ps(_mm256_max_ps(units, _mm256_setzero_ps()), output);
        _mm256_add_ps(_mm256_mul_ps(sum, skip), hidden)
    }
}

const _: () = assert!(EMBEDDING_WIDTH == 16 && HIDDEN_UNITS == 16);
