//! `cargo xtask test`: all tests, and how many there were.

use std::fmt;
use std::ops::AddAssign;
use std::path::PathBuf;
use std::process::Command;

use crate::arguments::{self, MissingTools};
use crate::needs::{AXE, CHROMIUM, NODE};
use crate::outcome::{Failure, Outcome, TaskResult};
use crate::process::{cargo, run_reading};

/// The tests of the page's modules, one file each.
const MODULES: &str = "crates/server/web/test";

/// Reads `[--install]` and runs all tests.
pub(crate) fn run(words: &[String]) -> TaskResult {
    all(arguments::install(words)?)
}

/// Runs the tests, then those that are `#[ignore]`d: those in a browser and the slow ones.
/// Ends with the line of totals.
pub(crate) fn all(missing: MissingTools) -> TaskResult {
    let mut totals = Totals::default();
    let mut left_out = Vec::new();
    let result = usual(&mut totals)
        .and_then(|()| modules(missing, &mut totals, &mut left_out))
        .and_then(|()| browser(missing, &mut totals, &mut left_out))
        .and_then(|()| slow(&mut totals));
    println!("{totals}");
    result?;
    if left_out.is_empty() {
        return Ok(Outcome::Complete);
    }
    Ok(Outcome::LeftOut(left_out.join("; ")))
}

fn usual(totals: &mut Totals) -> Result<(), Failure> {
    counted(&mut cargo("test --workspace --locked --no-fail-fast"), totals)
}

/// Those that measure or print for people to read are in files of their own, and left out.
fn slow(totals: &mut Totals) -> Result<(), Failure> {
    let mut command = cargo(
        "test --workspace --test catalogue --test search --test solver --locked --no-fail-fast",
    );
    command.args(["--", "--ignored"]);
    again(&mut command, totals)
}

/// The page's modules by themselves.
fn modules(
    missing: MissingTools,
    totals: &mut Totals,
    left_out: &mut Vec<String>,
) -> Result<(), Failure> {
    let files = test_files()?;
    if files.is_empty() {
        return Ok(());
    }
    if let Err(why) = NODE.get(missing)? {
        totals.skipped += files.len() as u32;
        left_out.push(format!("skipped, {why}"));
        return Ok(());
    }
    let mut command = Command::new(NODE.program);
    command.args(["--test", "--test-reporter=tap"]).args(files);
    counted(&mut command, totals)
}

