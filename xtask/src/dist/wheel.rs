//! The wheel of the Python package for this machine.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use super::file_tree::{read, write};
use crate::arguments::MissingTools;
use crate::outcome::Failure;
use crate::process::{capture, run as run_command};
use crate::python;
use crate::tools::{Availability, PYTHON_VENV, target};

/// What the package is tried with: rules, engine, arrays and pictures.
const TRIAL: &str = "\
import damier, importlib.metadata
line = damier.Line('connect-four', moves=list('4433'))
assert damier.Engine('connect-four').search(line).choice == '5'
assert '<svg' in line._repr_svg_()
env = damier.BatchEnv('othello', 64, seed=1)
rewards, ended = env.step(env.random_actions())
print(importlib.metadata.version('damier'), len(rewards))
";

/// Whether the wheel of this machine belongs to a platform.
pub(super) fn belongs_to(platform: &str) -> bool {
    platform == format!("{}-{}", env::consts::OS, env::consts::ARCH)
}

/// Adds the wheel to the folder.
pub(super) fn add(folder: &Path, missing: MissingTools) -> Result<Availability<String>, Failure> {
    let path = match python::wheel(missing)? {
        Ok(path) => path,
        Err(why) => return Ok(Err(format!("wheel: {why}"))),
    };
    let name = path.file_name().unwrap_or_default();
    let bytes = read(&path)?;
    write(&folder.join(name), &bytes)?;
    Ok(Ok(format!("{} ({:.1} MB)", folder.join(name).display(), bytes.len() as f64 / 1e6)))
}

/// Installs the wheel of the folder with what it depends on into a fresh environment, and tries it there.
pub(super) fn check(folder: &Path, version: &str) -> Result<Availability<String>, Failure> {
    let Some(wheel) = wheel_in(folder) else {
        return Ok(Err("wheel: none was made".into()));
    };
    let environment = target().join("dist-venv");
    let _ = fs::remove_dir_all(&environment);
    run_command(Command::new(PYTHON_VENV.program).args(["-m", "venv"]).arg(&environment))?;
    let programs = environment.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let python = || Command::new(programs.join("python"));
    let mut pip = python();
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    run_command(pip.arg(&wheel))?;
    let said = capture(python().args(["-c", TRIAL]))?;
    if said.trim() != format!("{version} 64") {
        return Err(Failure::Task(format!("{}: {said}", wheel.display())));
    }
    Ok(Ok("wheel: installed by pip in a fresh environment, plays, searches, steps batches".into()))
}

fn wheel_in(folder: &Path) -> Option<PathBuf> {
    let paths = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let mut wheels = paths.filter(|path| path.extension().is_some_and(|ending| ending == "whl"));
    wheels.next()
}
