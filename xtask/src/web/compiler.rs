//! The compiler for WebAssembly: that of rustup, or Debian's.

use std::path::Path;
use std::process::Command;

use crate::arguments::MissingTools;
use crate::outcome::Failure;
use crate::process::{capture, run as run_command};
use crate::tools::{Availability, install_packages};

/// The target of a module for the browser.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
/// The usual compiler.
const USUAL_RUSTC: &str = "rustc";
/// Debian's compiler. Its standard library for the target is compiled from the source.
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
/// Debian's packages of the compiler, the source of the standard library and the linker.
const DEBIAN_PACKAGES: [&str; 5] =
    ["libstd-rust-web-dev", "lld-22", "rust-web-llvm", "rust-web-src", "rustc-web"];

/// A compiler that has the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Compiler {
    /// The usual one, whose toolchain has the target.
    Usual,
    /// The usual one, which compiles the standard library too.
    UsualWithSource,
    /// Debian's, which compiles the standard library too.
    Debian,
}

impl Compiler {
    /// The compiler that is here, or that can be installed if that is allowed.
    pub(super) fn find(missing: MissingTools) -> Result<Availability<Self>, Failure> {
        if let Ok(usual) = Self::usual(missing) {
            return Ok(Ok(usual));
        }
        if !has_source(DEBIAN_RUSTC) {
            if missing == MissingTools::LeaveOut {
                return Ok(Err(format!(
                    "no target {TARGET} here: `rustup target add {TARGET}`, or Debian's {}",
                    DEBIAN_PACKAGES.join(" ")
                )));
            }
            install_packages(&DEBIAN_PACKAGES)?;
        }
        Ok(Ok(Self::Debian))
    }

    /// The usual compiler, with the target installed if that is allowed and possible: the tests have no time to
    /// compile the standard library.
    pub(super) fn usual(missing: MissingTools) -> Availability<Self> {
        let add = || run_command(Command::new("rustup").args(["target", "add", TARGET])).is_ok();
        if has_target() || missing == MissingTools::Install && add() && has_target() {
            return Ok(Self::Usual);
        }
        Err(format!("no target {TARGET} here: `rustup target add {TARGET}`"))
    }

    /// A compiler that compiles the standard library too, small or for shared memory: this one, or Debian's if that alone has
    /// the source. The source is installed if that is allowed: then it is a failure if it cannot be.
    pub(super) fn with_source(self, missing: MissingTools) -> Result<Availability<Self>, Failure> {
        let add = || run_command(Command::new("rustup").args(["component", "add", "rust-src"]));
        self.with_source_of(missing, has_source, || add().is_ok())
    }

    /// The same where `has_source` says which compiler has its source, and `add` adds the usual one's.
    fn with_source_of(
        self,
        missing: MissingTools,
        has_source: impl Fn(&str) -> bool,
        add: impl FnOnce() -> bool,
    ) -> Result<Availability<Self>, Failure> {
        if self == Self::Usual && has_source(USUAL_RUSTC) {
            return Ok(Ok(Self::UsualWithSource));
        }
        if self != Self::Usual || has_source(DEBIAN_RUSTC) {
            return Ok(Ok(Self::Debian));
        }
        if missing == MissingTools::Install && add() && has_source(USUAL_RUSTC) {
            return Ok(Ok(Self::UsualWithSource));
        }
        let why = "no threads of the engines, and a larger program: \
                   no source of the standard library here (`rustup component add rust-src`)";
        match missing {
            MissingTools::Install => Err(Failure::Task(why.to_owned())),
            MissingTools::LeaveOut => Ok(Err(why.to_owned())),
        }
    }

    /// Whether it compiles the standard library too.
    pub(super) fn compiles_std(self) -> bool {
        self != Self::Usual
    }

    /// Tells cargo to use it.
    pub(super) fn configure(self, command: &mut Command) {
        if self == Self::Debian {
            command.env("RUSTC", DEBIAN_RUSTC);
        }
        if self.compiles_std() {
            // Part of cargo that is not stable compiles the standard library.
            command.env("RUSTC_BOOTSTRAP", "1").args(["-Z", "build-std=std,panic_abort"]);
        }
    }
}

/// Whether the usual compiler has a standard library for the target.
fn has_target() -> bool {
    library(Command::new(USUAL_RUSTC).args(["--target", TARGET, "--print", "target-libdir"]))
}

/// Whether a compiler has the source of its standard library.
fn has_source(compiler: &str) -> bool {
    capture(Command::new(compiler).args(["--print", "sysroot"]))
        .is_ok_and(|root| Path::new(root.trim()).join("lib/rustlib/src/rust/library/std").is_dir())
}

fn library(command: &mut Command) -> bool {
    capture(command).is_ok_and(|path| Path::new(path.trim()).is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_the_source_there_are_no_threads_and_it_is_said() {
        let usual = |missing, has_source: bool, can_add: bool| {
            let has_source = |compiler: &str| has_source && compiler == USUAL_RUSTC;
            Compiler::Usual.with_source_of(missing, has_source, || can_add)
        };
        let Ok(Err(why)) = usual(MissingTools::LeaveOut, false, true) else { panic!("left out") };
        assert!(why.contains("no threads") && why.contains("rust-src"), "{why}");
        // Whoever lets it be installed expects threads.
        let Err(Failure::Task(why)) = usual(MissingTools::Install, false, false) else {
            panic!("a failure")
        };
        assert!(why.contains("no threads"), "{why}");
        let here = usual(MissingTools::LeaveOut, true, false);
        assert_eq!(here.expect("no failure"), Ok(Compiler::UsualWithSource));
        for compiler in [Compiler::Usual, Compiler::Debian] {
            let is_debian = |compiler: &str| compiler == DEBIAN_RUSTC;
            let debian = compiler.with_source_of(MissingTools::LeaveOut, is_debian, || false);
            assert_eq!(debian.expect("no failure"), Ok(Compiler::Debian));
        }
    }
}
