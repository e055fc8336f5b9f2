//! Time slicing: runs a job of analysis in slices until it is done.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use api::{AnalysisUpdate, Ending, PoolJob, Priority, ResultBuffer, SlicedJob};
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};
use work::{WorkRequest, WorkResult, WorkUpdate};

use crate::engine_pool::{EnginePool, Executor, JobClass, JobHandle, QueueFull};
use crate::tenant::Tenant;

/// Time between two looks at the results and at the queue.
const POLL_INTERVAL: Duration = Duration::from_millis(250);
/// Length of a slice while other analyses wait.
const ANALYSIS_SLICE: Duration = Duration::from_secs(1);
/// Length of a slice while a match waits.
const MIN_SLICE: Duration = Duration::from_millis(250);
/// Length of a slice that has had no result yet, whoever waits.
const MAX_SLICE_WITHOUT_RESULT: Duration = Duration::from_secs(3);
/// The same at a worker while other analyses wait: each slice there begins with an empty table.
const MAX_WORKER_SLICE_WITHOUT_RESULT: Duration = Duration::from_secs(15);

/// Runs a job and sends its results, until it is done or the receiver is dropped.
pub(super) async fn run_in_slices(
    pool: EnginePool,
    tenant: Tenant,
    mut job: Box<dyn SlicedJob>,
    updates: mpsc::Sender<AnalysisUpdate>,
) {
    let results = Arc::<ResultBuffer>::default();
    let class = JobClass { tenant, priority: Priority::Analysis, cost: ANALYSIS_SLICE };
    loop {
        results.start_slice();
        let slice = Slice { job, results: Arc::clone(&results) };
        let outcome = match pool.submit_job(class, slice) {
            Ok(handle) => supervise(&pool, handle, &results, &updates).await,
            Err(QueueFull) => return drop(updates.send(AnalysisUpdate::Busy).await),
        };
        let Some((continued, done)) = outcome else {
            return drop(updates.send(AnalysisUpdate::Failed).await);
        };
        job = continued;
        let found = results.take();
        let update =
            if done { AnalysisUpdate::Done(found) } else { AnalysisUpdate::Partial(found) };
        if updates.send(update).await.is_err() || done {
            return;
        }
    }
}

/// Slice of a job.
struct Slice {
    job: Box<dyn SlicedJob>,
    results: Arc<ResultBuffer>,
}

impl PoolJob for Slice {
    /// The job, and whether it is done.
    type Output = (Box<dyn SlicedJob>, bool);

    fn run(mut self: Box<Self>, stop: &AtomicBool) -> Self::Output {
        let done = self.job.run_slice(stop, &self.results);
        (self.job, done)
    }

    fn request(&self) -> Option<WorkRequest> {
        self.job.request()
    }

    fn update(&mut self, update: WorkUpdate) {
        self.job.update(update, &self.results);
    }

    fn finish(
        mut self: Box<Self>,
        result: WorkResult,
        ending: Ending,
    ) -> Result<Self::Output, Box<Self>> {
        match self.job.finish_slice(result, ending, &self.results) {
            Some(done) => Ok((self.job, done)),
            None => Err(self),
        }
    }
}

/// Waits for a slice, sends its results, and stops it when other jobs wait.
async fn supervise<T>(
    pool: &EnginePool,
    mut handle: JobHandle<T>,
    results: &ResultBuffer,
    updates: &mpsc::Sender<AnalysisUpdate>,
) -> Option<T> {
    let mut poll = interval(POLL_INTERVAL);
    poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            result = handle.result() => return result,
            () = updates.closed() => return None,
            _ = poll.tick() => {
                let found = results.take();
                let is_over = handle.running_time().is_some_and(|time| {
                    let waiting = pool.highest_waiting();
                    is_slice_over(time, handle.place(), waiting, found.has_progress)
                });
                if is_over {
                    handle.stop();
                }
                let has_results = found.report.is_some() || !found.entries.is_empty();
                if has_results {
                    let _ = updates.send(AnalysisUpdate::Partial(found)).await;
                }
            }
        }
    }
}

