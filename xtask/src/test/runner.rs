//! Runs tests, each in a process of its own or with others of its program, that is killed after a time limit.

use std::collections::HashSet;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use super::browser::SharedBrowser;
use super::listing::{Binary, Test};
use super::totals::Totals;
use crate::ignored::Need;
use crate::outcome::Failure;
use crate::process::{in_own_group, wait_within};
use crate::tools::target;

/// Number of slowest tests that are named.
const NAMED_SLOWEST: usize = 30;
/// Mark of a line with a figure that a test has measured: it is printed even if the test has passed.
const FIGURE: &str = "figure: ";

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Passed,
    Failed,
    /// Killed after its time limit.
    TimedOut,
}

/// A process that is to run.
#[derive(Clone, Debug)]
pub(super) struct Job<'a> {
    pub(super) binary: &'a Binary,
    /// One or several.
    pub(super) tests: Vec<&'a Test>,
    /// Time after which it is killed.
    pub(super) limit: Duration,
}

/// A process that has run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finished {
    pub(super) verdict: Verdict,
    pub(super) took: Duration,
    /// Number of its tests that have passed.
    pub(super) passed: usize,
}

impl Finished {
    pub(super) fn has_passed(self) -> bool {
        self.verdict == Verdict::Passed
    }
}

impl<'a> Job<'a> {
    /// A process for one test.
    pub(super) fn alone(test: &'a Test, limit: Duration) -> Self {
        Self { binary: &test.binary, tests: vec![test], limit }
    }

    /// Its test, or its program and the number of its tests.
    pub(super) fn title(&self) -> String {
        match &self.tests[..] {
            [test] => test.title(),
            tests => format!("{} ({} tests)", self.binary.name, tests.len()),
        }
    }

    fn command(&self) -> Command {
        let mut command = self.binary.command();
        command.args(self.tests.iter().map(|test| &test.name)).args(["--exact"]);
        command.args(match self.tests[..] {
            // The output is not captured, so that a test that is killed has one.
            [_] => ["--include-ignored", "--nocapture"],
            // One after the other, so that the output ends with the one that was killed.
            _ => ["--show-output", "--test-threads=1"],
        });
        command
    }

    /// The tests of which the output of the process does not say that they have passed.
    fn not_passed(&self, output: &str) -> Vec<&'a str> {
        let passed: HashSet<_> = output.lines().filter_map(passed_test).collect();
        let names = self.tests.iter().map(|test| test.name.as_str());
        names.filter(|name| !passed.contains(*name)).collect()
    }
}

/// Reads `test games::by_mouse ... ok`.
fn passed_test(line: &str) -> Option<&str> {
    let name = line.strip_prefix("test ")?.strip_suffix(" ... ok")?;
    Some(name.trim_end_matches(" - should panic"))
}

/// Number of tests that run at a time: twice as many as there are processors, because a test in a browser or with
/// several processes also waits.
pub(super) fn workers() -> usize {
    2 * thread::available_parallelism().map_or(1, usize::from)
}

/// Runs tests, [`workers`] at a time, begun in their order; the results are in that order. `ended` is called when one
/// has ended, with its output; of one that has passed, with the lines that have a [`FIGURE`].
pub(super) fn run(
    jobs: &[Job<'_>],
    environment: &[(&str, String)],
    mut ended: impl FnMut(&Job<'_>, Finished, &str) + Send,
) -> Result<Vec<Finished>, Failure> {
    let folder = target().join("test-output");
    fs::create_dir_all(&folder)
        .map_err(|error| Failure::Task(format!("cannot make {}: {error}", folder.display())))?;
    let next = AtomicUsize::new(0);
    let done = Mutex::new((Vec::new(), &mut ended));
    let work = |worker: usize| {
        let output = folder.join(format!("{worker}.txt"));
        let mut browser = SharedBrowser::default();
        loop {
            let place = next.fetch_add(1, Relaxed);
            let Some(job) = jobs.get(place) else { break };
            let started = Instant::now();
            let mut command = job.command();
            command.envs(environment.iter().map(|(name, value)| (name, value)));
            let needs_browser = job.tests.iter().any(|test| test.needs(Need::Browser));
            if needs_browser {
                browser.lend(&mut command);
            }
            let verdict = run_one(&mut command, job.tests.len(), &output, job.limit);
            let said = fs::read(&output).unwrap_or_default();
            let said = String::from_utf8_lossy(&said);
            let failed = if verdict == Verdict::Passed { 0 } else { job.not_passed(&said).len() };
            let passed = job.tests.len() - failed;
            let finished = Finished { verdict, took: started.elapsed(), passed };
            let is_shown = |line: &&str| !finished.has_passed() || line.contains(FIGURE);
            let mut said: Vec<_> = said.lines().filter(is_shown).collect();
            let fault = if needs_browser { browser.take_back(finished.has_passed()) } else { None };
            said.extend(fault.as_deref());
            // One at a time, so that lines of different tests do not mix.
            let mut done = done.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            (done.1)(job, finished, &said.join("\n"));
            done.0.push((place, finished));
        }
    };
    thread::scope(|scope| {
        for worker in 0..workers().min(jobs.len()) {
            scope.spawn(move || work(worker));
        }
    });
    let (mut done, _) = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    done.sort_by_key(|(place, _)| *place);
    Ok(done.into_iter().map(|(_, finished)| finished).collect())
}

/// Runs a process of so many tests with its output in a file.
fn run_one(command: &mut Command, tests: usize, output: &Path, limit: Duration) -> Verdict {
    let child = File::create(output).and_then(|file| {
        let errors = file.try_clone()?;
        command.stdin(Stdio::null()).stdout(file).stderr(errors);
        in_own_group(command).spawn()
    });
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            let _ = fs::write(output, format!("cannot run the test: {error}\n"));
            return Verdict::Failed;
        }
    };
    match wait_within(&mut child, limit) {
        Ok(Some(status)) if has_passed(status, tests, output) => Verdict::Passed,
        Ok(Some(_)) | Err(_) => Verdict::Failed,
        Ok(None) => Verdict::TimedOut,
    }
}

