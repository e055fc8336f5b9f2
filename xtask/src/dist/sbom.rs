//! The components of the program in the JSON of `CycloneDX`, and their licences as a text.

use std::collections::HashMap;
use std::fmt::Write;

use serde_json::{Value, json};

use crate::licences::Component;

/// Version of the specification.
const SPECIFICATION: &str = "1.5";

/// The list of components: what the program is linked with on some platform, the hashes of its sources as Cargo.lock has
/// them, and which needs which.
pub(super) fn cyclonedx(components: &[Component], lock: &str, version: &str) -> String {
    let checksums = checksums(lock);
    let reference =
        |component: &Component| format!("pkg:cargo/{}@{}", component.name, component.version);
    let references: HashMap<_, _> =
        components.iter().map(|one| (one.id.as_str(), reference(one))).collect();
    let entry = |component: &Component| {
        let mut entry = json!({
            "type": "library",
            "bom-ref": reference(component),
            "name": component.name,
            "version": component.version,
            "purl": reference(component),
            "licenses": [{"expression": component.licence}],
        });
        let key = (component.name.clone(), component.version.clone());
        if let Some(checksum) = checksums.get(&key) {
            entry["hashes"] = json!([{"alg": "SHA-256", "content": checksum}]);
        }
        if !component.home.is_empty() {
            entry["externalReferences"] = json!([{"type": "vcs", "url": component.home}]);
        }
        entry
    };
    let dependencies = components.iter().map(|one| {
        let needed: Vec<_> =
            one.dependencies.iter().filter_map(|id| references.get(id.as_str())).collect();
        json!({"ref": reference(one), "dependsOn": needed})
    });
    let is_program = |one: &&Component| one.name == "damier";
    let document = json!({
        "bomFormat": "CycloneDX",
        "specVersion": SPECIFICATION,
        "version": 1,
        "metadata": {"component": {
            "type": "application",
            "bom-ref": components.iter().find(is_program).map(reference),
            "name": "damier",
            "version": version,
            "licenses": [{"expression": "MIT OR Apache-2.0"}],
        }},
        "components": components.iter().filter(|one| !is_program(one)).map(entry).collect::<Vec<_>>(),
        "dependencies": dependencies.collect::<Vec<Value>>(),
    });
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}

/// The licence of the program, then those of what it contains.
pub(super) fn licence_list(components: &[Component], own: &str) -> String {
    let mut text = format!(
        "Damier is licensed under MIT or Apache 2.0, as you like (LICENSE-MIT, LICENSE-APACHE):\n\n{own}\n\
         The program contains these libraries:\n\n"
    );
    for one in components.iter().filter(|one| !one.is_ours) {
        // Writing into a string cannot fail.
        let _ = writeln!(text, "{} {}: {} {}", one.name, one.version, one.licence, one.home);
    }
    text
}

/// Checksums of packages in Cargo.lock by name and version.
fn checksums(lock: &str) -> HashMap<(String, String), String> {
    let mut found = HashMap::new();
    for package in lock.split("[[package]]") {
        let field = |name: &str| {
            let lines = package.lines();
            let mut values = lines.filter_map(|line| line.strip_prefix(&format!("{name} = \"")));
            values.next().map(|value| value.trim_end_matches('"').to_owned())
        };
        if let (Some(name), Some(version), Some(checksum)) =
            (field("name"), field("version"), field("checksum"))
        {
            found.insert((name, version), checksum);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_have_hashes_and_dependencies() {
        let component = |name: &str, is_ours, dependencies: &[&str]| Component {
            id: name.to_owned(),
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            licence: "MIT".to_owned(),
            home: String::new(),
            is_ours,
            dependencies: dependencies.iter().map(ToString::to_string).collect(),
        };
        let components =
            [component("damier", true, &["serde", "macro"]), component("serde", false, &[])];
        let lock = "[[package]]\nname = \"serde\"\nversion = \"1.0.0\"\nchecksum = \"ab12\"\n";
        let document: Value =
            serde_json::from_str(&cyclonedx(&components, lock, "0.2.0")).expect("JSON");
        assert_eq!(document["metadata"]["component"]["bom-ref"], "pkg:cargo/damier@1.0.0");
        assert_eq!(document["components"].as_array().map(Vec::len), Some(1));
        assert_eq!(document["components"][0]["hashes"][0]["content"], "ab12");
        assert_eq!(document["dependencies"][0]["dependsOn"], json!(["pkg:cargo/serde@1.0.0"]));
        assert!(licence_list(&components, "").ends_with("\n\nserde 1.0.0: MIT \n"));
    }
}
