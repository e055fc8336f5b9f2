//! A clean Debian, made by mmdebstrap: the root in which the package is installed, and the base of the container image
//! where its usual one cannot be fetched.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::arguments::MissingTools;
use crate::outcome::Failure;
use crate::process::run as run_command;
use crate::tools::{Availability, MMDEBSTRAP, target};

/// The root of the system as an archive, made once.
pub(super) fn archive(missing: MissingTools) -> Result<Availability<PathBuf>, Failure> {
    let archive = target().join("dist-debian.tar");
    if archive.exists() {
        return Ok(Ok(archive));
    }
    if let Err(why) = MMDEBSTRAP.ensure(missing)? {
        return Ok(Err(why));
    }
    let unfinished = archive.with_extension("unfinished.tar");
    let mut debian = Command::new(MMDEBSTRAP.program);
    // Debian's own image has `useradd`, too.
    debian.args(["--variant=essential", "--include=passwd", "--quiet", &codename()]);
    debian.arg(&unfinished);
    run_command(&mut debian)?;
    fs::rename(&unfinished, &archive).map_err(|error| {
        Failure::Task(format!("cannot rename {}: {error}", unfinished.display()))
    })?;
    Ok(Ok(archive))
}

/// A root folder with nothing but the system in it. Needs root.
pub(super) fn root(missing: MissingTools) -> Result<Availability<PathBuf>, Failure> {
    let archive = match archive(missing)? {
        Ok(archive) => archive,
        Err(why) => return Ok(Err(why)),
    };
    let root = target().join("dist-debian");
    let _ = fs::remove_dir_all(&root);
    let broken =
        |error: std::io::Error| Failure::Task(format!("cannot make {}: {error}", root.display()));
    fs::create_dir_all(&root).map_err(broken)?;
    // Devices cannot be made everywhere, and a package needs none.
    let mut tar = Command::new("tar");
    tar.arg("--extract").arg("--file").arg(archive).arg("--directory").arg(&root);
    run_command(tar.args(["--exclude=./dev/*", "--numeric-owner"]))?;
    fs::write(root.join("dev/null"), "").map_err(broken)?;
    root.canonicalize().map(Ok).map_err(broken)
}

/// Runs a command of the system in its root folder.
pub(super) fn inside(root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("chroot");
    command.arg(root).args(arguments).env("DEBIAN_FRONTEND", "noninteractive").env("LC_ALL", "C");
    command
}

/// The Debian of this machine, whose keys are here.
pub(super) fn codename() -> String {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = release.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="));
    name.unwrap_or("stable").to_owned()
}
