//! `cargo xtask test`: all tests but those of `cargo xtask soak`, and how many there were.

mod browser;
mod game;
mod listing;
mod runner;
mod tally;
mod totals;

use std::cmp::Reverse;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::arguments::{self, MissingTools};
use crate::ignored::{Length, Need, Reason};
use crate::outcome::{Failure, Outcome, TaskResult};
use crate::process::{cargo, run_reading};
use crate::python::{self, Environment};
use crate::timetable::Timetable;
use crate::tools::{
    AXE, Availability, CHROMIUM, DEPLOYMENT, FAKETIME, HEADLESS_SHELL, NATS, NODE, POSTGRESQL,
    PYTHON, TMUX, Tool,
};
use crate::web;
use listing::Test;
use runner::Job;
use tally::Tally;
use totals::Totals;

/// Folder of the tests of the page's modules, one file each.
const MODULES: &str = "crates/server/web/test";

/// Time limit of an ordinary test: most take milliseconds, but the machine may be busy.
const TEST_TIMEOUT: Duration = Duration::from_mins(5);
/// Time limit of a slow test, of one that needs something, and of several in one process.
const SLOW_TEST_TIMEOUT: Duration = Duration::from_mins(10);
/// Time limit of a test of `cargo xtask soak`.
const SOAK_TEST_TIMEOUT: Duration = Duration::from_hours(1);
/// Most tests that share a process: so many that its start does not matter, so few that no processor waits for the last.
const SHARED_PROCESS_TESTS: usize = 40;
/// Time limit of all tests in the documentation, and of all tests in node.
const SUITE_TIMEOUT: Duration = Duration::from_mins(20);
/// Time limit of each test in node.
const NODE_TEST_TIMEOUT: Duration = Duration::from_mins(1);

/// Reads `[--install] [FILTER]` or `--game NAME` and runs the tests.
pub(crate) fn run(words: &[String]) -> TaskResult {
    if let [option, game] = words
        && option == "--game"
    {
        return game::run(game);
    }
    let (filter, words): (Vec<_>, Vec<_>) =
        words.iter().cloned().partition(|word| !word.starts_with('-'));
    let missing = arguments::install(&words)?;
    let mut timetable = Timetable::default();
    let result = match filter.as_slice() {
        [] => all(missing, &mut timetable),
        [filter] => chosen(filter, missing, &mut timetable),
        words => Err(arguments::unexpected(words)),
    };
    timetable.print();
    result
}

/// Runs all tests: of the crates, of the page's modules, in a browser, and the slow ones. Ends with the
/// line of totals.
pub(crate) fn all(missing: MissingTools, timetable: &mut Timetable) -> TaskResult {
    let mut session = Session { missing, timetable, totals: Totals::default(), left_out: vec![] };
    let result = session.all();
    session.end(result)
}

/// Runs the tests whose title contains `filter`.
fn chosen(filter: &str, missing: MissingTools, timetable: &mut Timetable) -> TaskResult {
    let mut session = Session { missing, timetable, totals: Totals::default(), left_out: vec![] };
    let result = session.list().and_then(|mut tests| {
        tests.retain(|test| test.title().contains(filter));
        if tests.is_empty() {
            return Err(Failure::Task(format!("there is no test with {filter} in its name")));
        }
        session.groups("tests", &tests)
    });
    session.end(result)
}

/// Runs the tests of `cargo xtask soak`, in rounds until `time` is over, and at least one.
pub(crate) fn soak(time: Duration, timetable: &mut Timetable) -> TaskResult {
    let missing = MissingTools::LeaveOut;
    let mut session = Session { missing, timetable, totals: Totals::default(), left_out: vec![] };
    let result = session.list().and_then(|mut tests| {
        tests.retain(|test| test.ignored.length == Length::Soak);
        let mut jobs = Vec::new();
        for (reason, tests) in by_reason(&tests) {
            match ensure(&reason, missing)? {
                Ok(()) => jobs.extend(tests.iter().map(|test| Job::alone(test, SOAK_TEST_TIMEOUT))),
                Err(why) => session.skip(tests.len(), &why),
            }
        }
        let (started, mut round) = (Instant::now(), 0);
        while round == 0 || started.elapsed() < time {
            let number = [("DAMIER_SOAK_ROUND", round.to_string())];
            session.run("tests", &jobs, &[(format!("round {round}"), jobs.len())], &number)?;
            round += 1;
        }
        Ok(())
    });
    session.end(result)
}

