//! Tests that run with a mutant, and what they say of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::build::TestProgram;
use crate::outcome::Failure;
use crate::process::{capture, in_own_group, wait_within};

/// Variables that the switches read.
const CHOSEN: &str = "DAMIER_MUTANT";
const REACHED: &str = "DAMIER_MUTANTS_REACHED";
/// A test that takes longer is not run with mutants.
const TEST_MAX: Duration = Duration::from_secs(30);
/// Time for which the tests of other crates run with a mutant.
const OTHERS_MAX: Duration = Duration::from_mins(1);
/// A run with a mutant hangs if it takes this long, and so many times as long as without.
const HANG_MIN: Duration = Duration::from_secs(20);
const HANG_FACTOR: u32 = 8;

/// A test that passes without a mutant.
#[derive(Clone, Debug)]
pub(super) struct Test {
    /// Place of its program.
    pub(super) program: usize,
    pub(super) name: String,
    pub(super) time: Duration,
    /// Mutants whose switches it comes past.
    pub(super) reached: BTreeSet<u32>,
}

/// What tests say of a mutant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// A test fails: its name.
    Caught(String),
    /// The tests do not end.
    Hangs,
    /// They all pass; so many are run.
    Survives(usize),
}

/// Names of the tests of a program that need nothing else.
pub(super) fn names(program: &TestProgram) -> Result<Vec<String>, Failure> {
    let list = |more: &[&str]| -> Result<BTreeSet<String>, Failure> {
        let mut command = command(program);
        let listed = capture(command.args(["--list", "--format", "terse"]).args(more))?;
        let names = listed.lines().filter_map(|line| line.strip_suffix(": test"));
        Ok(names.map(str::to_owned).collect())
    };
    let (all, ignored) = (list(&[])?, list(&["--ignored"])?);
    Ok(all.difference(&ignored).cloned().collect())
}

/// Runs a test alone without a mutant; `None` if it fails or takes too long.
pub(super) fn measure(
    programs: &[TestProgram],
    program: usize,
    name: &str,
    mutants: usize,
    notes: &str,
) -> Result<Option<Test>, Failure> {
    let broken = |error: std::io::Error| Failure::Task(format!("{notes}: {error}"));
    fs::write(notes, vec![0; mutants + 1]).map_err(broken)?;
    let begun = Instant::now();
    let mut command = command(&programs[program]);
    command.args(["--exact", name]).env(REACHED, notes);
    let Run::Passed = run(&mut command, TEST_MAX)? else { return Ok(None) };
    let time = begun.elapsed();
    let noted = fs::read(notes).map_err(broken)?;
    let reached = noted.iter().zip(0..).filter(|(byte, _)| **byte != 0).map(|(_, number)| number);
    Ok(Some(Test { program, name: name.to_owned(), time, reached: reached.collect() }))
}

/// Runs these tests with a mutant, the quick ones first, until one fails.
pub(super) fn try_mutant(
    programs: &[TestProgram],
    tests: &[&Test],
    number: u32,
    is_own: bool,
) -> Result<Verdict, Failure> {
    let mut tests = tests.to_vec();
    tests.sort_by_key(|test| test.time);
    let begun = Instant::now();
    let mut passed = 0;
    for batch in batches(&tests) {
        if !is_own && begun.elapsed() > OTHERS_MAX {
            break;
        }
        let usual: Duration = batch.iter().map(|test| test.time).sum();
        let limit = HANG_MIN.max(usual * HANG_FACTOR);
        let run_again = |tests: &[&Test], number| {
            let mut command = command(&programs[tests[0].program]);
            command.arg("--exact").args(tests.iter().map(|test| &test.name));
            command.env(CHOSEN, u32::to_string(&number));
            run(&mut command, limit)
        };
        match run_again(&batch, number)? {
            Run::Passed => passed += batch.len(),
            Run::Hangs => return Ok(Verdict::Hangs),
            Run::Failed(names) => {
                let failed = |test: &&&Test| names.is_empty() || names.contains(&test.name);
                let failed: Vec<_> = batch.iter().filter(failed).copied().collect();
                let first = failed.first().unwrap_or(&batch[0]).name.clone();
                // A test that fails without the mutant too says nothing of it.
                match run_again(if failed.is_empty() { &batch } else { &failed }, 0)? {
                    Run::Passed => return Ok(Verdict::Caught(first)),
                    Run::Failed(_) | Run::Hangs => println!("{first} fails without a mutant too"),
                }
            }
        }
    }
    Ok(Verdict::Survives(passed))
}

