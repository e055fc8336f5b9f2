//! `cargo xtask golden`: the tests rewrite what they compare with.

use crate::arguments;
use crate::outcome::{Outcome, TaskResult};
use crate::process::{cargo, git, run as run_command};

/// Runs the tests with `UPDATE_EXPECT=1`, all of them whatever fails, then shows which files differ from the last commit.
pub(crate) fn run(words: &[String]) -> TaskResult {
    arguments::none(words)?;
    let mut tests = cargo("test --workspace --locked --no-fail-fast");
    let rewritten = run_command(tests.env("UPDATE_EXPECT", "1"));
    run_command(&mut git("status --short"))?;
    rewritten.map(|()| Outcome::Complete)
}
