//! `cargo xtask python`: the wheel of the Python package, its checks and its figures.
//!
//! The package is a workspace of its own in `python/`. It is built by maturin and checked in the environment
//! `target/python/venv`, which has the packages of `python/requirements.txt`.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::arguments::{self, MissingTools};
use crate::outcome::{Failure, Outcome, TaskResult};
use crate::process::{cargo, run as run_command};
use crate::sources::Stamp;
use crate::tools::{Availability, PYTHON_VENV, target};

/// Folder of the package.
const FOLDER: &str = "python";
/// Packages of the environment, at one version each.
const REQUIREMENTS: &str = "python/requirements.txt";
/// What mypy checks.
const TYPED: [&str; 4] = ["package/damier", "examples", "tests", "benchmarks"];
/// Games of each comparison with another program in `cargo xtask soak`.
const SOAK_COMPARED_GAMES: u32 = 5000;

/// How a wheel is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WheelProfile {
    /// As quickly as can be, for the tests.
    Checks,
    /// To be given to others.
    Release,
}

impl WheelProfile {
    /// The profile of cargo.
    const fn name(self) -> &'static str {
        match self {
            Self::Checks => "checks",
            Self::Release => "release",
        }
    }
}

/// Reads `[--install] [--wheel|--measure]`: prints the path of a wheel, or the speed beside other packages; without
/// either, checks the package.
pub(crate) fn run(words: &[String]) -> TaskResult {
    let (chosen, words): (Vec<_>, Vec<_>) =
        words.iter().cloned().partition(|word| ["--wheel", "--measure"].contains(&&**word));
    let missing = arguments::install(&words)?;
    let left_out = |why| Ok(Outcome::LeftOut(format!("skipped, {why}")));
    let chosen: Vec<_> = chosen.iter().map(String::as_str).collect();
    match (&chosen[..], Environment::ensure(missing)?) {
        (_, Err(why)) => return left_out(why),
        ([], Ok(environment)) => environment.check()?,
        (["--wheel"], Ok(_)) => match wheel(missing)? {
            Ok(path) => println!("{}", path.display()),
            Err(why) => return left_out(why),
        },
        (["--measure"], Ok(environment)) => {
            environment.install(WheelProfile::Release)?;
            run_command(environment.python().arg("benchmarks/speed.py").current_dir(FOLDER))?;
        }
        (words, Ok(_)) => return Err(Failure::Usage(format!("unexpected `{}`", words.join(" ")))),
    }
    Ok(Outcome::Complete)
}

/// Builds the wheel of a release and returns its path.
pub(crate) fn wheel(missing: MissingTools) -> Result<Availability<PathBuf>, Failure> {
    match Environment::ensure(missing)? {
        Ok(environment) => environment.wheel(WheelProfile::Release).map(Ok),
        Err(why) => Ok(Err(why)),
    }
}

/// The comparisons with other programs, with thousands of games.
pub(crate) fn soak() -> TaskResult {
    let environment = match Environment::ensure(MissingTools::LeaveOut)? {
        Ok(environment) => environment,
        Err(why) => return Ok(Outcome::LeftOut(format!("skipped, {why}"))),
    };
    environment.install(WheelProfile::Checks)?;
    let games = SOAK_COMPARED_GAMES.to_string();
    run_command(environment.tests().arg("test_comparison").env("DAMIER_COMPARE_GAMES", games))?;
    Ok(Outcome::Complete)
}

/// The number of files with tests.
pub(crate) fn test_files() -> Result<usize, Failure> {
    let folder = Path::new(FOLDER).join("tests");
    let is_test = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("test_"))
    };
    Ok(files(&folder)?.iter().filter(|path| is_test(path)).count())
}

/// A virtual environment of Python with all that the package is built and checked with.
pub(crate) struct Environment {
    /// Absolute: programs run in other folders.
    programs: PathBuf,
}

