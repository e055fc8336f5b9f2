//! The part of [Fluent](https://projectfluent.org) that the texts use: words, `{ $name }`, `{ "literal" }`, and `{ $name -> … }`
//! with variants for numbers and for plural forms.
//!
//! The crate `fluent` can do more, and has the plural rules of all languages: 20 KB of the compressed program for the
//! browser. The tests compare this with it.

use std::collections::BTreeMap;

use rules::Lang;

use crate::Arg;

/// Messages by their ids.
#[derive(Default)]
pub(crate) struct Resource<'a>(BTreeMap<&'a str, Pattern<'a>>);

/// What a message says.
pub(crate) struct Pattern<'a>(pub(crate) Vec<Element<'a>>);

/// Part of a pattern.
pub(crate) enum Element<'a> {
    /// Words as they are.
    Words(String),
    /// An argument that is filled in.
    Variable(&'a str),
    /// A choice by an argument.
    Select {
        /// Name of the argument.
        variable: &'a str,
        /// Patterns by their keys: numbers and plural forms.
        variants: Vec<(&'a str, Pattern<'a>)>,
        /// Index of the one that is taken if no key fits.
        default: usize,
    },
}

impl<'a> Resource<'a> {
    /// Adds the messages of a file. Malformed ones are skipped here and found by the tests.
    pub(crate) fn add(&mut self, source: &'a str) {
        let mut rest = source;
        while !rest.is_empty() {
            let (message, next) = rest.split_at(message_end(rest));
            rest = next;
            if let Some((id, pattern)) = read_message(message) {
                self.0.insert(id, pattern);
            }
        }
    }

    /// What a message says.
    pub(crate) fn get(&self, id: &str) -> Option<&Pattern<'a>> {
        self.0.get(id)
    }

    pub(crate) fn into_messages(self) -> impl Iterator<Item = (&'a str, Pattern<'a>)> {
        self.0.into_iter()
    }
}

/// Where the message at the beginning ends: before the next line that is neither empty nor indented nor the end of a
/// placeable.
fn message_end(source: &str) -> usize {
    let mut end = 0;
    for line in source.split_inclusive('\n') {
        if end > 0 && !line.starts_with([' ', '}', '\n']) {
            break;
        }
        end += line.len();
    }
    end
}

/// Reads `id = pattern`; `None` for comments and empty lines.
fn read_message(message: &str) -> Option<(&str, Pattern<'_>)> {
    let (id, text) = message.split_once('=')?;
    let id = id.trim_end();
    let is_id = !id.is_empty() && id.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-');
    let inline = text.trim_end().trim_start_matches(' ');
    let block = inline.trim_start_matches('\n');
    let is_block = block.len() < inline.len();
    let indent = common_indent(block, usize::from(!is_block));
    let mut reader = Reader { rest: if is_block { without_indent(block, indent) } else { block } };
    let pattern = reader.pattern(indent)?;
    is_id.then_some((id, pattern))
}

