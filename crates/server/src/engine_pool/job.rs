//! A job of the pool, and the handle of whoever waits for it.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::task::Poll;
use std::time::{Duration, Instant};

use engine::{AnyReport, Entry, Opponent, Resources};
use rules::Text;
use tokio::sync::{Notify, oneshot};
use work::{KeptSearchers, UpdateBuffer, WorkRequest, WorkResult, WorkTask, WorkUpdate};

use super::queue::JobClass;
use crate::queue_age::WaitTicket;

/// Where a job runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Executor {
    Local,
    Worker,
}

/// Work that waits for a thread, runs here, or is with workers.
pub(super) struct Job {
    pub(super) request: WorkRequest,
    pub(super) class: JobClass,
    /// Dropped when nobody waits for the result any more.
    pub(super) sink: Weak<JobSink>,
    result: oneshot::Sender<WorkResult>,
    /// The searchers of the slices before it.
    kept: Arc<Mutex<KeptSearchers>>,
    pub(super) ticket: Option<WaitTicket>,
    /// What people should know of the bot in whose place it searches.
    notice: Option<Text>,
}

/// Stop flag and updates of a job.
#[derive(Debug, Default)]
pub(super) struct JobSink {
    pub(super) stop: AtomicBool,
    pub(super) updates: UpdateBuffer,
    /// When it was first started.
    started: OnceLock<Instant>,
    is_remote: AtomicBool,
}

/// Handle of a job that waits, runs or has ended. Dropping it stops the job.
pub(crate) struct JobHandle {
    sink: Arc<JobSink>,
    result: oneshot::Receiver<WorkResult>,
    for_workers: Arc<Notify>,
}

impl Job {
    pub(super) fn new(
        class: JobClass,
        request: WorkRequest,
        kept: Arc<Mutex<KeptSearchers>>,
        for_workers: Arc<Notify>,
    ) -> (Self, JobHandle) {
        let (sender, result) = oneshot::channel();
        let sink = Arc::<JobSink>::default();
        let (weak, ticket, notice) = (Arc::downgrade(&sink), None, None);
        let job = Self { request, class, sink: weak, result: sender, kept, ticket, notice };
        (job, JobHandle { sink, result, for_workers })
    }

    pub(super) fn is_wanted(&self) -> bool {
        self.sink.strong_count() > 0
    }

    /// Whether it was told to end.
    pub(super) fn is_stopped(&self) -> bool {
        self.sink.upgrade().is_none_or(|sink| sink.stop.load(Relaxed))
    }

    /// Notes that it runs now, and where.
    pub(super) fn begin(&mut self, sink: &JobSink, place: Executor) {
        self.ticket = None;
        sink.started.get_or_init(Instant::now);
        sink.is_remote.store(place == Executor::Worker, Relaxed);
    }

    /// Runs it here. Returns the job of a bot's stand-in, if the bot has found no move.
    pub(super) fn run(mut self, catalogue: &[Entry], sink: &JobSink) -> Option<Self> {
        self.begin(sink, Executor::Local);
        let (request, resources) = (&self.request, Resources::default());
        let search = AssertUnwindSafe(|| {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            let mut on_update = |update| sink.updates.add(update);
            work::run(&mut kept, catalogue, request, resources, &sink.stop, &mut on_update)
        });
        let result = match catch_unwind(search) {
            Ok(Ok(result)) => Some(result),
            Ok(Err(error)) => {
                tracing::error!(%error, "a search failed");
                None
            }
            Err(_) => {
                tracing::error!("a thinker panicked");
                None
            }
        };
        let has_choice =
            matches!(&result, Some(WorkResult::Report(report)) if report.choice.is_some());
        let stand_in = self.request.opponent(catalogue).and_then(Opponent::stand_in);
        if let Some(stand_in) = stand_in.filter(|_| !has_choice) {
            return Some(self.in_place_of_bot(stand_in, result, catalogue));
        }
        if let Some(result) = result {
            self.finish(result);
        }
        None
    }

    /// The same asked of whoever makes the moves that a bot does not make.
    fn in_place_of_bot(
        mut self,
        stand_in: &Opponent,
        result: Option<WorkResult>,
        catalogue: &[Entry],
    ) -> Self {
        let report = match result {
            Some(WorkResult::Report(report)) => report,
            _ => AnyReport::default(),
        };
        self.notice = report.notice;
        self.request.here = stand_in.is_bot();
        if let WorkTask::Move { opponent, limits, .. } = &mut self.request.task {
            stand_in.id.clone_into(opponent);
            *limits = std::mem::take(limits).after(report.time);
        }
        self.class.cost = self.request.expected_cost(catalogue);
        self
    }

    /// Passes on what was found.
    pub(super) fn finish(self, mut result: WorkResult) {
        if let WorkResult::Report(report) = &mut result {
            report.notice = self.notice.or(report.notice.take());
        }
        let _ = self.result.send(result);
    }
}

impl JobHandle {
    /// Tells the job to end with the result that it has.
    pub(crate) fn stop(&self) {
        self.sink.stop.store(true, Relaxed);
        self.for_workers.notify_one();
    }

    /// Whether the job was told to end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.sink.stop.load(Relaxed)
    }

    /// Time since the job was started; `None` while it waits.
    pub(crate) fn running_time(&self) -> Option<Duration> {
        self.sink.started.get().map(Instant::elapsed)
    }

    /// Where the job runs.
    pub(crate) fn place(&self) -> Executor {
        if self.sink.is_remote.load(Relaxed) { Executor::Worker } else { Executor::Local }
    }

    /// Takes out what the job has found so far.
    pub(crate) fn updates(&self) -> VecDeque<WorkUpdate> {
        self.sink.updates.take()
    }

    /// Waits until the job has ended, with the result of [`result`](Self::result), or has found something more (pending).
    /// Cancel safe.
    pub(crate) async fn next(&mut self) -> Poll<Option<WorkResult>> {
        let Self { sink, result, .. } = self;
        tokio::select! {
            biased;
            result = result => Poll::Ready(result.ok()),
            () = sink.updates.added() => Poll::Pending,
        }
    }

    /// Waits for the result; `None` if the job failed. Cancel safe.
    pub(crate) async fn result(&mut self) -> Option<WorkResult> {
        (&mut self.result).await.ok()
    }
}

impl Drop for JobHandle {
    fn drop(&mut self) {
        self.stop();
    }
}
