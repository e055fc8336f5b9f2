//! The side of a node: the stream, what it publishes there, and what workers tell it.

use std::fmt;
use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::context::ContextBuilder;
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType};
use async_nats::{Client, Subject, Subscriber, jetstream};
use futures_util::StreamExt;
use tokio::sync::mpsc;

use crate::message::REQUEST_MAX_BYTES;
use crate::{
    ClaimAnswer, Heartbeat, NodeId, WorkError, WorkId, WorkMessage, WorkPriority, WorkReply,
    compatibility, subjects,
};

/// Time for the server to answer about the stream.
const STREAM_REQUEST_TIMEOUT: Duration = Duration::from_secs(2);
/// Requests that the stream holds at most.
const STREAM_MAX_REQUESTS: i64 = 16_384;
/// Bytes that the stream holds at most.
const STREAM_MAX_BYTES: i64 = 64 << 20;
/// Time after which the stream forgets a request: its node has done it itself long before.
const STREAM_MAX_AGE: Duration = Duration::from_mins(5);
/// Window in which the stream recognises a message that was sent twice.
const STREAM_DUPLICATE_WINDOW: Duration = Duration::from_mins(1);
/// Time without a sign of life of a worker after which its request is delivered again.
const CONSUMER_ACK_WAIT: Duration = Duration::from_secs(3);
/// How often a request is delivered.
const CONSUMER_MAX_DELIVERIES: i64 = 4;
/// Requests that may be with workers at the same time.
const CONSUMER_MAX_ACK_PENDING: i64 = 8192;
/// Time after which the consumer of a version without workers is removed.
const CONSUMER_INACTIVE_TIMEOUT: Duration = Duration::from_hours(1);
/// Requests that wait for the stream's confirmation at most.
const PUBLISH_CHANNEL_CAPACITY: usize = 1024;

/// Place of a request in the stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sequence(pub u64);

/// Why the stream cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinkError(String);

impl fmt::Display for LinkError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for LinkError {}

fn failed(error: impl fmt::Display) -> LinkError {
    LinkError(error.to_string())
}

/// Connection of a node to its workers.
#[derive(Debug)]
pub struct NodeLink {
    client: Client,
    context: jetstream::Context,
    node: NodeId,
    compatibility: String,
    heartbeats: Subscriber,
    replies: Subscriber,
    publisher: mpsc::Sender<LinkEvent>,
    published: mpsc::Receiver<LinkEvent>,
}

/// What a node hears.
#[derive(Debug)]
pub enum LinkEvent {
    /// A worker is there.
    Heartbeat(Heartbeat),
    /// A worker says something about a piece of work.
    Reply {
        /// The work.
        id: WorkId,
        /// What it says; an error if that cannot be read.
        reply: Result<WorkReply, WorkError>,
        /// Where it waits for an answer.
        answer_to: Option<Subject>,
    },
    /// A request is in the stream, or not.
    Published {
        /// The work.
        id: WorkId,
        /// Its place there.
        sequence: Result<Sequence, LinkError>,
    },
    /// The stream is ready for requests, or not.
    Prepared(Result<(), LinkError>),
}

impl NodeLink {
    /// Listens to the workers of a version of the program.
    pub async fn open(client: Client, version: &str) -> Result<Self, LinkError> {
        let node = NodeId::random().map_err(failed)?;
        let heartbeats = client.subscribe(subjects::HEARTBEATS).await.map_err(failed)?;
        let replies = client.subscribe(subjects::replies(node)).await.map_err(failed)?;
        let context = ContextBuilder::new()
            .timeout(STREAM_REQUEST_TIMEOUT)
            .ack_timeout(STREAM_REQUEST_TIMEOUT)
            .build(client.clone());
        let (publisher, published) = mpsc::channel(PUBLISH_CHANNEL_CAPACITY);
        let compatibility = compatibility(version);
        Ok(Self { client, context, node, compatibility, heartbeats, replies, publisher, published })
    }

    /// Name of the version of node and workers.
    pub fn compatibility(&self) -> &str {
        &self.compatibility
    }

