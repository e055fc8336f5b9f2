//! Results of tasks.

/// Result of a task that did not fail.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// Everything was done.
    Complete,
    /// Something was left out because a tool is missing: what and why, in one line.
    LeftOut(String),
}

/// Error of a task.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Wrong arguments.
    Usage(String),
    /// A check found something wrong, or could not be made.
    Task(String),
}

/// Return value of every task.
pub(crate) type TaskResult = Result<Outcome, Failure>;
