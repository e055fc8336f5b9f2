//! Jobs in the queue of the pool.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use api::{Ending, PoolJob};
use tokio::sync::oneshot;
use work::{WorkRequest, WorkResult, WorkUpdate};

use crate::queue_age::WaitTicket;

/// Where a job runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Executor {
    Local,
    Worker,
}

/// When a job was started, and where it runs.
#[derive(Debug, Default)]
pub(super) struct JobStart {
    at: OnceLock<Instant>,
    place: AtomicU8,
}

impl JobStart {
    /// When it was first started; `None` while it waits.
    pub(super) fn at(&self) -> Option<Instant> {
        self.at.get().copied()
    }

    pub(super) fn place(&self) -> Executor {
        if self.place.load(Relaxed) == 0 { Executor::Local } else { Executor::Worker }
    }
}

/// Job in the queue, whatever its result is.
pub(super) trait QueuedJob: Send {
    /// Notes that it runs now, and where.
    fn begin(&mut self, place: Executor);

    /// Runs it here.
    fn run(self: Box<Self>, stop: &AtomicBool);

    /// What a worker is asked.
    fn request(&self) -> Option<WorkRequest>;

    /// Takes in what a worker has found so far.
    fn update(&mut self, update: WorkUpdate);

    /// Takes in the result of a worker; the job comes back if that is wrong.
    fn finish(
        self: Box<Self>,
        result: WorkResult,
        ending: Ending,
    ) -> Result<(), Box<dyn QueuedJob>>;
}

/// Job with the channel of its result.
pub(super) struct Queued<J: PoolJob> {
    pub(super) job: Box<J>,
    pub(super) result: oneshot::Sender<J::Output>,
    pub(super) start: Arc<JobStart>,
    pub(super) ticket: Option<WaitTicket>,
}

impl<J: PoolJob> QueuedJob for Queued<J> {
    fn begin(&mut self, place: Executor) {
        self.ticket = None;
        self.start.at.get_or_init(Instant::now);
        self.start.place.store(u8::from(place == Executor::Worker), Relaxed);
    }

    fn run(mut self: Box<Self>, stop: &AtomicBool) {
        self.begin(Executor::Local);
        let Self { job, result, .. } = *self;
        if let Ok(output) = catch_unwind(AssertUnwindSafe(|| job.run(stop))) {
            let _ = result.send(output);
        } else {
            tracing::error!("a thinker panicked");
        }
    }

    fn request(&self) -> Option<WorkRequest> {
        self.job.request()
    }

    fn update(&mut self, update: WorkUpdate) {
        self.job.update(update);
    }

    fn finish(
        self: Box<Self>,
        result: WorkResult,
        ending: Ending,
    ) -> Result<(), Box<dyn QueuedJob>> {
        let Self { job, result: sender, start, ticket } = *self;
        match job.finish(result, ending) {
            Ok(output) => {
                let _ = sender.send(output);
                Ok(())
            }
            Err(job) => Err(Box::new(Self { job, result: sender, start, ticket })),
        }
    }
}
