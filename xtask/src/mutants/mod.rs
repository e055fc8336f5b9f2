//! `cargo xtask mutants`: whether the tests notice when the code does something else. Operators are exchanged, guards
//! decided and bodies of functions replaced, one at a time, in the crates that decide what is true: rules, matches,
//! rooms and the store. All of these mutants are compiled at once into a copy of the workspace, and a variable of the
//! environment chooses one. A mutant that every test passes shows what no test looks at: it gets a test, or stands in
//! `equivalents.txt` because nobody could notice it. Only tests that `cargo test` runs count, first those of the crate, then
//! (without `--own`) those of the crates above it; a test that fails without the mutant, too, catches nothing.

mod build;
mod cfg;
mod copy;
mod defaults;
mod finder;
mod mutant;
mod options;
mod report;
mod switches;
mod trial;

use std::collections::VecDeque;
use std::fs;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::outcome::{Failure, Outcome, TaskResult};
use build::{MutatedWorkspace, TestProgram};
use mutant::{CRATES, Catalogue, equivalents};
use options::{Options, TestScope, draw};
use report::Judged;
use trial::{Test, Verdict};

/// Packages whose tests are run, beside those of the mutated crates: without a browser and without services.
const OTHERS: [&str; 5] = ["damier-games", "damier-wire", "damier-api", "damier-server", "damier"];
/// What the tests reached, by the digest of their programs.
const MEASURED: &str = "target/mutants/tests.json";

/// Reads `[CRATE…] [--own] [--sample N] [--seed N] [--minutes N]`, and tries mutants for so long.
pub(crate) fn run(words: &[String]) -> TaskResult {
    if !cfg!(unix) {
        return Ok(Outcome::LeftOut("mutants: only on Linux and macOS".into()));
    }
    let options = Options::read(words)?;
    let catalogue = Catalogue::find()?;
    let equivalents = equivalents(&catalogue.mutants)?;
    let mut workspace = MutatedWorkspace::new(&catalogue)?;
    let own: Vec<_> = CRATES.iter().map(|of| format!("damier-{of}")).collect();
    let mut packages: Vec<_> = own.iter().map(String::as_str).collect();
    match options.tests {
        TestScope::All => packages.extend(OTHERS),
        TestScope::Own => packages = options.of.iter().map(|place| own[*place].as_str()).collect(),
    }
    let programs = workspace.compile(&packages)?;
    let unbuildable = &workspace.unbuildable;
    println!(
        "{} mutants; {} could not be built; {} change nothing, as xtask/src/mutants/equivalents.txt says",
        catalogue.mutants.len(),
        unbuildable.len(),
        equivalents.difference(unbuildable).count(),
    );
    let tests = tests(&programs, catalogue.mutants.len())?;
    let candidates = catalogue.mutants.iter().filter(|mutant| {
        let is_left_out =
            unbuildable.contains(&mutant.number) || equivalents.contains(&mutant.number);
        !is_left_out && options.of.contains(&mutant.of)
    });
    let candidates = candidates.map(|mutant| mutant.number).collect();
    let drawn = draw(candidates, options.sample, options.seed);
    println!("{} of them are tried: --seed {}", drawn.len(), options.seed);
    let judged = judge(&catalogue, &programs, &tests, drawn, options.time)?;
    report::print(&judged, &options.of);
    Ok(Outcome::Complete)
}

/// The tests of the programs that pass without a mutant, each with what it reaches.
fn tests(programs: &[TestProgram], mutants: usize) -> Result<Vec<Test>, Failure> {
    let digest = MutatedWorkspace::digest(programs);
    if let Some(known) = remembered(&digest) {
        return Ok(known);
    }
    let mut names = VecDeque::new();
    for (place, program) in programs.iter().enumerate() {
        names.extend(trial::names(program)?.into_iter().map(|name| (place, name)));
    }
    println!("{} tests are run without a mutant", names.len());
    let folder = std::path::absolute("target/mutants")
        .map_err(|error| Failure::Task(format!("target/mutants: {error}")))?;
    let measured = on_all_processors(names, None, |worker, (program, name)| {
        // A test runs in the folder of its package.
        let notes = folder.join(format!("reached-{worker}")).display().to_string();
        let test = trial::measure(programs, program, &name, mutants, &notes)?;
        if test.is_none() {
            println!(
                "{} {name} is left out: it fails, or takes too long",
                programs[program].package
            );
        }
        Ok(test)
    })?;
    let tests: Vec<Test> = measured.into_iter().flatten().collect();
    remember(&digest, &tests)?;
    Ok(tests)
}

