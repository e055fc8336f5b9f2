//! Thread pool for blocking work that needs no engine: parsing texts and files, replaying games, drawing
//! boards, encoding and compressing large responses.
//!
//! On the worker threads of the async runtime it would delay all other clients. The queue is bounded in
//! jobs and in bytes, each tenant has a share of both, and every job has a deadline. The threads are shared
//! between tenants by the time that their work takes (`fair_queue`). Expensive work (pictures, imports,
//! exports) waits in a lane of its own, which has half of the threads at most, so that it never delays what is quick. The
//! blocking threads of tokio do not serve: the runtime waits for them when the program ends.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

use crate::fair_queue::FairQueue;
use crate::network_usage::NetworkUsage;
use crate::queue_age::QueueAge;
use crate::tenant::Tenant;
use api::{Error, WorkBudget};

/// Threads of the pool at most.
const BLOCKING_THREADS_MAX: usize = 4;
/// Jobs that may wait, in all and of one tenant.
const WAITING_JOBS_MAX: usize = 2048;
const TENANT_WAITING_JOBS_MAX: usize = 64;
/// Bytes of requests that may wait, in all and of one tenant.
const WAITING_BYTES_MAX: usize = 64 << 20;
const TENANT_WAITING_BYTES_MAX: usize = 16 << 20;
/// Expected time of the expensive jobs of one tenant that may wait, in milliseconds; a single one may take any.
const TENANT_WAITING_COST_MAX_MS: usize = 5_000;

/// The most bytes of a request on routes where nothing long is expected.
pub(crate) const SMALL_REQUEST_BYTES: usize = 64 << 10;
/// Expected time of work up to which it is quick.
const QUICK_WORK_MAX: Duration = Duration::from_millis(25);
/// Expected time of work on a small request.
const SMALL_WORK_COST: Duration = Duration::from_millis(2);
/// Expected time for each kibibyte of a larger request.
const WORK_COST_PER_KIBIBYTE: Duration = Duration::from_micros(500);
/// Expected time for compressing a kibibyte.
const COMPRESSION_COST_PER_KIBIBYTE: Duration = Duration::from_micros(30);
/// Time after which work that can wait asks for a place again.
const PLACE_RETRY_DELAY: Duration = Duration::from_millis(100);

/// Jobs of a tenant that may wait. The server's own machine may fill the queue, but has no more threads than
/// others.
const fn waiting_jobs_max(tenant: Tenant) -> usize {
    match tenant {
        Tenant::Local | Tenant::Rooms => WAITING_JOBS_MAX,
        Tenant::Remote(_) => TENANT_WAITING_JOBS_MAX,
    }
}

/// Owner, size and expected cost of blocking work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorkClass {
    /// The tenant to whom it is charged.
    pub(crate) tenant: Tenant,
    /// Bytes of a request that it holds.
    pub(crate) bytes: usize,
    /// Expected time. What it takes in fact is charged when it ends.
    cost: Duration,
}

impl WorkClass {
    /// Work on a request of so many bytes.
    pub(crate) fn new(tenant: Tenant, bytes: usize) -> Self {
        let more = u32::try_from(bytes.saturating_sub(SMALL_REQUEST_BYTES) >> 10);
        let cost = SMALL_WORK_COST + WORK_COST_PER_KIBIBYTE * more.unwrap_or(u32::MAX);
        Self { tenant, bytes, cost }
    }

    /// The compression of so many bytes.
    pub(crate) fn compression(tenant: Tenant, bytes: usize) -> Self {
        let kibibytes = u32::try_from(bytes >> 10).unwrap_or(u32::MAX);
        Self { tenant, bytes, cost: COMPRESSION_COST_PER_KIBIBYTE * kibibytes }
    }

    /// The same work, if it is expected to take at least so long.
    #[must_use]
    pub(crate) fn with_cost(self, cost: Duration) -> Self {
        Self { cost: cost.max(self.cost), ..self }
    }

