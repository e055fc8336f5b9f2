//! The public items in rustdoc's JSON.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use super::declaration::{declaration, slice};

/// A line for every public item and for every trait that a type implements, sorted; `None` if the JSON has another form.
pub(super) fn lines(
    documentation: &Value,
    read: &dyn Fn(&str) -> Option<String>,
) -> Option<Vec<String>> {
    let index = &documentation["index"];
    index.as_object()?;
    let root = &index[documentation["root"].to_string()];
    let mut listing = Listing { index, read, files: HashMap::new(), lines: BTreeSet::new() };
    listing.module(root["name"].as_str()?, root)?;
    Some(listing.lines.into_iter().collect())
}

struct Listing<'a> {
    index: &'a Value,
    read: &'a dyn Fn(&str) -> Option<String>,
    files: HashMap<String, String>,
    lines: BTreeSet<String>,
}

impl<'a> Listing<'a> {
    fn module(&mut self, path: &str, module: &'a Value) -> Option<()> {
        for id in module["inner"]["module"]["items"].as_array()? {
            let item = self.item(id);
            if item["visibility"] != "public" {
                continue;
            }
            let (kind, inner) = kind(item)?;
            if kind == "use" {
                let name = inner["name"].as_str()?;
                let used = self.item(&inner["id"]);
                if used.is_object() {
                    self.entry(&format!("{path}::{name}"), used)?;
                } else {
                    let source = inner["source"].as_str()?;
                    self.lines.insert(format!("{path}::{name}: pub use {source}"));
                }
            } else {
                self.entry(&format!("{path}::{}", item["name"].as_str()?), item)?;
            }
        }
        Some(())
    }

    /// An item that is reached by this path, with all below it.
    fn entry(&mut self, path: &str, item: &'a Value) -> Option<()> {
        let (kind, inner) = kind(item)?;
        if kind == "module" {
            self.lines.insert(format!("{path}: pub mod"));
            return self.module(path, item);
        }
        self.line(path, item);
        let children = match kind {
            "trait" => vec![&inner["items"]],
            "enum" => vec![&inner["variants"]],
            "struct" => vec![&inner["kind"]["plain"]["fields"], &inner["kind"]["tuple"]],
            _ => Vec::new(),
        };
        for id in children.into_iter().filter_map(Value::as_array).flatten() {
            // A private field of a tuple is null.
            let child = self.item(id);
            if let Some(name) = child["name"].as_str() {
                self.line(&format!("{path}::{name}"), child);
            }
        }
        let mut derived = BTreeSet::new();
        for id in inner["impls"].as_array().into_iter().flatten() {
            derived.extend(self.implementation(path, self.item(id)));
        }
        // It comes with `PartialEq`, and nobody can use it.
        derived.remove("StructuralPartialEq");
        if !derived.is_empty() {
            let derived: Vec<_> = derived.into_iter().collect();
            self.lines.insert(format!("{path}: derives {}", derived.join(", ")));
        }
        Some(())
    }

    /// Lists an implementation; returns the trait if it is derived.
    fn implementation(&mut self, path: &str, item: &'a Value) -> Option<&'a str> {
        let inner = &item["inner"]["impl"];
        if inner["is_synthetic"] == true || !inner["blanket_impl"].is_null() {
            return None;
        }
        if let Some(name) = inner["trait"]["path"].as_str() {
            let Some(header) = self.source(item).filter(|source| source.starts_with("impl")) else {
                return Some(name);
            };
            self.lines.insert(format!("{path}: {}", declaration(&header, "impl")));
            return None;
        }
        for id in inner["items"].as_array().into_iter().flatten() {
            let child = self.item(id);
            if let Some(name) = child["name"].as_str().filter(|_| child["visibility"] == "public") {
                self.line(&format!("{path}::{name}"), child);
            }
        }
        None
    }

    fn line(&mut self, path: &str, item: &Value) {
        let kind = kind(item).map_or("item", |(kind, _)| kind);
        let source = self.source(item).unwrap_or_default();
        self.lines.insert(format!("{path}: {}", declaration(&source, kind)));
    }

    fn item(&self, id: &Value) -> &'a Value {
        &self.index[id.to_string()]
    }

    /// The text of an item in its file.
    fn source(&mut self, item: &Value) -> Option<String> {
        let span = &item["span"];
        let place = |name: &str| {
            let part = |at: usize| span[name][at].as_u64().and_then(|n| usize::try_from(n).ok());
            Some((part(0)?, part(1)?))
        };
        let file = span["filename"].as_str()?;
        if !self.files.contains_key(file) {
            self.files.insert(file.to_owned(), (self.read)(file)?);
        }
        slice(&self.files[file], place("begin")?, place("end")?)
    }
}

/// The kind of an item, and what is particular to it.
fn kind(item: &Value) -> Option<(&str, &Value)> {
    let (kind, inner) = item["inner"].as_object()?.iter().next()?;
    Some((kind, inner))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn public_items_are_listed_by_the_paths_that_lead_to_them() {
        let span = |line: u64, end: u64| json!({"filename": "a.rs", "begin": [line, 1], "end": [line, end]});
        let text = "pub struct Seat;\npub fn number(self) -> u8 { 0 }\nfn private() {}\nimpl Copy for Seat {}\n";
        let item = |name: &str, visibility: &str, span: Value, inner: Value| json!({"name": name, "visibility": visibility, "span": span, "inner": inner});
        let null = Value::Null;
        let documentation = json!({"root": 0, "index": {
            "0": item("lib", "public", null.clone(), json!({"module": {"items": [1, 2, 7]}})),
            "1": item("", "public", null.clone(), json!({"use": {"name": "Seat", "id": 3, "source": "seat::Seat"}})),
            "2": item("seat", "crate", null.clone(), json!({"module": {"items": [3]}})),
            "3": item("Seat", "public", span(1, 17), json!({"struct": {"kind": {"unit": null}, "impls": [4, 8]}})),
            "4": item("", "default", null.clone(), json!({"impl": {"items": [5, 6], "trait": null, "is_synthetic": false, "blanket_impl": null}})),
            "5": item("number", "public", span(2, 32), json!({"function": {}})),
            "6": item("private", "default", span(3, 16), json!({"function": {}})),
            "7": item("", "public", null, json!({"use": {"name": "other", "id": 99, "source": "other"}})),
            "8": item("", "default", span(4, 22), json!({"impl": {"items": [], "trait": {"path": "Copy"}, "is_synthetic": false, "blanket_impl": null}})),
        }});
        let lines = lines(&documentation, &|_| Some(text.to_owned())).expect("a list");
        assert_eq!(
            lines,
            [
                "lib::Seat: impl Copy for Seat",
                "lib::Seat: pub struct Seat",
                "lib::Seat::number: pub fn number(self) -> u8",
                "lib::other: pub use other",
            ]
        );
    }
}
