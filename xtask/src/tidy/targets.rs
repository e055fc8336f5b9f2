//! Tests that no target of cargo compiles, and that would be lost without a word.

use serde_json::Value;

use crate::outcome::Failure;

/// A Rust file: its path, seen from the root and with `/` between folders, and its text.
pub(super) type Source = (String, String);

/// The breaches in the targets of the packages, by the metadata of cargo.
pub(super) fn violations(metadata: &str, sources: &[Source]) -> Result<Vec<String>, Failure> {
    let metadata: Value = serde_json::from_str(metadata)
        .map_err(|error| Failure::Task(format!("cannot read the metadata of cargo: {error}")))?;
    let text = |value: &Value| value.as_str().unwrap_or_default().replace('\\', "/");
    let root = text(&metadata["workspace_root"]) + "/";
    let local = |value: &Value| text(value).trim_start_matches(&root).to_owned();
    let mut found = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let manifest = local(&package["manifest_path"]);
        let folder = manifest.trim_end_matches("Cargo.toml");
        let targets = || package["targets"].as_array().into_iter().flatten();
        for target in targets().filter(|target| target["kind"] == serde_json::json!(["lib"])) {
            let of_library = |source: &&Source| source.0.starts_with(&format!("{folder}src/"));
            for (path, text) in sources.iter().filter(of_library) {
                if target["test"] == false && has_test(text) {
                    found.push(format!(
                        "{path}: its tests do not run: `test = false` in {manifest}"
                    ));
                }
                if target["doctest"] == false && has_example(text) {
                    found.push(format!(
                        "{path}: its example is not tested: `doctest = false` in {manifest}"
                    ));
                }
            }
        }
        let compiled: Vec<String> = targets().map(|target| local(&target["src_path"])).collect();
        let tests = format!("{folder}tests/");
        let main = sources.iter().find(|(path, _)| *path == format!("{tests}main.rs"));
        let modules = main.map_or("", |(_, text)| text);
        for (path, _) in sources {
            let Some(name) = path.strip_prefix(&tests).and_then(|name| name.strip_suffix(".rs"))
            else {
                continue;
            };
            let is_module = modules.contains(&format!("mod {name};"));
            if !name.contains('/') && !is_module && !compiled.contains(path) {
                found.push(format!("{path}: nothing compiles it: add it to {tests}main.rs"));
            }
        }
    }
    Ok(found)
}

/// Whether a file has tests.
fn has_test(text: &str) -> bool {
    // In two parts, so that this line is none.
    let attributes = [concat!("#[", "test]"), concat!("#[", "tokio::test")];
    attributes.iter().any(|attribute| text.contains(attribute))
}

/// Whether a file has an example in its documentation, which rustdoc compiles.
fn has_example(text: &str) -> bool {
    let mut is_inside = false;
    let includes_page = text.contains(concat!("#![", "doc = include_str!("));
    includes_page
        || text.lines().map(str::trim_start).any(|line| {
            let line = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
            let Some(kind) = line.and_then(|line| line.trim_start().strip_prefix("```")) else {
                return false;
            };
            let begins = !is_inside;
            is_inside = begins;
            begins && !["text", "ignore", "json", "toml", "sh"].contains(&kind.trim())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(test: bool, doctest: bool, sources: &[(&str, &str)]) -> Vec<String> {
        let library = serde_json::json!({
            "kind": ["lib"], "src_path": "/project/a/src/lib.rs", "test": test, "doctest": doctest,
        });
        let tests = serde_json::json!({ "kind": ["test"], "src_path": "/project/a/tests/main.rs" });
        let package = serde_json::json!({
            "manifest_path": "/project/a/Cargo.toml", "targets": [library, tests],
        });
        let metadata = serde_json::json!({ "workspace_root": "/project", "packages": [package] });
        let sources: Vec<_> =
            sources.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
        violations(&metadata.to_string(), &sources).expect("metadata")
    }

    #[test]
    fn tests_that_are_not_compiled_are_found() {
        let unit = ("a/src/b.rs", concat!("#[", "test]\nfn it_works() {}"));
        assert!(found(true, false, &[unit]).is_empty());
        assert_eq!(found(false, false, &[unit]).len(), 1);
        let example = ("a/src/lib.rs", "/// ```\n/// a::b();\n/// ```\n");
        assert!(found(false, true, &[example]).is_empty());
        assert_eq!(found(false, false, &[example]).len(), 1);
        let picture = ("a/src/lib.rs", "/// ```text\n/// + +\n/// ```\n");
        assert!(found(false, false, &[picture]).is_empty());
        let (main, module) = (("a/tests/main.rs", "mod one;\n"), ("a/tests/one.rs", ""));
        assert!(found(true, true, &[main, module, ("a/tests/one/deeper.rs", "")]).is_empty());
        assert_eq!(found(true, true, &[main, module, ("a/tests/two.rs", "")]).len(), 1);
    }
}
