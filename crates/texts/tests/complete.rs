//! Every text is in both languages, with the same arguments; the program says no text that does not
//! exist, and every text somewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use rules::Lang;

/// Ids that begin so are in French alone: what they say, clap itself says in English.
const FRENCH_ONLY: &str = "usage-";

/// Crates around the core: what they alone say is not in the browser.
const PROGRAM_CRATES: [&str; 7] = ["cli", "client", "command", "lab", "server", "testkit", "tui"];

type Texts = BTreeMap<&'static str, BTreeSet<&'static str>>;

/// The ids of what the core says in a language, and the arguments of each.
fn core_texts(lang: Lang) -> Texts {
    read(match lang {
        Lang::En => include_str!("../core.en.ftl"),
        Lang::Fr => include_str!("../core.fr.ftl"),
    })
}

/// The ids of a language, and the arguments of each.
fn texts(lang: Lang) -> Texts {
    let mut texts = core_texts(lang);
    let program = read(match lang {
        Lang::En => include_str!("../en.ftl"),
        Lang::Fr => include_str!("../fr.ftl"),
    });
    for (id, arguments) in program {
        assert_eq!(texts.insert(id, arguments), None, "{lang:?}: '{id}' is in both files");
    }
    texts
}

fn read(source: &'static str) -> Texts {
    let resource = parser::parse(source);
    let resource = resource.unwrap_or_else(|(_, errors)| panic!("{errors:?}"));
    let mut texts = BTreeMap::new();
    for entry in resource.body {
        let Entry::Message(message) = entry else { continue };
        let id = message.id.name;
        let mut arguments = BTreeSet::new();
        let value = message.value.unwrap_or_else(|| panic!("'{id}' says nothing"));
        collect(&value, &mut arguments);
        assert_eq!(texts.insert(id, arguments), None, "'{id}' stands there twice");
    }
    texts
}

/// Adds the arguments of a pattern.
fn collect(pattern: &Pattern<&'static str>, arguments: &mut BTreeSet<&'static str>) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        match expression {
            Expression::Inline(inline) => collect_inline(inline, arguments),
            Expression::Select { selector, variants } => {
                collect_inline(selector, arguments);
                for variant in variants {
                    collect(&variant.value, arguments);
                }
            }
        }
    }
}

fn collect_inline(
    expression: &InlineExpression<&'static str>,
    arguments: &mut BTreeSet<&'static str>,
) {
    match expression {
        InlineExpression::VariableReference { id } => {
            arguments.insert(id.name);
        }
        InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
        other => panic!("the texts are simple and do without this: {other:?}"),
    }
}

#[test]
fn both_languages_have_the_same_texts_with_the_same_arguments() {
    let (en, mut fr) = (texts(Lang::En), texts(Lang::Fr));
    fr.retain(|id, _| !id.starts_with(FRENCH_ONLY));
    for (id, arguments) in &en {
        assert_eq!(Some(arguments), fr.get(id), "arguments of '{id}' in English and in French");
    }
    for id in fr.keys() {
        assert!(en.contains_key(id), "en.ftl lacks '{id}'");
    }
    assert!(core_texts(Lang::En).keys().eq(core_texts(Lang::Fr).keys()), "files of the core");
}

/// The core in the browser has no other texts, and none that it does not say.
#[test]
fn what_the_core_says_is_in_its_own_files() {
    let (core, all) = (core_texts(Lang::En), texts(Lang::En));
    let mut sources = sources();
    sources.retain(|(path, _)| {
        !PROGRAM_CRATES.iter().any(|name| path.iter().any(|part| part == *name))
    });
    gather(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut sources);
    for (path, source) in &sources {
        for Said { id, line, .. } in said(source) {
            let of_programs = all.contains_key(&*id) && !core.contains_key(&*id);
            assert!(!of_programs, "{}:{line} says '{id}' of the programs", path.display());
        }
    }
    for id in core.keys() {
        let literal = format!("\"{id}\"");
        let used = sources.iter().any(|(_, source)| source.contains(&literal));
        assert!(used, "only programs say '{id}' of the core");
    }
}

