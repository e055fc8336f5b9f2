//! Programs and npm modules that some tests need, and where they come from.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use serde_json::Value;

use crate::arguments::MissingTools;
use crate::outcome::Failure;
use crate::process::{capture, run as run_command};

/// Program that some tests need.
#[derive(Debug)]
pub(crate) struct Tool {
    /// Name of its executable.
    pub(crate) program: &'static str,
    /// Arguments with which it says its version.
    version: &'static str,
    /// Debian package that has it.
    package: &'static str,
    /// Tests that are left out without it.
    why: &'static str,
}

/// Browser of the tests of the page: Chromium without its windows.
pub(crate) const HEADLESS_SHELL: Tool = Tool {
    program: "chromium-headless-shell",
    version: "--version",
    package: "chromium-headless-shell",
    why: "browser tests",
};
/// Browser of measurements.
pub(crate) const CHROMIUM: Tool =
    Tool { program: "chromium", version: "--version", package: "chromium", why: "measurements" };
/// Runs the tests of the page's modules.
pub(crate) const NODE: Tool = Tool {
    program: "node",
    version: "--version",
    package: "nodejs",
    why: "tests of the page's modules",
};
/// Runs an example bot.
pub(crate) const PYTHON: Tool = Tool {
    program: "python3",
    version: "--version",
    package: "python3",
    why: "tests of the example bots",
};
/// Makes the environment in which the Python package is checked.
pub(crate) const PYTHON_VENV: Tool = Tool {
    program: "python3",
    version: "-cimport ensurepip, venv",
    package: "python3-venv",
    why: "checks of the Python package",
};
/// Proxy, and balancer of several nodes.
pub(crate) const NGINX: Tool =
    Tool { program: "nginx", version: "-v", package: "nginx", why: PROXY_TESTS };
/// What the tests of the samples in `deploy/` start, and what they speak TLS and check the unit with.
pub(crate) const DEPLOYMENT: [Tool; 4] = [
    NGINX,
    Tool { program: "caddy", version: "version", package: "caddy", why: PROXY_TESTS },
    Tool { program: "openssl", version: "version", package: "openssl", why: PROXY_TESTS },
    Tool { program: "systemd-analyze", version: "--version", package: "systemd", why: PROXY_TESTS },
];
const PROXY_TESTS: &str = "tests behind proxies";
/// Sets the wall clock of a program.
pub(crate) const FAKETIME: Tool = Tool {
    program: "faketime",
    version: "--version",
    package: "faketime",
    why: "tests with a stepped wall clock",
};
/// Database server of several nodes. Its own programs are not on Debian's path, this one is.
pub(crate) const POSTGRESQL: Tool = Tool {
    program: "pg_lsclusters",
    version: "--help",
    package: "postgresql",
    why: "tests with PostgreSQL",
};
/// Message bus of several nodes.
pub(crate) const NATS: Tool = Tool {
    program: "nats-server",
    version: "--version",
    package: "nats-server",
    why: "tests with NATS",
};
/// Terminal for the tests of the full-screen terminal.
pub(crate) const TMUX: Tool =
    Tool { program: "tmux", version: "-V", package: "tmux", why: "tests of the terminal" };
/// Optimiser of WebAssembly modules.
pub(crate) const BINARYEN: Tool = Tool {
    program: "wasm-opt",
    version: "--version",
    package: "binaryen",
    why: "a smaller module",
};
/// Compiles and links static programs for Linux.
pub(crate) const MUSL_GCC: Tool = Tool {
    program: "musl-gcc",
    version: "--version",
    package: "musl-tools",
    why: "the program for Linux on x86-64",
};
/// Compiles and links for Linux on ARM.
pub(crate) const AARCH64_GCC: Tool = Tool {
    program: "aarch64-linux-gnu-gcc",
    version: "--version",
    package: "gcc-aarch64-linux-gnu",
    why: "the program for Linux on aarch64",
};
/// Compiles and links for Windows.
pub(crate) const MINGW_GCC: Tool = Tool {
    program: "x86_64-w64-mingw32-gcc",
    version: "--version",
    package: "gcc-mingw-w64-x86-64",
    why: "the program for Windows",
};
/// Runs programs for ARM.
pub(crate) const QEMU: Tool = Tool {
    program: "qemu-aarch64",
    version: "--version",
    package: "qemu-user",
    why: "a try of the program for Linux on aarch64",
};
/// Runs programs for Windows.
pub(crate) const WINE: Tool = Tool {
    program: "wine",
    version: "--version",
    package: "wine64",
    why: "a try of the program for Windows",
};
/// Builds container images.
pub(crate) const BUILDAH: Tool = Tool {
    program: "buildah",
    version: "--version",
    package: "buildah",
    why: "the container image",
};
/// Makes the root folder of a Debian system.
pub(crate) const MMDEBSTRAP: Tool = Tool {
    program: "mmdebstrap",
    version: "--version",
    package: "mmdebstrap",
    why: "the base of the container image",
};
/// Fetches the modules below.
const NPM: Tool =
    Tool { program: "npm", version: "--version", package: "npm", why: "axe, tsc and ESLint" };

/// Module from npm, at one version.
#[derive(Debug)]
pub(crate) struct NpmModule {
    name: &'static str,
    version: &'static str,
    why: &'static str,
    /// The folder below `target` that it is in, with others or alone.
    pub(crate) root: &'static str,
}

