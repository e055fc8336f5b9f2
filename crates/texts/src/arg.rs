//! Arguments of texts.

use std::borrow::Cow;

use fluent::FluentValue;
use rules::{Lang, Text};

/// Argument of a text. Made with `into()` from strings, numbers and [`Text`]s.
#[derive(Clone, Debug)]
pub enum Arg<'a> {
    /// Number that may select a plural form, as in "1 move, 2 moves".
    Count(u64),
    /// String that is the same in every language.
    Words(Cow<'a, str>),
    /// Text with a translation in every language.
    Text(Cow<'a, Text>),
}

/// Largest number that Fluent, which uses `f64`, represents exactly.
const FLUENT_EXACT_MAX: u64 = 1 << 53;

impl Arg<'_> {
    /// The Fluent value in `lang`.
    pub(crate) fn value(&self, lang: Lang) -> FluentValue<'_> {
        match self {
            Self::Count(count) if *count <= FLUENT_EXACT_MAX => (*count).into(),
            Self::Count(count) => count.to_string().into(),
            Self::Words(words) => words.as_ref().into(),
            Self::Text(text) => text.get(lang).into(),
        }
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
        match arg.into().value(lang) {
            FluentValue::String(words) => words.into_owned(),
            FluentValue::Number(number) => number.as_string().into_owned(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn numbers_are_written_exactly_and_without_groups() {
        for count in [0, 7, 1_234_567, FLUENT_EXACT_MAX, FLUENT_EXACT_MAX + 1, u64::MAX] {
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
