//! What ever failed of tests that ran many times.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use super::runner::{Finished, Verdict};

/// How the runs of each test ended.
#[derive(Debug, Default)]
pub(super) struct Tally(BTreeMap<String, Runs>);

/// The runs of a test.
#[derive(Debug, Default)]
struct Runs {
    count: usize,
    failed: usize,
    timed_out: usize,
    longest: Duration,
    /// What the first one that failed has said.
    first_failure: Option<String>,
}

impl Tally {
    /// Adds a run with its output. Whether it is the first failure of its test.
    pub(super) fn add(&mut self, title: &str, run: Finished, output: &str) -> bool {
        let runs = self.0.entry(title.to_owned()).or_default();
        runs.count += 1;
        runs.longest = runs.longest.max(run.took);
        match run.verdict {
            Verdict::Passed => return false,
            Verdict::Failed => runs.failed += 1,
            Verdict::TimedOut => runs.timed_out += 1,
        }
        let is_first = runs.first_failure.is_none();
        runs.first_failure.get_or_insert_with(|| output.to_owned());
        is_first
    }

    /// Number of tests of which a run has failed.
    pub(super) fn failures(&self) -> usize {
        self.0.values().filter(|runs| runs.first_failure.is_some()).count()
    }

    /// Every test of which a run has failed: how often, and what the first one said; and the sums.
    pub(super) fn report(&self) -> String {
        let mut report = String::new();
        for (title, runs) in &self.0 {
            let Some(output) = &runs.first_failure else { continue };
            let Runs { count, failed, timed_out, longest, .. } = runs;
            let sum = failed + timed_out;
            // Writing into a text cannot fail.
            let _ = writeln!(
                report,
                "{title}: {sum} of {count} runs failed, {timed_out} of them killed; the longest took {:.1} s",
                longest.as_secs_f64()
            );
            for line in output.lines() {
                let _ = writeln!(report, "  | {line}");
            }
        }
        let runs: usize = self.0.values().map(|runs| runs.count).sum();
        let (tests, failures) = (self.0.len(), self.failures());
        let _ = write!(report, "{tests} tests, {runs} runs; {failures} tests failed at least once");
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn run(verdict: Verdict, seconds: u64) -> Finished {
        Finished { verdict, took: Duration::from_secs(seconds), passed: 0 }
    }

    #[test]
    fn what_ever_failed_is_listed_with_its_first_output() {
        let mut tally = Tally::default();
        assert!(!tally.add("steady", run(Verdict::Passed, 1), ""));
        assert!(!tally.add("flaky", run(Verdict::Passed, 1), ""));
        assert!(tally.add("flaky", run(Verdict::Failed, 2), "waited\nfor ever"));
        assert!(!tally.add("flaky", run(Verdict::TimedOut, 9), "another"));
        assert!(!tally.add("flaky", run(Verdict::Passed, 1), ""));
        assert_eq!(tally.failures(), 1);
        assert_eq!(
            tally.report(),
            "flaky: 2 of 4 runs failed, 1 of them killed; the longest took 9.0 s\n  | waited\n  | for ever\n\
             2 tests, 5 runs; 1 tests failed at least once"
        );
    }
}
