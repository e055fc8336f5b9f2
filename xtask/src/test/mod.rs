//! `cargo xtask test`: all tests but those of `cargo xtask soak`, and how many there were.

mod listing;
mod runner;
mod totals;

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::arguments::{self, MissingTools};
use crate::ignored::Reason;
use crate::outcome::{Failure, Outcome, TaskResult};
use crate::process::{cargo, run_reading};
use crate::timetable::Timetable;
use crate::tools::{
    AXE, Availability, CHROMIUM, DEPLOYMENT, FAKETIME, NATS, NODE, POSTGRESQL, PYTHON, TMUX, Tool,
};
use listing::Test;
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

/// Reads `[--install] [FILTER]` and runs the tests.
pub(crate) fn run(words: &[String]) -> TaskResult {
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
        session.groups(&tests)
    });
    session.end(result)
}

/// Runs the tests of `cargo xtask soak`, in rounds until `time` is over, and at least one.
pub(crate) fn soak(time: Duration, timetable: &mut Timetable) -> TaskResult {
    let missing = MissingTools::LeaveOut;
    let mut session = Session { missing, timetable, totals: Totals::default(), left_out: vec![] };
    let result = session.list().and_then(|mut tests| {
        let with_parts = Some(Reason::SoakPostgreSqlAndNats);
        tests.retain(|test| test.ignored == Some(Reason::Soak) || test.ignored == with_parts);
        if let Err(why) = needs(Reason::SoakPostgreSqlAndNats, missing)? {
            let all = tests.len();
            tests.retain(|test| test.ignored != with_parts);
            session.skip(all - tests.len(), &why);
        }
        let (started, mut round) = (Instant::now(), 0);
        while round == 0 || started.elapsed() < time {
            let number = [("DAMIER_SOAK_ROUND", round.to_string())];
            session.group(&format!("round {round}"), &tests, SOAK_TEST_TIMEOUT, &number)?;
            round += 1;
        }
        Ok(())
    });
    session.end(result)
}

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
        let tests = self.list()?;
        // All of them, whatever fails: the totals are of all tests.
        let results = [self.groups(&tests), self.documentation(), self.modules()];
        results.into_iter().collect()
    }

    /// Compiles and lists the tests.
    fn list(&mut self) -> Result<Vec<Test>, Failure> {
        let started = Instant::now();
        let tests = listing::tests()?;
        self.timetable.part("build", started.elapsed(), format!("{} tests", tests.len()));
        Ok(tests)
    }

    /// Runs tests of the crates by the reason for which they are ignored, if they are.
    fn groups(&mut self, tests: &[Test]) -> Result<(), Failure> {
        let of = |reason| {
            let tests = tests.iter().filter(|test| test.ignored == reason);
            tests.cloned().collect::<Vec<Test>>()
        };
        let mut result = self.group("ordinary", &of(None), TEST_TIMEOUT, &[]);
        for (reason, name) in [
            (Reason::Browser, "browser"),
            (Reason::BrowserAndAxe, "browser with axe"),
            (Reason::BrowserAndTmux, "browser and tmux"),
            (Reason::NodeAndPython, "node and python"),
            (Reason::NginxAndCaddy, "nginx and caddy"),
            (Reason::Faketime, "faketime"),
            (Reason::PostgreSql, "postgresql"),
            (Reason::Nats, "nats"),
            (Reason::PostgreSqlAndNats, "postgresql and nats"),
            (Reason::PostgreSqlNatsAndFaketime, "postgresql, nats and faketime"),
            (Reason::BrowserPostgreSqlAndNats, "browser, postgresql and nats"),
            (Reason::Tmux, "tmux"),
            (Reason::Slow, "slow"),
        ] {
            let tests = of(Some(reason));
            if tests.is_empty() {
                continue;
            }
            let ended = match needs(reason, self.missing)? {
                Ok(()) => self.group(name, &tests, SLOW_TEST_TIMEOUT, &[]),
                Err(why) => {
                    self.skip(tests.len(), &why);
                    Ok(())
                }
            };
            result = result.and(ended);
        }
        result
    }

    fn group(
        &mut self,
        name: &str,
        tests: &[Test],
        limit: Duration,
        environment: &[(&str, String)],
    ) -> Result<(), Failure> {
        if tests.is_empty() {
            return Ok(());
        }
        println!("\n-- {name}: {} tests, each at most {} s", tests.len(), limit.as_secs());
        let started = Instant::now();
        let totals = runner::run(tests, limit, environment)?;
        self.count(name, started, totals);
        if totals.failed > 0 {
            return Err(Failure::Task(format!("{name}: {totals}")));
        }
        Ok(())
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
        _ => Ok(Ok(())),
    }
}

/// Programs that tests of a kind need.
const fn tools(reason: Reason) -> &'static [Tool] {
    match reason {
        Reason::Browser | Reason::BrowserAndAxe => &[CHROMIUM],
        Reason::BrowserAndTmux => &[CHROMIUM, TMUX],
        Reason::NodeAndPython => &[NODE, PYTHON],
        Reason::NginxAndCaddy => &DEPLOYMENT,
        Reason::Faketime => &[FAKETIME],
        Reason::PostgreSql => &[POSTGRESQL],
        Reason::Nats => &[NATS],
        Reason::PostgreSqlAndNats | Reason::SoakPostgreSqlAndNats => &[POSTGRESQL, NATS],
        Reason::PostgreSqlNatsAndFaketime => &[POSTGRESQL, NATS, FAKETIME],
        Reason::BrowserPostgreSqlAndNats => &[CHROMIUM, POSTGRESQL, NATS],
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
