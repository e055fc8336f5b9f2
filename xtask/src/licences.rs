//! `cargo xtask licences`: list of the program's dependencies and their licences, for the page's `/about`.

use std::collections::{BTreeSet, HashMap};
use std::fs;

use serde_json::Value;

use crate::arguments;
use crate::outcome::{Failure, Outcome, TaskResult};
use crate::process::{capture, cargo};

/// File of the page with the list, which `/about` loads.
const FILE: &str = "crates/server/web/licences.json";
/// Package of the program.
const ROOT: &str = "damier";

/// Writes the list anew.
pub(crate) fn run(words: &[String]) -> TaskResult {
    arguments::none(words)?;
    let text = written()?;
    fs::write(FILE, text)
        .map_err(|error| Failure::Task(format!("cannot write {FILE}: {error}")))?;
    println!("{FILE}");
    Ok(Outcome::Complete)
}

/// The violation of a list that is not up to date.
pub(crate) fn violation() -> Result<Option<String>, Failure> {
    let wanted = written()?;
    let is_right = fs::read_to_string(FILE).is_ok_and(|found| found == wanted);
    Ok((!is_right).then(|| format!("{FILE}: not up to date, see `cargo xtask licences`")))
}

fn written() -> Result<String, Failure> {
    let linked = components()?;
    // Some versions of a library differ in nothing else.
    let entries: BTreeSet<_> = linked
        .into_iter()
        .filter(|one| !one.is_ours)
        .map(|one| [one.name, one.version, one.licence, one.home])
        .collect();
    let lines: Vec<_> =
        entries.into_iter().map(|entry| format!("  {}", Value::from(entry.to_vec()))).collect();
    Ok(format!("[\n{}\n]\n", lines.join(",\n")))
}

/// A package that the program is linked with.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Component {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) licence: String,
    pub(crate) home: String,
    /// Whether it is a package of this workspace.
    pub(crate) is_ours: bool,
    /// How cargo's metadata name it.
    pub(crate) id: String,
    /// The ids of what it is linked with itself.
    pub(crate) dependencies: Vec<String>,
}

/// Everything that the program is linked with on some platform, itself included, sorted by name.
pub(crate) fn components() -> Result<Vec<Component>, Failure> {
    let metadata = capture(&mut cargo("metadata --format-version 1 --locked"))?;
    let metadata: Value = serde_json::from_str(&metadata)
        .map_err(|error| Failure::Task(format!("cannot read cargo's metadata: {error}")))?;
    Ok(linked(&metadata).into_iter().collect())
}

fn linked(metadata: &Value) -> BTreeSet<Component> {
    let list = |value: &'_ Value| value.as_array().cloned().unwrap_or_default();
    let id = |value: &Value| value["id"].as_str().unwrap_or_default().to_owned();
    let packages: HashMap<_, _> =
        list(&metadata["packages"]).into_iter().map(|one| (id(&one), one)).collect();
    let nodes: HashMap<_, _> =
        list(&metadata["resolve"]["nodes"]).into_iter().map(|one| (id(&one), one)).collect();
    // Macros work for the compiler alone.
    let is_linked = |package: &Value| {
        !list(&package["targets"]).iter().any(|target| target["kind"][0] == "proc-macro")
    };
    let mut waiting: Vec<_> = packages.values().filter(|one| one["name"] == ROOT).map(id).collect();
    let mut seen = BTreeSet::new();
    let mut found = BTreeSet::new();
    while let Some(next) = waiting.pop() {
        let Some(package) = packages.get(&next).filter(|package| is_linked(package)) else {
            continue;
        };
        if !seen.insert(next.clone()) {
            continue;
        }
        let mut dependencies = Vec::new();
        for dependency in list(&nodes[&next]["deps"]) {
            if list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null()) {
                dependencies.push(dependency["pkg"].as_str().unwrap_or_default().to_owned());
            }
        }
        waiting.extend(dependencies.iter().cloned());
        let part = |name: &str| package[name].as_str().unwrap_or_default().to_owned();
        found.insert(Component {
            name: part("name"),
            version: part("version"),
            licence: package["license"].as_str().unwrap_or("?").replace('/', " OR "),
            home: part("repository"),
            is_ours: package["source"].is_null(),
            id: next,
            dependencies,
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_is_linked_is_listed() {
        let package = |name: &str, source: Value, kind: &str| {
            json!({
                "id": name, "name": name, "version": "1.0.0", "license": "MIT/Apache-2.0",
                "repository": null, "source": source, "targets": [{"kind": [kind]}],
            })
        };
        let node = |name: &str, deps: &[(&str, Value)]| {
            let deps: Vec<_> = deps
                .iter()
                .map(|(pkg, kind)| json!({"pkg": pkg, "dep_kinds": [{"kind": kind}]}))
                .collect();
            json!({"id": name, "deps": deps})
        };
        let metadata = json!({
            "packages": [
                package("damier", Value::Null, "bin"), package("linked", json!("r"), "lib"),
                package("built", json!("r"), "lib"), package("macro", json!("r"), "proc-macro"),
                package("deep", json!("r"), "lib"),
            ],
            "resolve": {"nodes": [
                node("damier", &[("linked", Value::Null), ("built", json!("build")), ("macro", Value::Null)]),
                node("linked", &[("deep", Value::Null)]), node("macro", &[("built", Value::Null)]),
                node("built", &[]), node("deep", &[("linked", Value::Null)]),
            ]},
        });
        let linked = linked(&metadata);
        let names: Vec<_> = linked.iter().map(|one| (one.name.as_str(), one.is_ours)).collect();
        assert_eq!(names, [("damier", true), ("deep", false), ("linked", false)]);
        assert!(linked.iter().all(|one| one.licence == "MIT OR Apache-2.0"));
    }
}
