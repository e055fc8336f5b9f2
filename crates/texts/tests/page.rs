//! The page's texts: in both languages, plain enough for it, and every one said somewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, PatternElement};
use fluent_syntax::parser;
use rules::Lang;

/// The ids of a language, and the arguments of each.
fn page_texts(lang: Lang) -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let code = lang.code();
    let resource = parser::parse(texts::page_source(lang));
    let resource = resource.unwrap_or_else(|(_, errors)| panic!("page.{code}.ftl: {errors:?}"));
    let mut texts = BTreeMap::new();
    for entry in resource.body {
        let Entry::Message(message) = entry else { continue };
        let id = message.id.name;
        let value = message.value.unwrap_or_else(|| panic!("page.{code}.ftl: '{id}' says nothing"));
        let mut arguments = BTreeSet::new();
        for element in value.elements {
            let PatternElement::Placeable { expression } = element else { continue };
            match expression {
                Expression::Inline(InlineExpression::VariableReference { id }) => {
                    arguments.insert(id.name);
                }
                Expression::Inline(InlineExpression::StringLiteral { .. }) => {}
                other => panic!("page.{code}.ftl: '{id}' is too much for the page: {other:?}"),
            }
        }
        assert_eq!(texts.insert(id, arguments), None, "page.{code}.ftl: '{id}' stands there twice");
    }
    texts
}

#[test]
fn both_languages_have_the_same_texts_with_the_same_arguments() {
    let (en, fr) = (page_texts(Lang::En), page_texts(Lang::Fr));
    for (id, arguments) in &en {
        assert_eq!(Some(arguments), fr.get(id), "arguments of '{id}' in English and in French");
    }
    for id in fr.keys() {
        assert!(en.contains_key(id), "page.en.ftl lacks '{id}'");
    }
}

#[test]
fn the_page_gets_every_text_with_its_arguments_marked() {
    for lang in Lang::ALL {
        let parts = texts::PAGE_PARTS.iter().copied().map(Some).chain([None]);
        let page: BTreeMap<_, _> = parts.flat_map(|part| texts::page(lang, part)).collect();
        let expected = page_texts(lang);
        assert_eq!(page.len(), expected.len());
        for (id, arguments) in expected {
            for argument in arguments {
                assert!(page[id].contains(&format!("{{ ${argument} }}")), "{id}: {}", page[id]);
            }
        }
    }
}

#[test]
fn every_text_that_the_page_says_exists_and_every_text_is_said() {
    let en = page_texts(Lang::En);
    let mut source = String::new();
    gather(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/web"), &mut source);
    for id in said(&source, "t(") {
        assert!(en.contains_key(id), "the page says '{id}', which does not exist");
    }
    for id in said(&source, "count(") {
        for form in ["one", "other"] {
            let id = format!("{id}-{form}");
            assert!(en.contains_key(id.as_str()), "the page says '{id}', which does not exist");
        }
    }
    for id in en.keys() {
        // Some are put together: a beginning, and what was chosen.
        let stem = id.strip_suffix("-one").or_else(|| id.strip_suffix("-other")).unwrap_or(id);
        let literal = [format!("\"{id}\""), format!("\"{stem}\"")];
        let mut beginnings = id.match_indices('-').map(|(at, _)| format!("`{}${{", &id[..=at]));
        let used = literal.iter().any(|literal| source.contains(literal))
            || beginnings.any(|beginning| source.contains(&beginning));
        assert!(used, "nothing says '{id}'");
    }
}

/// The page's own files: scripts and HTML, without tests and types.
fn gather(folder: &Path, source: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let is_beside = path.ends_with("test") || path.ends_with("node_modules");
        if path.is_dir() && !is_beside {
            gather(&path, source);
        } else if path.extension().is_some_and(|kind| kind == "js" || kind == "html") {
            *source += &fs::read_to_string(&path).expect("a text");
        }
    }
}

/// The literals that are the first argument in calls of `function`.
fn said<'a>(source: &'a str, function: &str) -> Vec<&'a str> {
    let mut ids = Vec::new();
    for (at, _) in source.match_indices(function) {
        let is_part = source[..at].ends_with(|c: char| c.is_alphanumeric() || "_.$".contains(c));
        let rest = source[at + function.len()..].trim_start();
        if let (false, Some(rest)) = (is_part, rest.strip_prefix('"')) {
            ids.extend(rest.split('"').next());
        }
    }
    ids
}
