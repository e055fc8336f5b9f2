//! Texts of the page. The page fills in arguments itself, so that its texts are limited to words and
//! `{ $name }`.

use std::collections::BTreeMap;
use std::fmt::Write;

use rules::Lang;

use crate::fluent::{Element, Pattern, Resource};

/// The file that holds the page's texts of `lang`.
pub const fn page_source(lang: Lang) -> &'static str {
    match lang {
        Lang::En => include_str!("../page.en.ftl"),
        Lang::Fr => include_str!("../page.fr.ftl"),
    }
}

/// Prefixes of ids that only some screens use: these texts are sent when one of them is shown.
pub const PAGE_PARTS: &[&str] =
    &["analysis", "games", "key", "learn", "offline", "online", "puzzles", "share", "think", "you"];

/// The page's texts by id, with `{ $name }` where an argument is filled in: those of a part, or all that
/// belong to none.
pub fn page(lang: Lang, part: Option<&str>) -> BTreeMap<String, String> {
    let mut resource = Resource::default();
    resource.add(page_source(lang));
    let mut texts = BTreeMap::new();
    for (id, pattern) in resource.into_messages() {
        let begins =
            |part: &&&str| id.strip_prefix(**part).is_some_and(|rest| rest.starts_with('-'));
        if PAGE_PARTS.iter().find(begins).copied() == part {
            texts.insert(id.to_owned(), plain(&pattern));
        }
    }
    texts
}

fn plain(pattern: &Pattern<'_>) -> String {
    let mut text = String::new();
    for element in &pattern.0 {
        match element {
            Element::Words(words) => text += words,
            Element::Variable(name) => {
                let _ = write!(text, "{{ ${name} }}");
            }
            Element::Select { .. } => {}
        }
    }
    text
}
