//! What nobody can foresee.

/// Letters of names: none is mistaken for another.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// Characters of a match's name: 60 bits, which nobody guesses.
const ID_LENGTH: usize = 12;

/// Seeds are short enough to be typed, and exact in every language.
const SEEDS: u64 = 1_000_000;

/// A name for a match.
pub(crate) fn match_id() -> Result<String, getrandom::Error> {
    let mut bytes = [0; ID_LENGTH];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// A code as it was typed: letters that are easily mistaken for others are put right.
pub(crate) fn read_code(typed: &str) -> Option<String> {
    let letters = typed.trim().chars().filter(|letter| !matches!(letter, '-' | ' '));
    let letters = letters.map(|letter| match letter.to_ascii_lowercase() {
        'o' => '0',
        'i' | 'l' => '1',
        'u' => 'v',
        letter => letter,
    });
    let code: String = letters.collect();
    let known = |letter: u8| LETTERS.contains(&letter);
    (code.len() == room::code(&"0".repeat(ID_LENGTH)).len() && code.bytes().all(known))
        .then_some(code)
}

/// A seed of a random board, never 0: that stands for "draw one".
pub(crate) fn seed() -> Result<u64, getrandom::Error> {
    Ok(1 + getrandom::u64()? % (SEEDS - 1))
}

/// A secret that nobody guesses.
pub(crate) fn secret() -> Result<u128, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
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
