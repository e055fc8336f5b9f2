//! Numbers of tests.

use std::fmt;
use std::ops::AddAssign;

/// How many tests passed, failed and were skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    pub(crate) skipped: usize,
}

impl Totals {
    /// So many tests that cannot run here.
    pub(crate) fn skipped(skipped: usize) -> Self {
        Self { skipped, ..Self::default() }
    }

    /// Reads `test result: ok. 3 passed; 0 failed; 1 ignored; …`, the last line of a test program, or
    /// one of those with which node ends: `# pass 3`.
    pub(crate) fn read(line: &str) -> Option<Self> {
        if let Some((name, number)) = line.strip_prefix("# ").and_then(|line| line.split_once(' '))
        {
            let number = number.trim_end().parse().ok()?;
            let none = Self::default();
            return match name {
                "pass" => Some(Self { passed: number, ..none }),
                "fail" | "cancelled" => Some(Self { failed: number, ..none }),
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
        let said = "# tests 9\n# suites 0\n# pass 7\n# fail 0\n# cancelled 1\n# skipped 2\n# duration_ms 81.5\n";
        for more in said.split_inclusive('\n').filter_map(Totals::read) {
            totals += more;
        }
        assert_eq!(totals.to_string(), "7 passed, 1 failed, 2 skipped");
    }

    #[test]
    fn other_lines_are_no_results() {
        for line in ["", "running 3 tests", "test result_is_kept ... ok", "test result: ok."] {
            assert_eq!(Totals::read(line), None, "{line:?}");
        }
    }
}
