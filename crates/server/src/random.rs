//! Entropy source, and codes as people type them.

use std::time::Duration;

use api::Error;
use room::{MATCH_ID_ALPHABET, MATCH_ID_LENGTH};

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
pub(crate) fn secret() -> Result<u128, Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(Error::failed)?;
    Ok(u128::from_le_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_it_was_meant() {
        assert_eq!(read_code(" 5W5-FVR ").as_deref(), Some("5w5fvr"));
        assert_eq!(read_code("OIlu00").as_deref(), Some("011v00"));
        for wrong in ["", "5w5fv", "5w5fvrp", "5w5fv!", "5w5fvé"] {
            assert_eq!(read_code(wrong), None, "{wrong}");
        }
    }
}