/// Accessibility checker.
pub(crate) const AXE: NpmModule = NpmModule {
    name: "axe-core",
    version: "4.14.0",
    why: "axe's look at the screens",
    root: "node",
};
/// Type checker of the page's modules.
pub(crate) const TYPESCRIPT: NpmModule =
    NpmModule { name: "typescript", version: "5.9.3", why: "the page's types", root: "node" };
/// Linter of the page's files, with the rules that it is given.
pub(crate) const ESLINT: NpmModule = linter("eslint", "10.15.0");
const ESLINT_JS: NpmModule = linter("@eslint/js", "10.0.1");
const ESLINT_CSS: NpmModule = linter("@eslint/css", "2.0.0");
const ESLINT_STYLISTIC: NpmModule = linter("@stylistic/eslint-plugin", "5.10.0");
const ESLINT_GLOBALS: NpmModule = linter("globals", "17.14.0");
/// Auditor of pages; in a folder of its own, because it is large and only measurements need it.
pub(crate) const LIGHTHOUSE: NpmModule =
    NpmModule { name: "lighthouse", version: "12.8.2", why: "Lighthouse", root: "lighthouse" };

/// All modules: those of a root are installed together, as npm removes what is not named.
const NPM_MODULES: [&NpmModule; 8] = [
    &AXE,
    &TYPESCRIPT,
    &LIGHTHOUSE,
    &ESLINT,
    &ESLINT_JS,
    &ESLINT_CSS,
    &ESLINT_STYLISTIC,
    &ESLINT_GLOBALS,
];

const fn linter(name: &'static str, version: &'static str) -> NpmModule {
    NpmModule { name, version, why: "the page's lint", root: "node" }
}

/// A tool that is there, or why it is not.
pub(crate) type Availability<T> = Result<T, String>;

impl Tool {
    fn is_installed(&self) -> bool {
        capture(Command::new(self.program).arg(self.version)).is_ok()
    }

    /// Whether another program that is there can take its place: the desktop browser, which is slower.
    fn has_substitute(&self) -> bool {
        self.program == HEADLESS_SHELL.program && CHROMIUM.is_installed()
    }

    /// Makes sure that the program is there, if it may be installed.
    pub(crate) fn ensure(&self, missing: MissingTools) -> Result<Availability<()>, Failure> {
        if self.is_installed() || missing == MissingTools::LeaveOut && self.has_substitute() {
            return Ok(Ok(()));
        }
        let Self { program, package, why, .. } = self;
        if missing == MissingTools::LeaveOut {
            return Ok(Err(format!("{why}: no {program} here (Debian: {package})")));
        }
        install_packages(&[package])?;
        Ok(Ok(()))
    }
}

/// Installs all programs that tests need and that are missing, with one list of packages and without a word: it runs
/// beside other steps.
pub(crate) fn install_missing() -> Result<(), Failure> {
    let tools = [HEADLESS_SHELL, NODE, NPM, PYTHON, FAKETIME, POSTGRESQL, NATS, TMUX];
    let missing = tools.iter().chain(&DEPLOYMENT).filter(|tool| !tool.is_installed());
    let packages: Vec<_> = missing.map(|tool| tool.package).collect();
    if packages.is_empty() {
        return Ok(());
    }
    capture(&mut apt("update --quiet"))?;
    capture(apt("install --yes --quiet --no-install-recommends").args(packages)).map(|_| ())
}

/// Installs packages of Debian.
pub(crate) fn install_packages(packages: &[&str]) -> Result<(), Failure> {
    run_command(&mut apt("update --quiet"))?;
    run_command(apt("install --yes --quiet --no-install-recommends").args(packages))
}

/// Whether this user is root.
pub(crate) fn is_root() -> bool {
    capture(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

/// `apt-get`, with `sudo` unless this user is root.
fn apt(arguments: &str) -> Command {
    let is_root = is_root();
    let mut command = Command::new(if is_root { "apt-get" } else { "sudo" });
    if !is_root {
        command.arg("apt-get");
    }
    command.args(arguments.split_whitespace()).env("DEBIAN_FRONTEND", "noninteractive");
    command
}

impl NpmModule {
    /// Makes sure that the module is there, if it may be installed, and says in which folder.
    pub(crate) fn ensure(&self, missing: MissingTools) -> Result<Availability<PathBuf>, Failure> {
        let root = target().join(self.root);
        let together = || NPM_MODULES.iter().filter(|module| module.root == self.root);
        let folder = |module: &Self| root.join("node_modules").join(module.name);
        let is_there = |module: &Self| version(&folder(module)).as_deref() == Some(module.version);
        let Self { name, version, why, .. } = self;
        if is_there(self)
            && (missing == MissingTools::LeaveOut || together().all(|one| is_there(one)))
        {
            return Ok(Ok(folder(self)));
        }
        if missing == MissingTools::LeaveOut {
            return Ok(Err(format!("{why}: no {name} in {} (--install)", root.display())));
        }
        if let Err(why) = NPM.ensure(missing)? {
            return Ok(Err(why));
        }
        let mut npm = Command::new(NPM.program);
        npm.args(["install", "--no-save", "--no-audit", "--no-fund", "--prefix"])
            .arg(&root)
            .args(together().map(|module| format!("{}@{}", module.name, module.version)));
        fs::create_dir_all(&root)
            .map_err(|error| Failure::Task(format!("cannot make {}: {error}", root.display())))?;
        run_command(&mut npm)?;
        match self::version(&folder(self)) {
            Some(found) if found == *version => Ok(Ok(folder(self))),
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

/// Cargo's target folder.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from)
}
