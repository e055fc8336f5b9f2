//! Engine pool: the threads that run searches, and the queue in front of them.
//!
//! There are few threads however many matches there are. The queue shares their time between tenants, and
//! each tenant has a limited share of the queue. Analysis has no time limit of its own, but runs in slices: a
//! slice is stopped when other jobs wait, and goes back to the queue.

mod fair_queue;
mod queue;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use engine::{AnyReport, AnySearcher, Limits};
use rules::Record;
use tokio::sync::{oneshot, watch};

use crate::queue_age::QueueAge;
use crate::tenant::Tenant;
use queue::{EngineJob, JobQueue, ThreadKind};
pub(crate) use queue::{JobClass, Priority, QueueFull};

/// Nodes that an engine searches in a second, for the expected cost of a job.
const EXPECTED_NODES_PER_SECOND: u64 = 1_000_000;
/// Expected cost of a search at most.
const EXPECTED_COST_MAX: Duration = Duration::from_secs(2);

/// Pool of threads that run engines.
#[derive(Clone)]
pub(crate) struct EnginePool {
    inner: Arc<Inner>,
}

struct Inner {
    queue: Mutex<JobQueue>,
    changed: Condvar,
    age: QueueAge,
}

/// Request to search a position.
pub(crate) struct SearchRequest {
    /// Visitor to whom the engine time is charged.
    pub(crate) tenant: Tenant,
    /// Nodes that the searcher visits at most.
    pub(crate) expected_nodes: u64,
    /// Makes the searcher, in the thread where it runs.
    pub(crate) make_searcher: Box<dyn FnOnce() -> Box<dyn AnySearcher> + Send>,
    pub(crate) record: Record,
    pub(crate) limits: Limits,
}

/// Handle of a job that waits, runs or has ended. Dropping it stops the job.
pub(crate) struct JobHandle<T> {
    stop: Arc<AtomicBool>,
    started: Arc<OnceLock<Instant>>,
    result: oneshot::Receiver<T>,
}

/// Handle of a search. Dropping it stops the search.
pub(crate) struct SearchHandle {
    job: JobHandle<Option<AnyReport>>,
    progress: watch::Receiver<SearchProgress>,
}

/// Progress of a search.
#[derive(Clone, Copy, Default)]
pub(crate) struct SearchProgress {
    pub(crate) depth: u16,
    pub(crate) nodes: u64,
    pub(crate) millis: u64,
}

impl EnginePool {
    /// Starts the threads: so many for all jobs, and one more for cheap ones.
    pub(crate) fn new(threads: usize) -> Self {
        let threads = threads.max(1);
        let queue = Mutex::new(JobQueue::new(threads));
        let inner = Arc::new(Inner { queue, changed: Condvar::new(), age: QueueAge::default() });
        let general = (1..=threads).map(|number| (format!("engine {number}"), ThreadKind::General));
        for (name, kind) in general.chain([("cheap engine".to_owned(), ThreadKind::Cheap)]) {
            let inner = Arc::clone(&inner);
            if let Err(error) = thread::Builder::new().name(name).spawn(move || inner.run(kind)) {
                tracing::error!(%error, "a thread for thinking cannot be started");
            }
        }
        Self { inner }
    }

    /// Queues a job. It has to end soon after the flag that it is given is set.
    pub(crate) fn submit<T: Send + 'static>(
        &self,
        class: JobClass,
        job: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<JobHandle<T>, QueueFull> {
        let stop = Arc::new(AtomicBool::new(false));
        let started = Arc::new(OnceLock::new());
        let (sender, result) = oneshot::channel();
        let starts = Arc::clone(&started);
        let ticket = self.inner.age.enter();
        let run = Box::new(move |stop: &AtomicBool| {
            drop(ticket);
            starts.get_or_init(Instant::now);
            if let Ok(result) = catch_unwind(AssertUnwindSafe(|| job(stop))) {
                let _ = sender.send(result);
            } else {
                tracing::error!("a thinker panicked");
            }
        });
        let mut queue = self.inner.lock();
        queue.push(EngineJob { class, stop: Arc::downgrade(&stop), run })?;
        // Not every thread may run it.
        self.inner.changed.notify_all();
        Ok(JobHandle { stop, started, result })
    }

    /// Queues a search for a match.
    pub(crate) fn search(&self, request: SearchRequest) -> Result<SearchHandle, QueueFull> {
        let (sender, progress) = watch::channel(SearchProgress::default());
        let SearchRequest { tenant, expected_nodes, make_searcher, record, limits } = request;
        let cost = expected_cost(expected_nodes, &limits);
        let class = JobClass { tenant, priority: Priority::Match, cost };
        let job = self.submit(class, move |stop| {
            let mut on_report = |report: &AnyReport| {
                sender.send_replace(SearchProgress::of(report));
            };
            let report = make_searcher().search(&record, &limits, stop, &mut on_report);
            report.map_err(|error| tracing::error!(%error, "a record cannot be replayed")).ok()
        })?;
        Ok(SearchHandle { job, progress })
    }

    /// The highest priority among the waiting jobs.
    pub(crate) fn highest_waiting(&self) -> Option<Priority> {
        self.inner.lock().highest_waiting()
    }

    /// The number of waiting jobs.
    pub(crate) fn queue_length(&self) -> usize {
        self.inner.lock().length()
    }

    /// How long the oldest job has waited.
    pub(crate) fn oldest_wait(&self) -> Duration {
        self.inner.age.oldest()
    }

