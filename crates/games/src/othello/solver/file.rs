//! Weights as bytes: each stage's canonical weights, most of which fit into one byte, deflated.

use std::io::{Read, Write};
use std::sync::{Arc, OnceLock};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use rules::Text;

use super::patterns::{SHAPES, codes, first_weight, mirror};
use super::weights::{STAGES, Weights};

/// What the bytes begin with, and the version of what follows.
const MAGIC: &[u8; 8] = b"dmrOTHL\x01";
/// A weight that needs two more bytes.
const LARGE: u8 = 255;

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
        let mut put = |weight: i16| {
            let folded = (weight << 1 ^ weight >> 15) as u16;
            match u8::try_from(folded) {
                Ok(byte) if byte != LARGE => plain.push(byte),
                _ => {
                    plain.push(LARGE);
                    plain.extend(folded.to_le_bytes());
                }
            }
        };
        self.empties().iter().copied().for_each(&mut put);
        self.mobility().as_flattened().as_flattened().iter().copied().for_each(&mut put);
        // The same pattern in stage after stage, since neighbours are alike.
        for (first, mirror) in canonical() {
            if mirror >= first {
                let mut last = 0;
                for stage in 0..STAGES {
                    let weight = self.patterns(stage)[first];
                    put(weight.wrapping_sub(last));
                    last = weight;
                }
            }
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
        let mut rest = plain.into_iter();
        let mut take = || {
            let byte = rest.next().ok_or(WeightsError)?;
            let folded = if byte == LARGE {
                let mut next = || rest.next().ok_or(WeightsError);
                u16::from_le_bytes([next()?, next()?])
            } else {
                byte.into()
            };
            Ok((folded >> 1) as i16 ^ -((folded & 1) as i16))
        };
        let mut weights = Self::zero();
        for weight in weights.empties_mut() {
            *weight = take()?;
        }
        for weight in weights.mobility_mut().as_flattened_mut().as_flattened_mut() {
            *weight = take()?;
        }
        for (first, mirror) in canonical() {
            if mirror >= first {
                let mut last = 0i16;
                for stage in 0..STAGES {
                    last = last.wrapping_add(take()?);
                    let patterns = weights.patterns_mut(stage);
                    patterns[first] = last;
                    patterns[mirror] = last;
                }
            }
        }
        if rest.next().is_some() { Err(WeightsError) } else { Ok(weights) }
    }
}

/// The places of all weights, each with that of the same pattern the other way round.
pub(super) fn canonical() -> impl Iterator<Item = (usize, usize)> {
    (0..SHAPES).flat_map(|shape| {
        let (start, mirror) = (first_weight(shape), mirror(shape));
        (0..codes(shape)).map(move |code| {
            let mut rest = code;
            let mut image = 0;
            for digit in &mirror {
                image += rest % 3 * digit;
                rest /= 3;
            }
            (start + code, start + image)
        })
    })
}
