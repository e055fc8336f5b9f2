//! Programs and modules that some tests need, and where they come from.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use serde_json::Value;

use crate::arguments::MissingTools;
use crate::outcome::Failure;
use crate::process::{capture, run as run_command};

/// A program that some tests need.
#[derive(Debug)]
pub(crate) struct Need {
    /// As it is called.
    pub(crate) program: &'static str,
    /// Debian's package that has it.
    package: &'static str,
    /// What is left out without it.
    why: &'static str,
}

/// Drives the page.
pub(crate) const CHROMIUM: Need =
    Need { program: "chromium", package: "chromium", why: "browser tests" };
/// Runs the page's modules by themselves.
pub(crate) const NODE: Need =
    Need { program: "node", package: "nodejs", why: "tests of the page's modules" };
/// Runs an example bot.
pub(crate) const PYTHON: Need =
    Need { program: "python3", package: "python3", why: "tests of the example bots" };
/// Fetches the modules below.
const NPM: Need = Need { program: "npm", package: "npm", why: "axe and tsc" };

/// A module from npm, at one version.
#[derive(Debug)]
pub(crate) struct Module {
    name: &'static str,
    version: &'static str,
    why: &'static str,
    /// The folder below `target` that it is in, with others or alone.
    root: &'static str,
}

/// Looks for what keeps people out of a page.
pub(crate) const AXE: Module =
    Module { name: "axe-core", version: "4.14.0", why: "axe's look at the screens", root: "node" };
/// Checks the types in the page's comments.
pub(crate) const TYPESCRIPT: Module =
    Module { name: "typescript", version: "5.9.3", why: "the page's types", root: "node" };
/// Judges the page; alone, because it is large and only measuring needs it.
pub(crate) const LIGHTHOUSE: Module =
    Module { name: "lighthouse", version: "12.8.2", why: "Lighthouse", root: "lighthouse" };

/// Something that is there, or why not.
pub(crate) type Found<T> = Result<T, String>;

impl Need {
    fn is_met(&self) -> bool {
        capture(Command::new(self.program).arg("--version")).is_ok()
    }

    /// Makes sure that the program is there, if it may be installed.
    pub(crate) fn get(&self, missing: MissingTools) -> Result<Found<()>, Failure> {
        if self.is_met() {
            return Ok(Ok(()));
        }
        let Self { program, package, why } = self;
        if missing == MissingTools::LeaveOut {
            return Ok(Err(format!("{why}: no {program} here (Debian: {package})")));
        }
        run_command(&mut apt("update --quiet"))?;
        run_command(apt("install --yes --quiet --no-install-recommends").arg(package))?;
        Ok(Ok(()))
    }
}

/// Debian's packages, as whoever may install them.
fn apt(arguments: &str) -> Command {
    let is_root = capture(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    let mut command = Command::new(if is_root { "apt-get" } else { "sudo" });
    if !is_root {
        command.arg("apt-get");
    }
    command.args(arguments.split_whitespace()).env("DEBIAN_FRONTEND", "noninteractive");
    command
}

impl Module {
    /// Makes sure that the module is there, if it may be installed, and says in which folder.
    pub(crate) fn get(&self, missing: MissingTools) -> Result<Found<PathBuf>, Failure> {
        let root = target().join(self.root);
        let folder = root.join("node_modules").join(self.name);
        if version(&folder).as_deref() == Some(self.version) {
            return Ok(Ok(folder));
        }
        let Self { name, version, why, .. } = self;
        if missing == MissingTools::LeaveOut {
            return Ok(Err(format!("{why}: no {name} in {} (--install)", root.display())));
        }
        if let Err(why) = NPM.get(missing)? {
            return Ok(Err(why));
        }
        let mut npm = Command::new(NPM.program);
        npm.args(["install", "--no-save", "--no-audit", "--no-fund", "--prefix"])
            .arg(&root)
            // Together, because npm removes what it is not told of.
            .args(
                [&AXE, &TYPESCRIPT, &LIGHTHOUSE]
                    .iter()
                    .filter(|module| module.root == self.root)
                    .map(|module| format!("{}@{}", module.name, module.version)),
            );
        fs::create_dir_all(&root)
            .map_err(|error| Failure::Task(format!("cannot make {}: {error}", root.display())))?;
        run_command(&mut npm)?;
        match self::version(&folder) {
            Some(found) if found == *version => Ok(Ok(folder)),
            found => Err(Failure::Task(format!("{name} {version} was wanted, there is {found:?}"))),
        }
    }
}

/// The version of a module in its folder.
fn version(folder: &Path) -> Option<String> {
    let text = fs::read_to_string(folder.join("package.json")).ok()?;
    let package: Value = serde_json::from_str(&text).ok()?;
    Some(package["version"].as_str()?.to_owned())
}

/// Where cargo builds.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from)
}
