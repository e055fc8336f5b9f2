//! Thread pool for blocking work that needs no engine: parsing texts and files, replaying games, drawing
//! boards, encoding and compressing large responses.
//!
//! On the worker threads of the async runtime it would delay all other clients. The queue is bounded in
//! jobs and in bytes, each tenant has a share of both, and every job has a deadline. The blocking threads
//! of tokio do not serve: the runtime waits for them when the program ends.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::queue_age::QueueAge;
use crate::tenant::Tenant;
use api::{Error, WorkBudget};

/// Threads of the pool at most.
const BLOCKING_THREADS_MAX: usize = 4;
/// Jobs that may wait, in all and of one tenant.
const WAITING_JOBS_MAX: usize = 1024;
const TENANT_WAITING_JOBS_MAX: usize = 16;
/// Bytes of requests that may wait, in all and of one tenant.
const WAITING_BYTES_MAX: usize = 64 << 20;
const TENANT_WAITING_BYTES_MAX: usize = 16 << 20;

/// The most bytes of a request on routes where nothing long is expected.
pub(crate) const SMALL_REQUEST_BYTES: usize = 64 << 10;

/// Jobs of a tenant that may wait. The server's own machine may fill the queue, but has no more threads than
/// others.
const fn waiting_jobs_max(tenant: Tenant) -> usize {
    match tenant {
        Tenant::Local | Tenant::Rooms => WAITING_JOBS_MAX,
        Tenant::Remote(_) => TENANT_WAITING_JOBS_MAX,
    }
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
    tenant: Tenant,
    bytes: usize,
    cancelled: Arc<AtomicBool>,
    work: Box<dyn FnOnce() + Send>,
}

/// Cancels a job when nobody waits for it any more.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
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

#[derive(Default)]
struct PoolState {
    /// Waiting jobs in the order of their arrival.
    waiting: Vec<BlockingJob>,
    running: HashMap<Tenant, usize>,
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

    fn new(threads: usize, work_timeout: Duration) -> Self {
        let tenant_threads = (threads / 2).max(1);
        let state = Mutex::default();
        let changed = Condvar::new();
        let age = QueueAge::default();
        let inner = Arc::new(Inner { state, changed, age, tenant_threads, work_timeout });
        for number in 1..=threads {
            let inner = Arc::clone(&inner);
            let thread = thread::Builder::new().name(format!("blocking {number}"));
            if let Err(error) = thread.spawn(move || inner.run_jobs()) {
                tracing::error!(%error, "a thread for blocking work cannot be started");
            }
        }
        Self { inner }
    }

    /// Runs work that holds `bytes` bytes of a request. It is refused if too much waits, and cancelled
    /// after its deadline; its thread is free again only when the work ends.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        tenant: Tenant,
        bytes: usize,
        work: impl FnOnce(&dyn WorkBudget) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let cancelled = Arc::new(AtomicBool::new(false));
        let deadline = Instant::now() + self.inner.work_timeout;
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
        self.inner.push(BlockingJob { tenant, bytes, cancelled: Arc::clone(&cancelled), work })?;
        let _cancel = CancelOnDrop(cancelled);
        match timeout(self.inner.work_timeout, receiver).await {
            Ok(Ok(done)) => done,
            // The pool was closed.
            Ok(Err(_)) => Err(Error::Busy),
            Err(_) => Err(Error::Overdue),
        }
    }

    /// The number of waiting jobs.
    pub(crate) fn queue_length(&self) -> usize {
        self.inner.lock().waiting.len()
    }

    /// How long the oldest job has waited.
    pub(crate) fn oldest_wait(&self) -> Duration {
        self.inner.age.oldest()
    }

    /// Drops the waiting jobs and cancels the running ones, without waiting for them.
    pub(crate) fn close(&self) {
        let mut state = self.inner.lock();
        state.closed = true;
        let waiting = std::mem::take(&mut state.waiting);
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

    fn push(&self, job: BlockingJob) -> Result<(), Error> {
        let mut state = self.lock();
        state.waiting.retain(|other| !other.cancelled.load(Relaxed));
        if state.closed || !state.has_room(&job) {
            return Err(Error::Busy);
        }
        state.waiting.push(job);
        drop(state);
        self.changed.notify_one();
        Ok(())
    }

    /// Runs jobs until the pool is closed.
    fn run_jobs(&self) {
        let mut state = self.lock();
        while !state.closed {
            let Some(BlockingJob { tenant, cancelled, work, .. }) = state.pop(self.tenant_threads)
            else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            *state.running.entry(tenant).or_default() += 1;
            state.flags.push(Arc::clone(&cancelled));
            drop(state);
            work();
            state = self.lock();
            state.flags.retain(|other| !Arc::ptr_eq(other, &cancelled));
            if let Some(count) = state.running.get_mut(&tenant) {
                *count -= 1;
                if *count == 0 {
                    state.running.remove(&tenant);
                }
            }
            // The tenant may have another job, which no thread could take before.
            self.changed.notify_one();
        }
    }
}

impl PoolState {
    /// Whether a job may wait. A single one may have any size: its request was limited already.
    fn has_room(&self, job: &BlockingJob) -> bool {
        let own = self.waiting.iter().filter(|other| other.tenant == job.tenant);
        let own_bytes: usize = own.clone().map(|other| other.bytes).sum();
        let bytes: usize = self.waiting.iter().map(|other| other.bytes).sum();
        let fits = |waiting: usize, most: usize| waiting == 0 || waiting + job.bytes <= most;
        self.waiting.len() < WAITING_JOBS_MAX
            && own.count() < waiting_jobs_max(job.tenant)
            && fits(bytes, WAITING_BYTES_MAX)
            && fits(own_bytes, TENANT_WAITING_BYTES_MAX)
    }

    /// The job of the tenant that has the fewest threads now, the oldest of several; none of a tenant that
    /// has its share.
    fn pop(&mut self, tenant_threads: usize) -> Option<BlockingJob> {
        let running = |job: &BlockingJob| self.running.get(&job.tenant).copied().unwrap_or(0);
        let candidates = self.waiting.iter().enumerate().map(|(at, job)| (running(job), at));
        let (_, at) = candidates.filter(|(count, _)| *count < tenant_threads).min()?;
        Some(self.waiting.remove(at))
    }
}

#[cfg(test)]
mod tests;