fn remembered(digest: &str) -> Option<Vec<Test>> {
    let known: Value = serde_json::from_str(&fs::read_to_string(MEASURED).ok()?).ok()?;
    if known["digest"] != digest {
        return None;
    }
    let test = |test: &Value| {
        let reached = test["reached"].as_array()?.iter();
        let reached = reached.filter_map(|number| u32::try_from(number.as_u64()?).ok());
        Some(Test {
            program: test["program"].as_u64()? as usize,
            name: test["name"].as_str()?.to_owned(),
            time: Duration::from_millis(test["millis"].as_u64()?),
            reached: reached.collect(),
        })
    };
    known["tests"].as_array()?.iter().map(test).collect()
}

fn remember(digest: &str, tests: &[Test]) -> Result<(), Failure> {
    let tests = tests.iter().map(|test| {
        let millis = test.time.as_millis() as u64;
        json!({ "program": test.program, "name": test.name, "millis": millis, "reached": test.reached })
    });
    let known = json!({ "digest": digest, "tests": tests.collect::<Vec<_>>() });
    fs::write(MEASURED, known.to_string())
        .map_err(|error| Failure::Task(format!("{MEASURED}: {error}")))
}

/// Tries mutants, in their order, as long as there is time.
fn judge<'a>(
    catalogue: &'a Catalogue,
    programs: &[TestProgram],
    tests: &[Test],
    drawn: Vec<u32>,
    time: Duration,
) -> Result<Vec<Judged<'a>>, Failure> {
    let deadline = Instant::now() + time;
    let all = drawn.len();
    let judged = on_all_processors(drawn.into(), Some(deadline), |_, number| {
        let mutant = catalogue.mutant(number);
        let of = |is_own: bool| -> Vec<&Test> {
            let tests = tests.iter().filter(|test| test.reached.contains(&number));
            let is_asked =
                |test: &&Test| (programs[test.program].package == CRATES[mutant.of]) == is_own;
            tests.filter(is_asked).collect()
        };
        let own = trial::try_mutant(programs, &of(true), number, true)?;
        let others = match own {
            Verdict::Survives(_) => Some(trial::try_mutant(programs, &of(false), number, false)?),
            Verdict::Caught(_) | Verdict::Hangs => None,
        };
        let word = match others.as_ref().unwrap_or(&own) {
            Verdict::Caught(test) => format!("caught by {test}"),
            Verdict::Hangs => "hangs".to_owned(),
            Verdict::Survives(_) => "SURVIVES".to_owned(),
        };
        println!("{mutant}: {word}");
        Ok(Judged { mutant, own, others })
    })?;
    if judged.len() < all {
        println!("{} were not tried: the time is over", all - judged.len());
    }
    Ok(judged)
}

/// Works on all of these on as many threads as there are processors, until the deadline.
fn on_all_processors<T: Send, R: Send>(
    work: VecDeque<T>,
    deadline: Option<Instant>,
    one: impl Fn(usize, T) -> Result<R, Failure> + Sync,
) -> Result<Vec<R>, Failure> {
    let work = Mutex::new(work);
    let take = || {
        let is_over = deadline.is_some_and(|deadline| Instant::now() > deadline);
        let mut work = work.lock().unwrap_or_else(PoisonError::into_inner);
        if is_over { None } else { work.pop_front() }
    };
    let worker = |worker| {
        let mut done = Vec::new();
        while let Some(next) = take() {
            done.push(one(worker, next)?);
        }
        Ok(done)
    };
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let mut all = Vec::new();
    thread::scope(|scope| {
        let worker = &worker;
        let threads: Vec<_> =
            (0..workers).map(|place| scope.spawn(move || worker(place))).collect();
        for thread in threads {
            let done = thread.join().map_err(|_| Failure::Task("a thread panicked".into()))?;
            all.extend(done?);
        }
        Ok(())
    })?;
    Ok(all)
}