    fn lane(&self) -> Lane {
        if self.cost <= QUICK_WORK_MAX { Lane::Quick } else { Lane::Expensive }
    }

    fn cost_ms(&self) -> usize {
        usize::try_from(self.cost.as_millis()).unwrap_or(usize::MAX)
    }
}

/// Part of the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lane {
    Quick,
    /// Work that would delay the quick.
    Expensive,
}

/// Whether a job may wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Admission {
    IfThereIsRoom,
    /// There was room when it was asked for.
    Granted,
}

/// Deadline of a job.
#[derive(Debug)]
pub(crate) struct JobDeadline {
    deadline: Instant,
    /// Set when nobody waits for the result any more.
    cancelled: Arc<AtomicBool>,
}

impl WorkBudget for JobDeadline {
    fn check(&self) -> Result<(), Error> {
        if self.cancelled.load(Relaxed) || Instant::now() >= self.deadline {
            return Err(Error::Overdue);
        }
        Ok(())
    }
}

/// Job that waits for a thread.
struct BlockingJob {
    class: WorkClass,
    cancelled: Arc<AtomicBool>,
    work: Box<dyn FnOnce() + Send>,
}

/// Cancels a job when nobody waits for it any more.
struct CancelOnDrop {
    flag: Arc<AtomicBool>,
    class: WorkClass,
    pool: Arc<Inner>,
    has_ended: bool,
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        if !self.has_ended {
            self.flag.store(true, Relaxed);
            self.pool.lock().forget(&self.class, &self.flag);
        }
    }
}

/// Pool of threads for blocking work.
#[derive(Clone)]
pub(crate) struct BlockingPool {
    inner: Arc<Inner>,
}

struct Inner {
    state: Mutex<PoolState>,
    changed: Condvar,
    age: QueueAge,
    /// Threads that one tenant has at a time at most.
    tenant_threads: usize,
    work_timeout: Duration,
}

/// Jobs of one lane.
#[derive(Default)]
struct LaneState {
    waiting: FairQueue<BlockingJob>,
    running: HashMap<Tenant, usize>,
}

#[derive(Default)]
struct PoolState {
    quick: LaneState,
    expensive: LaneState,
    /// Bytes of the waiting jobs.
    bytes: NetworkUsage,
    /// Expected milliseconds of those that are expensive.
    cost_ms: NetworkUsage,
    /// Cancellation flags of the running jobs.
    flags: Vec<Arc<AtomicBool>>,
    closed: bool,
}

impl BlockingPool {
    /// A pool for this machine, with this time for a job, waiting included.
    pub(crate) fn start(work_timeout: Duration) -> Self {
        let cores = thread::available_parallelism().map_or(1, Into::into);
        Self::new(cores.clamp(2, BLOCKING_THREADS_MAX), work_timeout)
    }

    /// Half of the threads, rounded up, run quick jobs only.
    fn new(threads: usize, work_timeout: Duration) -> Self {
        let tenant_threads = (threads / 2).max(1);
        let state = Mutex::default();
        let changed = Condvar::new();
        let age = QueueAge::default();
        let inner = Arc::new(Inner { state, changed, age, tenant_threads, work_timeout });
        for number in 1..=threads {
            let inner = Arc::clone(&inner);
            let lane = if number <= tenant_threads { Lane::Expensive } else { Lane::Quick };
            let thread = thread::Builder::new().name(format!("blocking {number}"));
            if let Err(error) = thread.spawn(move || inner.run_jobs(lane)) {
                tracing::error!(%error, "a thread for blocking work cannot be started");
            }
        }
        Self { inner }
    }

