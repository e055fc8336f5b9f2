//! `cargo xtask ci`: everything that must hold before a change goes in.

use std::thread::{self, JoinHandle};

use crate::arguments::{self, MissingTools};
use crate::libraries::Rehearsal;
use crate::outcome::{Failure, Outcome, TaskResult};
use crate::process::{cargo, run as run_command};
use crate::timetable::Timetable;
use crate::tools::install_missing;
use crate::{api, deny, libraries, lint, test, tidy, types, web};

/// A heading and what is done under it.
struct Step {
    name: &'static str,
    /// Whether it runs programs that are no part of Rust.
    needs_tools: bool,
    run: fn(MissingTools, &mut Timetable) -> TaskResult,
}

/// The quick ones first: a mistake should show early.
const STEPS: &[Step] = &[
    Step { name: "format", needs_tools: false, run: |_, _| format() },
    Step { name: "tidy", needs_tools: false, run: |_, _| tidy::check() },
    Step { name: "deny", needs_tools: false, run: |missing, _| deny::check(missing) },
    Step { name: "clippy", needs_tools: false, run: |_, _| clippy() },
    Step { name: "doc", needs_tools: false, run: |_, _| doc() },
    Step { name: "api", needs_tools: false, run: |_, _| api::check() },
    Step {
        name: "libraries",
        needs_tools: false,
        run: |_, _| libraries::publish_dry(Rehearsal::Pack),
    },
    Step { name: "lint", needs_tools: true, run: |missing, _| lint::check(missing) },
    Step { name: "types", needs_tools: true, run: |missing, _| types::check(missing) },
    Step { name: "core", needs_tools: true, run: |missing, _| web::check_core(missing) },
    Step { name: "test", needs_tools: true, run: test::all },
];

/// Runs the steps one after the other, up to the first that fails, and prints their times.
pub(crate) fn run(words: &[String]) -> TaskResult {
    let missing = arguments::install(words)?;
    // Packages come over the network while the processors compile.
    let installation = (missing == MissingTools::Install).then(|| thread::spawn(install_missing));
    let mut installation = Installation(installation);
    let mut timetable = Timetable::default();
    let mut result = Ok(Outcome::Complete);
    for step in STEPS {
        result = timetable.step(step.name, |timetable| {
            if step.needs_tools {
                installation.wait()?;
            }
            (step.run)(missing, timetable)
        });
        if result.is_err() {
            break;
        }
    }
    timetable.print();
    result.map(|_| Outcome::Complete)
}

/// Installation of tools beside the first steps, if there is one.
struct Installation(Option<JoinHandle<Result<(), Failure>>>);

impl Installation {
    /// Waits for its end.
    fn wait(&mut self) -> Result<(), Failure> {
        let ended = self.0.take().map_or(Ok(Ok(())), JoinHandle::join);
        ended.unwrap_or_else(|_| Err(Failure::Task("the installation of tools panicked".into())))
    }
}

fn format() -> TaskResult {
    run_command(&mut cargo("fmt --all --check"))?;
    run_command(&mut cargo("fmt --manifest-path fuzz/Cargo.toml --check"))?;
    run_command(&mut cargo("fmt --manifest-path python/Cargo.toml --check"))?;
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