/// The text that is still to be read.
struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// Reads a pattern, all of whose lines but the first are indented so far.
    fn pattern(&mut self, indent: usize) -> Option<Pattern<'a>> {
        let mut elements = Vec::new();
        let mut words = String::new();
        while let Some(next) = self.rest.chars().next() {
            match next {
                '{' => {
                    if !words.is_empty() {
                        elements.push(Element::Words(std::mem::take(&mut words)));
                    }
                    self.rest = self.rest[1..].trim_start();
                    elements.push(self.placeable()?);
                }
                '}' => return None,
                '\n' => {
                    words.push('\n');
                    self.rest = without_indent(&self.rest[1..], indent);
                }
                _ => {
                    let end = self.rest.find(['{', '}', '\n']).unwrap_or(self.rest.len());
                    words += &self.rest[..end];
                    self.rest = &self.rest[end..];
                }
            }
        }
        if !words.is_empty() {
            elements.push(Element::Words(words));
        }
        Some(Pattern(elements))
    }

    /// Reads a placeable behind its opening brace, with the closing one.
    fn placeable(&mut self) -> Option<Element<'a>> {
        if let Some(literal) = self.rest.strip_prefix('"') {
            let (literal, rest) = literal.split_once('"')?;
            self.rest = rest.trim_start().strip_prefix('}')?;
            return (!literal.contains('\\')).then(|| Element::Words(literal.to_owned()));
        }
        let name = self.rest.strip_prefix('$')?;
        let end = name.find(|c: char| !c.is_ascii_alphanumeric() && !"-_".contains(c))?;
        let (variable, rest) = name.split_at(end);
        let rest = rest.trim_start();
        if let Some(rest) = rest.strip_prefix('}') {
            self.rest = rest;
            return Some(Element::Variable(variable));
        }
        self.rest = rest.strip_prefix("->")?.trim_start();
        self.variants(variable)
    }

    /// Reads the variants of a choice, a line each, with the closing brace.
    fn variants(&mut self, variable: &'a str) -> Option<Element<'a>> {
        let (mut variants, mut default) = (Vec::new(), None);
        loop {
            if let Some(rest) = self.rest.strip_prefix('}') {
                self.rest = rest;
                return Some(Element::Select { variable, variants, default: default? });
            }
            if let Some(rest) = self.rest.strip_prefix('*') {
                default = Some(variants.len());
                self.rest = rest;
            }
            let (key, rest) = self.rest.strip_prefix('[')?.split_once(']')?;
            let (line, rest) = rest.split_once('\n')?;
            let mut variant = Reader { rest: line.trim() };
            variants.push((key.trim(), variant.pattern(0)?));
            self.rest = rest.trim_start();
        }
    }
}

/// Spaces that a line begins with.
fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// A line without its indent.
fn without_indent(line: &str, indent: usize) -> &str {
    &line[indent_of(line).min(indent)..]
}

/// Spaces that all lines from `first` on begin with, but empty ones and those inside of placeables.
fn common_indent(pattern: &str, first: usize) -> usize {
    let mut depth = 0;
    let mut common: Option<usize> = None;
    for (index, line) in pattern.lines().enumerate() {
        let indent = indent_of(line);
        if index >= first && depth == 0 && indent < line.len() {
            common = Some(common.map_or(indent, |common| common.min(indent)));
        }
        depth += line.matches('{').count();
        depth = depth.saturating_sub(line.matches('}').count());
    }
    common.unwrap_or(0)
}

