//! One request at a worker, from its claim to its result.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use async_nats::client::{RequestError, RequestErrorKind};
use async_nats::jetstream::{self, AckKind};
use async_nats::{Request, Subscriber};
use engine::Resources;
use futures_util::StreamExt;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use super::{Phase, Slot, WorkerState};
use crate::{
    Claim, ClaimAnswer, KeptSearchers, UpdateBuffer, WorkError, WorkId, WorkMessage, WorkReply,
    WorkRequest, WorkResult, run, subjects,
};

/// Time between two signs of life to the queue.
const ACK_PROGRESS_INTERVAL: Duration = Duration::from_secs(1);
/// Time between two updates to a node.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);
/// Time for a node to answer.
const NODE_ANSWER_TIMEOUT: Duration = Duration::from_secs(2);
/// How often a result is sent until the node confirms it.
const RESULT_ATTEMPTS: u32 = 5;
/// Time after which a request that could not be claimed is delivered again.
const CLAIM_RETRY_DELAY: Duration = Duration::from_secs(1);

/// One request at a worker.
pub(super) struct Assignment {
    worker: Arc<WorkerState>,
    message: jetstream::Message,
    slot: Slot,
}

/// The search of a request, in a thread of its own.
struct Search {
    stop: Arc<AtomicBool>,
    updates: Arc<UpdateBuffer>,
    result: JoinHandle<Result<WorkResult, WorkError>>,
}

impl Search {
    fn start(worker: &Arc<WorkerState>, request: WorkRequest) -> Self {
        let (stop, updates) = (Arc::<AtomicBool>::default(), Arc::<UpdateBuffer>::default());
        let (stops, added, worker) = (Arc::clone(&stop), Arc::clone(&updates), Arc::clone(worker));
        let result = tokio::task::spawn_blocking(move || {
            let mut on_update = |update| added.add(update);
            let available = Resources { threads: 1, table: worker.settings.table_max };
            let kept = &mut KeptSearchers::default();
            run(kept, &worker.catalogue, &request, available, &stops, &mut on_update)
        });
        Self { stop, updates, result }
    }

