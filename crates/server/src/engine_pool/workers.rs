//! Workers of the pool: gives them jobs, and takes in what they find.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use store::LatencyHistogram;
use tokio::time::{MissedTickBehavior, interval};
use work::{
    ClaimAnswer, Dispatcher, LinkError, LinkEvent, NodeLink, ReturnReason, Returned, Sequence,
    WorkId, WorkPriority, WorkReply, WorkResult, WorkerCapacity,
};

use super::job::{Executor, Job};
use super::queue::ThreadKind;
use super::{EnginePool, Inner};

/// Time between two looks at what workers do not do in time.
const SUPERVISION_INTERVAL: Duration = Duration::from_millis(100);
/// Time between two attempts to make the stream.
const PREPARE_RETRY_DELAY: Duration = Duration::from_secs(2);

/// Counters and gauges of the workers of a pool.
#[derive(Debug, Default)]
pub(crate) struct WorkerMeter {
    pub(crate) workers: AtomicUsize,
    pub(crate) threads: AtomicUsize,
    /// Jobs in the stream, by priority.
    pub(crate) queued: [AtomicUsize; 2],
    /// Jobs that workers have claimed.
    pub(crate) claimed: AtomicUsize,
    pub(crate) dispatched: AtomicU64,
    pub(crate) redelivered: AtomicU64,
    pub(crate) cancelled: AtomicU64,
    /// Answers that were used.
    pub(crate) answered: AtomicU64,
    /// Jobs that workers did not do.
    pub(crate) returned: AtomicU64,
    /// Answers of workers that were wrong.
    pub(crate) refused: AtomicU64,
    /// Time from a job to the first report about it.
    pub(crate) first_report: LatencyHistogram,
    /// Time from telling a worker to end a job to its answer.
    pub(crate) cancel: LatencyHistogram,
}

/// Figures of the workers and of the queue.
pub(crate) struct WorkerFigures<'a> {
    /// Waiting jobs of matches, and analyses.
    pub(crate) waiting: [usize; 2],
    pub(crate) meter: &'a WorkerMeter,
}

/// Connection of a pool to its workers.
struct Workers {
    inner: Arc<Inner>,
    link: NodeLink,
    jobs: Dispatcher<Job>,
    /// Whether the stream is there.
    is_ready: bool,
    /// When to try to make it again.
    prepare_at: Instant,
}

/// Gives workers the jobs of a pool until that is closed. `games` are the ids of the node's games.
pub(crate) async fn follow_workers(pool: EnginePool, link: NodeLink, games: Vec<String>) {
    let jobs = Dispatcher::new(link.compatibility().to_owned(), games);
    let inner = Arc::clone(&pool.inner);
    drop(pool);
    let prepare_at = Instant::now();
    Workers { inner, link, jobs, is_ready: false, prepare_at }.run().await;
}

