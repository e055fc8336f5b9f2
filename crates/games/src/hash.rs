//! A hash function that solvers share.

/// Both halves of a product, combined: high bits of the factors reach low bits of the result, too.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "functions with target features do not inline others by themselves"
)]
pub(crate) fn folded_multiply(left: u64, right: u64) -> u64 {
    let product = u128::from(left) * u128::from(right);
    product as u64 ^ (product >> 64) as u64
}
