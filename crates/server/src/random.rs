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

/// A seed of a random board, never 0: that stands for "draw one".
pub(crate) fn seed() -> Result<u64, getrandom::Error> {
    Ok(1 + getrandom::u64()? % (SEEDS - 1))
}
