//! Searches for matches.

use std::time::Duration;

use api::{Priority, SearchJob, SearchProgress, SearchRequest};
use engine::AnyReport;
use rules::Text;
use tokio::sync::watch;

use super::{Admission, EnginePool, JobClass, JobHandle, QueueFull};
use crate::tenant::Tenant;

/// Handle of a search. Dropping it stops the search.
pub(crate) struct SearchHandle {
    job: JobHandle<Option<AnyReport>>,
    progress: watch::Receiver<SearchProgress>,
    /// The search of whoever makes the move if the player, a bot, does not.
    stand_in: Option<StandIn>,
    /// What people should know of the player's failure.
    notice: Option<Text>,
}

/// Search that is queued when the one before has found no move.
struct StandIn {
    pool: EnginePool,
    tenant: Tenant,
    request: SearchRequest,
    progress: watch::Sender<SearchProgress>,
}

impl EnginePool {
    /// Queues a search for a match, which is charged to `tenant`.
    pub(crate) fn search(
        &self,
        tenant: Tenant,
        request: SearchRequest,
    ) -> Result<SearchHandle, QueueFull> {
        let (sender, progress) = watch::channel(SearchProgress::default());
        let stand_in = request.for_stand_in().map(|request| StandIn {
            pool: self.clone(),
            tenant,
            request,
            progress: sender.clone(),
        });
        let job = self.queue_search(tenant, request, sender, Admission::Checked)?;
        Ok(SearchHandle { job, progress, stand_in, notice: None })
    }

    fn queue_search(
        &self,
        tenant: Tenant,
        request: SearchRequest,
        progress: watch::Sender<SearchProgress>,
        admission: Admission,
    ) -> Result<JobHandle<Option<AnyReport>>, QueueFull> {
        let class = JobClass { tenant, priority: Priority::Match, cost: request.expected_cost() };
        let on_progress = move |found| {
            progress.send_replace(found);
        };
        self.queue_job(class, SearchJob::new(request, on_progress), admission)
    }
}

impl StandIn {
    /// Queues the search after one that took so long. It was admitted with that one.
    fn start(self, taken: Duration, is_stopped: bool) -> Option<JobHandle<Option<AnyReport>>> {
        let Self { pool, tenant, mut request, progress } = self;
        request.limits = request.limits.after(taken);
        let job = pool.queue_search(tenant, request, progress, Admission::Granted).ok()?;
        if is_stopped {
            job.stop();
        }
        Some(job)
    }
}

impl SearchHandle {
    #[cfg(test)]
    pub(super) const fn new(
        job: JobHandle<Option<AnyReport>>,
        progress: watch::Receiver<SearchProgress>,
    ) -> Self {
        Self { job, progress, stand_in: None, notice: None }
    }

    /// Waits until the search has found something.
    #[cfg(test)]
    pub(super) async fn has_progressed(&mut self) {
        self.progress.changed().await.expect("a search");
    }

    /// Tells the search to end with the result that it has.
    pub(crate) fn stop(&self) {
        self.job.stop();
    }

    /// Waits for the report; `None` if the search failed. Cancel safe.
    pub(crate) async fn result(&mut self) -> Option<AnyReport> {
        let mut report = self.job.result().await.flatten();
        let has_choice = report.as_ref().is_some_and(|report| report.choice.is_some());
        if let Some(stand_in) = self.stand_in.take().filter(|_| !has_choice) {
            // Kept here, not in this future, which may be dropped.
            let before = report.unwrap_or_default();
            self.notice = before.notice;
            self.job = stand_in.start(before.time, self.job.is_stopped())?;
            report = self.job.result().await.flatten();
        }
        let report = report?;
        Some(AnyReport { notice: self.notice.take().or(report.notice), ..report })
    }

    /// The progress, if it has changed since the last call.
    pub(crate) fn progress(&mut self) -> Option<SearchProgress> {
        let changed = self.progress.has_changed().unwrap_or(false);
        changed.then(|| *self.progress.borrow_and_update())
    }
}