    /// Runs work. It is refused if too much waits, and cancelled after its deadline; its thread is free again only when
    /// the work ends.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        class: WorkClass,
        work: impl FnOnce(&dyn WorkBudget) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.run_within(self.inner.work_timeout, Admission::IfThereIsRoom, class, work).await
    }

    /// Runs work that can wait `patience` for a place in the queue and its turn, and then has the time of all work. For
    /// what has begun already and cannot be refused any more.
    pub(crate) async fn run_patiently<T: Send + 'static>(
        &self,
        patience: Duration,
        class: WorkClass,
        work: impl FnOnce(&dyn WorkBudget) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let began = Instant::now();
        let admission = loop {
            if self.inner.lock().can_answer(&class) {
                break Admission::Granted;
            }
            if began.elapsed() >= patience {
                break Admission::IfThereIsRoom;
            }
            sleep(PLACE_RETRY_DELAY).await;
        };
        let time_limit = patience.saturating_sub(began.elapsed()) + self.inner.work_timeout;
        self.run_within(time_limit, admission, class, work).await
    }

    async fn run_within<T: Send + 'static>(
        &self,
        time_limit: Duration,
        admission: Admission,
        class: WorkClass,
        work: impl FnOnce(&dyn WorkBudget) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let cancelled = Arc::new(AtomicBool::new(false));
        let deadline = Instant::now() + time_limit;
        let budget = JobDeadline { deadline, cancelled: Arc::clone(&cancelled) };
        let (sender, receiver) = oneshot::channel();
        let ticket = self.inner.age.enter();
        let work = Box::new(move || {
            drop(ticket);
            let done = budget.check().and_then(|()| {
                catch_unwind(AssertUnwindSafe(|| work(&budget)))
                    .unwrap_or_else(|_| Err(Error::failed("blocking work panicked")))
            });
            let _ = sender.send(done);
        });
        self.inner
            .push(BlockingJob { class, cancelled: Arc::clone(&cancelled), work }, admission)?;
        let pool = Arc::clone(&self.inner);
        let mut waiter = CancelOnDrop { flag: cancelled, class, pool, has_ended: false };
        match timeout(time_limit, receiver).await {
            Ok(Ok(done)) => {
                waiter.has_ended = true;
                done
            }
            // The pool was closed.
            Ok(Err(_)) => Err(Error::Busy),
            Err(_) => Err(Error::Overdue),
        }
    }

    /// The number of waiting jobs.
    pub(crate) fn queue_length(&self) -> usize {
        self.inner.lock().length()
    }

    /// How long the oldest job has waited.
    pub(crate) fn oldest_wait(&self) -> Duration {
        self.inner.age.oldest()
    }

    /// Drops the waiting jobs and cancels the running ones, without waiting for them.
    pub(crate) fn close(&self) {
        let mut state = self.inner.lock();
        state.closed = true;
        let waiting = [Lane::Quick, Lane::Expensive]
            .map(|lane| std::mem::take(&mut state.lane(lane).waiting));
        for flag in &state.flags {
            flag.store(true, Relaxed);
        }
        drop(state);
        self.inner.changed.notify_all();
        drop(waiting);
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, PoolState> {
        // No code that holds the lock can panic halfway through a change.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, job: BlockingJob, admission: Admission) -> Result<(), Error> {
        let mut state = self.lock();
        let is_admitted = admission == Admission::Granted || state.admits(&job.class);
        if state.closed || !is_admitted {
            return Err(Error::Busy);
        }
        state.push(job);
        drop(state);
        // Not every thread may run it.
        self.changed.notify_all();
        Ok(())
    }

    /// Runs jobs until the pool is closed: those of the expensive lane first on threads that have it.
    fn run_jobs(&self, lane: Lane) {
        let mut state = self.lock();
        while !state.closed {
            let Some((lane, BlockingJob { class, cancelled, work })) =
                state.pop(lane, self.tenant_threads)
            else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            state.flags.push(Arc::clone(&cancelled));
            drop(state);
            let started = Instant::now();
            work();
            let took = started.elapsed();
            state = self.lock();
            state.flags.retain(|other| !Arc::ptr_eq(other, &cancelled));
            state.finish(lane, &class, took);
            // The tenant may have another job, which no thread could take before.
            self.changed.notify_all();
        }
    }
}

