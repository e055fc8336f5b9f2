//! `cargo xtask test`: all tests but those of `cargo xtask soak`, and how many there were.

mod game;
mod listing;
mod runner;
mod tally;
mod totals;

use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::arguments::{self, MissingTools};
use crate::ignored::Reason;
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
/// Time limit of a slow test, and of one in a browser.
const SLOW_TEST_TIMEOUT: Duration = Duration::from_mins(10);
/// Time limit of a test of `cargo xtask soak`.
const SOAK_TEST_TIMEOUT: Duration = Duration::from_hours(1);
/// Time limit of all tests in the documentation, and of all tests in node.
const SUITE_TIMEOUT: Duration = Duration::from_mins(20);
/// Time limit of each test in node.
const NODE_TEST_TIMEOUT: Duration = Duration::from_mins(1);

/// Groups of tests by the reason for which they are ignored, if they are, those with long tests first.
const GROUPS: &[(Option<Reason>, &str, Duration)] = &[
    (Some(Reason::BrowserAndAxe), "browser with axe", SLOW_TEST_TIMEOUT),
    (Some(Reason::Slow), "slow", SLOW_TEST_TIMEOUT),
    (Some(Reason::BrowserPostgreSqlAndNats), "browser, postgresql and nats", SLOW_TEST_TIMEOUT),
    (Some(Reason::PostgreSqlNatsAndFaketime), "postgresql, nats and faketime", SLOW_TEST_TIMEOUT),
    (Some(Reason::PostgreSqlAndNats), "postgresql and nats", SLOW_TEST_TIMEOUT),
    (Some(Reason::BrowserAndWebFolder), "browser and web folder", SLOW_TEST_TIMEOUT),
    (Some(Reason::BrowserAxeAndWebFolder), "browser, axe and web folder", SLOW_TEST_TIMEOUT),
    (Some(Reason::Browser), "browser", SLOW_TEST_TIMEOUT),
    (Some(Reason::BrowserAndTmux), "browser and tmux", SLOW_TEST_TIMEOUT),
    (Some(Reason::Nats), "nats", SLOW_TEST_TIMEOUT),
    (Some(Reason::PostgreSql), "postgresql", SLOW_TEST_TIMEOUT),
    (Some(Reason::NginxAndCaddy), "nginx and caddy", SLOW_TEST_TIMEOUT),
    (Some(Reason::NodeAndPython), "node and python", SLOW_TEST_TIMEOUT),
    (Some(Reason::Faketime), "faketime", SLOW_TEST_TIMEOUT),
    (Some(Reason::Tmux), "tmux", SLOW_TEST_TIMEOUT),
    (None, "ordinary", TEST_TIMEOUT),
];

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
        let with_parts = [Reason::SoakPostgreSqlAndNats, Reason::SoakBrowserAndWebFolder];
        tests.retain(|test| {
            test.ignored.is_some_and(|why| why == Reason::Soak || with_parts.contains(&why))
        });
        for reason in with_parts {
            if let Err(why) = needs(reason, missing)? {
                let all = tests.len();
                tests.retain(|test| test.ignored != Some(reason));
                session.skip(all - tests.len(), &why);
            }
        }
        let job = |test| Job { test, limit: SOAK_TEST_TIMEOUT };
        let jobs: Vec<_> = tests.iter().map(job).collect();
        let (started, mut round) = (Instant::now(), 0);
        while round == 0 || started.elapsed() < time {
            let number = [("DAMIER_SOAK_ROUND", round.to_string())];
            session.run("tests", &jobs, &[(&format!("round {round}"), jobs.len())], &number)?;
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
        if jobs.is_empty() {
            return Err(Failure::Task("there is no such test that can run here".into()));
        }
        let _busy = busy()?;
        session.repeat(&jobs, times)
    });
    session.end(result)
}

/// A group of tests, and where it ends among all.
type Group = (&'static str, usize);

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
            self.list()?.into_iter().partition(Test::needs_web_folder);
        // The web folder and the Python package are compiled in the time that tests wait, one after the other.
        let (missing, environment) = (self.missing, Environment::ensure(self.missing)?);
        let compilation = thread::spawn(move || {
            let folder = web::for_tests(missing);
            (folder, environment.map(|found| found.prepare().map(|()| found)))
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
        for (reason, name, limit) in GROUPS {
            let of_group = || tests.iter().filter(|test| test.ignored == *reason);
            if of_group().next().is_none() {
                continue;
            }
            match reason.map_or(Ok(Ok(())), |reason| needs(reason, self.missing))? {
                Ok(()) => {
                    jobs.extend(of_group().map(|test| Job { test, limit: *limit }));
                    groups.push((*name, jobs.len()));
                }
                Err(why) => self.skip(of_group().count(), &why),
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
                if tally.add(&job.test.title(), finished, said) {
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
        groups: &[(&str, usize)],
        environment: &[(&str, String)],
    ) -> Result<(), Failure> {
        println!("\n-- {} tests, {} at a time", jobs.len(), runner::workers());
        let started = Instant::now();
        let finished = runner::run(jobs, environment, runner::report)?;
        runner::print_slowest(jobs, &finished);
        let note = "the sums of their times are:".to_owned();
        self.timetable.part(part, started.elapsed(), note);
        let (mut begin, mut failed) = (0, Vec::new());
        for (name, end) in groups {
            let group = &finished[begin..*end];
            let passed = group.iter().filter(|one| one.has_passed()).count();
            let totals = Totals { passed, failed: group.len() - passed, skipped: 0 };
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

/// Makes sure that what tests of a kind need is there, if it may be installed.
fn needs(reason: Reason, missing: MissingTools) -> Result<Availability<()>, Failure> {
    for tool in tools(reason) {
        if let Err(why) = tool.ensure(missing)? {
            return Ok(Err(why));
        }
    }
    match reason {
        Reason::BrowserAndAxe => Ok(AXE.ensure(missing)?.map(|_| ())),
        Reason::BrowserAndWebFolder | Reason::SoakBrowserAndWebFolder => {
            Ok(web::for_tests(missing)?.map(|_| ()))
        }
        Reason::BrowserAxeAndWebFolder => match AXE.ensure(missing)? {
            Ok(_) => Ok(web::for_tests(missing)?.map(|_| ())),
            Err(why) => Ok(Err(why)),
        },
        _ => Ok(Ok(())),
    }
}

/// Programs that tests of a kind need.
const fn tools(reason: Reason) -> &'static [Tool] {
    match reason {
        Reason::Browser | Reason::BrowserAndAxe => &[HEADLESS_SHELL],
        // The small one can neither install a page nor be told to store nothing.
        Reason::BrowserAndWebFolder
        | Reason::BrowserAxeAndWebFolder
        | Reason::SoakBrowserAndWebFolder => &[CHROMIUM],
        Reason::BrowserAndTmux => &[HEADLESS_SHELL, TMUX],
        Reason::NodeAndPython => &[NODE, PYTHON],
        Reason::NginxAndCaddy => &DEPLOYMENT,
        Reason::Faketime => &[FAKETIME],
        Reason::PostgreSql => &[POSTGRESQL],
        Reason::Nats => &[NATS],
        Reason::PostgreSqlAndNats | Reason::SoakPostgreSqlAndNats => &[POSTGRESQL, NATS],
        Reason::PostgreSqlNatsAndFaketime => &[POSTGRESQL, NATS, FAKETIME],
        Reason::BrowserPostgreSqlAndNats => &[HEADLESS_SHELL, POSTGRESQL, NATS],
        Reason::Tmux => &[TMUX],
        Reason::Slow | Reason::Soak | Reason::WebFolder => &[],
    }
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
