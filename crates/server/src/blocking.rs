//! The threads for work that blocks and needs no engine: reading texts and files, replaying games, drawing
//! boards, writing and packing large answers.
//!
//! None of it runs on the workers of the async runtime, where it would stop everybody else. The line before
//! the threads is bounded in jobs and in bytes, nobody has more than a share of either, and every job has a
//! deadline. The threads are not those of the runtime: a runtime waits for its own when the program ends.

use std::collections::HashMap;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::http::Error;

/// How long work may take, the time in the line included.
const WORK_TIMEOUT: Duration = Duration::from_secs(10);
/// The most threads.
const MOST_THREADS: usize = 4;
/// How many jobs may wait, and how many of one tenant.
const WAITING_JOBS: usize = 1024;
const TENANT_WAITING_JOBS: usize = 16;
/// How many bytes of requests may wait, and how many of one tenant.
const WAITING_BYTES: usize = 64 << 20;
const TENANT_WAITING_BYTES: usize = 16 << 20;

/// The most bytes of a request on routes where nothing long is expected.
pub(crate) const SMALL_REQUEST_BYTES: usize = 64 << 10;

/// Whose work it is: shares are counted by tenant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Tenant {
    /// The server's own machine, which may fill the line, but has no more threads than others.
    Local,
    /// An address, those of version 6 by their network.
    Remote(IpAddr),
}

impl Tenant {
    const fn waiting_jobs(self) -> usize {
        match self {
            Self::Local => WAITING_JOBS,
            Self::Remote(_) => TENANT_WAITING_JOBS,
        }
    }
}

/// The time that a job has. Work whose length depends on what it is given looks at it again and again.
#[derive(Debug)]
pub(crate) struct WorkBudget {
    deadline: Instant,
    /// Nobody waits for the result any more.
    cancelled: Arc<AtomicBool>,
}

impl WorkBudget {
    /// Refuses to go on when the time is over.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.cancelled.load(Relaxed) || Instant::now() >= self.deadline {
            return Err(Error::Overdue);
        }
        Ok(())
    }
}

/// Work that waits for a thread.
struct Job {
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

/// The threads and the line before them.
#[derive(Clone)]
pub(crate) struct BlockingPool {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    /// The most threads that one tenant has at a time.
    tenant_threads: usize,
    work_timeout: Duration,
}

#[derive(Default)]
struct State {
    /// In the order in which they came.
    waiting: Vec<Job>,
    running: HashMap<Tenant, usize>,
    /// What runs, so that it can be cancelled.
    flags: Vec<Arc<AtomicBool>>,
    closed: bool,
}

impl BlockingPool {
    /// A pool for this machine.
    pub(crate) fn start() -> Self {
        let cores = thread::available_parallelism().map_or(1, Into::into);
        Self::new(cores.clamp(2, MOST_THREADS), WORK_TIMEOUT)
    }

    fn new(threads: usize, work_timeout: Duration) -> Self {
        let tenant_threads = (threads / 2).max(1);
        let state = Mutex::default();
        let changed = Condvar::new();
        let shared = Arc::new(Shared { state, changed, tenant_threads, work_timeout });
        for number in 1..=threads {
            let shared = Arc::clone(&shared);
            let thread = thread::Builder::new().name(format!("blocking {number}"));
            if let Err(error) = thread.spawn(move || shared.serve()) {
                tracing::error!(%error, "a thread for blocking work cannot be started");
            }
        }
        Self { shared }
    }

    /// Has work done that holds so many bytes of a request. It is refused where too much waits, and given
    /// up by the one who waits when its time is over; its thread is free again only when the work ends.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        tenant: Tenant,
        bytes: usize,
        work: impl FnOnce(&WorkBudget) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let cancelled = Arc::new(AtomicBool::new(false));
        let deadline = Instant::now() + self.shared.work_timeout;
        let budget = WorkBudget { deadline, cancelled: Arc::clone(&cancelled) };
        let (sender, receiver) = oneshot::channel();
        let work = Box::new(move || {
            let done = budget.check().and_then(|()| {
                catch_unwind(AssertUnwindSafe(|| work(&budget)))
                    .unwrap_or_else(|_| Err(Error::failed("blocking work panicked")))
            });
            let _ = sender.send(done);
        });
        self.shared.push(Job { tenant, bytes, cancelled: Arc::clone(&cancelled), work })?;
        let _cancel = CancelOnDrop(cancelled);
        match timeout(self.shared.work_timeout, receiver).await {
            Ok(Ok(done)) => done,
            // The pool was closed.
            Ok(Err(_)) => Err(Error::Busy),
            Err(_) => Err(Error::Overdue),
        }
    }

    /// How many jobs wait.
    pub(crate) fn length(&self) -> usize {
        self.shared.lock().waiting.len()
    }

    /// Nothing waits and nothing is taken any more; what runs is told to end, and not waited for.
    pub(crate) fn close(&self) {
        let mut state = self.shared.lock();
        state.closed = true;
        let waiting = std::mem::take(&mut state.waiting);
        for flag in &state.flags {
            flag.store(true, Relaxed);
        }
        drop(state);
        self.shared.changed.notify_all();
        drop(waiting);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing that holds the lock leaves the state half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, job: Job) -> Result<(), Error> {
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

    /// Works until the pool is closed.
    fn serve(&self) {
        let mut state = self.lock();
        while !state.closed {
            let Some(Job { tenant, cancelled, work, .. }) = state.pop(self.tenant_threads) else {
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

impl State {
    /// Whether a job may wait. A single one may be of any size: that is bounded where it comes in.
    fn has_room(&self, job: &Job) -> bool {
        let own = self.waiting.iter().filter(|other| other.tenant == job.tenant);
        let own_bytes: usize = own.clone().map(|other| other.bytes).sum();
        let bytes: usize = self.waiting.iter().map(|other| other.bytes).sum();
        let fits = |waiting: usize, most: usize| waiting == 0 || waiting + job.bytes <= most;
        self.waiting.len() < WAITING_JOBS
            && own.count() < job.tenant.waiting_jobs()
            && fits(bytes, WAITING_BYTES)
            && fits(own_bytes, TENANT_WAITING_BYTES)
    }

    /// The job of the tenant that has the fewest threads now, the oldest of several; none of a tenant that
    /// has its share.
    fn pop(&mut self, tenant_threads: usize) -> Option<Job> {
        let running = |job: &Job| self.running.get(&job.tenant).copied().unwrap_or(0);
        let candidates = self.waiting.iter().enumerate().map(|(at, job)| (running(job), at));
        let (_, at) = candidates.filter(|(count, _)| *count < tenant_threads).min()?;
        Some(self.waiting.remove(at))
    }
}

#[cfg(test)]
mod tests;
