//! A worker: takes requests from the queue, does them, and tells the nodes what it finds.
//!
//! It keeps one thread free for matches where it has several, so that no analysis delays a running game. It
//! believes nothing that it is given: requests are parsed and checked, and a panic of an engine costs one
//! request.

mod assignment;
mod slots;

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::{Client, jetstream};
use engine::Entry;
use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use crate::{Heartbeat, WorkPriority, WorkerId, compatibility, subjects};
use assignment::Assignment;
use slots::{Slot, Slots};

/// Time between two heartbeats.
const HEARTBEAT_INTERVAL: Duration = Duration::from_millis(500);
/// Time for which a worker asks for a request, before it asks again.
const PULL_EXPIRY: Duration = Duration::from_secs(1);
/// Time for the answer that there was no request.
const PULL_TIMEOUT: Duration = Duration::from_millis(1500);
/// Time between two attempts to find the queue.
const QUEUE_RETRY_DELAY: Duration = Duration::from_secs(1);
/// Time for work to end at shutdown before it is handed back.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(500);
/// Time to hand back what is left.
const HAND_BACK_TIMEOUT: Duration = Duration::from_millis(300);

/// Settings of a worker.
#[derive(Clone, Copy, Debug)]
pub struct WorkerSettings {
    /// Version of the program.
    pub version: &'static str,
    /// Threads that search.
    pub threads: u16,
    /// Largest transposition table of an analysis, in MiB.
    pub table_max: usize,
}

/// A worker.
#[derive(Clone)]
pub struct Worker {
    inner: Arc<WorkerState>,
}

struct WorkerState {
    client: Client,
    id: WorkerId,
    compatibility: String,
    catalogue: Arc<[Entry]>,
    settings: WorkerSettings,
    slots: Slots,
}

/// How far a worker has come with its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Phase {
    /// It takes requests.
    Running,
    /// It takes no more requests.
    Draining,
    /// It hands back what it has.
    HandingBack,
}

type Pull = BoxStream<'static, Result<jetstream::Message, async_nats::Error>>;

impl Worker {
    /// A worker with a connection to NATS.
    pub fn new(
        client: Client,
        catalogue: Arc<[Entry]>,
        settings: WorkerSettings,
    ) -> Result<Self, getrandom::Error> {
        let (id, compatibility) = (WorkerId::random()?, compatibility(settings.version));
        let slots = Slots::new(settings.threads.max(1));
        let inner = Arc::new(WorkerState { client, id, compatibility, catalogue, settings, slots });
        Ok(Self { inner })
    }

    /// Works until `shutdown` is ready; then ends its work within a second, or hands it back.
    pub async fn run(self, shutdown: impl Future<Output = ()>) {
        let inner = &self.inner;
        let (phase, phases) = watch::channel(Phase::Running);
        let heartbeats = tokio::spawn(Arc::clone(inner).send_heartbeats(phases.clone()));
        let mut assignments = JoinSet::new();
        tracing::info!(worker = %inner.id, threads = inner.settings.threads, "the worker waits for work");
        tokio::select! {
            () = shutdown => {}
            () = self.take_requests(&mut assignments, &phases) => {}
        }
        tracing::info!(running = assignments.len(), "the worker ends");
        phase.send_replace(Phase::Draining);
        let drain = async { while assignments.join_next().await.is_some() {} };
        if timeout(DRAIN_TIMEOUT, drain).await.is_err() {
            phase.send_replace(Phase::HandingBack);
            let drain = async { while assignments.join_next().await.is_some() {} };
            let _ = timeout(HAND_BACK_TIMEOUT, drain).await;
        }
        heartbeats.abort();
        let _ = timeout(HAND_BACK_TIMEOUT, inner.client.flush()).await;
    }

