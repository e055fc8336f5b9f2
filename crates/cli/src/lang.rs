//! The language of the program's output.

use std::ffi::OsString;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use rules::Lang;

/// Value parser of language codes, for clap.
pub(crate) fn parser() -> impl TypedValueParser<Value = Lang> {
    PossibleValuesParser::new(Lang::ALL.map(Lang::code))
        .map(|code| from_code(&code).unwrap_or_default())
}

/// The language of the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set.
pub(crate) fn from_environment(env: &dyn Fn(&str) -> Option<String>) -> Lang {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(env)
        .find(|locale| !locale.is_empty())
        .unwrap_or_default();
    if locale.to_ascii_lowercase().starts_with("fr") { Lang::Fr } else { Lang::En }
}

/// The value of `--lang` in arguments that cannot be parsed as a whole.
pub(crate) fn from_arguments(args: &[OsString]) -> Option<Lang> {
    let mut words = args.iter().filter_map(|arg| arg.to_str());
    while let Some(word) = words.next() {
        if word == "--lang" {
            return from_code(words.next()?);
        }
        if let Some(code) = word.strip_prefix("--lang=") {
            return from_code(code);
        }
    }
    None
}

fn from_code(code: &str) -> Option<Lang> {
    Lang::ALL.into_iter().find(|lang| lang.code() == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spoken(variables: &[(&str, &str)]) -> Lang {
        from_environment(&|name| {
            let found = variables.iter().find(|(variable, _)| *variable == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_first_variable_that_is_set_decides() {
        assert_eq!(spoken(&[]), Lang::En);
        assert_eq!(spoken(&[("LANG", "fr_FR.UTF-8")]), Lang::Fr);
        assert_eq!(spoken(&[("LANG", "fr_FR.UTF-8"), ("LC_ALL", "C")]), Lang::En);
        assert_eq!(spoken(&[("LC_ALL", ""), ("LC_MESSAGES", "FR"), ("LANG", "en")]), Lang::Fr);
        assert_eq!(spoken(&[("LANG", "de_DE")]), Lang::En);
    }
}