/// Runs tests with one of the filters in their titles so many times beside what `busy` starts, and lists what ever
/// failed.
pub(crate) fn stress<Busy>(
    filters: &[String],
    times: usize,
    busy: impl FnOnce() -> Result<Busy, Failure>,
    missing: MissingTools,
    timetable: &mut Timetable,
) -> TaskResult {
    let mut session = Session { missing, timetable, totals: Totals::default(), left_out: vec![] };
    let result = session.list().and_then(|mut tests| {
        if !filters.is_empty() {
            tests.retain(|test| filters.iter().any(|filter| test.title().contains(filter)));
        }
        let (jobs, _) = session.jobs(&tests)?;
        // Each in a process of its own, so that it fails by itself.
        let limits = jobs.iter().flat_map(|job| job.tests.iter().map(|test| (*test, job.limit)));
        let jobs: Vec<_> = limits.map(|(test, limit)| Job::alone(test, limit)).collect();
        if jobs.is_empty() {
            return Err(Failure::Task("there is no such test that can run here".into()));
        }
        let _busy = busy()?;
        session.repeat(&jobs, times)
    });
    session.end(result)
}

/// A group of tests, and where it ends among all.
type Group = (String, usize);

/// Tests in progress.
struct Session<'a> {
    missing: MissingTools,
    timetable: &'a mut Timetable,
    totals: Totals,
    /// What could not run here, and why.
    left_out: Vec<String>,
}

