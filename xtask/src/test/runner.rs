//! Runs tests, each in a process of its own that is killed after a time limit.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use super::listing::Test;
use super::totals::Totals;
use crate::outcome::Failure;
use crate::process::{in_own_group, wait_within};
use crate::tools::target;

/// Number of slowest tests that are named.
const NAMED_SLOWEST: usize = 10;
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

/// A test that is to run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job<'a> {
    pub(super) test: &'a Test,
    /// Time after which it is killed.
    pub(super) limit: Duration,
}

/// A test that has run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finished {
    pub(super) verdict: Verdict,
    pub(super) took: Duration,
}

impl Finished {
    pub(super) fn has_passed(self) -> bool {
        self.verdict == Verdict::Passed
    }
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
    mut ended: impl FnMut(Job<'_>, Finished, &str) + Send,
) -> Result<Vec<Finished>, Failure> {
    let folder = target().join("test-output");
    fs::create_dir_all(&folder)
        .map_err(|error| Failure::Task(format!("cannot make {}: {error}", folder.display())))?;
    let next = AtomicUsize::new(0);
    let done = Mutex::new((Vec::new(), &mut ended));
    let work = |worker: usize| {
        let output = folder.join(format!("{worker}.txt"));
        loop {
            let place = next.fetch_add(1, Relaxed);
            let Some(job) = jobs.get(place).copied() else { break };
            let started = Instant::now();
            let mut command = job.test.command();
            command.envs(environment.iter().map(|(name, value)| (name, value)));
            let verdict = run_one(&mut command, &output, job.limit);
            let finished = Finished { verdict, took: started.elapsed() };
            let said = fs::read(&output).unwrap_or_default();
            let said = String::from_utf8_lossy(&said);
            let is_shown = |line: &&str| !finished.has_passed() || line.contains(FIGURE);
            let said: Vec<_> = said.lines().filter(is_shown).collect();
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

/// Runs one test with its output in a file.
fn run_one(command: &mut Command, output: &Path, limit: Duration) -> Verdict {
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
        Ok(Some(status)) if has_passed(status, output) => Verdict::Passed,
        Ok(Some(_)) | Err(_) => Verdict::Failed,
        Ok(None) => Verdict::TimedOut,
    }
}

/// Whether the test has run and passed. A process that died says nothing of its result.
fn has_passed(status: ExitStatus, output: &Path) -> bool {
    let result = fs::read(output)
        .ok()
        .and_then(|bytes| String::from_utf8_lossy(&bytes).lines().rev().find_map(Totals::read));
    status.success() && result.is_some_and(|totals| totals.passed == 1 && totals.failed == 0)
}

/// Prints how a test has ended, and what it said.
pub(super) fn report(job: Job<'_>, finished: Finished, said: &str) {
    let (title, seconds) = (job.test.title(), finished.took.as_secs_f64());
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

/// Names the tests that took longest.
pub(super) fn print_slowest(jobs: &[Job<'_>], finished: &[Finished]) {
    let mut all: Vec<_> = jobs.iter().zip(finished).collect();
    all.sort_by_key(|(_, finished)| std::cmp::Reverse(finished.took));
    let line = |(job, finished): &(&Job<'_>, &Finished)| {
        format!("{} {:.1} s", job.test.title(), finished.took.as_secs_f64())
    };
    let slowest: Vec<_> = all.iter().take(NAMED_SLOWEST).map(line).collect();
    println!("slowest: {}", slowest.join(", "));
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn verdict(script: &str, limit: Duration) -> (Verdict, String) {
        let file = format!("damier-xtask-{}-{}", std::process::id(), script.len());
        let output = std::env::temp_dir().join(file);
        let verdict = run_one(Command::new("sh").args(["-c", script]), &output, limit);
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
            (format!("echo 'test result: ok. 1 passed; {counts}'; exit 1"), Verdict::Failed),
            ("kill -KILL $$ # the process dies".to_owned(), Verdict::Failed),
        ] {
            assert_eq!(verdict(&script, Duration::from_mins(1)).0, expected, "{script}");
        }
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