/// The files of tests for node, in the order of their names.
fn test_files() -> Result<Vec<PathBuf>, Failure> {
    let broken = |error| Failure::Task(format!("cannot read {MODULES}: {error}"));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(MODULES).map_err(broken)? {
        let path = entry.map_err(broken)?.path();
        if path.to_string_lossy().ends_with(".test.js") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The page in a browser.
fn browser(
    missing: MissingTools,
    totals: &mut Totals,
    left_out: &mut Vec<String>,
) -> Result<(), Failure> {
    if let Err(why) = CHROMIUM.get(missing)? {
        left_out.push(format!("skipped, {why}"));
        return Ok(());
    }
    let mut command = cargo(BROWSER);
    command.args(["--", "--ignored", "--skip", "measure::"]);
    if let Err(why) = AXE.get(missing)? {
        left_out.push(format!("skipped, {why}"));
        command.args(["--skip", "axe_"]);
    }
    let mut done = Totals::default();
    let mut failed = Vec::new();
    let result = reading(&mut command, &mut done, |line| failed.extend(failed_test(line)));
    totals.take_up(done);
    if result.is_ok() || failed.is_empty() || failed.len() > FEW {
        return result;
    }
    // Many browsers at once on a small machine: what failed among them has a second chance alone, and
    // is named in the summary.
    let mut command = cargo(BROWSER);
    command.args(["--", "--ignored", "--exact", "--test-threads=1"]).args(&failed);
    let mut second = Totals::default();
    let result = counted(&mut command, &mut second);
    totals.failed -= second.passed;
    totals.passed += second.passed;
    left_out.push(format!("passed only when run alone: {}", failed.join(", ")));
    result
}

/// The tests in a browser, compiled with the others: so the program they start is the one compiled there.
const BROWSER: &str = "test --workspace --test browser --locked --no-fail-fast";

/// So many tests in a browser may be run a second time; if more fail, something is broken.
const FEW: usize = 3;

/// Reads `test games::by_mouse ... FAILED`.
fn failed_test(line: &str) -> Option<String> {
    Some(line.strip_prefix("test ")?.trim_end().strip_suffix(" ... FAILED")?.to_owned())
}

/// Runs tests that have been counted as skipped before.
fn again(command: &mut Command, totals: &mut Totals) -> Result<(), Failure> {
    let mut done = Totals::default();
    let result = counted(command, &mut done);
    totals.take_up(done);
    result
}

fn counted(command: &mut Command, totals: &mut Totals) -> Result<(), Failure> {
    reading(command, totals, |_| ())
}

fn reading(
    command: &mut Command,
    totals: &mut Totals,
    mut also: impl FnMut(&str),
) -> Result<(), Failure> {
    run_reading(command, |line| {
        if let Some(more) = Totals::read(line) {
            *totals += more;
        }
        also(line);
    })
}

/// Numbers of tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Totals {
    passed: u32,
    failed: u32,
    skipped: u32,
}

impl Totals {
    /// Reads `test result: ok. 3 passed; 0 failed; 1 ignored; …`, the last line of a test program, or
    /// one of those with which node ends: `# pass 3`.
    fn read(line: &str) -> Option<Self> {
        if let Some((name, number)) = line.strip_prefix("# ").and_then(|line| line.split_once(' '))
        {
            let number = number.trim_end().parse().ok()?;
            let none = Self::default();
            return match name {
                "pass" => Some(Self { passed: number, ..none }),
                "fail" => Some(Self { failed: number, ..none }),
                "skipped" => Some(Self { skipped: number, ..none }),
                _ => None,
            };
        }
        let (_verdict, counts) = line.strip_prefix("test result: ")?.split_once(". ")?;
        let count = |name: &str| {
            counts.split("; ").find_map(|part| part.strip_suffix(name)?.trim_end().parse().ok())
        };
        Some(Self {
            passed: count("passed")?,
            failed: count("failed")?,
            skipped: count("ignored")?,
        })
    }

    /// Adds tests that have been counted as skipped before.
    fn take_up(&mut self, done: Self) {
        self.skipped = self.skipped.saturating_sub(done.passed + done.failed);
        *self += done;
    }
}

impl AddAssign for Totals {
    fn add_assign(&mut self, more: Self) {
        self.passed += more.passed;
        self.failed += more.failed;
        self.skipped += more.skipped;
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { passed, failed, skipped } = self;
        write!(f, "{passed} passed, {failed} failed, {skipped} skipped")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "test result: ok. 12 passed; 0 failed; 3 ignored; 0 measured; 4 filtered out; finished in 1.07s\n";
    const BAD: &str = "test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";

    #[test]
    fn result_lines_add_up() {
        let mut totals = Totals::default();
        for more in [GOOD, BAD].map(Totals::read) {
            totals += more.expect("a result line");
        }
        assert_eq!(totals.to_string(), "13 passed, 2 failed, 3 skipped");
    }

    #[test]
    fn node_s_lines_add_up() {
        let mut totals = Totals::default();
        let said = "# tests 9\n# suites 0\n# pass 7\n# fail 0\n# cancelled 0\n# skipped 2\n# duration_ms 81.5\n";
        for more in said.split_inclusive('\n').filter_map(Totals::read) {
            totals += more;
        }
        assert_eq!(totals.to_string(), "7 passed, 0 failed, 2 skipped");
    }

    #[test]
    fn failed_tests_are_read() {
        let said = "test games::by_mouse ... ok\ntest games::by_hand ... FAILED\ntest result: FAILED. 1 passed\n";
        let failed: Vec<_> = said.split_inclusive('\n').filter_map(failed_test).collect();
        assert_eq!(failed, ["games::by_hand"]);
    }

    #[test]
    fn other_lines_are_no_results() {
        for line in ["", "running 3 tests", "test result_is_kept ... ok", "test result: ok."] {
            assert_eq!(Totals::read(line), None, "{line:?}");
        }
    }
}
