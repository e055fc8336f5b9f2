//! Engine pool: the threads that run searches, and the queue in front of them.
//!
//! There are few threads however many matches there are. The queue shares their time between tenants, and
//! each tenant has a limited share of the queue. Analysis has no time limit of its own, but runs in slices: a
//! slice is stopped when other jobs wait, and goes back to the queue.
//!
//! What only waits for another process, a bot of the owner, has threads of its own, which are started when there is such
//! a job for the first time. Where a bot finds no move, the search of its stand-in goes to the other threads.
//!
//! Where there are workers (`workers`), the queue feeds them too: it decides what is next, and the stream
//! between node and workers holds only what they can take at once.

mod job;
mod queue;
#[cfg(test)]
pub(crate) mod tests;
mod workers;

use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use engine::{Entry, Opponent};
use tokio::sync::Notify;
use work::{KeptSearchers, WorkPriority, WorkRequest};

use crate::queue_age::QueueAge;
use crate::tenant::Tenant;
use job::Job;
pub(crate) use job::{Executor, JobHandle};
pub(crate) use queue::{JobClass, QueueFull};
use queue::{JobQueue, ThreadKind};
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

struct Inner {
    catalogue: Arc<[Entry]>,
    queue: Mutex<JobQueue>,
    changed: Condvar,
    age: QueueAge,
    /// Notified when there may be something for workers to do, or to stop.
    for_workers: Arc<Notify>,
    workers: WorkerMeter,
    /// Where the stand-ins of bots search, if not here.
    stand_ins: Option<Arc<Self>>,
}

impl EnginePool {
    /// Starts the threads: so many for all jobs, and one more for cheap ones.
    pub(crate) fn new(threads: usize, catalogue: Arc<[Entry]>) -> Self {
        let inner = Inner::start(threads.max(1), "engine", catalogue, None);
        inner.start_thread("cheap engine".to_owned(), ThreadKind::Cheap);
        Self { inner, waiting: Arc::default() }
    }

    /// Queues work, which is charged to `tenant`.
    pub(crate) fn submit(
        &self,
        tenant: Tenant,
        priority: WorkPriority,
        request: WorkRequest,
    ) -> Result<JobHandle, QueueFull> {
        let cost = request.expected_cost(&self.inner.catalogue);
        self.submit_slice(JobClass { tenant, priority, cost }, request, Arc::default())
    }

    /// Queues a slice of work; `kept` are the searchers of the slices before it.
    pub(crate) fn submit_slice(
        &self,
        class: JobClass,
        request: WorkRequest,
        kept: Arc<Mutex<KeptSearchers>>,
    ) -> Result<JobHandle, QueueFull> {
        let is_bot = request.opponent(&self.inner.catalogue).is_some_and(Opponent::is_bot);
        let lane = if is_bot { self.waiting_lane() } else { &self.inner };
        let for_workers = Arc::clone(&self.inner.for_workers);
        let (mut job, handle) = Job::new(class, request, kept, for_workers);
        job.ticket = Some(lane.age.enter());
        lane.lock().push(job)?;
        lane.wake();
        Ok(handle)
    }

    fn waiting_lane(&self) -> &Inner {
        self.waiting.get_or_init(|| {
            let (catalogue, pool) = (Arc::clone(&self.inner.catalogue), Arc::clone(&self.inner));
            let lane = Inner::start(WAITING_THREADS, "bot", catalogue, Some(pool));
            if self.inner.lock().is_closed() {
                lane.close();
            }
            lane
        })
    }

    /// The highest priority among the waiting jobs.
    pub(crate) fn highest_waiting(&self) -> Option<WorkPriority> {
        self.inner.lock().highest_waiting()
    }

    /// The number of waiting jobs.
    pub(crate) fn queue_length(&self) -> usize {
        self.inner.lock().length()
    }

    /// Figures of the workers and of the queue by priority.
    pub(crate) fn worker_figures(&self) -> WorkerFigures<'_> {
        let queue = self.inner.lock();
        let waiting = WorkPriority::ALL.map(|one| queue.length_of(one));
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
    fn start(
        threads: usize,
        name: &str,
        catalogue: Arc<[Entry]>,
        stand_ins: Option<Arc<Self>>,
    ) -> Arc<Self> {
        let inner = Arc::new(Self {
            catalogue,
            stand_ins,
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

    /// Tells threads and workers that there is a job. Not every thread may run it.
    fn wake(&self) {
        self.changed.notify_all();
        self.for_workers.notify_one();
    }

    fn close(&self) {
        self.lock().close();
        self.wake();
    }

    fn lock(&self) -> MutexGuard<'_, JobQueue> {
        // No code that holds the lock can panic halfway through a change.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs jobs until the pool is closed.
    fn run(&self, kind: ThreadKind) {
        let mut queue = self.lock();
        while !queue.is_closed() {
            let Some((job, sink)) = queue.pop(kind) else {
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            drop(queue);
            let (class, started) = (job.class, Instant::now());
            if let Some(job) = job.run(&self.catalogue, &sink) {
                self.stand_ins.as_deref().unwrap_or(self).push_back(job);
            }
            drop(sink);
            queue = self.lock();
            queue.finish(&class, started.elapsed());
            // The tenant may have another job, which no thread could take before.
            self.changed.notify_all();
        }
    }

    /// Queues a job that was admitted before.
    fn push_back(&self, mut job: Job) {
        job.ticket = Some(self.age.enter());
        self.lock().push_back(job);
        self.wake();
    }
}
