//! macOS, for which nothing can be linked elsewhere: its sources are checked.

use super::Summary;
use super::platform::ensure_target;
use crate::arguments::MissingTools;
use crate::outcome::Failure;
use crate::process::{cargo, run as run_command};

const TRIPLE: &str = "aarch64-apple-darwin";

/// Packages without a dependency in C, which would need Apple's headers: SQLite and ring have one.
const PACKAGES: [&str; 10] = [
    "damier-api",
    "damier-engine",
    "damier-games",
    "damier-picture",
    "damier-play",
    "damier-room",
    "damier-rules",
    "damier-texts",
    "damier-tui",
    "damier-wire",
];

/// Checks the packages that can be checked, unless this is macOS, where the program itself is built.
pub(super) fn check(missing: MissingTools, summary: &mut Summary) -> Result<(), Failure> {
    if cfg!(target_os = "macos") {
        return Ok(());
    }
    if let Err(why) = ensure_target(TRIPLE, missing) {
        summary.skipped.push(format!("macOS: {why}"));
        return Ok(());
    }
    let mut check = cargo("check --locked --target");
    check.arg(TRIPLE).args(PACKAGES.iter().flat_map(|name| ["--package", name]));
    run_command(&mut check)?;
    summary.done.push(format!("macOS: {} packages checked", PACKAGES.len()));
    summary.skipped.push(
        "macOS: the program was not built; SQLite and ring need Apple's headers, and nothing was run"
            .into(),
    );
    Ok(())
}
