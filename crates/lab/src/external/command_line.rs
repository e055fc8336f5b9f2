//! Command line of an engine: a program and its arguments in one text.

use crate::platform::BACKSLASH_IN_PATHS;

/// Splits a text at blanks, except within single or double quotes. A backslash takes the next character as it is, outside
/// of single quotes. `None` if a quote is not closed or there is no word.
pub(crate) fn split_command(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') if !BACKSLASH_IN_PATHS => {
                word.get_or_insert_default().push(characters.next()?);
            }
            (None, _) if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    (quote.is_none() && !words.is_empty()).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_at_blanks_outside_of_quotes() {
        for (text, words) in [
            ("engine", &["engine"][..]),
            ("  python3 bot.py  -v ", &["python3", "bot.py", "-v"]),
            ("'my bot' \"a 'b'\" ''", &["my bot", "a 'b'", ""]),
            ("--name='my bot'", &["--name=my bot"]),
        ] {
            assert_eq!(
                split_command(text).as_deref(),
                Some(&words.iter().map(ToString::to_string).collect::<Vec<_>>()[..])
            );
        }
        for wrong in ["", "  ", "'open", "a \"b"] {
            assert_eq!(split_command(wrong), None, "{wrong}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_backslash_quotes_one_character() {
        assert_eq!(split_command(r"a\ b").unwrap(), ["a b"]);
        assert_eq!(split_command(r#""a\"b" 'c\d'"#).unwrap(), [r#"a"b"#, r"c\d"]);
        assert_eq!(split_command("a\\"), None);
    }
}
