//! Searches of the engine for a computer player.

use std::pin::Pin;
use std::task::Poll;

use ::room::EngineTask;
use api::{computer_command, engine_request, thinking};
use engine::{AnyReport, Entry};
use play::{Command, Match, Time, Version};
use wire::Thinking;
use work::{WorkPriority, WorkResult, WorkUpdate};

use crate::engine_pool::{EnginePool, JobHandle, QueueFull};
use crate::tenant::Tenant;

/// A search for an engine task of a room. Dropping it stops the search.
pub(super) struct EngineSearch {
    pub(super) engine_task: EngineTask,
    /// The version of the match that it is about.
    pub(super) version: Version,
    job: JobHandle,
    /// The result, until it is known whether it may be used.
    report: Poll<Option<AnyReport>>,
    /// Whether the result would help a player of a game on any node; found out when there is one.
    guard: Option<Pin<Box<dyn Future<Output = bool> + Send>>>,
    /// Whether it would.
    pub(super) is_forbidden: bool,
}

impl EngineSearch {
    /// Starts a search that is charged to `tenant`, unless the queue of searches is full.
    pub(super) fn start(
        engine_task: EngineTask,
        version: Version,
        tenant: Tenant,
        entry: &Entry,
        current_match: &Match,
        pool: &EnginePool,
        now: Time,
    ) -> Result<Self, QueueFull> {
        let request = engine_request(engine_task, entry, current_match, now);
        let job = pool.submit(tenant, WorkPriority::Match, request)?;
        let (report, guard, is_forbidden) = (Poll::Pending, None, false);
        Ok(Self { engine_task, version, job, report, guard, is_forbidden })
    }

    /// Has the result wait until it is known whether it would help a player.
    pub(super) fn guard_by(&mut self, guard: impl Future<Output = bool> + Send + 'static) {
        self.guard = Some(Box::pin(guard));
    }

    /// Ends the search with what it has found so far.
    pub(super) fn hurry(&self) {
        self.job.stop();
    }

    /// Progress that has not been reported yet; `None` for what is not shown.
    pub(super) fn progress(&mut self) -> Option<Thinking> {
        let Some(WorkUpdate::Report(report)) = self.job.updates().pop_back() else { return None };
        thinking(self.engine_task, self.version, &report)
    }

    /// The command of the computer player that follows from the result.
    pub(super) fn command(&self, current_match: &Match, report: &AnyReport) -> Option<Command> {
        computer_command(self.engine_task, current_match, report)
    }
}

/// Waits for the result of the search; for ever if there is none. Dropping the future loses nothing.
pub(super) async fn next_report(search: &mut Option<EngineSearch>) -> Option<AnyReport> {
    match search {
        Some(search) => {
            if search.report.is_pending() {
                search.report = Poll::Ready(match search.job.result().await {
                    Some(WorkResult::Report(report)) => Some(report),
                    _ => None,
                });
            }
            if let Some(guard) = &mut search.guard {
                search.is_forbidden = guard.await;
                search.guard = None;
            }
            match std::mem::replace(&mut search.report, Poll::Pending) {
                Poll::Ready(report) => report,
                Poll::Pending => None,
            }
        }
        None => std::future::pending().await,
    }
}