    /// Takes requests for as long as there are free threads, those of matches first.
    async fn take_requests(&self, assignments: &mut JoinSet<()>, phases: &watch::Receiver<Phase>) {
        loop {
            let consumers = self.inner.find_queue().await;
            let mut pulls: [Option<Pull>; 2] = [None, None];
            loop {
                let free = WorkPriority::ALL.map(|priority| self.inner.slots.is_free(priority));
                for ((pull, consumer), free) in pulls.iter_mut().zip(&consumers).zip(free) {
                    if !free {
                        *pull = None;
                    } else if pull.is_none() {
                        *pull = ask(consumer).await;
                    }
                }
                let [matches, analyses] = &mut pulls;
                let (priority, pulled) = tokio::select! {
                    biased;
                    pulled = next(matches) => (WorkPriority::Match, pulled),
                    pulled = next(analyses) => (WorkPriority::Analysis, pulled),
                    () = self.inner.slots.changed() => continue,
                    Some(_) = assignments.join_next() => continue,
                };
                pulls[priority as usize] = None;
                match pulled {
                    Some(Ok(message)) => {
                        let Some(slot) = self.inner.slots.take(priority) else { continue };
                        let assignment = Assignment::new(Arc::clone(&self.inner), message, slot);
                        assignments.spawn(assignment.run(phases.clone()));
                    }
                    Some(Err(error)) => {
                        tracing::debug!(%error, "the queue does not answer");
                        break;
                    }
                    None => {}
                }
            }
            sleep(QUEUE_RETRY_DELAY).await;
        }
    }
}

impl WorkerState {
    /// Finds the queue, which a node makes.
    async fn find_queue(&self) -> [PullConsumer; 2] {
        let context = jetstream::new(self.client.clone());
        let mut said = false;
        loop {
            let [matches, analyses] = WorkPriority::ALL.map(|priority| {
                let name = subjects::consumer(&self.compatibility, priority);
                context.get_consumer_from_stream(name, subjects::WORK_STREAM)
            });
            match tokio::join!(matches, analyses) {
                (Ok(matches), Ok(analyses)) => return [matches, analyses],
                (Err(error), _) | (_, Err(error)) if !said => {
                    said = true;
                    tracing::warn!(%error, version = self.settings.version,
                        "there is no queue of this version yet: the worker waits for a node");
                }
                _ => {}
            }
            sleep(QUEUE_RETRY_DELAY).await;
        }
    }

    /// Tells the nodes what is free, at intervals and whenever it changes.
    async fn send_heartbeats(self: Arc<Self>, mut phases: watch::Receiver<Phase>) {
        let mut ticks = interval(HEARTBEAT_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let leaving = *phases.borrow() != Phase::Running;
            self.send_heartbeat(leaving).await;
            tokio::select! {
                _ = ticks.tick() => {}
                Ok(()) = phases.changed() => {}
            }
        }
    }

    /// Tells the nodes what is free.
    async fn send_heartbeat(&self, leaving: bool) {
        let [free, free_for_analysis] = WorkPriority::ALL.map(|priority| self.slots.free(priority));
        let games = self.catalogue.iter().map(|entry| entry.game.info().id.to_owned());
        let heartbeat = Heartbeat {
            worker: self.id,
            compatibility: self.compatibility.clone(),
            threads: self.settings.threads,
            free,
            free_for_analysis,
            games: games.collect(),
            leaving,
        };
        if let Ok(bytes) = heartbeat.encode() {
            let _ = self.client.publish(subjects::HEARTBEATS, bytes.into()).await;
        }
    }
}

/// Asks for one request.
async fn ask(consumer: &PullConsumer) -> Option<Pull> {
    let batch = consumer.batch().max_messages(1).expires(PULL_EXPIRY).messages().await;
    batch.ok().map(StreamExt::boxed)
}

/// The answer of a pull; never, if there is none. `None` if there was no request.
async fn next(pull: &mut Option<Pull>) -> Option<Result<jetstream::Message, async_nats::Error>> {
    match pull {
        Some(pull) => timeout(PULL_TIMEOUT, pull.next()).await.unwrap_or(None),
        None => std::future::pending().await,
    }
}
