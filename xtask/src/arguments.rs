//! The words after a task's name.

use std::env;

use crate::outcome::Failure;

/// What to do about a tool that this machine lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MissingTools {
    /// Install it.
    Install,
    /// Leave out what needs it, and say so.
    LeaveOut,
}

/// Whether this is the run that decides about a change.
pub(crate) fn is_ci() -> bool {
    env::var_os("CI").is_some_and(|ci| ci == "true")
}

/// Reads `[--install]`, which is the default in CI.
pub(crate) fn install(words: &[String]) -> Result<MissingTools, Failure> {
    match words {
        [] if is_ci() => Ok(MissingTools::Install),
        [] => Ok(MissingTools::LeaveOut),
        [word] if word == "--install" => Ok(MissingTools::Install),
        words => Err(unexpected(words)),
    }
}

/// Checks that there is nothing to read.
pub(crate) fn none(words: &[String]) -> Result<(), Failure> {
    match words {
        [] => Ok(()),
        words => Err(unexpected(words)),
    }
}

/// The error for words that a task does not know.
pub(crate) fn unexpected(words: &[String]) -> Failure {
    Failure::Usage(format!("unexpected `{}`", words.join(" ")))
}
