//! `cargo xtask test`: all tests, and how many there were.

use std::fmt;
use std::ops::AddAssign;

use crate::arguments;
use crate::outcome::{Failure, Outcome, TaskResult};
use crate::process::{cargo, run_reading};

/// Reads `[--install]`, which no test needs yet, and runs all tests.
pub(crate) fn run(words: &[String]) -> TaskResult {
    arguments::install(words)?;
    all()
}

/// Runs the tests, then those that are `#[ignore]`d for being slow; ends with the line of totals.
pub(crate) fn all() -> TaskResult {
    let mut totals = Totals::default();
    let result = usual(&mut totals).and_then(|()| slow(&mut totals));
    println!("{totals}");
    result.map(|()| Outcome::Complete)
}

fn usual(totals: &mut Totals) -> Result<(), Failure> {
    counted("test --workspace --locked --no-fail-fast", totals)
}

/// In release, and without doc tests, whose `ignore` means that they cannot run.
fn slow(totals: &mut Totals) -> Result<(), Failure> {
    let mut done = Totals::default();
    let result = counted(
        "test --workspace --locked --no-fail-fast --release --lib --bins --tests -- --ignored",
        &mut done,
    );
    totals.skipped = totals.skipped.saturating_sub(done.passed + done.failed);
    *totals += done;
    result
}

fn counted(arguments: &str, totals: &mut Totals) -> Result<(), Failure> {
    run_reading(&mut cargo(arguments), |line| {
        if let Some(more) = Totals::read(line) {
            *totals += more;
        }
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
    /// Reads `test result: ok. 3 passed; 0 failed; 1 ignored; …`, the last line of a test program.
    fn read(line: &str) -> Option<Self> {
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
    fn other_lines_are_no_results() {
        for line in ["", "running 3 tests", "test result_is_kept ... ok", "test result: ok."] {
            assert_eq!(Totals::read(line), None, "{line:?}");
        }
    }
}