impl Session<'_> {
    fn all(&mut self) -> Result<(), Failure> {
        let (with_folder, others): (Vec<_>, Vec<_>) =
            self.list()?.into_iter().partition(|test| test.needs(Need::WebTest));
        // The web folder and the Python package are compiled in the time that tests wait, one after the other, unless their
        // sources are those of the last time.
        let (missing, environment) = (self.missing, Environment::ensure(self.missing)?);
        let compilation = thread::spawn(move || {
            let folder = web::for_tests(missing);
            (folder, environment.map(|found| found.ensure_prepared().map(|()| found)))
        });
        let first = self.groups("tests", &others);
        let panicked = |_| Failure::Task("a build for tests panicked".into());
        let (folder, package) = compilation.join().map_err(panicked)?;
        // All of them, whatever fails: the totals are of all tests.
        let folder = folder.and_then(|_| self.groups("tests of the web folder", &with_folder));
        let results = [first, folder, self.documentation(), self.modules(), self.python(package)];
        results.into_iter().collect()
    }

    /// Compiles and lists the tests.
    fn list(&mut self) -> Result<Vec<Test>, Failure> {
        let started = Instant::now();
        let tests = listing::tests()?;
        self.timetable.part("build", started.elapsed(), format!("{} tests", tests.len()));
        Ok(tests)
    }

    /// Runs tests of the crates, those of the long groups first so that no processor is idle at the end.
    fn groups(&mut self, part: &str, tests: &[Test]) -> Result<(), Failure> {
        let (jobs, groups) = self.jobs(tests)?;
        self.run(part, &jobs, &groups, &[])
    }

    /// The tests that can run here, and their groups. The others are counted as skipped.
    fn jobs<'t>(&mut self, tests: &'t [Test]) -> Result<(Vec<Job<'t>>, Vec<Group>), Failure> {
        let (mut jobs, mut groups) = (Vec::new(), Vec::new());
        for (reason, tests) in by_reason(tests) {
            if reason.length == Length::Soak || reason.needs.contains(&Need::Web) {
                continue;
            }
            match ensure(&reason, self.missing)? {
                Ok(()) if reason == Reason::default() => {
                    jobs.extend(ordinary_jobs(&tests));
                    groups.push(("ordinary".to_owned(), jobs.len()));
                }
                Ok(()) => {
                    jobs.extend(tests.iter().map(|test| Job::alone(test, SLOW_TEST_TIMEOUT)));
                    groups.push((reason.to_string(), jobs.len()));
                }
                Err(why) => self.skip(tests.len(), &why),
            }
        }
        Ok((jobs, groups))
    }

    /// Runs tests so many times. The first failure of each is printed when it happens, and all of them at the end.
    fn repeat(&mut self, jobs: &[Job<'_>], times: usize) -> Result<(), Failure> {
        println!("\n-- {} tests, {} at a time, {times} times", jobs.len(), runner::workers());
        let (mut tally, started) = (Tally::default(), Instant::now());
        for round in 1..=times {
            runner::run(jobs, &[], |job, finished, said| {
                if tally.add(&job.title(), finished, said) {
                    runner::report(job, finished, said);
                }
            })?;
            let seconds = started.elapsed().as_secs();
            println!(
                "round {round} of {times}: {seconds} s; {} tests have failed",
                tally.failures()
            );
        }
        println!("\n{}", tally.report());
        let failures = tally.failures();
        self.totals += Totals { passed: jobs.len() - failures, failed: failures, skipped: 0 };
        self.timetable.part("runs", started.elapsed(), format!("{times} times"));
        if failures == 0 { Ok(()) } else { Err(Failure::Task(format!("{failures} tests failed"))) }
    }

    /// Runs tests; each group is named, and ends at an index.
    fn run(
        &mut self,
        part: &str,
        jobs: &[Job<'_>],
        groups: &[Group],
        environment: &[(&str, String)],
    ) -> Result<(), Failure> {
        let tests: usize = jobs.iter().map(|job| job.tests.len()).sum();
        let (processes, workers) = (jobs.len(), runner::workers());
        println!("\n-- {tests} tests in {processes} processes, {workers} at a time");
        let started = Instant::now();
        let finished = runner::run(jobs, environment, runner::report)?;
        runner::print_slowest(jobs, &finished);
        let note = "the sums of their times are:".to_owned();
        self.timetable.part(part, started.elapsed(), note);
        let (mut begin, mut failed) = (0, Vec::new());
        for (name, end) in groups {
            let group = &finished[begin..*end];
            let tests: usize = jobs[begin..*end].iter().map(|job| job.tests.len()).sum();
            let passed = group.iter().map(|one| one.passed).sum();
            let totals = Totals { passed, failed: tests - passed, skipped: 0 };
            let sum = group.iter().map(|one| one.took).sum();
            self.timetable.part(&format!("  {name}"), sum, totals.to_string());
            self.totals += totals;
            if totals.failed > 0 {
                failed.push(format!("{name}: {totals}"));
            }
            begin = *end;
        }
        if failed.is_empty() { Ok(()) } else { Err(Failure::Task(failed.join("; "))) }
    }

    /// The examples in the documentation.
    fn documentation(&mut self) -> Result<(), Failure> {
        self.counted("documentation", &mut cargo("test --workspace --doc --locked --no-fail-fast"))
    }

    /// The page's modules by themselves.
    fn modules(&mut self) -> Result<(), Failure> {
        let files = module_tests()?;
        if let Err(why) = NODE.ensure(self.missing)? {
            self.skip(files.len(), &why);
            return Ok(());
        }
        let mut command = Command::new(NODE.program);
        command
            .args(["--test", "--test-reporter=tap"])
            .arg(format!("--test-timeout={}", NODE_TEST_TIMEOUT.as_millis()))
            .args(files);
        self.counted("page modules", &mut command)
    }

    /// The tests of the Python package, if it could be installed.
    fn python(
        &mut self,
        package: Availability<Result<Environment, Failure>>,
    ) -> Result<(), Failure> {
        match package {
            Ok(environment) => self.counted("python", &mut environment?.tests()),
            Err(why) => {
                self.skip(python::test_files()?, &why);
                Ok(())
            }
        }
    }

    /// Runs a command that prints lines of totals.
    fn counted(&mut self, name: &str, command: &mut Command) -> Result<(), Failure> {
        let (started, mut totals) = (Instant::now(), Totals::default());
        let result = run_reading(command, SUITE_TIMEOUT, |line| {
            print!("{line}");
            if let Some(more) = Totals::read(line) {
                totals += more;
            }
        });
        self.count(name, started, totals);
        result
    }

    fn count(&mut self, name: &str, started: Instant, totals: Totals) {
        self.timetable.part(name, started.elapsed(), totals.to_string());
        self.totals += totals;
    }

    fn skip(&mut self, tests: usize, why: &str) {
        self.totals += Totals::skipped(tests);
        self.left_out.push(format!("{tests} skipped, {why}"));
    }

    /// Prints the totals; says what was left out.
    fn end(self, result: Result<(), Failure>) -> TaskResult {
        println!("\n{}", self.totals);
        result?;
        if self.left_out.is_empty() {
            return Ok(Outcome::Complete);
        }
        Ok(Outcome::LeftOut(self.left_out.join("; ")))
    }
}

/// Tests by the reason for which they are ignored, if they are: those with long tests first, so that no processor is
/// idle at the end.
fn by_reason(tests: &[Test]) -> Vec<(Reason, Vec<&Test>)> {
    let mut groups: Vec<(Reason, Vec<&Test>)> = Vec::new();
    for test in tests {
        match groups.iter_mut().find(|(reason, _)| *reason == test.ignored) {
            Some((_, group)) => group.push(test),
            None => groups.push((test.ignored.clone(), vec![test])),
        }
    }
    groups.sort_by_key(|(reason, _)| Reverse((reason.length, reason.needs.len())));
    groups
}

/// Processes of ordinary tests: those that may share one in shares of their program, the others alone.
fn ordinary_jobs<'t>(tests: &[&'t Test]) -> Vec<Job<'t>> {
    let mut jobs = Vec::new();
    for program in tests.chunk_by(|one, other| Arc::ptr_eq(&one.binary, &other.binary)) {
        let (size, limit) = if program[0].may_share_process() {
            (SHARED_PROCESS_TESTS, SLOW_TEST_TIMEOUT)
        } else {
            (1, TEST_TIMEOUT)
        };
        let job =
            |tests: &[&'t Test]| Job { binary: &tests[0].binary, tests: tests.to_vec(), limit };
        jobs.extend(program.chunks(size).map(job));
    }
    jobs
}

