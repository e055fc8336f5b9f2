//! Searches for matches: moves of computer players, hints, answers to the offer of a draw.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{AnyReport, AnySearcher, Entry, Limits, Opponent, Resources};
use rules::Record;
use tokio::sync::watch;
use work::{WorkRequest, WorkResult, WorkTask, WorkUpdate, check_report};

use super::job::{Ending, PoolJob};
use super::{EnginePool, JobClass, JobHandle, Priority, QueueFull};
use crate::tenant::Tenant;

/// Nodes that an engine searches in a second, for the expected cost of a job.
const EXPECTED_NODES_PER_SECOND: u64 = 1_000_000;
/// Expected cost of a search at most.
const EXPECTED_COST_MAX: Duration = Duration::from_secs(2);

/// Request to search a position.
pub(crate) struct SearchRequest {
    /// Visitor to whom the engine time is charged.
    pub(crate) tenant: Tenant,
    /// Nodes that the searcher visits at most.
    pub(crate) expected_nodes: u64,
    pub(crate) searcher: SearcherSource,
    pub(crate) record: Record,
    pub(crate) limits: Limits,
}

/// Who searches.
#[derive(Clone, Copy)]
pub(crate) enum SearcherSource {
    /// A computer player, whose random choices come from the seed.
    Opponent { entry: Entry, opponent: &'static Opponent, seed: u64 },
    /// The engine at full strength.
    Analyst { entry: Entry, resources: Resources },
    /// A searcher of a test.
    #[cfg(test)]
    Made(fn() -> Box<dyn AnySearcher>),
}

impl SearcherSource {
    fn make(self) -> Box<dyn AnySearcher> {
        match self {
            Self::Opponent { opponent, seed, .. } => opponent.make(seed),
            Self::Analyst { entry, resources } => entry.analyst(resources),
            #[cfg(test)]
            Self::Made(make) => make(),
        }
    }

    #[cfg_attr(
        not(test),
        expect(clippy::unnecessary_wraps, reason = "searchers of tests belong to no game")
    )]
    const fn entry(self) -> Option<Entry> {
        match self {
            Self::Opponent { entry, .. } | Self::Analyst { entry, .. } => Some(entry),
            #[cfg(test)]
            Self::Made(_) => None,
        }
    }
}

/// Handle of a search. Dropping it stops the search.
pub(crate) struct SearchHandle {
    job: JobHandle<Option<AnyReport>>,
    pub(super) progress: watch::Receiver<SearchProgress>,
}

/// Progress of a search.
#[derive(Clone, Copy, Default)]
pub(crate) struct SearchProgress {
    pub(crate) depth: u16,
    pub(crate) nodes: u64,
    pub(crate) millis: u64,
}

impl SearchProgress {
    fn of(report: &AnyReport) -> Self {
        Self { depth: report.depth, nodes: report.nodes, millis: report.time.as_millis() as u64 }
    }
}

/// Job of a search.
struct SearchJob {
    searcher: SearcherSource,
    record: Record,
    limits: Limits,
    progress: watch::Sender<SearchProgress>,
}

impl PoolJob for SearchJob {
    type Output = Option<AnyReport>;

    fn run(self: Box<Self>, stop: &AtomicBool) -> Option<AnyReport> {
        let Self { searcher, record, limits, progress } = *self;
        let mut on_report = |report: &AnyReport| {
            progress.send_replace(SearchProgress::of(report));
        };
        let report = searcher.make().search(&record, &limits, stop, &mut on_report);
        report.map_err(|error| tracing::error!(%error, "a record cannot be replayed")).ok()
    }

    fn request(&self) -> Option<WorkRequest> {
        let game = self.searcher.entry()?.game.info().id.to_owned();
        let (record, limits) = (self.record.clone(), self.limits.clone());
        let task = match self.searcher {
            SearcherSource::Opponent { opponent, seed, .. } => {
                WorkTask::Move { opponent: opponent.id.to_owned(), seed, record, limits }
            }
            SearcherSource::Analyst { resources, .. } => {
                WorkTask::Search { record, limits, table: resources.table }
            }
            #[cfg(test)]
            SearcherSource::Made(_) => return None,
        };
        Some(WorkRequest { game, task })
    }

    fn update(&mut self, update: WorkUpdate) {
        if let WorkUpdate::Report(report) = update {
            self.progress.send_replace(SearchProgress::of(&report));
        }
    }

    fn finish(
        self: Box<Self>,
        result: WorkResult,
        _: Ending,
    ) -> Result<Option<AnyReport>, Box<Self>> {
        let (WorkResult::Report(report), Some(entry)) = (result, self.searcher.entry()) else {
            return Err(self);
        };
        match check_report(entry, &self.record, &report) {
            Ok(()) => Ok(Some(report)),
            Err(error) => {
                tracing::warn!(%error, "a worker gave a wrong answer");
                Err(self)
            }
        }
    }
}

impl EnginePool {
    /// Queues a search for a match.
    pub(crate) fn search(&self, request: SearchRequest) -> Result<SearchHandle, QueueFull> {
        let (sender, progress) = watch::channel(SearchProgress::default());
        let SearchRequest { tenant, expected_nodes, searcher, record, limits } = request;
        let cost = expected_cost(expected_nodes, &limits);
        let class = JobClass { tenant, priority: Priority::Match, cost };
        let job = SearchJob { searcher, record, limits, progress: sender };
        Ok(SearchHandle { job: self.submit_job(class, job)?, progress })
    }
}

/// Expected time of a search that visits at most `nodes` nodes. Beyond a few seconds a node limit says little.
fn expected_cost(nodes: u64, limits: &Limits) -> Duration {
    let nodes = limits.nodes.unwrap_or(nodes).min(nodes);
    let time = Duration::from_micros(nodes.saturating_mul(1_000_000) / EXPECTED_NODES_PER_SECOND);
    limits.time.unwrap_or(time).min(time).min(EXPECTED_COST_MAX)
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
