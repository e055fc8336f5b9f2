//! `cargo xtask measure`: the figures of the page, and of several servers, as `docs/benchmarks.md` has them.

use crate::arguments;
use crate::lighthouse;
use crate::measure_cluster;
use crate::outcome::{Failure, Outcome, TaskResult};
use crate::process::{cargo, run as run_command};
use crate::released;
use crate::tools::{CHROMIUM, target};

/// Measures the program as it is released: `cluster` several servers, nothing the page with a browser.
pub(crate) fn run(words: &[String]) -> TaskResult {
    if let Some((word, words)) = words.split_first()
        && word == "cluster"
    {
        return measure_cluster::run(words);
    }
    let missing = arguments::install(words)?;
    if let Err(why) = CHROMIUM.ensure(missing)? {
        return Err(Failure::Task(why));
    }
    let program = released::program()?;
    // The harness need not be optimised: it is the program that is measured.
    let mut bench = cargo("bench --profile dev --locked --package damier-browser --bench measure");
    bench.env("DAMIER", &program);
    let page = target().join("web");
    if let Ok(page) = page.canonicalize() {
        bench.env("DAMIER_STATIC_PAGE", page);
    }
    run_command(&mut bench)?;
    Ok(match lighthouse::measure(&program, missing)? {
        None => Outcome::Complete,
        Some(why) => Outcome::LeftOut(format!("skipped, {why}")),
    })
}