/// Makes sure that what tests with this reason need is there, if it may be installed.
fn ensure(reason: &Reason, missing: MissingTools) -> Result<Availability<()>, Failure> {
    for need in &reason.needs {
        if let Err(why) = ensure_need(*need, missing)? {
            return Ok(Err(why));
        }
    }
    Ok(Ok(()))
}

fn ensure_need(need: Need, missing: MissingTools) -> Result<Availability<()>, Failure> {
    let tools: &[Tool] = match need {
        Need::Browser => &[HEADLESS_SHELL],
        Need::Chromium => &[CHROMIUM],
        Need::Axe => return Ok(AXE.ensure(missing)?.map(|_| ())),
        Need::PostgreSql => &[POSTGRESQL],
        Need::Nats => &[NATS],
        Need::Faketime => &[FAKETIME],
        Need::Node => &[NODE],
        Need::Python => &[PYTHON],
        Need::Proxies => &DEPLOYMENT,
        Need::Tmux => &[TMUX],
        // Its tests do not run here.
        Need::Web => &[],
        Need::WebTest => return Ok(web::for_tests(missing)?.map(|_| ())),
    };
    let found: Result<Vec<_>, _> = tools.iter().map(|tool| tool.ensure(missing)).collect();
    Ok(found?.into_iter().collect())
}

/// The files of tests for node, in the order of their names.
fn module_tests() -> Result<Vec<PathBuf>, Failure> {
    let unreadable = |error| Failure::Task(format!("cannot read {MODULES}: {error}"));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(MODULES).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.to_string_lossy().ends_with(".test.js") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
