//! How a task ends.

/// A task that did not fail.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// Everything was done.
    Complete,
    /// Something could not be done here, and that is no failure: what and why, in one line.
    LeftOut(String),
}

/// Why a task failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The words after `cargo xtask` make no sense.
    Usage(String),
    /// A check found something wrong, or could not be made.
    Task(String),
}

/// What every task returns.
pub(crate) type TaskResult = Result<Outcome, Failure>;
