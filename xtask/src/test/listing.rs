//! The tests of the workspace: compiled and listed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::ignored::Reason;
use crate::outcome::Failure;
use crate::process::{capture, cargo, run_reading};

/// Time limit of compiling the tests.
const BUILD_TIMEOUT: Duration = Duration::from_hours(1);

/// A program that cargo has built of tests.
#[derive(Debug)]
pub(super) struct Binary {
    /// Its package and target: `damier-games solver`.
    name: String,
    executable: PathBuf,
    /// Folder of its package, which cargo runs tests in.
    folder: PathBuf,
}

/// A test.
#[derive(Clone, Debug)]
pub(crate) struct Test {
    binary: Arc<Binary>,
    name: String,
    /// Why `cargo test` leaves it out, if it does.
    pub(super) ignored: Option<Reason>,
}

impl Test {
    /// Its package, target and path: `damier-games solver known_scores_are_found`.
    pub(super) fn title(&self) -> String {
        format!("{} {}", self.binary.name, self.name)
    }

    /// Whether it runs the page of a static host.
    pub(super) fn needs_web_folder(&self) -> bool {
        let reasons = [Reason::BrowserAndWebFolder, Reason::BrowserAxeAndWebFolder];
        self.ignored.is_some_and(|why| reasons.contains(&why))
    }

    /// Runs this test alone. Its output is not captured, so that a test that is killed has one.
    pub(super) fn command(&self) -> Command {
        let mut command = self.binary.command();
        command.args(["--exact", &self.name, "--include-ignored", "--nocapture"]);
        command
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
    fn command(&self) -> Command {
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
            let ignored = reasons.iter().find(|it| it.0 == name).map(|it| it.1);
            Test { binary: Arc::clone(&binary), name, ignored }
        };
        Ok(all.into_iter().map(test).collect())
    }
}

/// Reads `test games::by_mouse ... ignored, needs a browser`.
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
        let read = |line| read_ignored(line).map(|(name, reason)| format!("{name}: {reason:?}"));
        let line = "test games::by_mouse ... ignored, needs a browser\n";
        assert_eq!(read(line).as_deref(), Some("games::by_mouse: Browser"));
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
