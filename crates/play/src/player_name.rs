//! Names that players give themselves.

use rules::{is_invisible, visible_text};

use crate::Refusal;

/// Name of a player as others are shown it: trimmed, short, and without characters that are invisible or
/// change the direction of the text around them. It may be empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerName(String);

impl PlayerName {
    /// The longest name, in bytes of UTF-8.
    pub const MAX_BYTES: usize = 60;

    /// Checks a name that comes from outside.
    pub fn parse(name: &str) -> Result<Self, Refusal> {
        let name = name.trim();
        if name.len() > Self::MAX_BYTES || name.chars().any(is_invisible) {
            return Err(Refusal::BAD_NAME);
        }
        Ok(Self(name.to_owned()))
    }

    /// A name from a file, with everything left out that [`parse`](Self::parse) would refuse.
    pub fn lossy(name: &str) -> Self {
        Self(visible_text(name, Self::MAX_BYTES))
    }
}

impl From<PlayerName> for String {
    fn from(name: PlayerName) -> Self {
        name.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_limited_in_bytes() {
        let parse = |name: &str| PlayerName::parse(name).map(String::from);
        assert_eq!(parse("  Ana Zoé "), Ok("Ana Zoé".to_owned()));
        assert_eq!(parse(""), Ok(String::new()));
        assert!(parse(&"x".repeat(60)).is_ok());
        assert_eq!(parse(&"x".repeat(61)), Err(Refusal::BAD_NAME));
        assert_eq!(parse(&"é".repeat(31)), Err(Refusal::BAD_NAME));
    }

    #[test]
    fn names_from_files_are_cleaned_so_that_they_can_be_parsed() {
        for name in [" Ana\n", "\u{202e}anA", &"é".repeat(80), "a\u{200b} \u{7}", ""] {
            let clean = String::from(PlayerName::lossy(name));
            assert_eq!(PlayerName::parse(&clean).map(String::from), Ok(clean), "{name:?}");
        }
        assert_eq!(String::from(PlayerName::lossy("A\tna")), "Ana");
        assert_eq!(String::from(PlayerName::lossy(&"é".repeat(80))), "é".repeat(30));
    }

    #[test]
    fn invisible_characters_are_refused_and_scripts_are_not() {
        for name in ["A\nB", "A\u{7}", "\u{202e}anA", "A\u{2066}B", "A\u{200b}B", "\u{200f}A"] {
            assert_eq!(PlayerName::parse(name), Err(Refusal::BAD_NAME), "{name:?}");
        }
        for name in ["نی\u{200c}ما", "अक्ष\u{200d}", "李", "👩\u{200d}🚀", "O'Neill-Müller"]
        {
            assert!(PlayerName::parse(name).is_ok(), "{name:?}");
        }
    }
}
