//! CRC-32 checksums, those of zip and PNG.
//!
//! The files here are short, so that a table of 16 numbers is quick enough. A crate with vector instructions has 16 KiB of
//! tables instead, which do not compress and would be in the program for the browser.

/// The polynomial, its bits in reverse.
const POLYNOMIAL: u32 = 0xEDB8_8320;

/// Remainders of the numbers of four bits.
const REMAINDERS: [u32; 16] = {
    let mut table = [0; 16];
    let mut index = 0;
    while index < 16 {
        let mut remainder = index as u32;
        let mut bit = 0;
        while bit < 4 {
            remainder = remainder >> 1 ^ if remainder & 1 == 1 { POLYNOMIAL } else { 0 };
            bit += 1;
        }
        table[index] = remainder;
        index += 1;
    }
    table
};

/// Checksum of the bytes so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Crc32(u32);

impl Crc32 {
    /// The checksum of no bytes.
    pub(crate) const fn new() -> Self {
        Self(!0)
    }

    /// The checksum of these bytes.
    pub(crate) fn of(bytes: &[u8]) -> u32 {
        let mut checksum = Self::new();
        checksum.update(bytes);
        checksum.finalize()
    }

    pub(crate) fn update(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 ^= u32::from(*byte);
            for _ in 0..2 {
                self.0 = self.0 >> 4 ^ REMAINDERS[self.0 as usize & 15];
            }
        }
    }

    pub(crate) const fn finalize(self) -> u32 {
        !self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_the_standard() {
        assert_eq!(Crc32::of(b""), 0);
        assert_eq!(Crc32::of(b"123456789"), 0xCBF4_3926);
        let mut parts = Crc32::new();
        parts.update(b"1234");
        parts.update(b"56789");
        assert_eq!(parts.finalize(), Crc32::of(b"123456789"));
    }
}
