//! The compiler for WebAssembly: that of rustup, or Debian's.

use std::path::Path;
use std::process::Command;

use crate::arguments::MissingTools;
use crate::outcome::Failure;
use crate::process::{capture, run as run_command};
use crate::tools::{Availability, install_packages};

/// The target of a module for the browser.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
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
    /// Debian's, which compiles the standard library too.
    Debian,
}

impl Compiler {
    /// The compiler that is here, or that can be installed if that is allowed.
    pub(super) fn find(missing: MissingTools) -> Result<Availability<Self>, Failure> {
        if has_target() {
            return Ok(Ok(Self::Usual));
        }
        if missing == MissingTools::Install
            && run_command(Command::new("rustup").args(["target", "add", TARGET])).is_ok()
            && has_target()
        {
            return Ok(Ok(Self::Usual));
        }
        if !has_debian_source() {
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

    /// Tells cargo to use it.
    pub(super) fn configure(self, command: &mut Command) {
        if self == Self::Debian {
            // Part of cargo that is not stable compiles the standard library.
            command.env("RUSTC_BOOTSTRAP", "1").env("RUSTC", DEBIAN_RUSTC);
            command.args(["-Z", "build-std=std,panic_abort"]);
        }
    }
}

/// Whether the usual compiler has a standard library for the target.
fn has_target() -> bool {
    library(Command::new("rustc").args(["--target", TARGET, "--print", "target-libdir"]))
}

/// Whether Debian's compiler has the source of its standard library.
fn has_debian_source() -> bool {
    capture(Command::new(DEBIAN_RUSTC).args(["--print", "sysroot"]))
        .is_ok_and(|root| Path::new(root.trim()).join("lib/rustlib/src/rust/library/std").is_dir())
}

fn library(command: &mut Command) -> bool {
    capture(command).is_ok_and(|path| Path::new(path.trim()).is_dir())
}
