//! The tests of the workspace: compiled and listed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::ignored::{Need, Reason};
use crate::outcome::Failure;
use crate::process::{capture, cargo, run_reading};

/// Time limit of compiling the tests.
const BUILD_TIMEOUT: Duration = Duration::from_hours(1);
/// Crates without I/O: their tests share a process, because starting one costs more than most of them.
const WITHOUT_IO: [&str; 10] =
    ["api", "engine", "games", "picture", "play", "room", "rules", "texts", "tui", "wire"];

/// A program that cargo has built of tests.
#[derive(Debug)]
pub(super) struct Binary {
    /// Its package and target: `games/solver`.
    pub(super) name: String,
    executable: PathBuf,
    /// Folder of its package, which cargo runs tests in.
    folder: PathBuf,
}

/// A test.
#[derive(Clone, Debug)]
pub(crate) struct Test {
    pub(super) binary: Arc<Binary>,
    pub(super) name: String,
    /// Why `cargo test` leaves it out, if it does.
    pub(super) ignored: Reason,
}

impl Test {
    /// Its package, target and path: `games/solver known_scores_are_found`.
    pub(super) fn title(&self) -> String {
        format!("{} {}", self.binary.name, self.name)
    }

    pub(super) fn needs(&self, need: Need) -> bool {
        self.ignored.needs.contains(&need)
    }

    /// Whether it may run in a process with others of its program.
    pub(super) fn may_share_process(&self) -> bool {
        let package = self.binary.name.split('/').next();
        self.ignored == Reason::default() && package.is_some_and(|it| WITHOUT_IO.contains(&it))
    }
}

impl Binary {
    /// Reads a line of cargo's messages; `None` if it is about something else.
    fn read(message: &str) -> Option<Self> {
        let message: Value = serde_json::from_str(message).ok()?;
        if message["reason"] != "compiler-artifact" || message["profile"]["test"] != true {
            return None;
        }
        let folder = Path::new(message["manifest_path"].as_str()?).parent()?;
        // A target that is not there is a library or a program, and called like the folder.
        let target = message["target"]["name"].as_str()?;
        let package = folder.file_name()?.to_string_lossy();
        Some(Self {
            name: format!("{package}/{target}"),
            executable: message["executable"].as_str()?.into(),
            folder: folder.to_owned(),
        })
    }

    /// The program as cargo runs it.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.executable);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        command
    }

    fn tests(self) -> Result<Vec<Test>, Failure> {
        let list = |more: &[&str]| -> Result<Vec<String>, Failure> {
            let listed = capture(self.command().args(["--list", "--format", "terse"]).args(more))?;
            let names = listed.lines().filter_map(|line| line.strip_suffix(": test"));
            Ok(names.map(str::to_owned).collect())
        };
        let (all, ignored) = (list(&[])?, list(&["--ignored"])?);
        let mut reasons = Vec::new();
        if !ignored.is_empty() {
            // A run without --ignored only says why they are.
            let said = capture(self.command().arg("--exact").args(&ignored))?;
            reasons = said.lines().filter_map(read_ignored).collect();
            if let Some(name) = ignored.iter().find(|name| !reasons.iter().any(|it| it.0 == **name))
            {
                return Err(Failure::Task(format!(
                    "{} {name}: ignored for a reason that xtask/src/ignored.rs does not know",
                    self.name
                )));
            }
        }
        let binary = Arc::new(self);
        let test = |name: String| {
            let reason = reasons.iter().find(|it| it.0 == name).map(|it| it.1.clone());
            let ignored = reason.unwrap_or_default();
            Test { binary: Arc::clone(&binary), name, ignored }
        };
        Ok(all.into_iter().map(test).collect())
    }
}

/// Reads `test games::by_mouse ... ignored, needs browser`.
fn read_ignored(line: &str) -> Option<(String, Reason)> {
    let (name, text) = line.strip_prefix("test ")?.split_once(" ... ignored, ")?;
    Some((name.to_owned(), Reason::read(text.trim_end())?))
}

/// Compiles the tests of the workspace, and lists them.
pub(super) fn tests() -> Result<Vec<Test>, Failure> {
    let mut binaries = Vec::new();
    let mut build = cargo("test --workspace --no-run --locked");
    build.arg("--message-format=json-render-diagnostics");
    run_reading(&mut build, BUILD_TIMEOUT, |line| binaries.extend(Binary::read(line)))?;
    let mut tests = Vec::new();
    for binary in binaries {
        tests.extend(binary.tests()?);
    }
    Ok(tests)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_read() {
        let read = |line| read_ignored(line).map(|(name, reason)| format!("{name}: {reason}"));
        let line = "test games::by_mouse ... ignored, needs browser\n";
        assert_eq!(read(line).as_deref(), Some("games::by_mouse: needs browser"));
        for line in ["test a ... ok", "test a ... ignored", "test a ... ignored, too hard"] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn artifacts_of_tests_are_read() {
        let message = |test: bool| {
            format!(
                "{{\"reason\":\"compiler-artifact\",\"manifest_path\":\"/damier/crates/games/Cargo.toml\",\
                 \"target\":{{\"name\":\"solver\"}},\"profile\":{{\"test\":{test}}},\"executable\":\"/t/solver-1\"}}"
            )
        };
        let binary = Binary::read(&message(true)).expect("a binary");
        assert_eq!(binary.name, "games/solver");
        assert_eq!(binary.folder, Path::new("/damier/crates/games"));
        assert!(Binary::read(&message(false)).is_none() && Binary::read("Compiling").is_none());
    }
}
