//! `cargo xtask ci`: everything that must hold before a change goes in.

use crate::arguments::{self, MissingTools};
use crate::outcome::{Outcome, TaskResult};
use crate::process::{cargo, run as run_command};
use crate::timetable::Timetable;
use crate::{deny, test, tidy, types};

/// A heading and what is done under it.
type Step = (&'static str, fn(MissingTools, &mut Timetable) -> TaskResult);

/// The quick ones first: a mistake should show early.
const STEPS: &[Step] = &[
    ("format", |_, _| format()),
    ("clippy", |_, _| clippy()),
    ("doc", |_, _| doc()),
    ("tidy", |_, _| tidy::check()),
    ("deny", |missing, _| deny::check(missing)),
    ("types", |missing, _| types::check(missing)),
    ("test", test::all),
];

/// Runs the steps one after the other, up to the first that fails, and prints their times.
pub(crate) fn run(words: &[String]) -> TaskResult {
    let missing = arguments::install(words)?;
    let mut timetable = Timetable::default();
    let mut result = Ok(Outcome::Complete);
    for (name, step) in STEPS {
        result = timetable.step(name, |timetable| step(missing, timetable));
        if result.is_err() {
            break;
        }
    }
    timetable.print();
    result.map(|_| Outcome::Complete)
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
