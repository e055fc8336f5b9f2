//! Time slicing: an analysis has no time limit of its own, and makes way for other jobs again and again.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use api::{AnalysisJob, Ending, Error, SliceNews};
use tokio::time::{Interval, MissedTickBehavior, interval};
use work::{KeptSearchers, WorkPriority, WorkRequest};

use super::quota::QuestionPermit;
use crate::engine_pool::{EnginePool, Executor, JobClass, JobHandle};
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

/// The slices of an analysis, one after another.
pub(super) struct Slices {
    pool: EnginePool,
    class: JobClass,
    kept: Arc<Mutex<KeptSearchers>>,
    current: Option<JobHandle>,
    poll: Interval,
    _permit: QuestionPermit,
}

impl Slices {
    /// Those of a question, which are charged to `tenant`.
    pub(super) fn new(pool: EnginePool, tenant: Tenant, permit: QuestionPermit) -> Self {
        let class = JobClass { tenant, priority: WorkPriority::Analysis, cost: ANALYSIS_SLICE };
        let mut poll = interval(POLL_INTERVAL);
        poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { pool, class, kept: Arc::default(), current: None, poll, _permit: permit }
    }
}

impl AnalysisJob for Slices {
    fn start_slice(&mut self, request: WorkRequest) -> Result<(), Error> {
        self.poll.reset_immediately();
        let kept = Arc::clone(&self.kept);
        self.current = Some(self.pool.submit_slice(self.class, request, kept)?);
        Ok(())
    }

    async fn next(&mut self, has_result: bool) -> SliceNews {
        let failed = SliceNews { updates: Vec::new(), end: Some((None, Ending::Complete)) };
        let Some(slice) = &mut self.current else { return failed };
        loop {
            let is_over = slice.running_time().is_some_and(|time| {
                is_slice_over(time, slice.place(), self.pool.highest_waiting(), has_result)
            });
            if is_over {
                slice.stop();
            }
            tokio::select! {
                result = slice.result() => {
                    let is_stopped = slice.is_stopped() && result.is_some();
                    let ending = if is_stopped { Ending::Stopped } else { Ending::Complete };
                    let updates = slice.updates().into();
                    self.current = None;
                    return SliceNews { updates, end: Some((result, ending)) };
                }
                _ = self.poll.tick() => {
                    let updates: Vec<_> = slice.updates().into();
                    if !updates.is_empty() {
                        return SliceNews { updates, end: None };
                    }
                }
            }
        }
    }
}

/// Whether a slice that has run for `time` ends in favour of a waiting job.
fn is_slice_over(
    time: Duration,
    place: Executor,
    waiting: Option<WorkPriority>,
    has_result: bool,
) -> bool {
    let (length, most) = match (waiting, place) {
        (None, _) => return false,
        (Some(WorkPriority::Match), _) => (MIN_SLICE, MAX_SLICE_WITHOUT_RESULT),
        (Some(WorkPriority::Analysis), Executor::Local) => {
            (ANALYSIS_SLICE, MAX_SLICE_WITHOUT_RESULT)
        }
        (Some(WorkPriority::Analysis), Executor::Worker) => {
            (ANALYSIS_SLICE, MAX_WORKER_SLICE_WITHOUT_RESULT)
        }
    };
    time >= length && (has_result || time >= most)
}

#[cfg(test)]
mod tests {
    use super::super::quota::AnalysisQuota;
    use super::*;
    use crate::engine_pool::tests::{catalogue, request};

    /// The slices of an analysis that goes on until it is stopped, the first of which runs.
    fn begin(pool: &EnginePool, client: u8) -> Slices {
        let tenant = Tenant::Remote([192, 0, 2, client].into());
        let permit = Arc::<AnalysisQuota>::default().acquire(tenant).unwrap();
        let mut slices = Slices::new(pool.clone(), tenant, permit);
        slices.start_slice(request("endless")).unwrap();
        slices
    }

    /// Goes on until the current slice has made way for another job.
    async fn make_way(slices: &mut Slices) {
        let mut has_result = false;
        loop {
            let SliceNews { updates, end } = slices.next(has_result).await;
            has_result |= !updates.is_empty();
            if let Some((result, ending)) = end {
                assert!(result.is_some() && ending == Ending::Stopped);
                return;
            }
        }
    }

    #[tokio::test]
    async fn two_analyses_take_turns() {
        let pool = EnginePool::new(1, catalogue());
        let [mut one, mut other] = [begin(&pool, 1), begin(&pool, 2)];
        for _ in 0..2 {
            make_way(&mut one).await;
            one.start_slice(request("endless")).unwrap();
            make_way(&mut other).await;
            other.start_slice(request("endless")).unwrap();
        }
    }

    #[tokio::test]
    async fn a_match_does_not_wait_for_an_analysis() {
        let pool = EnginePool::new(1, catalogue());
        let mut slices = begin(&pool, 1);
        assert!(!slices.next(false).await.updates.is_empty());
        let tenant = Tenant::Remote([192, 0, 2, 2].into());
        let class = JobClass { tenant, priority: WorkPriority::Match, cost: ANALYSIS_SLICE };
        let mut quick = pool.submit_slice(class, request("quick"), Arc::default()).unwrap();
        make_way(&mut slices).await;
        assert!(quick.result().await.is_some());
        // The analysis goes on afterwards.
        slices.start_slice(request("endless")).unwrap();
        assert!(!slices.next(false).await.updates.is_empty());
    }

    #[tokio::test]
    async fn an_analysis_that_nobody_follows_ends() {
        let pool = EnginePool::new(1, catalogue());
        let mut slices = begin(&pool, 1);
        assert!(!slices.next(false).await.updates.is_empty());
        drop(slices);
        // The only thread is free again.
        let tenant = Tenant::Remote([192, 0, 2, 2].into());
        let mut next = pool.submit(tenant, WorkPriority::Analysis, request("quick")).unwrap();
        assert!(next.result().await.is_some());
    }

    #[test]
    fn a_slice_without_results_gets_more_time() {
        use WorkPriority::{Analysis, Match};

        let [short, long, longest] = [MIN_SLICE, ANALYSIS_SLICE, MAX_SLICE_WITHOUT_RESULT];
        assert!(!is_slice_over(longest, Executor::Local, None, true));
        assert!(!is_slice_over(short, Executor::Local, Some(Analysis), true));
        assert!(is_slice_over(long, Executor::Local, Some(Analysis), true));
        assert!(is_slice_over(short, Executor::Local, Some(Match), true));
        assert!(!is_slice_over(long, Executor::Local, Some(Match), false));
        assert!(is_slice_over(longest, Executor::Local, Some(Match), false));
        // A worker begins anew with each slice; a match does not wait for that.
        assert!(!is_slice_over(longest, Executor::Worker, Some(Analysis), false));
        assert!(is_slice_over(longest, Executor::Worker, Some(Match), false));
    }
}