    /// Drops the waiting jobs, stops the running ones and ends the threads.
    pub(crate) fn close(&self) {
        self.inner.lock().close();
        self.inner.changed.notify_all();
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, JobQueue> {
        // No code that holds the lock can panic halfway through a change.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs jobs until the pool is closed.
    fn run(&self, kind: ThreadKind) {
        let mut queue = self.lock();
        while !queue.is_closed() {
            let Some((EngineJob { class, run, .. }, stop)) = queue.pop(kind) else {
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            drop(queue);
            let started = Instant::now();
            run(&stop);
            drop(stop);
            queue = self.lock();
            queue.finish(&class, started.elapsed());
            // The tenant may have another job, which no thread could take before.
            self.changed.notify_all();
        }
    }
}

/// Expected time of a search that visits at most `nodes` nodes. Beyond a few seconds a node limit says little.
fn expected_cost(nodes: u64, limits: &Limits) -> Duration {
    let nodes = limits.nodes.unwrap_or(nodes).min(nodes);
    let time = Duration::from_micros(nodes.saturating_mul(1_000_000) / EXPECTED_NODES_PER_SECOND);
    limits.time.unwrap_or(time).min(time).min(EXPECTED_COST_MAX)
}

impl<T> JobHandle<T> {
    /// Tells the job to end with the result that it has.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Time since the job was started; `None` while it waits.
    pub(crate) fn running_time(&self) -> Option<Duration> {
        self.started.get().map(Instant::elapsed)
    }

    /// Waits for the result; `None` if the job failed. Cancel safe.
    pub(crate) async fn result(&mut self) -> Option<T> {
        (&mut self.result).await.ok()
    }
}

impl<T> Drop for JobHandle<T> {
    fn drop(&mut self) {
        self.stop();
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

impl SearchProgress {
    fn of(report: &AnyReport) -> Self {
        Self { depth: report.depth, nodes: report.nodes, millis: report.time.as_millis() as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::ReplayError;

    /// Searcher that runs until it is stopped.
    struct EndlessSearcher;

    impl AnySearcher for EndlessSearcher {
        fn search(
            &mut self,
            _: &Record,
            _: &Limits,
            stop: &AtomicBool,
            on_report: &mut dyn FnMut(&AnyReport),
        ) -> Result<AnyReport, ReplayError> {
            let report =
                AnyReport { choice: Some("e4".to_owned()), depth: 3, ..AnyReport::default() };
            on_report(&report);
            while !stop.load(Relaxed) {
                thread::yield_now();
            }
            Ok(report)
        }
    }

    fn request(client: u8, make_searcher: fn() -> Box<dyn AnySearcher>) -> SearchRequest {
        SearchRequest {
            tenant: Tenant::Remote([192, 0, 2, client].into()),
            expected_nodes: 2_000_000,
            make_searcher: Box::new(make_searcher),
            record: Record::new(String::new()),
            limits: Limits::default(),
        }
    }

    fn endless_search(client: u8) -> SearchRequest {
        request(client, || Box::new(EndlessSearcher))
    }

    #[tokio::test]
    async fn a_search_that_is_stopped_reports_what_it_has() {
        let pool = EnginePool::new(1);
        let mut search = pool.search(endless_search(1)).unwrap();
        while search.progress().is_none_or(|progress| progress.depth != 3) {
            tokio::task::yield_now().await;
        }
        assert!(search.progress().is_none());
        search.stop();
        assert_eq!(search.result().await.unwrap().choice.as_deref(), Some("e4"));
    }

    #[tokio::test]
    async fn a_panic_costs_one_result_and_no_thread() {
        let pool = EnginePool::new(1);
        let mut search = pool.search(request(1, || panic!("as it was told to"))).unwrap();
        assert!(search.result().await.is_none());
        let mut search = pool.search(endless_search(1)).unwrap();
        search.stop();
        assert!(search.result().await.is_some());
    }

    #[tokio::test]
    async fn dropping_a_handle_makes_room_for_the_next() {
        let pool = EnginePool::new(1);
        drop(pool.search(endless_search(1)).unwrap());
        let mut next = pool.search(endless_search(2)).unwrap();
        next.stop();
        assert!(next.result().await.is_some());
    }

    #[tokio::test]
    async fn a_tenant_has_a_limited_share_of_the_queue() {
        let pool = EnginePool::new(1);
        let mut busy = pool.search(endless_search(1)).unwrap();
        // The only thread is busy from here on.
        busy.progress.changed().await.unwrap();
        let mut waiting = Vec::new();
        while let Ok(search) = pool.search(endless_search(2)) {
            waiting.push(search);
        }
        assert!(pool.search(endless_search(3)).is_ok());
        drop((busy, waiting));
    }

    #[tokio::test]
    async fn a_cheap_search_does_not_wait_for_expensive_ones() {
        let pool = EnginePool::new(1);
        let mut busy = pool.search(endless_search(1)).unwrap();
        busy.progress.changed().await.unwrap();
        let waiting: Vec<_> = (0..20).map(|_| pool.search(endless_search(1)).unwrap()).collect();
        let cheap = SearchRequest { expected_nodes: 4_000, ..endless_search(2) };
        let mut cheap = pool.search(cheap).unwrap();
        cheap.progress.changed().await.unwrap();
        cheap.stop();
        assert!(cheap.result().await.is_some());
        drop((busy, waiting));
    }

    #[tokio::test]
    async fn a_closed_pool_stops_what_runs() {
        let pool = EnginePool::new(1);
        let mut running = pool.search(endless_search(1)).unwrap();
        running.progress.changed().await.unwrap();
        let mut waiting = pool.search(endless_search(2)).unwrap();
        pool.close();
        assert!(running.result().await.is_some());
        assert!(waiting.result().await.is_none());
        assert!(pool.search(endless_search(3)).is_err());
    }
}