impl Pattern<'_> {
    /// Writes the pattern with its arguments. Returns false if one is missing, whose name is written in its place.
    pub(crate) fn write(&self, lang: Lang, args: &[(&str, Arg<'_>)], out: &mut String) -> bool {
        let find = |name: &str| args.iter().find(|(one, _)| *one == name).map(|(_, arg)| arg);
        let mut is_complete = true;
        for element in &self.0 {
            match element {
                Element::Words(words) => *out += words,
                Element::Variable(name) => {
                    let arg = find(name);
                    *out +=
                        &arg.map_or_else(|| format!("{{${name}}}").into(), |arg| arg.words(lang));
                    is_complete &= arg.is_some();
                }
                Element::Select { variable, variants, default } => {
                    let arg = find(variable);
                    let fits = |key: &str| arg.is_some_and(|arg| arg.fits(key, lang));
                    let exact = variants.iter().find(|(key, _)| fits(key));
                    let chosen = exact.or_else(|| variants.get(*default));
                    let written = chosen.is_none_or(|(_, pattern)| pattern.write(lang, args, out));
                    is_complete &= written && arg.is_some();
                }
            }
        }
        is_complete
    }
}

#[cfg(test)]
mod tests {
    use ::fluent::{FluentArgs, FluentBundle, FluentResource, FluentValue};
    use fluent_syntax::ast::Entry;

    use super::*;

    const ENGLISH: [&str; 4] = [
        include_str!("../core.en.ftl"),
        include_str!("../en.ftl"),
        include_str!("../page.en.ftl"),
        include_str!("../help.en.ftl"),
    ];
    const FRENCH: [&str; 4] = [
        include_str!("../core.fr.ftl"),
        include_str!("../fr.ftl"),
        include_str!("../page.fr.ftl"),
        include_str!("../help.fr.ftl"),
    ];
    /// What no text of the project does, or not yet.
    const OTHERS: &str = "\
        # a comment = of several\n# lines\n\
        block =\n    one\n      two\n\n    { $n } three  \n\
        inline = begins\n    and goes on\n    { \"[\" } { $n }, far\n    { $n ->\n    [0] none\n   *[other] { $n }{ $words }\n}!\n\
        keys = { $words ->\n    [w] the word\n   *[other] another\n} and { $n ->\n    [1] 1!\n    [one] one\n   *[many] many\n}\n\
        last = without an end of its line";

    /// Names of the arguments of a pattern.
    fn names<'a>(pattern: &Pattern<'a>) -> Vec<&'a str> {
        let of = |element: &Element<'a>| match element {
            Element::Words(_) => vec![],
            Element::Variable(name) => vec![*name],
            Element::Select { variable, variants, .. } => {
                let inner = variants.iter().flat_map(|(_, pattern)| names(pattern));
                inner.chain([*variable]).collect()
            }
        };
        pattern.0.iter().flat_map(of).collect()
    }

    /// Compares all messages of a file with what the crate `fluent` makes of them.
    fn compare(source: &'static str, lang: Lang) {
        let mut bundle = FluentBundle::new(vec![lang.code().parse().expect("a language")]);
        bundle.set_use_isolating(false);
        let parsed = FluentResource::try_new(source.to_owned()).expect("a file without errors");
        let ids = parsed.entries().filter_map(|entry| match entry {
            Entry::Message(message) => Some(message.id.name.to_owned()),
            _ => None,
        });
        let ids: Vec<_> = ids.collect();
        bundle.add_resource_overriding(parsed);
        let mut resource = Resource::default();
        resource.add(source);
        assert_eq!(resource.0.len(), ids.len());
        for id in ids {
            let pattern = resource.get(&id).unwrap_or_else(|| panic!("'{id}' was not read"));
            for value in [Arg::from(0_u64), 1_u64.into(), 2_u64.into(), 21_u64.into(), "w".into()] {
                let args: Vec<_> =
                    names(pattern).into_iter().map(|name| (name, value.clone())).collect();
                let same = args.iter().map(|(name, arg)| match arg {
                    Arg::Count(count) => (*name, FluentValue::from(*count)),
                    _ => (*name, FluentValue::from("w")),
                });
                let same: FluentArgs<'_> = same.collect();
                let mut written = String::new();
                assert!(pattern.write(lang, &args, &mut written), "'{id}'");
                let message = bundle.get_message(&id).and_then(|message| message.value());
                let mut errors = Vec::new();
                let expected =
                    bundle.format_pattern(message.expect("words"), Some(&same), &mut errors);
                assert_eq!(written, expected, "'{id}' in {}", lang.code());
                assert!(errors.is_empty(), "'{id}': {errors:?}");
            }
        }
    }

    #[test]
    fn texts_are_those_of_fluent() {
        for (lang, sources) in [(Lang::En, ENGLISH), (Lang::Fr, FRENCH)] {
            for source in sources.into_iter().chain([OTHERS]) {
                compare(source, lang);
            }
        }
    }

    #[test]
    fn malformed_messages_are_skipped() {
        let mut resource = Resource::default();
        resource.add(
            "open = { $n\nnone = { }\nstray = }\nchoice = { $n ->\n    [one] 1\n}\nfine = yes\n",
        );
        assert_eq!(resource.into_messages().map(|(id, _)| id).collect::<Vec<_>>(), ["fine"]);
    }

    #[test]
    fn the_name_of_a_missing_argument_is_written() {
        let mut resource = Resource::default();
        resource.add("both = { $one } and { $other }");
        let mut written = String::new();
        let pattern = resource.get("both").expect("a message");
        assert!(!pattern.write(Lang::En, &[("one", "1".into())], &mut written));
        assert_eq!(written, "1 and {$other}");
    }
}
