//! `cargo xtask deny`: cargo-deny with the `deny.toml` of each workspace.

use std::process::Command;
use std::time::Duration;

use crate::arguments::{self, MissingTools};
use crate::outcome::{Outcome, TaskResult};
use crate::process::{capture, cargo, run as run_command, run_within};

/// Unoptimised, because it runs for a second and would take minutes to optimise.
const INSTALL: &str = "install cargo-deny@0.20.2 --locked --debug";

/// Time limit of fetching the advisories; after it they are left out.
const FETCH_TIMEOUT: Duration = Duration::from_secs(90);

/// Manifests of the workspaces whose dependencies others get: the program and the Python package.
const MANIFESTS: [&str; 2] = ["Cargo.toml", "python/Cargo.toml"];

/// Reads `[--install]` and checks the dependencies.
pub(crate) fn run(words: &[String]) -> TaskResult {
    check(arguments::install(words)?)
}

/// Checks licences, bans, sources, and advisories where their database can be reached.
pub(crate) fn check(missing: MissingTools) -> TaskResult {
    if capture(&mut cargo("deny --version")).is_err() {
        match missing {
            MissingTools::Install => {
                // Nobody debugs it, and without the information for that it compiles sooner.
                run_command(cargo(INSTALL).env("CARGO_PROFILE_DEV_DEBUG", "0"))?;
            }
            MissingTools::LeaveOut => {
                return Ok(Outcome::LeftOut(format!(
                    "skipped, cargo-deny is not installed: cargo {INSTALL}"
                )));
            }
        }
    }
    for manifest in MANIFESTS {
        run_command(deny("--locked", manifest).args(["check", "licenses", "bans", "sources"]))?;
    }

    let mut fetch = cargo("deny fetch db");
    fetch.env("GIT_TERMINAL_PROMPT", "0"); // git fails where it would ask for a password
    if run_within(&mut fetch, FETCH_TIMEOUT).is_err() {
        return Ok(Outcome::LeftOut(
            "advisories: not checked, the database could not be fetched".into(),
        ));
    }
    for manifest in MANIFESTS {
        run_command(deny("--locked --offline", manifest).args(["check", "advisories"]))?;
    }
    Ok(Outcome::Complete)
}

/// cargo-deny with these options, for a workspace.
fn deny(options: &str, manifest: &str) -> Command {
    let mut command = cargo("deny");
    command.args(options.split_whitespace()).args(["--manifest-path", manifest]);
    command
}