/// Whether all tests have run and passed. A process that died says nothing of its result.
fn has_passed(status: ExitStatus, tests: usize, output: &Path) -> bool {
    let result = fs::read(output)
        .ok()
        .and_then(|bytes| String::from_utf8_lossy(&bytes).lines().rev().find_map(Totals::read));
    status.success() && result.is_some_and(|totals| totals.passed == tests && totals.failed == 0)
}

/// Prints how a process has ended, which of several tests have failed, and what it said.
pub(super) fn report(job: &Job<'_>, finished: Finished, said: &str) {
    let (mut title, seconds) = (job.title(), finished.took.as_secs_f64());
    if !finished.has_passed() && job.tests.len() > 1 {
        title = format!("{title}: {}", job.not_passed(said).join(", "));
    }
    match finished.verdict {
        Verdict::Passed => println!("ok      {seconds:>6.1} s  {title}"),
        Verdict::Failed => println!("FAILED  {seconds:>6.1} s  {title}"),
        Verdict::TimedOut => {
            println!("KILLED  {seconds:>6.1} s  {title}: its limit is {} s", job.limit.as_secs());
        }
    }
    for line in said.lines() {
        println!("  | {line}");
    }
}

/// Names what took longest.
pub(super) fn print_slowest(jobs: &[Job<'_>], finished: &[Finished]) {
    let mut all: Vec<_> = jobs.iter().zip(finished).collect();
    all.sort_by_key(|(_, finished)| std::cmp::Reverse(finished.took));
    println!("slowest:");
    for (job, finished) in all.iter().take(NAMED_SLOWEST) {
        println!("  {:>6.1} s  {}", finished.took.as_secs_f64(), job.title());
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn verdict(script: &str, limit: Duration) -> (Verdict, String) {
        let file = format!("damier-xtask-{}-{}", std::process::id(), script.len());
        let output = std::env::temp_dir().join(file);
        let verdict = run_one(Command::new("sh").args(["-c", script]), 1, &output, limit);
        let said = fs::read_to_string(&output).expect("an output");
        let _ = fs::remove_file(&output);
        (verdict, said)
    }

    #[test]
    fn a_test_passes_if_it_ran_and_says_so() {
        let counts = "0 failed; 0 ignored; 0 measured";
        for (script, expected) in [
            (format!("echo 'test result: ok. 1 passed; {counts}'"), Verdict::Passed),
            (format!("echo 'test result: ok. 0 passed; {counts}'"), Verdict::Failed),
            (format!("echo 'test result: ok. 2 passed; {counts}'"), Verdict::Failed),
            (format!("echo 'test result: ok. 1 passed; {counts}'; exit 1"), Verdict::Failed),
            ("kill -KILL $$ # the process dies".to_owned(), Verdict::Failed),
        ] {
            assert_eq!(verdict(&script, Duration::from_mins(1)).0, expected, "{script}");
        }
    }

    #[test]
    fn the_tests_that_passed_are_read() {
        let said = "running 4 tests\ntest a::b ... ok\ntest c - should panic ... ok\ntest d ... FAILED\ntest e ... ";
        assert_eq!(said.lines().filter_map(passed_test).collect::<Vec<_>>(), ["a::b", "c"]);
    }

    #[test]
    fn a_test_that_hangs_is_killed_with_what_it_started() {
        let started = Instant::now();
        let hangs = "echo waits; sleep 600 & wait";
        let (verdict, said) = verdict(hangs, Duration::from_millis(300));
        assert_eq!((verdict, said.as_str()), (Verdict::TimedOut, "waits\n"));
        assert!(started.elapsed() < Duration::from_mins(1));
    }
}
