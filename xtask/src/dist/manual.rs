//! Manual pages and completions, as the program writes them.

use std::fs;
use std::path::Path;

use super::file_tree::FileTree;
use super::platform::Runner;
use crate::outcome::Failure;
use crate::process::{capture, run as run_command};
use crate::tools::target;

/// Shells, and the names that their completions have.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "damier.bash"),
    ("zsh", "_damier"),
    ("fish", "damier.fish"),
    ("powershell", "_damier.ps1"),
    ("elvish", "damier.elv"),
];

/// Adds `man/` and `completions/`.
pub(super) fn add(files: &mut FileTree, runner: Runner, program: &Path) -> Result<(), Failure> {
    runner.prepare(program)?;
    for (shell, name) in COMPLETIONS {
        let script = capture(runner.command(program).args(["completions", shell]))?;
        files.add(format!("completions/{name}"), script);
    }
    let folder = target().join("dist-man");
    let _ = fs::remove_dir_all(&folder);
    run_command(runner.command(program).arg("man-pages").arg(&folder))?;
    files.copy_folder("man", &folder)
}
