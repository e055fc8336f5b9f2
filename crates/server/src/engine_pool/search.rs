//! Searches for matches.

use api::{Priority, SearchJob, SearchProgress, SearchRequest};
use engine::AnyReport;
use tokio::sync::watch;

use super::{EnginePool, JobClass, JobHandle, QueueFull};
use crate::tenant::Tenant;

/// Handle of a search. Dropping it stops the search.
pub(crate) struct SearchHandle {
    pub(super) job: JobHandle<Option<AnyReport>>,
    pub(super) progress: watch::Receiver<SearchProgress>,
}

impl EnginePool {
    /// Queues a search for a match, which is charged to `tenant`.
    pub(crate) fn search(
        &self,
        tenant: Tenant,
        request: SearchRequest,
    ) -> Result<SearchHandle, QueueFull> {
        let (sender, progress) = watch::channel(SearchProgress::default());
        let class = JobClass { tenant, priority: Priority::Match, cost: request.expected_cost() };
        let on_progress = move |progress| {
            sender.send_replace(progress);
        };
        Ok(SearchHandle {
            job: self.submit_job(class, SearchJob::new(request, on_progress))?,
            progress,
        })
    }
}

impl SearchHandle {
    /// Tells the search to end with the result that it has.
    pub(crate) fn stop(&self) {
        self.job.stop();
    }

    /// Waits for the report; `None` if the search failed. Cancel safe.
    pub(crate) async fn result(&mut self) -> Option<AnyReport> {
        self.job.result().await.flatten()
    }

    /// The progress, if it has changed since the last call.
    pub(crate) fn progress(&mut self) -> Option<SearchProgress> {
        let changed = self.progress.has_changed().unwrap_or(false);
        changed.then(|| *self.progress.borrow_and_update())
    }
}
