//! `cargo xtask ci`: everything that must hold before a change goes in.

use std::time::{Duration, Instant};

use crate::arguments::{self, MissingTools};
use crate::outcome::{Outcome, TaskResult};
use crate::process::{cargo, run as run_command};
use crate::{deny, fuzz, test, tidy, types};

/// A heading and what is done under it.
type Step = (&'static str, fn(MissingTools) -> TaskResult);

/// The quick ones first: a mistake should show early.
const STEPS: &[Step] = &[
    ("format", |_| format()),
    ("clippy", |_| clippy()),
    ("doc", |_| doc()),
    ("tidy", |_| tidy::check()),
    ("deny", deny::check),
    ("types", types::check),
    ("test", test::all),
    ("fuzz", |_| fuzz::briefly()),
];

/// Runs the steps one after the other, up to the first that fails.
pub(crate) fn run(words: &[String]) -> TaskResult {
    let missing = arguments::install(words)?;
    let mut summary = vec!["\n== summary".to_owned()];
    let mut result = Ok(Outcome::Complete);
    for (name, step) in STEPS {
        println!("\n== {name}");
        let started = Instant::now();
        let ended = step(missing);
        summary.push(summary_line(name, started.elapsed(), &ended));
        if ended.is_err() {
            result = ended;
            break;
        }
    }
    println!("{}", summary.join("\n"));
    result
}

fn summary_line(name: &str, took: Duration, ended: &TaskResult) -> String {
    let how = match ended {
        Ok(Outcome::Complete) => "ok",
        Ok(Outcome::LeftOut(what)) => what,
        Err(_) => "FAILED",
    };
    format!("{name:<8} {:>6.1} s  {how}", took.as_secs_f64())
}

fn format() -> TaskResult {
    run_command(&mut cargo("fmt --all --check"))?;
    run_command(&mut cargo("fmt --manifest-path fuzz/Cargo.toml --check"))?;
    Ok(Outcome::Complete)
}

fn clippy() -> TaskResult {
    run_command(&mut cargo("clippy --workspace --all-targets --locked -- -D warnings"))?;
    Ok(Outcome::Complete)
}

fn doc() -> TaskResult {
    run_command(cargo("doc --workspace --no-deps --locked").env("RUSTDOCFLAGS", "-D warnings"))?;
    Ok(Outcome::Complete)
}