/// Tests of one program at a time; those that take long alone.
fn batches<'a>(tests: &[&'a Test]) -> Vec<Vec<&'a Test>> {
    const BATCH_MAX: Duration = Duration::from_secs(5);
    let mut open: BTreeMap<usize, (Duration, Vec<&Test>)> = BTreeMap::new();
    let mut batches = Vec::new();
    for test in tests {
        let (time, batch) = open.entry(test.program).or_default();
        *time += test.time;
        batch.push(*test);
        if *time > BATCH_MAX {
            batches.extend(open.remove(&test.program).map(|(_, batch)| batch));
        }
    }
    let mut rest: Vec<_> = open.into_values().collect();
    rest.sort_by_key(|(time, _)| *time);
    // What is quick comes first.
    let mut all: Vec<_> = rest.into_iter().map(|(_, batch)| batch).collect();
    all.extend(batches);
    all
}

/// How a test program ended.
enum Run {
    Passed,
    /// Tests that failed, as far as the program says.
    Failed(BTreeSet<String>),
    Hangs,
}

fn command(program: &TestProgram) -> Command {
    let mut command = Command::new(&program.executable);
    command.current_dir(&program.folder).env("CARGO_MANIFEST_DIR", &program.folder);
    command.env_remove(CHOSEN).env_remove(REACHED).env("RUST_BACKTRACE", "0");
    // No test may go on asking for input, or rewrite what it is compared with.
    command.env_remove("UPDATE_EXPECT").stdin(Stdio::null());
    command
}

fn run(command: &mut Command, limit: Duration) -> Result<Run, Failure> {
    let broken = |error: std::io::Error| Failure::Task(format!("a test program: {error}"));
    in_own_group(command).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(broken)?;
    let output = child.stdout.take();
    let reading = thread::spawn(move || {
        let mut said = Vec::new();
        if let Some(mut output) = output {
            // As far as it can be read.
            let _ = output.read_to_end(&mut said);
        }
        String::from_utf8_lossy(&said).into_owned()
    });
    let id = child.id();
    let status = wait_within(&mut child, limit).map_err(broken)?;
    // What a test has left running holds the output open.
    crate::process::kill_group(id);
    let said = reading.join().unwrap_or_default();
    Ok(match status {
        None => Run::Hangs,
        Some(status) if status.success() => Run::Passed,
        Some(_) => Run::Failed(said.lines().filter_map(failed_test).collect()),
    })
}

/// Reads `test clock::it_runs ... FAILED`.
fn failed_test(line: &str) -> Option<String> {
    let name = line.strip_prefix("test ")?.strip_suffix(" ... FAILED")?;
    // It says so too if it was expected to fail.
    Some(name.strip_suffix(" - should panic").unwrap_or(name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_read() {
        let read = |line| failed_test(line);
        assert_eq!(read("test a::b ... FAILED").as_deref(), Some("a::b"));
        assert_eq!(read("test a - should panic ... FAILED").as_deref(), Some("a"));
        assert_eq!(read("test a::b ... ok"), None);
    }

    #[test]
    fn long_tests_run_alone_and_last() {
        let test = |program, name: &str, seconds| Test {
            program,
            name: name.to_owned(),
            time: Duration::from_secs(seconds),
            reached: BTreeSet::new(),
        };
        let tests =
            [test(1, "a", 1), test(1, "b", 2), test(0, "c", 3), test(1, "d", 9), test(1, "e", 10)];
        let all: Vec<_> = tests.iter().collect();
        let names: Vec<Vec<&str>> = batches(&all)
            .iter()
            .map(|batch| batch.iter().map(|test| test.name.as_str()).collect())
            .collect();
        assert_eq!(names, [vec!["c"], vec!["a", "b", "d"], vec!["e"]]);
    }
}
