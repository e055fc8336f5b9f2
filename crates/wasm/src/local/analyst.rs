//! Questions of the analysis socket: their jobs run in slices, between which work of matches comes first.

use api::{
    AnalysisJob, AnalysisUpdate, Analyst, Ending, Priority, ResultBuffer, ReviewCache, SlicedJob,
};
use futures_util::future::{AbortHandle, Abortable};
use room::Monotonic;
use tokio::sync::mpsc;
use wire::FromAnalyst;

use super::pool::{WorkEvent, WorkHandle, WorkOutput};
use super::{Context, Core};
use crate::CoreRequest;

/// Time between two messages with results, in milliseconds.
const RESULT_INTERVAL_MS: u64 = 100;

/// Where the questions of a socket are answered.
#[derive(Clone)]
pub(super) struct LocalAnalyst {
    pub(super) core: Core,
    pub(super) socket: u64,
}

impl Analyst for LocalAnalyst {
    type Job = RunningJob;

    fn reviews(&self) -> &ReviewCache {
        &self.core.shared().reviews
    }

    fn start(&self, job: Box<dyn SlicedJob>) -> Option<RunningJob> {
        let (sender, updates) = mpsc::unbounded_channel();
        let (abort, registration) = AbortHandle::new_pair();
        let running = run_in_slices(self.core.clone(), job, sender);
        self.core.spawn(async move {
            let _ = Abortable::new(running, registration).await;
        });
        Some(RunningJob { updates, abort })
    }

    async fn send(&self, message: &FromAnalyst) {
        self.core.send_socket_message(self.socket, message);
    }
}

/// Job of a question. Dropping it ends the job.
pub(super) struct RunningJob {
    updates: mpsc::UnboundedReceiver<AnalysisUpdate>,
    abort: AbortHandle,
}

impl AnalysisJob for RunningJob {
    async fn next(&mut self) -> Option<AnalysisUpdate> {
        self.updates.recv().await
    }
}

impl Drop for RunningJob {
    fn drop(&mut self) {
        self.abort.abort();
    }
}

/// Runs a job and sends its results, until it is done.
async fn run_in_slices(
    core: Core,
    mut job: Box<dyn SlicedJob>,
    updates: mpsc::UnboundedSender<AnalysisUpdate>,
) {
    let results = ResultBuffer::default();
    loop {
        results.start_slice();
        let Some(request) = job.request() else { break };
        let handle = core.pool().submit(Priority::Analysis, CoreRequest::Run { request });
        let Some(done) = run_slice(&core, job.as_mut(), handle, &results, &updates).await else {
            break;
        };
        let found = results.take();
        if done {
            let _ = updates.send(AnalysisUpdate::Done(found));
            return;
        }
        let _ = updates.send(AnalysisUpdate::Partial(found));
    }
    let _ = updates.send(AnalysisUpdate::Failed);
}

/// Runs a slice and sends what it finds from time to time. Returns whether the job is done; `None` if the engine failed.
async fn run_slice(
    core: &Core,
    job: &mut dyn SlicedJob,
    mut handle: WorkHandle,
    results: &ResultBuffer,
    updates: &mpsc::UnboundedSender<AnalysisUpdate>,
) -> Option<bool> {
    let mut sent_at = Monotonic(0);
    let mut has_news = false;
    loop {
        let event = tokio::select! {
            biased;
            event = handle.next() => Some(event?),
            () = core.timers().sleep_until(sent_at.after(RESULT_INTERVAL_MS)), if has_news => None,
        };
        match event {
            Some(WorkEvent::Update(update)) => {
                job.update(update, results);
                has_news = true;
            }
            // Interrupted before it had found anything.
            Some(WorkEvent::Ended(None, Ending::Stopped)) => return Some(false),
            Some(WorkEvent::Ended(output, ending)) => {
                let WorkOutput::Result { result } = output? else { return None };
                return job.finish_slice(result, ending, results);
            }
            None => {
                sent_at = core.now().monotonic;
                has_news = false;
                let _ = updates.send(AnalysisUpdate::Partial(results.take()));
            }
        }
    }
}
