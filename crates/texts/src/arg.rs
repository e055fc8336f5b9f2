//! Arguments of texts.

use std::borrow::Cow;
use std::path::Path;

use rules::{Lang, Seat, Text};

/// Argument of a text. Made with `into()` from strings, paths, numbers, seats (their numbers) and [`Text`]s.
#[derive(Clone, Debug)]
pub enum Arg<'a> {
    /// Number that may select a plural form, as in "1 move, 2 moves".
    Count(u64),
    /// String that is the same in every language.
    Words(Cow<'a, str>),
    /// Text with a translation in every language.
    Text(Cow<'a, Text>),
}

impl Arg<'_> {
    /// What is filled in, in `lang`.
    pub(crate) fn words(&self, lang: Lang) -> Cow<'_, str> {
        match self {
            Self::Count(count) => count.to_string().into(),
            Self::Words(words) => words.as_ref().into(),
            Self::Text(text) => text.get(lang).into(),
        }
    }

    /// Whether a variant with that key is for this argument: the number itself, its plural form, or the words.
    pub(crate) fn fits(&self, key: &str, lang: Lang) -> bool {
        let is_form = matches!(self, Self::Count(count) if plural_form(*count, lang) == key);
        is_form || self.words(lang) == key
    }
}

/// Plural form for a number of things (CLDR). French has another for millions, which no text needs.
fn plural_form(count: u64, lang: Lang) -> &'static str {
    match (count, lang) {
        (1, _) | (0, Lang::Fr) => "one",
        _ => "other",
    }
}

/// A number with `places` decimal places, and a comma before them in French.
pub fn decimal(value: f64, places: usize) -> Text {
    let en = format!("{value:.places$}");
    let fr = en.replace('.', ",");
    Text::composed(en, fr)
}

impl<'a> From<&'a str> for Arg<'a> {
    fn from(words: &'a str) -> Self {
        Self::Words(words.into())
    }
}

impl<'a> From<&'a String> for Arg<'a> {
    fn from(words: &'a String) -> Self {
        Self::Words(words.into())
    }
}

impl<'a> From<&'a Cow<'_, str>> for Arg<'a> {
    fn from(words: &'a Cow<'_, str>) -> Self {
        Self::Words(words.as_ref().into())
    }
}

impl From<String> for Arg<'_> {
    fn from(words: String) -> Self {
        Self::Words(words.into())
    }
}

impl From<char> for Arg<'_> {
    fn from(char: char) -> Self {
        Self::Words(String::from(char).into())
    }
}

impl<'a> From<&'a Text> for Arg<'a> {
    fn from(text: &'a Text) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<Text> for Arg<'_> {
    fn from(text: Text) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<&Path> for Arg<'_> {
    fn from(path: &Path) -> Self {
        Self::Words(path.display().to_string().into())
    }
}

impl From<Seat> for Arg<'_> {
    fn from(seat: Seat) -> Self {
        seat.number().into()
    }
}

impl From<u8> for Arg<'_> {
    fn from(count: u8) -> Self {
        Self::Count(count.into())
    }
}

impl From<u16> for Arg<'_> {
    fn from(count: u16) -> Self {
        Self::Count(count.into())
    }
}

impl From<u32> for Arg<'_> {
    fn from(count: u32) -> Self {
        Self::Count(count.into())
    }
}

impl From<u64> for Arg<'_> {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<usize> for Arg<'_> {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled_in<'a>(arg: impl Into<Arg<'a>>, lang: Lang) -> String {
        arg.into().words(lang).into_owned()
    }

    #[test]
    fn numbers_are_written_exactly_and_without_groups() {
        for count in [0, 7, 1_234_567, u64::MAX] {
            for lang in Lang::ALL {
                assert_eq!(filled_in(count, lang), count.to_string());
            }
        }
    }

    #[test]
    fn texts_and_decimals_are_those_of_the_language() {
        assert_eq!(filled_in(Text::new("draw", "nul"), Lang::Fr), "nul");
        assert_eq!(filled_in(decimal(-62.46, 1), Lang::En), "-62.5");
        assert_eq!(filled_in(decimal(-62.46, 1), Lang::Fr), "-62,5");
    }
}
