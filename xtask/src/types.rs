//! `cargo xtask types`: the types in the comments of the page's modules, checked by tsc.

use std::process::Command;

use crate::arguments::{self, MissingTools};
use crate::outcome::{Outcome, TaskResult};
use crate::process::run as run_command;
use crate::tools::{NODE, TYPESCRIPT};

/// Reads `[--install]` and checks the types.
pub(crate) fn run(words: &[String]) -> TaskResult {
    check(arguments::install(words)?)
}

/// Checks that the page's modules agree with each other and with the data that they are sent.
pub(crate) fn check(missing: MissingTools) -> TaskResult {
    if let Err(why) = NODE.ensure(missing)? {
        return Ok(Outcome::LeftOut(format!("skipped, {why}")));
    }
    match TYPESCRIPT.ensure(missing)? {
        Ok(folder) => {
            let mut tsc = Command::new(NODE.program);
            tsc.arg(folder.join("bin/tsc")).args(["--noEmit", "-p", "crates/server/web"]);
            run_command(&mut tsc)?;
            Ok(Outcome::Complete)
        }
        Err(why) => Ok(Outcome::LeftOut(format!("skipped, {why}"))),
    }
}