impl PoolState {
    fn lane(&mut self, lane: Lane) -> &mut LaneState {
        match lane {
            Lane::Quick => &mut self.quick,
            Lane::Expensive => &mut self.expensive,
        }
    }

    fn length(&self) -> usize {
        self.quick.waiting.len() + self.expensive.waiting.len()
    }

    /// Whether there is room for a job, or never will be.
    fn can_answer(&self, class: &WorkClass) -> bool {
        self.closed || self.admits(class)
    }

    /// Whether a job may wait. A single one may have any size: its request was limited already.
    fn admits(&self, class: &WorkClass) -> bool {
        let WorkClass { tenant, bytes, .. } = *class;
        let holds_nothing = |usage: &NetworkUsage| {
            tenant.networks().next().is_none_or(|network| usage.of(network) == 0)
        };
        let total = self.bytes.total();
        let bytes_fit = (total == 0 || total + bytes <= WAITING_BYTES_MAX)
            && (holds_nothing(&self.bytes)
                || self.bytes.has_room(tenant, bytes, TENANT_WAITING_BYTES_MAX));
        let lane = match class.lane() {
            Lane::Quick => &self.quick,
            Lane::Expensive => &self.expensive,
        };
        let cost_fits = class.lane() == Lane::Quick
            || tenant == Tenant::Local
            || holds_nothing(&self.cost_ms)
            || self.cost_ms.has_room(tenant, class.cost_ms(), TENANT_WAITING_COST_MAX_MS);
        self.length() < WAITING_JOBS_MAX
            && lane.waiting.has_room(tenant, waiting_jobs_max(tenant))
            && bytes_fit
            && cost_fits
    }

    fn push(&mut self, job: BlockingJob) {
        let class = job.class;
        self.bytes.add(class.tenant, class.bytes);
        if class.lane() == Lane::Expensive {
            self.cost_ms.add(class.tenant, class.cost_ms());
        }
        self.lane(class.lane()).waiting.push(class.tenant, class.cost, job);
    }

    /// The next job for a thread of that lane, of a tenant that has not its share of threads yet.
    fn pop(&mut self, lane: Lane, tenant_threads: usize) -> Option<(Lane, BlockingJob)> {
        let lanes = [Lane::Expensive, Lane::Quick];
        for lane in lanes.into_iter().filter(|it| lane == Lane::Expensive || *it == lane) {
            let LaneState { waiting, running } = self.lane(lane);
            let of = |job: &BlockingJob| running.get(&job.class.tenant).copied().unwrap_or(0);
            if let Some(job) = waiting.pop(|job| of(job) < tenant_threads) {
                *running.entry(job.class.tenant).or_default() += 1;
                self.left(&job.class);
                return Some((lane, job));
            }
        }
        None
    }

    /// Takes back what a job counted while it waited.
    fn left(&mut self, class: &WorkClass) {
        self.bytes.remove(class.tenant, class.bytes);
        if class.lane() == Lane::Expensive {
            self.cost_ms.remove(class.tenant, class.cost_ms());
        }
    }

    /// Charges the tenant of a job what it took in fact.
    fn finish(&mut self, lane: Lane, class: &WorkClass, took: Duration) {
        let LaneState { waiting, running } = self.lane(lane);
        waiting.charge(class.tenant, class.cost, took);
        if let Some(count) = running.get_mut(&class.tenant) {
            *count -= 1;
            if *count == 0 {
                running.remove(&class.tenant);
            }
        }
    }

    /// Drops a waiting job of that class which nobody waits for any more.
    fn forget(&mut self, class: &WorkClass, cancelled: &Arc<AtomicBool>) {
        let waiting = &mut self.lane(class.lane()).waiting;
        let before = waiting.len();
        waiting.retain(|job| !Arc::ptr_eq(&job.cancelled, cancelled));
        if waiting.len() < before {
            self.left(class);
        }
    }
}

#[cfg(test)]
mod tests;
