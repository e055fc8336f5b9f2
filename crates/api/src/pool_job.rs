//! Jobs of engines: what runs here, or is asked of a worker.

use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;

use work::{WorkRequest, WorkResult, WorkUpdate};

/// Priority of a job.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Priority {
    /// Analysis, which runs as long as no other job waits.
    Analysis,
    /// A match waits for the result.
    Match,
}

/// Job that can run here or at a worker.
pub trait PoolJob: Send + 'static {
    /// Its result.
    type Output: Send + 'static;

    /// Runs it here. It has to end soon after `stop` is set.
    fn run(self: Box<Self>, stop: &AtomicBool) -> Self::Output;

    /// Whether it waits for another process and takes no processor time here.
    fn waits(&self) -> bool {
        false
    }

    /// What a worker is asked; `None` if it can run here only.
    fn request(&self) -> Option<WorkRequest> {
        None
    }

    /// Takes in what a worker has found so far. What is wrong is ignored.
    fn update(&mut self, _update: WorkUpdate) {}

    /// Takes in the result of a worker; the job comes back if that is wrong.
    fn finish(
        self: Box<Self>,
        _result: WorkResult,
        _ending: Ending,
    ) -> Result<Self::Output, Box<Self>> {
        Err(self)
    }
}

/// How a job ended at a worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By itself.
    Complete,
    /// Because it was told to.
    Stopped,
}

/// Job that runs here only.
pub struct LocalJob<F, T> {
    run: F,
    output: PhantomData<fn() -> T>,
}

impl<F, T> LocalJob<F, T> {
    /// The job that `run` does.
    pub const fn new(run: F) -> Self {
        Self { run, output: PhantomData }
    }
}

impl<F, T> PoolJob for LocalJob<F, T>
where
    F: FnOnce(&AtomicBool) -> T + Send + 'static,
    T: Send + 'static,
{
    type Output = T;

    fn run(self: Box<Self>, stop: &AtomicBool) -> T {
        (self.run)(stop)
    }
}
