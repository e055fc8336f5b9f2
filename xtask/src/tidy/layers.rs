//! Which crate of the workspace may depend on which.

use std::path::Path;

use serde_json::Value;

use crate::outcome::Failure;

/// A crate and those of the workspace that it may name, in tests too. A crate stands below those
/// that it may depend on, so that there is no way round in a circle.
const LAYERS: &[(&str, &[&str])] = &[
    ("damier-golden", &[]),
    ("damier-services", &[]),
    ("damier-rules", &["damier-golden"]),
    ("damier-texts", &["damier-rules"]),
    ("damier-picture", &["damier-rules"]),
    ("damier-engine", &["damier-rules"]),
    ("damier-games", &["damier-engine", "damier-golden", "damier-picture", "damier-rules"]),
    // The games are for its tests.
    ("damier-play", &["damier-games", "damier-golden", "damier-rules"]),
    ("damier-store", &["damier-play", "damier-rules", "damier-services"]),
    ("damier-wire", &["damier-engine", "damier-play", "damier-rules"]),
    (
        "damier-room",
        // The games are for its tests.
        &[
            "damier-games",
            "damier-play",
            "damier-rules",
            "damier-store",
            "damier-texts",
            "damier-wire",
        ],
    ),
    ("damier-client", &["damier-play", "damier-rules", "damier-texts", "damier-wire"]),
    ("damier-cluster", &["damier-play", "damier-room", "damier-services", "damier-wire"]),
    (
        "damier-work",
        &["damier-cluster", "damier-engine", "damier-games", "damier-rules", "damier-services"],
    ),
    (
        "damier-api",
        &[
            "damier-engine",
            "damier-picture",
            "damier-play",
            "damier-room",
            "damier-rules",
            "damier-store",
            "damier-texts",
            "damier-wire",
            "damier-work",
        ],
    ),
    (
        "damier-wasm",
        &[
            "damier-api",
            "damier-engine",
            "damier-games",
            "damier-play",
            "damier-room",
            "damier-rules",
            "damier-store",
            "damier-texts",
            "damier-wire",
            "damier-work",
        ],
    ),
    (
        "damier-server",
        &[
            "damier-api",
            "damier-cluster",
            "damier-engine",
            "damier-picture",
            "damier-play",
            "damier-room",
            "damier-rules",
            "damier-store",
            "damier-texts",
            "damier-wire",
            "damier-work",
        ],
    ),
    (
        "damier-tui",
        // The games are for its tests.
        &[
            "damier-engine",
            "damier-games",
            "damier-golden",
            "damier-play",
            "damier-rules",
            "damier-texts",
            "damier-wire",
        ],
    ),
    (
        "damier",
        &[
            "damier-client",
            "damier-cluster",
            "damier-engine",
            "damier-games",
            "damier-golden",
            "damier-picture",
            "damier-play",
            "damier-room",
            "damier-rules",
            "damier-server",
            "damier-services",
            "damier-store",
            "damier-texts",
            "damier-tui",
            "damier-wire",
            "damier-work",
        ],
    ),
    (
        "damier-browser",
        &[
            "damier-engine",
            "damier-games",
            "damier-rules",
            "damier-server",
            "damier-services",
            "damier-store",
        ],
    ),
    ("xtask", &["damier-services"]),
];

/// Crates that run in a browser too, and therefore know no server, no database and no runtime; clocks and entropy are
/// arguments there.
const PORTABLE: &[&str] = &["damier-api", "damier-room", "damier-wire", "damier-play"];
/// What these crates may not depend on, except in tests.
const NOT_PORTABLE: &[&str] =
    &["async-nats", "axum", "getrandom", "hyper", "rustls", "sqlx", "tokio", "tower-http"];

/// The breaches in a workspace, described by `cargo metadata --no-deps`.
pub(super) fn violations(metadata: &str) -> Result<Vec<String>, Failure> {
    let metadata: Value = serde_json::from_str(metadata)
        .map_err(|error| Failure::Task(format!("cannot read cargo's metadata: {error}")))?;
    let root = text(&metadata["workspace_root"]);
    let members = list(&metadata["packages"]);
    let mut found = Vec::new();
    for member in members {
        let name = text(&member["name"]);
        let manifest = Path::new(text(&member["manifest_path"]));
        let manifest = manifest.strip_prefix(root).unwrap_or(manifest).display();
        let Some((_, allowed)) = LAYERS.iter().find(|(layer, _)| *layer == name) else {
            found.push(format!(
                "{manifest}: {name} has no layer yet, add it to LAYERS in xtask/src/tidy/layers.rs"
            ));
            continue;
        };
        for dependency in list(&member["dependencies"]) {
            let is_normal = dependency["kind"].is_null();
            let dependency = text(&dependency["name"]);
            if is_normal && PORTABLE.contains(&name) && NOT_PORTABLE.contains(&dependency) {
                found.push(format!("{manifest}: {name} runs in browsers, without {dependency}"));
            }
            let is_member = members.iter().any(|other| other["name"] == dependency);
            if is_member && !allowed.contains(&dependency) {
                found.push(format!("{manifest}: {name} may not depend on {dependency}"));
            }
        }
    }
    Ok(found)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn package(name: &str, dependencies: &[&str]) -> Value {
        let dependencies: Vec<_> =
            dependencies.iter().map(|name| json!({ "name": name })).collect();
        json!({ "name": name, "manifest_path": format!("/project/{name}/Cargo.toml"), "dependencies": dependencies })
    }

    fn check(packages: &[Value]) -> Vec<String> {
        let metadata = json!({ "workspace_root": "/project", "packages": packages });
        violations(&metadata.to_string()).expect("metadata")
    }

    #[test]
    fn a_crate_depends_only_on_crates_above_it_in_the_table() {
        for (at, (name, allowed)) in LAYERS.iter().enumerate() {
            for other in *allowed {
                let above = LAYERS[..at].iter().any(|(layer, _)| layer == other);
                assert!(above, "{name} -> {other}");
            }
        }
    }

    #[test]
    fn downwards_and_outwards_is_allowed() {
        let rules = package("damier-rules", &["serde", "arrayvec"]);
        let games = package("damier-games", &["damier-rules", "proptest"]);
        assert!(check(&[rules, games]).is_empty());
    }

    #[test]
    fn every_edge_upwards_is_reported() {
        let rules = package("damier-rules", &["damier-games"]);
        let games = package("damier-games", &["damier-rules", "xtask"]);
        let found = check(&[rules, games, package("xtask", &[])]);
        assert_eq!(found.len(), 2);
        assert!(found[0].ends_with("damier-rules may not depend on damier-games"));
        assert!(found[1].ends_with("damier-games may not depend on xtask"));
    }

    #[test]
    fn what_runs_in_browsers_knows_no_server() {
        let found = check(&[package("damier-api", &["serde", "axum", "tokio"])]);
        assert_eq!(found.len(), 2);
        assert!(found[0].ends_with("damier-api runs in browsers, without axum"));
        let mut api = package("damier-api", &["tokio"]);
        api["dependencies"][0]["kind"] = json!("dev");
        assert!(check(&[api]).is_empty());
    }

    #[test]
    fn a_new_crate_must_choose_its_layer() {
        let found = check(&[package("damier-novelty", &[])]);
        assert!(found[0].contains("damier-novelty has no layer yet"));
    }
}
