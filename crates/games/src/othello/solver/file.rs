//! Weights as bytes: the heads, then one row of any two patterns that mirror each other, deflated.

use std::io::{Read, Write};
use std::sync::{Arc, OnceLock};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use rules::Text;

use super::patterns::{CODES, mirrored};
use super::weights::{Head, ROWS, Weights};

/// What the bytes begin with, and the version of what follows.
const MAGIC: &[u8; 8] = b"dmrOTHL\x02";

/// Why bytes are not weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeightsError;

impl WeightsError {
    /// What is wrong, in words.
    pub const fn text(self) -> Text {
        Text::new("these are not weights for Othello", "ce ne sont pas des poids pour Othello")
    }
}

impl Weights {
    /// The weights that come with the program.
    pub(super) fn embedded() -> Arc<Self> {
        static EMBEDDED: OnceLock<Arc<Weights>> = OnceLock::new();
        let read = || {
            let bytes = include_bytes!("../data/weights.bin");
            Arc::new(Self::from_bytes(bytes).unwrap_or_else(|_| Self::zero()))
        };
        Arc::clone(EMBEDDED.get_or_init(read))
    }

    /// The bytes of these weights.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut plain = Vec::new();
        let mut heads = self.heads.clone();
        for number in heads.iter_mut().flat_map(numbers) {
            plain.extend(number.to_le_bytes());
        }
        for (first, _) in pairs() {
            plain.extend(self.rows()[first].map(i8::cast_unsigned));
        }
        let mut encoder = ZlibEncoder::new(MAGIC.to_vec(), Compression::best());
        // Writing into a vector cannot fail.
        let _ = encoder.write_all(&plain);
        encoder.finish().unwrap_or_default()
    }

    /// The weights that these bytes are.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let deflated = bytes.strip_prefix(MAGIC).ok_or(WeightsError)?;
        let mut plain = Vec::new();
        ZlibDecoder::new(deflated).read_to_end(&mut plain).map_err(|_| WeightsError)?;
        let mut rest = plain.as_slice();
        let mut weights = Self::zero();
        for number in weights.heads.iter_mut().flat_map(numbers) {
            *number = f32::from_le_bytes(taken(&mut rest)?);
            if !number.is_finite() {
                return Err(WeightsError);
            }
        }
        for (first, mirror) in pairs() {
            let row = taken(&mut rest)?.map(u8::cast_signed);
            weights.rows_mut()[first] = row;
            weights.rows_mut()[mirror] = row;
        }
        if rest.is_empty() { Ok(weights) } else { Err(WeightsError) }
    }
}

/// The numbers of a head.
fn numbers(head: &mut Head) -> impl Iterator<Item = &mut f32> {
    let Head { constant, direct, heard, threshold, said } = head;
    let layers = heard.as_flattened_mut().iter_mut().chain(threshold).chain(said);
    std::iter::once(constant).chain(direct).chain(layers)
}

/// Rows that are the same: the first of those that mirror each other with the last, the others with
/// themselves.
fn pairs() -> impl Iterator<Item = (usize, usize)> {
    mirrored().filter(|(first, mirror)| mirror >= first).chain((CODES..ROWS).map(|row| (row, row)))
}

fn taken<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], WeightsError> {
    let (first, rest) = bytes.split_first_chunk().ok_or(WeightsError)?;
    *bytes = rest;
    Ok(*first)
}