impl Environment {
    /// Makes sure that the environment is there, if it may be made.
    pub(crate) fn ensure(missing: MissingTools) -> Result<Availability<Self>, Failure> {
        let folder = absolute(&target().join("python/venv"))?;
        let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
        let stamp = folder.join("requirements.txt");
        let wanted = fs::read(REQUIREMENTS)
            .map_err(|error| Failure::Task(format!("cannot read {REQUIREMENTS}: {error}")))?;
        let environment = Self { programs };
        if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
            return Ok(Ok(environment));
        }
        if missing == MissingTools::LeaveOut {
            let place = folder.display();
            return Ok(Err(format!(
                "checks of the Python package: nothing in {place} (--install)"
            )));
        }
        if let Err(why) = PYTHON_VENV.ensure(missing)? {
            return Ok(Err(why));
        }
        run_command(Command::new(PYTHON_VENV.program).args(["-m", "venv"]).arg(&folder))?;
        run_command(environment.pip().args(["--requirement", REQUIREMENTS]))?;
        fs::write(&stamp, wanted)
            .map_err(|error| Failure::Task(format!("cannot write {}: {error}", stamp.display())))?;
        Ok(Ok(environment))
    }

    /// Everything that must hold: lints, types, stubs and tests.
    fn check(&self) -> Result<(), Failure> {
        run_command(&mut cargo_here("fmt --check"))?;
        run_command(&mut cargo_here("clippy --locked --profile checks -- -D warnings"))?;
        self.prepare()?;
        run_command(&mut self.tests())
    }

    /// Installs the package and checks its types, unless that was done for the same sources.
    pub(crate) fn ensure_prepared(&self) -> Result<(), Failure> {
        let of = "--manifest-path python/Cargo.toml";
        let stamp = Stamp::of(checked_stamp(), of, &[FOLDER])?;
        if stamp.is_current() {
            return Ok(());
        }
        self.prepare()?;
        stamp.keep()
    }

    /// Installs the package and checks its types.
    fn prepare(&self) -> Result<(), Failure> {
        self.install(WheelProfile::Checks)?;
        let config = absolute(&Path::new(FOLDER).join("pyproject.toml"))?;
        let mut types = self.program("mypy");
        types.arg("--config-file").arg(&config).args(TYPED).current_dir(FOLDER);
        run_command(&mut types)?;
        let mut stubs = self.python();
        stubs.args(["-m", "mypy.stubtest", "damier", "--mypy-config-file"]).arg(&config);
        run_command(&mut stubs)
    }

    /// The tests, which print their numbers.
    pub(crate) fn tests(&self) -> Command {
        let mut command = self.python();
        command.args(["-m", "tests"]).current_dir(FOLDER);
        command
    }

    /// Builds a wheel and installs it.
    fn install(&self, profile: WheelProfile) -> Result<(), Failure> {
        // It takes the place of the one that was checked.
        let _ = fs::remove_file(checked_stamp());
        let wheel = self.wheel(profile)?;
        run_command(self.pip().args(["--force-reinstall", "--no-deps"]).arg(wheel))
    }

    /// Builds a wheel, and returns its path.
    fn wheel(&self, profile: WheelProfile) -> Result<PathBuf, Failure> {
        let out = absolute(&target().join("python/wheels").join(profile.name()))?;
        let _ = fs::remove_dir_all(&out);
        let mut command = self.program("maturin");
        command
            .args(["build", "--quiet", "--locked", "--profile", profile.name()])
            .args(["--manifest-path", "python/Cargo.toml", "--interpreter"])
            .arg(self.programs.join("python"))
            .arg("--out")
            .arg(&out)
            .env("CARGO_TARGET_DIR", build_folder());
        run_command(&mut command)?;
        let wheels = files(&out)?;
        match &wheels[..] {
            [wheel] => Ok(wheel.clone()),
            _ => Err(Failure::Task(format!("there is not one wheel in {}", out.display()))),
        }
    }

    fn pip(&self) -> Command {
        let mut command = self.python();
        command.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        command
    }

    fn python(&self) -> Command {
        self.program("python")
    }

    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        // Threads of NumPy that wait for each other take the time of a busy machine.
        command.env("OPENBLAS_NUM_THREADS", "1").env("PYTHONUTF8", "1");
        command
    }
}

/// Cargo in the workspace of the package.
fn cargo_here(arguments: &str) -> Command {
    let mut command = cargo(arguments);
    command.current_dir(FOLDER).env("CARGO_TARGET_DIR", build_folder());
    command
}

/// Target folder of the package: its profiles are its own.
fn build_folder() -> PathBuf {
    let folder = target().join("python/build");
    std::path::absolute(&folder).unwrap_or(folder)
}

/// File that says of which sources the installed package is, once it is checked.
fn checked_stamp() -> PathBuf {
    target().join("python/checked.stamp")
}

fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path)
        .map_err(|error| Failure::Task(format!("cannot find {}: {error}", path.display())))
}

/// The files of a folder.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let unreadable = |error| Failure::Task(format!("cannot read {}: {error}", folder.display()));
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let paths: Result<Vec<_>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
    let paths = paths.map_err(unreadable)?;
    let is_file = |path: &PathBuf| path.extension() != Some(OsStr::new("pyc")) && path.is_file();
    Ok(paths.into_iter().filter(is_file).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_no_options_are_refused() {
        for words in [&["--weel"][..], &["--wheel", "now"]] {
            let words: Vec<_> = words.iter().map(|word| (*word).to_owned()).collect();
            assert!(matches!(run(&words), Err(Failure::Usage(_))), "{words:?}");
        }
    }
}
