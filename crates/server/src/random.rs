//! Entropy source, and codes as people type them.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use api::Error;
use room::{MATCH_ID_ALPHABET, MATCH_ID_LENGTH};
use rules::SplitMix64;

/// Where a server has random bits from.
#[derive(Clone, Debug)]
pub enum Entropy {
    /// The operating system.
    System,
    /// A sequence that its seed decides, for a server that nobody else reaches.
    Seeded(Arc<Mutex<SplitMix64>>),
}

impl Entropy {
    /// The sequence of a seed.
    pub fn seeded(seed: u64) -> Self {
        Self::Seeded(Arc::new(Mutex::new(SplitMix64::new(seed))))
    }

    /// 128 random bits; those of a sequence are 64 in the lower half.
    pub(crate) fn draw(&self) -> Result<u128, Error> {
        match self {
            Self::System => secret(),
            Self::Seeded(random) => {
                Ok(random.lock().unwrap_or_else(PoisonError::into_inner).draw().into())
            }
        }
    }
}

/// Reads a typed code: look-alike letters outside the alphabet are replaced.
pub(crate) fn read_code(typed: &str) -> Option<String> {
    let letters = typed.trim().chars().filter(|letter| !matches!(letter, '-' | ' '));
    let letters = letters.map(|letter| match letter.to_ascii_lowercase() {
        'o' => '0',
        'i' | 'l' => '1',
        'u' => 'v',
        letter => letter,
    });
    let code: String = letters.collect();
    let known = |letter: u8| MATCH_ID_ALPHABET.contains(&letter);
    (code.len() == room::code(&"0".repeat(MATCH_ID_LENGTH)).len() && code.bytes().all(known))
        .then_some(code)
}

/// A random part of a time, from nothing to all of it.
pub(crate) fn part_of(time: Duration) -> Duration {
    // Without entropy everybody gets all of it.
    let drawn = getrandom::u32().unwrap_or(u32::MAX);
    time.mul_f64(f64::from(drawn) / f64::from(u32::MAX))
}

/// A secret of 128 bits.
fn secret() -> Result<u128, Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(Error::failed)?;
    Ok(u128::from_le_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_decides_what_is_drawn() {
        let three = |entropy: &Entropy| [(); 3].map(|()| entropy.draw().expect("random bits"));
        let one = three(&Entropy::seeded(7));
        assert_eq!(one, three(&Entropy::seeded(7)));
        assert_ne!(one, three(&Entropy::seeded(8)));
        let shared = Entropy::seeded(7);
        assert_ne!(three(&shared.clone()), three(&shared), "clones go on with one sequence");
    }

    #[test]
    fn a_code_is_read_as_it_was_meant() {
        assert_eq!(read_code(" 5W5-FVR ").as_deref(), Some("5w5fvr"));
        assert_eq!(read_code("OIlu00").as_deref(), Some("011v00"));
        for wrong in ["", "5w5fv", "5w5fvrp", "5w5fv!", "5w5fvé"] {
            assert_eq!(read_code(wrong), None, "{wrong}");
        }
    }
}