#[test]
fn every_text_that_is_said_exists_with_these_arguments() {
    let (en, fr) = (texts(Lang::En), texts(Lang::Fr));
    for (path, source) in sources() {
        for Said { id, arguments, line } in said(&source) {
            let at = format!("{}:{line}", path.display());
            let in_both = en.contains_key(&*id) || id.starts_with(FRENCH_ONLY);
            let Some(expected) = fr.get(&*id).filter(|_| in_both) else {
                panic!("{at} says '{id}', which does not exist");
            };
            if let Some(arguments) = arguments {
                let same = arguments.iter().eq(expected);
                assert!(same, "{at}: '{id}' takes {expected:?}, not {arguments:?}");
            }
        }
    }
}

#[test]
fn every_text_is_said_somewhere() {
    let mut sources = sources();
    gather(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut sources);
    for id in texts(Lang::Fr).keys() {
        let literal = format!("\"{id}\"");
        let used = sources.iter().any(|(_, source)| source.contains(&literal));
        assert!(used, "nothing says '{id}'");
    }
}

/// The Rust files of the crates that may use this one.
fn sources() -> Vec<(PathBuf, String)> {
    let this = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = Vec::new();
    for entry in fs::read_dir(this.parent().expect("crates/")).expect("crates/ is a folder") {
        let path = entry.expect("an entry").path();
        if path != this && path.is_dir() {
            gather(&path.join("src"), &mut sources);
        }
    }
    assert!(!sources.is_empty());
    sources
}

fn gather(folder: &Path, sources: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            gather(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = fs::read_to_string(&path).expect("a text");
            sources.push((path, source));
        }
    }
}

/// A text that a source names by a literal id.
#[derive(Debug, PartialEq)]
struct Said {
    id: String,
    /// Names of the arguments; `None` in a call of a function, which takes them as a list.
    arguments: Option<BTreeSet<String>>,
    line: usize,
}

/// The texts of the macros and functions named `say` and `text`: the id comes first, or second after a language.
fn said(source: &str) -> Vec<Said> {
    let mut said = Vec::new();
    if !["text(", "text!(", "say(", "say!("].iter().any(|call| source.contains(call)) {
        return said;
    }
    search(source.parse().expect("Rust"), &mut said);
    said
}

fn search(tokens: TokenStream, said: &mut Vec<Said>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        search(group.stream(), said);
        let is_macro = at > 0 && is_mark(&tokens[at - 1], '!');
        let name = at.checked_sub(if is_macro { 2 } else { 1 }).map(|at| &tokens[at]);
        let is_text =
            matches!(name, Some(TokenTree::Ident(name)) if name == "text" || name == "say");
        if is_text && group.delimiter() == Delimiter::Parenthesis {
            said.extend(said_in(group.stream(), is_macro));
        }
    }
}

/// The text of a call whose id is a literal.
fn said_in(call: TokenStream, is_macro: bool) -> Option<Said> {
    let tokens: Vec<_> = call.into_iter().collect();
    let parts: Vec<_> = tokens.split(|token| is_mark(token, ',')).collect();
    let (at, id) = parts.iter().take(2).enumerate().find_map(|(at, part)| match part {
        [TokenTree::Literal(literal)] if literal.to_string().starts_with('"') => {
            Some((at, literal))
        }
        _ => None,
    })?;
    let names = parts[at + 1..].iter().filter_map(|part| part.first());
    Some(Said {
        id: id.to_string().trim_matches('"').to_owned(),
        arguments: is_macro.then(|| names.map(ToString::to_string).collect()),
        line: id.span().start().line,
    })
}

fn is_mark(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

#[test]
fn ids_and_arguments_are_found_in_sources() {
    let source = r#"
        fn f() {
            texts::text("one", &[("n", n.into())]) + &texts::say(self.lang, "two", &[])
                + context("three") + &texts::text(id, &[("four", 4.into())])
                + texts::say!(f(a, b), "five", n = g(1, 2), move = text!("six"), path)
        }
    "#;
    let of = |id: &str, names: Option<&[&str]>, line| {
        let arguments = names.map(|names| names.iter().copied().map(str::to_owned).collect());
        Said { id: id.to_owned(), arguments, line }
    };
    let expected = [
        of("one", None, 3),
        of("two", None, 3),
        of("six", Some(&[]), 5),
        of("five", Some(&["n", "move", "path"]), 5),
    ];
    assert_eq!(said(source), expected);
}
