//! Which crate of the workspace may depend on which.

use std::path::Path;

use serde_json::Value;

use crate::outcome::Failure;

/// The crates of the workspace, from the bottom up: each may depend on those before it, in tests too.
const LAYERS: &[&str] = &[
    "damier-testkit",
    "damier-rules",
    "damier-texts",
    "damier-picture",
    "damier-engine",
    "damier-games",
    "damier-play",
    "damier-store",
    "damier-wire",
    "damier-room",
    "damier-client",
    "damier-work",
    "damier-api",
    "damier-wasm",
    "damier-server",
    "damier-tui",
    "damier-command",
    "damier-lab",
    "damier",
    "damier-browser",
    "xtask",
];

/// Crates that know the five games; all others are given them, except in tests.
const KNOW_GAMES: &[&str] = &["damier-wasm", "damier-lab", "damier", "damier-browser"];
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
        let Some(layer) = layer_of(name) else {
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
            if is_normal && dependency == "damier-games" && !KNOW_GAMES.contains(&name) {
                found.push(format!("{manifest}: {name} is given the games, except in tests"));
            }
            let is_member = members.iter().any(|other| other["name"] == dependency);
            let is_below = layer_of(dependency).is_some_and(|other| other < layer);
            if is_member && !is_below {
                found.push(format!("{manifest}: {name} may not depend on {dependency}"));
            }
        }
    }
    Ok(found)
}

/// The place of a crate in the list.
fn layer_of(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| *layer == name)
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
    fn downwards_and_outwards_is_allowed() {
        let rules = package("damier-rules", &["serde", "arrayvec"]);
        let games = package("damier-games", &["damier-rules", "proptest"]);
        assert!(check(&[rules, games]).is_empty());
    }

    #[test]
    fn every_edge_upwards_is_reported() {
        let rules = package("damier-rules", &["damier-engine"]);
        let engine = package("damier-engine", &["damier-rules", "xtask"]);
        let found = check(&[rules, engine, package("xtask", &[])]);
        assert_eq!(found.len(), 2);
        assert!(found[0].ends_with("damier-rules may not depend on damier-engine"));
        assert!(found[1].ends_with("damier-engine may not depend on xtask"));
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
    fn few_crates_know_the_games() {
        let mut room = package("damier-room", &["damier-games"]);
        assert!(
            check(&[room.clone()])[0].ends_with("damier-room is given the games, except in tests")
        );
        room["dependencies"][0]["kind"] = json!("dev");
        assert!(check(&[room, package("damier", &["damier-games"])]).is_empty());
    }

    #[test]
    fn a_new_crate_must_choose_its_layer() {
        let found = check(&[package("damier-novelty", &[])]);
        assert!(found[0].contains("damier-novelty has no layer yet"));
    }
}
