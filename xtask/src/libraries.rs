//! `cargo xtask libraries`: the crates that are published.

use crate::arguments;
use crate::outcome::{Outcome, TaskResult};
use crate::process::{cargo, run as run_command};

/// Their packages, each after those that it needs.
pub(crate) const LIBRARIES: [&str; 3] = ["damier-rules", "damier-engine", "damier-games"];

/// How much is tried of a publication.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rehearsal {
    /// The packages are made.
    Pack,
    /// They are compiled, too, each from its package alone.
    Compile,
}

/// Packs and compiles the libraries as `cargo publish` would, and publishes nothing.
pub(crate) fn run(words: &[String]) -> TaskResult {
    arguments::none(words)?;
    publish_dry(Rehearsal::Compile)
}

/// All that `cargo publish` does before the upload.
pub(crate) fn publish_dry(rehearsal: Rehearsal) -> TaskResult {
    // Quiet, because tests are left out of the packages, which cargo remarks of each.
    let mut publish = cargo("publish --workspace --dry-run --locked --allow-dirty --quiet");
    if rehearsal == Rehearsal::Pack {
        publish.arg("--no-verify");
    }
    run_command(&mut publish)?;
    Ok(Outcome::Complete)
}
