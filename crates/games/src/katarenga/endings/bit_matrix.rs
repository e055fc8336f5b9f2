//! Transposition of a matrix of 64 x 64 bits.

/// A matrix: a word for each row.
pub(super) type Block = [u64; 64];

/// Transposes a matrix by exchanging halves of halves (Warren, Hacker's Delight, 7-3).
#[inline]
pub(super) fn transpose(block: &mut Block) {
    exchange::<32>(block, 0x0000_0000_ffff_ffff);
    exchange::<16>(block, 0x0000_ffff_0000_ffff);
    exchange::<8>(block, 0x00ff_00ff_00ff_00ff);
    exchange::<4>(block, 0x0f0f_0f0f_0f0f_0f0f);
    exchange::<2>(block, 0x3333_3333_3333_3333);
    exchange::<1>(block, 0x5555_5555_5555_5555);
}

#[inline]
fn exchange<const N: usize>(block: &mut Block, low: u64) {
    for rows in block.chunks_exact_mut(2 * N) {
        let (upper, lower) = rows.split_at_mut(N);
        for (a, b) in upper.iter_mut().zip(lower) {
            let swap = (*a >> N ^ *b) & low;
            *a ^= swap << N;
            *b ^= swap;
        }
    }
}
