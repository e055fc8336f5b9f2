//! A hash function that solvers share.

/// Both halves of a product, combined: each bit depends on all bits of both factors.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "functions with target features do not inline others by themselves"
)]
pub(crate) fn folded_multiply(left: u64, right: u64) -> u64 {
    let product = u128::from(left) * u128::from(right);
    product as u64 ^ (product >> 64) as u64
}
