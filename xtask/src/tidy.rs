//! `cargo xtask tidy`: the project's own rules, those that a program can check.

mod browser_core;
mod layers;
mod page;
mod scripts;
mod sources;
mod targets;
mod workflows;

use std::fs;
use std::io::ErrorKind;

use crate::outcome::{Failure, Outcome, TaskResult};
use crate::process::{capture, cargo, git};
use crate::{arguments, licences};

/// Checks every rule.
pub(crate) fn run(words: &[String]) -> TaskResult {
    arguments::none(words)?;
    check()
}

/// Reports every violation, then fails if there was one.
pub(crate) fn check() -> TaskResult {
    let metadata = capture(&mut cargo("metadata --format-version 1 --no-deps"))?;
    let mut violations = layers::violations(&metadata)?;
    violations.extend(browser_core::violations()?);
    violations.extend(licences::violation()?);
    let files = capture(&mut git("ls-files -z --cached --others --exclude-standard"))?;
    let mut names = page::Names::default();
    for path in files.split_terminator('\0').filter(|path| path.ends_with("/view.rs")) {
        names.learn(path, &read(path)?.unwrap_or_default());
    }
    let mut rust = Vec::new();
    for path in files.split_terminator('\0') {
        if page::is_page(path)
            && let Some(text) = read(path)?
        {
            violations.extend(names.violations(path, &text));
        }
        if workflows::is_workflow(path)
            && let Some(text) = read(path)?
        {
            violations.extend(workflows::violations(path, &text));
        }
        if sources::is_source(path)
            && let Some(text) = read(path)?
        {
            violations.extend(sources::violations(path, &text));
            if sources::extension(path) == "rs" {
                rust.push((path.to_owned(), text));
            }
        }
    }
    violations.extend(targets::violations(&metadata, &rust)?);
    violations.extend(scripts::violations(&capture(&mut git("ls-files -z --stage"))?)?);
    if violations.is_empty() {
        println!("tidy");
        return Ok(Outcome::Complete);
    }
    for violation in &violations {
        println!("{violation}");
    }
    Err(Failure::Task(format!("{} breaches of the project's rules", violations.len())))
}

/// The text of a file; none when it was deleted and git does not know yet.
fn read(path: &str) -> Result<Option<String>, Failure> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::Task(format!("cannot read {path}: {error}"))),
    }
}