impl Workers {
    async fn run(mut self) {
        let mut ticks = interval(SUPERVISION_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let for_workers = Arc::clone(&self.inner.for_workers);
        loop {
            let event = tokio::select! {
                event = self.link.next() => match event {
                    Some(event) => Some(event),
                    None => break,
                },
                () = for_workers.notified() => None,
                _ = ticks.tick() => None,
            };
            if let Some(event) = event {
                self.handle(event).await;
            }
            if self.inner.lock().is_closed() {
                break;
            }
            self.advance().await;
        }
        self.inner.lock().set_workers(WorkerCapacity::default());
        let left = self.jobs.cancel(|_| true, Instant::now());
        for id in left {
            self.link.cancel(id).await;
        }
        for returned in self.jobs.take_all(Instant::now()) {
            self.withdraw(returned.sequence);
            self.run_here(returned);
        }
    }

    async fn handle(&mut self, event: LinkEvent) {
        let now = Instant::now();
        match event {
            LinkEvent::Heartbeat(heartbeat) => self.jobs.hear(heartbeat, now),
            LinkEvent::Prepared(prepared) => self.prepared(prepared),
            LinkEvent::Published { id, sequence: Ok(sequence) } => {
                if !self.jobs.published(id, sequence) {
                    self.withdraw(Some(sequence));
                }
            }
            LinkEvent::Published { id, sequence: Err(error) } => {
                tracing::warn!(%error, "a job cannot be given to workers");
                self.is_ready = false;
                if let Some(returned) = self.jobs.unpublished(id, now) {
                    self.run_here(returned);
                }
            }
            LinkEvent::Reply { id, reply, answer_to } => match reply {
                Ok(WorkReply::Claim(claim)) => {
                    let answer = self.jobs.claim(id, claim, now);
                    if claim.deliveries > 1 && answer != ClaimAnswer::Refused {
                        self.inner.workers.redelivered.fetch_add(1, Relaxed);
                        tracing::info!(work = %id, worker = %claim.worker, "a job goes to another worker");
                    }
                    if let Some(to) = answer_to {
                        self.link.answer(to, answer).await;
                    }
                }
                Ok(WorkReply::HandedBack { worker }) => self.jobs.hand_back(id, worker, now),
                Ok(WorkReply::Update(update)) => {
                    let Some((job, first)) = self.jobs.update(id, now) else { return };
                    if let Some(time) = first {
                        self.inner.workers.first_report.observe(time);
                    }
                    match job.request.check_update(&self.inner.catalogue, &update) {
                        Ok(()) if let Some(sink) = job.sink.upgrade() => sink.updates.add(update),
                        Ok(()) => {}
                        Err(error) => tracing::warn!(%error, "a worker gave a wrong answer"),
                    }
                }
                ended => {
                    if let Some(to) = answer_to {
                        self.link.confirm(to).await;
                    }
                    let result = match ended {
                        Ok(WorkReply::Result(result)) => Ok(result),
                        Ok(WorkReply::Failed { reason }) => Err(reason),
                        Err(error) => Err(error.to_string()),
                        Ok(_) => return,
                    };
                    self.end(id, result, now);
                }
            },
        }
    }

    fn prepared(&mut self, prepared: Result<(), LinkError>) {
        self.is_ready = prepared.is_ok();
        self.prepare_at = Instant::now() + PREPARE_RETRY_DELAY;
        match prepared {
            Ok(()) => tracing::info!("the queue of workers is ready"),
            Err(error) => tracing::warn!(%error, "there is no queue of workers"),
        }
    }

    /// Takes in the end of a job at a worker: the first one counts.
    fn end(&mut self, id: WorkId, result: Result<WorkResult, String>, now: Instant) {
        let Some(returned) = self.jobs.end(id, now) else { return };
        if let Some(time) = returned.since_cancel {
            self.inner.workers.cancel.observe(time);
        }
        let Job { request, class, .. } = &returned.job;
        let checked = result.and_then(|result| {
            let checked = request.check_result(&self.inner.catalogue, &result);
            checked.map(|()| result).map_err(|error| error.to_string())
        });
        match checked {
            Ok(result) => {
                self.inner.workers.answered.fetch_add(1, Relaxed);
                self.inner.lock().finish(class, returned.time);
                returned.job.finish(result);
            }
            Err(error) => {
                let error: String = error.chars().take(200).collect();
                tracing::warn!(work = %id, ?error, "a worker could not do a job");
                self.inner.workers.refused.fetch_add(1, Relaxed);
                self.run_here(returned);
            }
        }
    }

    /// Stops and takes back what has to be, and gives workers what they can take.
    async fn advance(&mut self) {
        let now = Instant::now();
        if !self.is_ready && now >= self.prepare_at && self.link.is_connected() {
            self.prepare_at = now + 2 * PREPARE_RETRY_DELAY;
            self.link.prepare();
        }
        for id in self.jobs.cancel(Job::is_stopped, now) {
            self.inner.workers.cancelled.fetch_add(1, Relaxed);
            self.link.cancel(id).await;
        }
        for returned in self.jobs.take_back(now) {
            if returned.reason != ReturnReason::Stopped {
                self.inner.workers.returned.fetch_add(1, Relaxed);
                let reason = returned.reason;
                tracing::warn!(?reason, "workers did not do a job: the node does it itself");
            }
            self.withdraw(returned.sequence);
            self.run_here(returned);
        }
        self.dispatch(now);
        self.measure(now);
    }

    /// What workers can take: nothing without a queue, whoever has been heard of.
    fn capacity(&mut self, now: Instant) -> WorkerCapacity {
        let is_usable = self.is_ready && self.link.is_connected();
        if is_usable { self.jobs.capacity(now) } else { WorkerCapacity::default() }
    }

    fn dispatch(&mut self, now: Instant) {
        let capacity = self.capacity(now);
        let mut queue = self.inner.lock();
        queue.set_workers(capacity);
        while let Some((mut job, sink)) = queue.pop(ThreadKind::Worker) {
            let Ok(id) = WorkId::random() else {
                queue.finish(&job.class, Duration::ZERO);
                job.request.here = true;
                queue.push_back(job);
                continue;
            };
            job.begin(&sink, Executor::Worker);
            let (request, priority) = (job.request.clone(), job.class.priority);
            self.jobs.add(id, job, priority, request.deadline(), now);
            self.link.publish(id, request, priority);
            self.inner.workers.dispatched.fetch_add(1, Relaxed);
        }
        let waits = queue.length() > 0;
        drop(queue);
        if waits {
            // Threads here may take what workers cannot.
            self.inner.changed.notify_all();
        }
    }

    fn measure(&mut self, now: Instant) {
        let WorkerCapacity { workers, threads, .. } = self.capacity(now);
        let meter = &self.inner.workers;
        meter.workers.store(workers, Relaxed);
        meter.threads.store(threads, Relaxed);
        meter.claimed.store(self.jobs.claimed(), Relaxed);
        for (queued, priority) in meter.queued.iter().zip(WorkPriority::ALL) {
            queued.store(self.jobs.waiting(priority), Relaxed);
        }
    }

    fn withdraw(&self, sequence: Option<Sequence>) {
        if let Some(sequence) = sequence {
            self.link.withdraw(sequence);
        }
    }

    /// Puts a job back into the queue, for a thread here.
    fn run_here(&self, returned: Returned<Job>) {
        let mut job = returned.job;
        job.request.here = true;
        let mut queue = self.inner.lock();
        queue.finish(&job.class, returned.time);
        queue.push_back(job);
        drop(queue);
        self.inner.changed.notify_all();
    }
}