/// Whether a slice that has run for `time` ends in favour of a waiting job.
fn is_slice_over(
    time: Duration,
    place: Executor,
    waiting: Option<Priority>,
    has_progress: bool,
) -> bool {
    let (length, most) = match (waiting, place) {
        (None, _) => return false,
        (Some(Priority::Match), _) => (MIN_SLICE, MAX_SLICE_WITHOUT_RESULT),
        (Some(Priority::Analysis), Executor::Local) => (ANALYSIS_SLICE, MAX_SLICE_WITHOUT_RESULT),
        (Some(Priority::Analysis), Executor::Worker) => {
            (ANALYSIS_SLICE, MAX_WORKER_SLICE_WITHOUT_RESULT)
        }
    };
    time >= length && (has_progress || time >= most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    /// Job that counts its slices and is done after the last one.
    struct CountingJob {
        slices: Arc<AtomicUsize>,
        last: usize,
    }

    impl SlicedJob for CountingJob {
        fn run_slice(&mut self, stop: &AtomicBool, results: &ResultBuffer) -> bool {
            let slice = self.slices.fetch_add(1, Relaxed) + 1;
            results.note_progress();
            while slice < self.last && !stop.load(Relaxed) {
                std::thread::yield_now();
            }
            slice >= self.last
        }
    }

    fn tenant(number: u8) -> Tenant {
        Tenant::Remote([192, 0, 2, number].into())
    }

    fn begin(
        pool: &EnginePool,
        client: u8,
        last: usize,
    ) -> (Arc<AtomicUsize>, mpsc::Receiver<AnalysisUpdate>) {
        let slices = Arc::<AtomicUsize>::default();
        let (sender, updates) = mpsc::channel(64);
        let job = Box::new(CountingJob { slices: Arc::clone(&slices), last });
        tokio::spawn(run_in_slices(pool.clone(), tenant(client), job, sender));
        (slices, updates)
    }

    async fn end(mut updates: mpsc::Receiver<AnalysisUpdate>) {
        while let Some(update) = updates.recv().await {
            if matches!(update, AnalysisUpdate::Done(_)) {
                return;
            }
        }
        panic!("it was not done");
    }

    #[tokio::test]
    async fn two_analyses_take_turns() {
        let pool = EnginePool::new(1);
        let (one, updates_of_one) = begin(&pool, 1, 3);
        let (other, updates_of_other) = begin(&pool, 2, 3);
        end(updates_of_one).await;
        end(updates_of_other).await;
        assert_eq!((one.load(Relaxed), other.load(Relaxed)), (3, 3));
    }

    #[tokio::test]
    async fn a_match_does_not_wait_for_an_analysis() {
        let pool = EnginePool::new(1);
        let (slices, _updates) = begin(&pool, 1, usize::MAX);
        while slices.load(Relaxed) == 0 {
            tokio::task::yield_now().await;
        }
        let cost = Duration::from_secs(1);
        let class = JobClass { tenant: tenant(2), priority: Priority::Match, cost };
        let mut handle = pool.submit(class, |_| "moved").unwrap();
        assert_eq!(handle.result().await, Some("moved"));
        // The analysis goes on afterwards.
        while slices.load(Relaxed) < 2 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn an_analysis_without_a_receiver_ends() {
        let pool = EnginePool::new(1);
        let (slices, updates) = begin(&pool, 1, usize::MAX);
        while slices.load(Relaxed) == 0 {
            tokio::task::yield_now().await;
        }
        drop(updates);
        // The only thread is free again.
        let (_, updates) = begin(&pool, 2, 1);
        end(updates).await;
    }

    #[test]
    fn a_slice_without_results_gets_more_time() {
        let [short, long, longest] = [MIN_SLICE, ANALYSIS_SLICE, MAX_SLICE_WITHOUT_RESULT];
        assert!(!is_slice_over(longest, Executor::Local, None, true));
        assert!(!is_slice_over(short, Executor::Local, Some(Priority::Analysis), true));
        assert!(is_slice_over(long, Executor::Local, Some(Priority::Analysis), true));
        assert!(is_slice_over(short, Executor::Local, Some(Priority::Match), true));
        assert!(!is_slice_over(long, Executor::Local, Some(Priority::Match), false));
        assert!(is_slice_over(longest, Executor::Local, Some(Priority::Match), false));
        // A worker begins anew with each slice; a match does not wait for that.
        assert!(!is_slice_over(longest, Executor::Worker, Some(Priority::Analysis), false));
        assert!(is_slice_over(longest, Executor::Worker, Some(Priority::Match), false));
    }
}
