//! Engine pool: the threads that run searches, and the queue in front of them.
//!
//! There are few threads however many matches there are. The queue shares their time between tenants, and
//! each tenant has a limited share of the queue. Analysis has no time limit of its own, but runs in slices: a
//! slice is stopped when other jobs wait, and goes back to the queue.
//!
//! What only waits for another process, a bot of the owner, has threads of its own, which are started when there is such
//! a job for the first time.
//!
//! Where there are workers (`workers`), the queue feeds them too: it decides what is next, and the stream
//! between node and workers holds only what they can take at once.

mod job;
mod queue;
mod search;
mod workers;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use api::{PoolJob, Priority};
use tokio::sync::{Notify, oneshot};

use crate::queue_age::QueueAge;
pub(crate) use job::Executor;
use job::{JobStart, Queued};
use queue::{EngineJob, JobQueue, ThreadKind};
pub(crate) use queue::{JobClass, QueueFull};
pub(crate) use search::SearchHandle;
use workers::WorkerMeter;
pub(crate) use workers::{WorkerFigures, follow_workers};

/// Threads for jobs that wait for another process: so many bots think at the same time.
const WAITING_THREADS: usize = 16;

/// Pool of threads that run engines.
#[derive(Clone)]
pub(crate) struct EnginePool {
    inner: Arc<Inner>,
    /// The lane of jobs that wait for another process.
    waiting: Arc<OnceLock<Arc<Inner>>>,
}

/// Whether a job needs a place in the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Admission {
    /// There has to be one, and one of the tenant's.
    Checked,
    /// It goes on with what was admitted before.
    Granted,
}

struct Inner {
    queue: Mutex<JobQueue>,
    changed: Condvar,
    age: QueueAge,
    /// Notified when there may be something for workers to do, or to stop.
    for_workers: Arc<Notify>,
    workers: WorkerMeter,
}

/// Handle of a job that waits, runs or has ended. Dropping it stops the job.
pub(crate) struct JobHandle<T> {
    stop: Arc<AtomicBool>,
    start: Arc<JobStart>,
    result: oneshot::Receiver<T>,
    for_workers: Arc<Notify>,
}

impl EnginePool {
    /// Starts the threads: so many for all jobs, and one more for cheap ones.
    pub(crate) fn new(threads: usize) -> Self {
        let inner = Inner::start(threads.max(1), "engine");
        inner.start_thread("cheap engine".to_owned(), ThreadKind::Cheap);
        Self { inner, waiting: Arc::default() }
    }

    /// Queues a job that runs here. It has to end soon after the flag that it is given is set.
    #[cfg(test)]
    pub(crate) fn submit<T: Send + 'static>(
        &self,
        class: JobClass,
        job: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<JobHandle<T>, QueueFull> {
        self.submit_job(class, api::LocalJob::new(job))
    }

    /// Queues a job that runs here or at a worker.
    pub(crate) fn submit_job<J: PoolJob>(
        &self,
        class: JobClass,
        job: J,
    ) -> Result<JobHandle<J::Output>, QueueFull> {
        self.queue_job(class, job, Admission::Checked)
    }

    fn queue_job<J: PoolJob>(
        &self,
        class: JobClass,
        job: J,
        admission: Admission,
    ) -> Result<JobHandle<J::Output>, QueueFull> {
        let inner = if job.waits() { self.waiting_lane() } else { &self.inner };
        let stop = Arc::new(AtomicBool::new(false));
        let start = Arc::<JobStart>::default();
        let (sender, result) = oneshot::channel();
        let may_leave = job.request().is_some();
        let job = Box::new(Queued {
            job: Box::new(job),
            result: sender,
            start: Arc::clone(&start),
            ticket: Some(inner.age.enter()),
        });
        let mut queue = inner.lock();
        let job = EngineJob { class, stop: Arc::downgrade(&stop), job, may_leave };
        match admission {
            Admission::Checked => queue.push(job)?,
            Admission::Granted => queue.push_back(job),
        }
        drop(queue);
        // Not every thread may run it.
        inner.changed.notify_all();
        inner.for_workers.notify_one();
        let for_workers = Arc::clone(&inner.for_workers);
        Ok(JobHandle { stop, start, result, for_workers })
    }

    fn waiting_lane(&self) -> &Inner {
        self.waiting.get_or_init(|| {
            let lane = Inner::start(WAITING_THREADS, "bot");
            if self.inner.lock().is_closed() {
                lane.close();
            }
            lane
        })
    }

    /// The highest priority among the waiting jobs.
    pub(crate) fn highest_waiting(&self) -> Option<Priority> {
        self.inner.lock().highest_waiting()
    }

    /// The number of waiting jobs.
    pub(crate) fn queue_length(&self) -> usize {
        self.inner.lock().length()
    }

    /// Figures of the workers and of the queue by priority.
    pub(crate) fn worker_figures(&self) -> WorkerFigures<'_> {
        let queue = self.inner.lock();
        let waiting = [Priority::Match, Priority::Analysis].map(|one| queue.length_of(one));
        drop(queue);
        WorkerFigures { waiting, meter: &self.inner.workers }
    }

    /// How long the oldest job has waited.
    pub(crate) fn oldest_wait(&self) -> Duration {
        self.inner.age.oldest()
    }

    /// Drops the waiting jobs, stops the running ones and ends the threads.
    pub(crate) fn close(&self) {
        self.inner.close();
        if let Some(lane) = self.waiting.get() {
            lane.close();
        }
    }
}

