//! `cargo xtask lint`: layout and faults of the page's modules and styles, by `ESLint`.

use std::fs;
use std::process::Command;

use crate::arguments::{self, MissingTools};
use crate::outcome::{Failure, Outcome, TaskResult};
use crate::process::run as run_command;
use crate::tools::{ESLINT, NODE, target};

/// Rules of the linter. They stand outside of the page's folder, all of which is sent to browsers.
const RULES: &str = include_str!("../eslint.config.js");
/// What is linted.
const PAGE: &str = "crates/server/web";

/// Whether what has one right form is written anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fix {
    Report,
    Write,
}

/// Reads `[--fix] [--install]` and lints.
pub(crate) fn run(words: &[String]) -> TaskResult {
    match words.split_first() {
        Some((word, rest)) if word == "--fix" => lint(arguments::install(rest)?, Fix::Write),
        _ => check(arguments::install(words)?),
    }
}

/// Checks that the linter finds nothing.
pub(crate) fn check(missing: MissingTools) -> TaskResult {
    lint(missing, Fix::Report)
}

fn lint(missing: MissingTools, fix: Fix) -> TaskResult {
    if let Err(why) = NODE.ensure(missing)? {
        return Ok(Outcome::LeftOut(format!("skipped, {why}")));
    }
    let folder = match ESLINT.ensure(missing)? {
        Ok(folder) => folder,
        Err(why) => return Ok(Outcome::LeftOut(format!("skipped, {why}"))),
    };
    // Its plugins are found from the folder that the rules are in.
    let rules = target().join(ESLINT.root).join("eslint.config.mjs");
    fs::write(&rules, RULES)
        .map_err(|error| Failure::Task(format!("cannot write {}: {error}", rules.display())))?;
    let mut eslint = Command::new(NODE.program);
    eslint.arg(folder.join("bin/eslint.js")).arg("--config").arg(&rules).arg(PAGE);
    let cache = target().join(ESLINT.root).join("eslint.cache");
    eslint.args(["--cache", "--cache-strategy", "content", "--cache-location"]).arg(cache);
    if fix == Fix::Write {
        eslint.arg("--fix");
    }
    run_command(&mut eslint)?;
    Ok(Outcome::Complete)
}
