//! File format of the network: output heads, then embedding rows, one for each pair of mirrored pattern
//! configurations, compressed with zlib.

use std::io::{Read, Write};
use std::sync::{Arc, OnceLock};

use engine::DataFile;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use rules::Text;

use super::network::{EMBEDDING_ROWS, OutputHead, PatternNetwork};
use super::patterns::{PATTERN_CONFIGURATIONS, mirrored_configurations};

/// Magic bytes; the last is the version.
const MAGIC: &[u8; 8] = b"dmrOTHL\x02";

/// The file of the network.
pub(crate) static WEIGHTS_FILE: DataFile = DataFile::new(
    "othello-weights.bin",
    if cfg!(feature = "embedded-data") {
        Some(include_bytes!("../data/weights.bin"))
    } else {
        None
    },
    |bytes| PatternNetwork::from_bytes(bytes).is_ok(),
);

/// The bytes are not a weights file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeightsError;

impl WeightsError {
    /// What is wrong, in words.
    pub const fn text(self) -> Text {
        Text::new("these are not weights for Othello", "ce ne sont pas des poids pour Othello")
    }
}

impl PatternNetwork {
    /// The network of the program. All weights are zero as long as its file is to be loaded.
    pub(super) fn get() -> Arc<Self> {
        static NETWORK: OnceLock<Arc<PatternNetwork>> = OnceLock::new();
        let read = |bytes| Arc::new(Self::from_bytes(bytes).unwrap_or_else(|_| Self::zero()));
        match WEIGHTS_FILE.bytes() {
            Some(bytes) => Arc::clone(NETWORK.get_or_init(|| read(bytes))),
            None => Arc::new(Self::zero()),
        }
    }

    /// The bytes of the file.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut plain = Vec::new();
        let mut heads = self.heads.clone();
        for number in heads.iter_mut().flat_map(parameters) {
            plain.extend(number.to_le_bytes());
        }
        for (first, _) in shared_rows() {
            plain.extend(self.rows()[first].map(i8::cast_unsigned));
        }
        let mut encoder = ZlibEncoder::new(MAGIC.to_vec(), Compression::best());
        // Writing into a vector cannot fail.
        let _ = encoder.write_all(&plain);
        encoder.finish().unwrap_or_default()
    }

    /// Reads the bytes of a file.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let deflated = bytes.strip_prefix(MAGIC).ok_or(WeightsError)?;
        let mut plain = Vec::new();
        ZlibDecoder::new(deflated).read_to_end(&mut plain).map_err(|_| WeightsError)?;
        let mut rest = plain.as_slice();
        let mut network = Self::zero();
        for number in network.heads.iter_mut().flat_map(parameters) {
            *number = f32::from_le_bytes(take(&mut rest)?);
            if !number.is_finite() {
                return Err(WeightsError);
            }
        }
        for (first, mirror) in shared_rows() {
            let row = take(&mut rest)?.map(u8::cast_signed);
            network.rows_mut()[first] = row;
            network.rows_mut()[mirror] = row;
        }
        if rest.is_empty() { Ok(network) } else { Err(WeightsError) }
    }
}

/// All weights of a head, in the order of the file.
fn parameters(head: &mut OutputHead) -> impl Iterator<Item = &mut f32> {
    let OutputHead { bias, skip_weights, hidden_weights, hidden_bias, output_weights } = head;
    let hidden = hidden_weights.as_flattened_mut().iter_mut().chain(hidden_bias);
    std::iter::once(bias).chain(skip_weights).chain(hidden).chain(output_weights)
}

/// Rows that share weights: a configuration and its mirror image; other rows are paired with themselves.
fn shared_rows() -> impl Iterator<Item = (usize, usize)> {
    mirrored_configurations()
        .filter(|(first, mirror)| mirror >= first)
        .chain((PATTERN_CONFIGURATIONS..EMBEDDING_ROWS).map(|row| (row, row)))
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], WeightsError> {
    let (first, rest) = bytes.split_first_chunk().ok_or(WeightsError)?;
    *bytes = rest;
    Ok(*first)
}