impl Inner {
    /// Starts so many general threads.
    fn start(threads: usize, name: &str) -> Arc<Self> {
        let inner = Arc::new(Self {
            queue: Mutex::new(JobQueue::new(threads)),
            changed: Condvar::new(),
            age: QueueAge::default(),
            for_workers: Arc::default(),
            workers: WorkerMeter::default(),
        });
        for number in 1..=threads {
            inner.start_thread(format!("{name} {number}"), ThreadKind::General);
        }
        inner
    }

    fn start_thread(self: &Arc<Self>, name: String, kind: ThreadKind) {
        let inner = Arc::clone(self);
        if let Err(error) = thread::Builder::new().name(name).spawn(move || inner.run(kind)) {
            tracing::error!(%error, "a thread for thinking cannot be started");
        }
    }

    fn close(&self) {
        self.lock().close();
        self.changed.notify_all();
        self.for_workers.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, JobQueue> {
        // No code that holds the lock can panic halfway through a change.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs jobs until the pool is closed.
    fn run(&self, kind: ThreadKind) {
        let mut queue = self.lock();
        while !queue.is_closed() {
            let Some((EngineJob { class, job, .. }, stop)) = queue.pop(kind) else {
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            drop(queue);
            let started = Instant::now();
            job.run(&stop);
            drop(stop);
            queue = self.lock();
            queue.finish(&class, started.elapsed());
            // The tenant may have another job, which no thread could take before.
            self.changed.notify_all();
        }
    }
}

impl<T> JobHandle<T> {
    /// Tells the job to end with the result that it has.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Relaxed);
        self.for_workers.notify_one();
    }

    /// Whether the job was told to end.
    fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Time since the job was started; `None` while it waits.
    pub(crate) fn running_time(&self) -> Option<Duration> {
        self.start.at().map(|at| at.elapsed())
    }

    /// Where the job runs.
    pub(crate) fn place(&self) -> Executor {
        self.start.place()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tenant::Tenant;
    use api::SearchProgress;
    use engine::{AnyReport, AnySearcher, Limits};
    use rules::{Record, ReplayError};
    use tokio::sync::watch;

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

    fn search(
        pool: &EnginePool,
        client: u8,
        cost: Duration,
        make_searcher: fn() -> Box<dyn AnySearcher>,
    ) -> Result<SearchHandle, QueueFull> {
        let tenant = Tenant::Remote([192, 0, 2, client].into());
        let class = JobClass { tenant, priority: Priority::Match, cost };
        let (sender, progress) = watch::channel(SearchProgress::default());
        let job = pool.submit(class, move |stop| {
            let mut on_report = |report: &AnyReport| {
                sender.send_replace(SearchProgress { depth: report.depth, nodes: 0, millis: 0 });
            };
            let (record, limits) = (Record::new(String::new()), Limits::default());
            make_searcher().search(&record, &limits, stop, &mut on_report).ok()
        })?;
        Ok(SearchHandle::new(job, progress))
    }

    fn endless_search(pool: &EnginePool, client: u8) -> Result<SearchHandle, QueueFull> {
        search(pool, client, Duration::from_secs(2), || Box::new(EndlessSearcher))
    }

    #[tokio::test]
    async fn a_search_that_is_stopped_reports_what_it_has() {
        let pool = EnginePool::new(1);
        let mut search = endless_search(&pool, 1).unwrap();
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
        let mut search =
            search(&pool, 1, Duration::from_secs(2), || panic!("as it was told to")).unwrap();
        assert!(search.result().await.is_none());
        let mut search = endless_search(&pool, 1).unwrap();
        search.stop();
        assert!(search.result().await.is_some());
    }

    #[tokio::test]
    async fn dropping_a_handle_makes_room_for_the_next() {
        let pool = EnginePool::new(1);
        drop(endless_search(&pool, 1).unwrap());
        let mut next = endless_search(&pool, 2).unwrap();
        next.stop();
        assert!(next.result().await.is_some());
    }

    #[tokio::test]
    async fn a_tenant_has_a_limited_share_of_the_queue() {
        let pool = EnginePool::new(1);
        let mut busy = endless_search(&pool, 1).unwrap();
        // The only thread is busy from here on.
        busy.has_progressed().await;
        let mut waiting = Vec::new();
        while let Ok(search) = endless_search(&pool, 2) {
            waiting.push(search);
        }
        assert!(endless_search(&pool, 3).is_ok());
        drop((busy, waiting));
    }

    #[tokio::test]
    async fn a_cheap_search_does_not_wait_for_expensive_ones() {
        let pool = EnginePool::new(1);
        let mut busy = endless_search(&pool, 1).unwrap();
        busy.has_progressed().await;
        let waiting: Vec<_> = (0..20).map(|_| endless_search(&pool, 1).unwrap()).collect();
        let cheap = search(&pool, 2, Duration::from_millis(4), || Box::new(EndlessSearcher));
        let mut cheap = cheap.unwrap();
        cheap.has_progressed().await;
        cheap.stop();
        assert!(cheap.result().await.is_some());
        drop((busy, waiting));
    }

    #[tokio::test]
    async fn a_closed_pool_stops_what_runs() {
        let pool = EnginePool::new(1);
        let mut running = endless_search(&pool, 1).unwrap();
        running.has_progressed().await;
        let mut waiting = endless_search(&pool, 2).unwrap();
        pool.close();
        assert!(running.result().await.is_some());
        assert!(waiting.result().await.is_none());
        assert!(endless_search(&pool, 3).is_err());
    }
}
