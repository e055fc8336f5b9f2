//! What a program for Linux needs of the system it runs on.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::platform::Platform;
use crate::outcome::Failure;
use crate::process::capture;
use crate::tools::{Availability, is_root, target};

/// What the program needs: nothing but the kernel, or a version of the C library.
pub(super) fn check(platform: &Platform, program: &Path) -> Result<Availability<String>, Failure> {
    if platform.triple.ends_with("musl") {
        return in_empty_root(program);
    }
    if !platform.triple.contains("linux") {
        return Ok(Ok("needs nothing beside the system".into()));
    }
    let symbols = capture(Command::new("readelf").args(["--dyn-syms", "--wide"]).arg(program))?;
    match newest_glibc(&symbols) {
        Some((major, minor)) => Ok(Ok(format!("needs glibc {major}.{minor}"))),
        None => Ok(Err("readelf names no version of the C library".into())),
    }
}

/// Runs the program where there is no other file.
fn in_empty_root(program: &Path) -> Result<Availability<String>, Failure> {
    if !is_root() {
        return Ok(Err("no try in an empty root folder: that needs root".into()));
    }
    let root = target().join("dist-root");
    let broken = |error| Failure::Task(format!("{}: {error}", root.display()));
    fs::create_dir_all(&root).map_err(broken)?;
    fs::copy(program, root.join("damier")).map_err(broken)?;
    let mut command = Command::new("chroot");
    let said = capture(command.arg(&root).args(["/damier", "solve", "connect-four", "4433"]))?;
    if said.contains("score: +18") {
        return Ok(Ok("runs in an empty root folder: needs the kernel alone".into()));
    }
    Err(Failure::Task(format!("the program in an empty root folder said:\n{said}")))
}

/// The newest version of glibc that symbols are bound to.
fn newest_glibc(symbols: &str) -> Option<(u32, u32)> {
    let versions = symbols.split("@GLIBC_").skip(1).filter_map(|rest| {
        let version: String =
            rest.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
        let mut numbers = version.split('.').map(str::parse);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    });
    versions.max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_counts() {
        let symbols = "1: FUNC GLOBAL UND read@GLIBC_2.17 (2)\n2: FUNC UND stat@GLIBC_2.33 (3)\n3: x@GLIBC_2.4 (4)";
        assert_eq!(newest_glibc(symbols), Some((2, 33)));
        assert_eq!(newest_glibc("nothing"), None);
    }
}
