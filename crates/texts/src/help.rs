//! Help of the commands in French, found by the English words that stand in the code.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::fluent::{Element, Resource};

/// Texts of the help by their ids; both files have the same ids.
const ENGLISH: &str = include_str!("../help.en.ftl");
const FRENCH: &str = include_str!("../help.fr.ftl");

static FRENCH_BY_ENGLISH: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let mut french = read(FRENCH);
    read(ENGLISH).into_iter().filter_map(|(id, words)| Some((words, french.remove(&id)?))).collect()
});

/// A paragraph of help in French, by its English words; `None` if there is none. Line breaks within it do not count.
pub fn french_help(english: &str) -> Option<String> {
    FRENCH_BY_ENGLISH.get(&unwrapped(english)).cloned()
}

/// The English words of all that has French.
pub fn help_in_english() -> Vec<String> {
    FRENCH_BY_ENGLISH.keys().cloned().collect()
}

/// A paragraph in one line.
fn unwrapped(paragraph: &str) -> String {
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Texts by their ids. They are plain: nothing is filled in.
fn read(source: &'static str) -> HashMap<&'static str, String> {
    let mut resource = Resource::default();
    resource.add(source);
    let mut texts = HashMap::new();
    for (id, pattern) in resource.into_messages() {
        let words = pattern.0.iter().filter_map(|element| match element {
            Element::Words(words) => Some(words.as_str()),
            Element::Variable(_) | Element::Select { .. } => None,
        });
        texts.insert(id, unwrapped(&words.collect::<String>()));
    }
    texts
}

#[cfg(test)]
mod tests {
    use fluent_syntax::parser;

    use super::*;

    #[test]
    fn both_files_are_readable_and_have_the_same_texts() {
        for source in [ENGLISH, FRENCH] {
            assert!(parser::parse(source).is_ok(), "{:?}", parser::parse(source).err());
        }
        let (english, french) = (read(ENGLISH), read(FRENCH));
        for id in english.keys().chain(french.keys()) {
            assert!(english.contains_key(id) && french.contains_key(id), "'{id}'");
        }
        assert_eq!(FRENCH_BY_ENGLISH.len(), english.len(), "two ids for the same words");
    }
}