    fn stop(&self) {
        self.stop.store(true, Relaxed);
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Waits until the worker hands back what it has.
async fn handing_back(phases: &mut watch::Receiver<Phase>) {
    if phases.wait_for(|phase| *phase == Phase::HandingBack).await.is_err() {
        std::future::pending::<()>().await;
    }
}

impl Assignment {
    pub(super) const fn new(
        worker: Arc<WorkerState>,
        message: jetstream::Message,
        slot: Slot,
    ) -> Self {
        Self { worker, message, slot }
    }

    /// Does the work, unless nobody wants it.
    pub(super) async fn run(self, phases: watch::Receiver<Phase>) {
        // Nodes hear of the thread that is taken before they hear the claim.
        let leaving = phases.clone();
        let is_leaving = || *leaving.borrow() != Phase::Running;
        self.worker.send_heartbeat(is_leaving()).await;
        let WorkMessage { id, node, deadline, mut request } =
            match WorkMessage::decode(&self.message.payload) {
                Ok(message) => message,
                Err(error) => {
                    tracing::warn!(%error, "a request cannot be read");
                    return self.acknowledge(AckKind::Term).await;
                }
            };
        let subject = subjects::reply(node, id);
        let client = &self.worker.client;
        // The subscription is there before the node can cancel what it has granted.
        let Ok(cancels) = client.subscribe(subjects::cancel(id)).await else {
            return self.acknowledge(AckKind::Nak(Some(CLAIM_RETRY_DELAY))).await;
        };
        match self.claim(&subject).await {
            Ok(ClaimAnswer::Granted { passed }) => request.shorten(passed),
            Ok(ClaimAnswer::Refused) => return self.acknowledge(AckKind::Ack).await,
            Err(error) if error.kind() == RequestErrorKind::NoResponders => {
                tracing::debug!(work = %id, "the node of a request is gone");
                return self.acknowledge(AckKind::Ack).await;
            }
            Err(_) => return self.acknowledge(AckKind::Nak(Some(CLAIM_RETRY_DELAY))).await,
        }
        let search = Search::start(&self.worker, request);
        let ended = self.supervise(search, id, &subject, deadline, cancels, phases).await;
        if let Some(reply) = ended {
            self.send_result(&subject, &reply).await;
        } else {
            self.acknowledge(AckKind::Nak(None)).await;
            self.publish(&subject, &WorkReply::HandedBack { worker: self.worker.id }).await;
        }
        drop(self.slot);
        self.worker.send_heartbeat(is_leaving()).await;
    }

    /// Asks the node whether to begin.
    async fn claim(&self, subject: &str) -> Result<ClaimAnswer, RequestError> {
        let deliveries = self.message.info().map_or(1, |info| info.delivered.max(1) as u32);
        let claim = WorkReply::Claim(Claim { worker: self.worker.id, deliveries });
        let answer = self.request(subject, &claim).await?;
        Ok(ClaimAnswer::decode(&answer.payload).unwrap_or(ClaimAnswer::Refused))
    }

    /// Waits for the end of a search and sends what it finds; `None` if the work is to be handed back.
    async fn supervise(
        &self,
        mut search: Search,
        id: WorkId,
        subject: &str,
        deadline: Duration,
        mut cancels: Subscriber,
        mut phases: watch::Receiver<Phase>,
    ) -> Option<WorkReply> {
        let overdue = Instant::now() + deadline;
        let mut signs = interval(ACK_PROGRESS_INTERVAL);
        signs.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut next_update = Instant::now();
        let mut has_updates = false;
        let mut is_cancelled = false;
        let ended = loop {
            tokio::select! {
                ended = &mut search.result => break ended,
                _ = signs.tick() => self.acknowledge(AckKind::Progress).await,
                Some(_) = cancels.next(), if !is_cancelled => {
                    is_cancelled = true;
                    search.stop();
                }
                () = sleep_until(overdue), if !search.stop.load(Relaxed) => search.stop(),
                () = search.updates.added(), if !has_updates => has_updates = true,
                () = sleep_until(next_update), if has_updates => {
                    has_updates = false;
                    self.send_updates(subject, &search.updates).await;
                    next_update = Instant::now() + UPDATE_INTERVAL;
                }
                () = handing_back(&mut phases) => return None,
            }
        };
        self.send_updates(subject, &search.updates).await;
        Some(match ended {
            Ok(Ok(result)) => WorkReply::Result(result),
            Ok(Err(error)) => {
                tracing::warn!(work = %id, %error, "a request cannot be done");
                WorkReply::Failed { reason: error.to_string() }
            }
            Err(error) => {
                tracing::error!(work = %id, %error, "an engine panicked");
                WorkReply::Failed { reason: "the engine panicked".to_owned() }
            }
        })
    }

    async fn send_updates(&self, subject: &str, updates: &UpdateBuffer) {
        for update in updates.take() {
            self.publish(subject, &WorkReply::Update(update)).await;
        }
    }

    /// Sends a result until the node confirms it, or is gone.
    async fn send_result(&self, subject: &str, reply: &WorkReply) {
        let too_large = WorkReply::Failed { reason: "the result is too large".to_owned() };
        let reply = if reply.encode().is_ok() { reply } else { &too_large };
        for _ in 0..RESULT_ATTEMPTS {
            self.acknowledge(AckKind::Progress).await;
            match self.request(subject, reply).await {
                Ok(_) => return self.acknowledge(AckKind::Ack).await,
                Err(error) if error.kind() == RequestErrorKind::NoResponders => {
                    // A node that has just lost its connection comes back; its work waits for it.
                    tokio::time::sleep(CLAIM_RETRY_DELAY).await;
                }
                Err(_) => {}
            }
        }
        self.acknowledge(AckKind::Ack).await;
    }

    async fn request(
        &self,
        subject: &str,
        reply: &WorkReply,
    ) -> Result<async_nats::Message, RequestError> {
        let bytes = reply.encode().unwrap_or_default();
        let request = Request::new().payload(bytes.into()).timeout(Some(NODE_ANSWER_TIMEOUT));
        self.worker.client.send_request(subject.to_owned(), request).await
    }

    async fn publish(&self, subject: &str, reply: &WorkReply) {
        match reply.encode() {
            Ok(bytes) => {
                let _ = self.worker.client.publish(subject.to_owned(), bytes.into()).await;
            }
            Err(error) => tracing::warn!(%error, "a report is not sent"),
        }
    }

    async fn acknowledge(&self, kind: AckKind) {
        if let Err(error) = self.message.ack_with(kind).await {
            tracing::debug!(%error, "the queue was not told");
        }
    }
}
