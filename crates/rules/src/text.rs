//! Texts in the languages of the program.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A language that the program speaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
}

impl Lang {
    /// Every language, English first.
    pub const ALL: [Self; 2] = [Self::En, Self::Fr];

    /// The two-letter code: `en`, `fr`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Fr => "fr",
        }
    }
}

/// The same words in every language. `Display` writes the English ones, for programmers.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema, ts_rs::TS))]
pub struct Text {
    /// The text in English.
    pub en: Cow<'static, str>,
    /// The text in French.
    pub fr: Cow<'static, str>,
}

impl Text {
    /// Words known when the program is written.
    pub const fn new(en: &'static str, fr: &'static str) -> Self {
        Self { en: Cow::Borrowed(en), fr: Cow::Borrowed(fr) }
    }

    /// Words put together at run time.
    pub const fn composed(en: String, fr: String) -> Self {
        Self { en: Cow::Owned(en), fr: Cow::Owned(fr) }
    }

    /// The same words, those of a language that has more than so many characters cut off there: errors
    /// quote texts from outside, which may be of any length.
    #[must_use]
    pub fn shortened(self, most_chars: usize) -> Self {
        let shorten = |words: Cow<'static, str>| match words.char_indices().nth(most_chars) {
            Some((end, _)) => Cow::Owned(format!("{}…", &words[..end])),
            None => words,
        };
        Self { en: shorten(self.en), fr: shorten(self.fr) }
    }

    /// The words in `lang`.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Fr => &self.fr,
        }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}
