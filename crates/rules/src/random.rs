//! Seeded random number generator whose sequence never changes.

/// The `SplitMix64` generator of Steele, Lea and Flood (OOPSLA 2014): a counter through a mixing
/// function. Boards are drawn from it, so its numbers must never change.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The generator at the beginning of the sequence of `seed`.
    #[inline]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    #[inline]
    pub const fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        Self::mix(self.0)
    }

    /// A number less than `bound`, which must not be 0; the bias is below `bound` / 2⁶⁴.
    #[inline]
    pub const fn below(&mut self, bound: u64) -> u64 {
        ((self.draw() as u128 * bound as u128) >> 64) as u64
    }

    /// The generator's mixing function by itself: every bit of the result depends on every bit of
    /// `z`, and no two `z` give the same. Good for keys.
    #[inline]
    pub const fn mix(z: u64) -> u64 {
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
