//! What the core for the browser may depend on: the quick check, beside `cargo xtask web`, which compiles it.

use crate::outcome::Failure;
use crate::process::{capture, cargo};
use crate::web::{CORE_CRATES, TARGET};

/// Crates that need an operating system, and do not compile for the browser or trap there.
const FORBIDDEN: [&str; 8] =
    ["async-nats", "axum", "getrandom", "hyper", "mio", "ring", "rustix", "sqlx-core"];

/// The breaches in the dependencies of the core.
pub(super) fn violations() -> Result<Vec<String>, Failure> {
    let mut tree = cargo("tree --locked --edges normal --prefix none --format {p} --target");
    tree.arg(TARGET).args(CORE_CRATES.iter().flat_map(|name| ["--package", name]));
    Ok(forbidden(&capture(&mut tree)?))
}

fn forbidden(tree: &str) -> Vec<String> {
    let name = |line: &str| line.split_whitespace().next().unwrap_or_default().to_owned();
    let mut found: Vec<String> =
        tree.lines().map(name).filter(|name| FORBIDDEN.contains(&name.as_str())).collect();
    found.sort();
    found.dedup();
    let say =
        |name| format!("the core for the browser depends on {name}: see `cargo tree --invert`");
    found.into_iter().map(say).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_needs_an_operating_system_is_found_once() {
        let tree = "damier-wasm v0.1.0 (/project)\nserde v1.0.0\nmio v1.2.4\nmio v1.2.4 (*)\n";
        assert_eq!(forbidden(tree).len(), 1);
        assert!(forbidden(tree)[0].contains("depends on mio"));
        assert!(forbidden("damier-wasm v0.1.0\nserde v1.0.0\n").is_empty());
    }
}