    /// Whether there is a connection to NATS.
    pub fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Makes the stream and its consumers, if they are not there; [`LinkEvent::Prepared`] says when.
    pub fn prepare(&self) {
        let (context, compatibility) = (self.context.clone(), self.compatibility.clone());
        let publisher = self.publisher.clone();
        tokio::spawn(async move {
            let prepared = make_stream(&context, &compatibility).await;
            let _ = publisher.send(LinkEvent::Prepared(prepared)).await;
        });
    }

    /// The next event; `None` when the connection is closed for good. Cancel safe.
    pub async fn next(&mut self) -> Option<LinkEvent> {
        loop {
            tokio::select! {
                event = self.published.recv() => return event,
                message = self.replies.next() => {
                    let message = message?;
                    let Some(id) = subjects::work_of(&message.subject) else { continue };
                    let reply = WorkReply::decode(&message.payload);
                    return Some(LinkEvent::Reply { id, reply, answer_to: message.reply });
                }
                message = self.heartbeats.next() => {
                    match Heartbeat::decode(&message?.payload) {
                        Ok(heartbeat) => return Some(LinkEvent::Heartbeat(heartbeat)),
                        Err(error) => tracing::debug!(%error, "a heartbeat cannot be read"),
                    }
                }
            }
        }
    }

    /// Puts a request into the stream; [`LinkEvent::Published`] says what came of it.
    pub fn publish(&self, id: WorkId, request: crate::WorkRequest, priority: WorkPriority) {
        let deadline = request.deadline();
        let message = WorkMessage { id, node: self.node, deadline, request };
        let subject = subjects::work(&self.compatibility, priority);
        let (context, publisher) = (self.context.clone(), self.publisher.clone());
        tokio::spawn(async move {
            let publish = async {
                let bytes = message.encode().map_err(failed)?;
                let sent = context.publish(subject, bytes.into()).await.map_err(failed)?;
                sent.await.map(|ack| Sequence(ack.sequence)).map_err(failed)
            };
            let sequence = publish.await;
            let _ = publisher.send(LinkEvent::Published { id, sequence }).await;
        });
    }

    /// Removes a request from the stream, in case that no worker has ended it.
    pub fn withdraw(&self, sequence: Sequence) {
        let context = self.context.clone();
        tokio::spawn(async move {
            if let Ok(stream) = context.get_stream_no_info(subjects::WORK_STREAM).await {
                let _ = stream.delete_message(sequence.0).await;
            }
        });
    }

    /// Tells the worker that does some work to end it with what it has.
    pub async fn cancel(&self, id: WorkId) {
        let _ = self.client.publish(subjects::cancel(id), Vec::new().into()).await;
    }

    /// Answers a claim.
    pub async fn answer(&self, to: Subject, answer: ClaimAnswer) {
        if let Ok(bytes) = answer.encode() {
            let _ = self.client.publish(to, bytes.into()).await;
        }
    }

    /// Confirms a result.
    pub async fn confirm(&self, to: Subject) {
        let _ = self.client.publish(to, Vec::new().into()).await;
    }
}

async fn make_stream(context: &jetstream::Context, compatibility: &str) -> Result<(), LinkError> {
    let stream = context
        .get_or_create_stream(Config {
            name: subjects::WORK_STREAM.to_owned(),
            subjects: vec![subjects::WORK_SUBJECTS.to_owned()],
            retention: RetentionPolicy::WorkQueue,
            discard: DiscardPolicy::New,
            storage: StorageType::File,
            max_messages: STREAM_MAX_REQUESTS,
            max_bytes: STREAM_MAX_BYTES,
            max_age: STREAM_MAX_AGE,
            max_message_size: REQUEST_MAX_BYTES as i32,
            duplicate_window: STREAM_DUPLICATE_WINDOW,
            num_replicas: 1,
            ..Config::default()
        })
        .await
        .map_err(failed)?;
    for priority in WorkPriority::ALL {
        let name = subjects::consumer(compatibility, priority);
        let config = pull::Config {
            durable_name: Some(name.clone()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: CONSUMER_ACK_WAIT,
            max_deliver: CONSUMER_MAX_DELIVERIES,
            max_ack_pending: CONSUMER_MAX_ACK_PENDING,
            filter_subject: subjects::work(compatibility, priority),
            inactive_threshold: CONSUMER_INACTIVE_TIMEOUT,
            ..pull::Config::default()
        };
        stream.get_or_create_consumer(&name, config).await.map_err(failed)?;
    }
    Ok(())
}
