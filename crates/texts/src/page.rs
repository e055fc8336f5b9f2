//! Texts of the page. The page fills in arguments itself, so that its texts are limited to words and
//! `{ $name }`.

use std::collections::BTreeMap;
use std::fmt::Write;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser;
use rules::Lang;

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
    // Malformed texts are skipped here and found by the tests.
    let resource = parser::parse(page_source(lang)).unwrap_or_else(|(readable, _)| readable);
    let mut texts = BTreeMap::new();
    for entry in resource.body {
        let Entry::Message(message) = entry else { continue };
        let Some(value) = message.value else { continue };
        let id = message.id.name;
        let begins =
            |part: &&&str| id.strip_prefix(**part).is_some_and(|rest| rest.starts_with('-'));
        if PAGE_PARTS.iter().find(begins).copied() == part {
            texts.insert(id.to_owned(), plain(&value));
        }
    }
    texts
}

fn plain(pattern: &Pattern<&str>) -> String {
    let mut text = String::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => text += value,
            PatternElement::Placeable { expression } => match expression {
                Expression::Inline(InlineExpression::VariableReference { id }) => {
                    let _ = write!(text, "{{ ${} }}", id.name);
                }
                Expression::Inline(InlineExpression::StringLiteral { value }) => text += value,
                _ => {}
            },
        }
    }
    text
}
