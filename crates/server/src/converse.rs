//! The conversation over a socket, whatever it is about.

use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use serde::Serialize;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

/// Memory that every socket takes for reading.
const READ_BUFFER: usize = 4 << 10;
/// How many messages may wait for a reader who is slow.
const QUEUE: usize = 32;
/// How long one message may take on its way.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often to ask whether anybody is there.
const BEAT: Duration = Duration::from_secs(30);
/// After this much silence nobody is.
const SILENCE: Duration = Duration::from_secs(90);

/// Somebody who answers what comes over a socket.
pub(crate) trait Answerer: Send + 'static {
    /// What comes of a message; `None` for one that is no text.
    fn receive(&mut self, text: Option<&str>) -> impl Future<Output = Reaction> + Send;

    /// The socket has ended.
    fn leave(&mut self) -> impl Future<Output = ()> + Send;
}

/// What comes of a message.
pub(crate) enum Reaction {
    /// This is the answer.
    Say(Utf8Bytes),
    /// Others answer, or there is nothing to say.
    Nothing,
    /// The socket ends.
    End,
}

/// Where messages that nobody asked for are put; a reader who is too slow for them loses the socket.
pub(crate) type Outgoing = mpsc::Sender<Utf8Bytes>;

/// Begins a conversation whose messages have at most `longest` bytes.
pub(crate) fn begin<A: Answerer>(
    upgrade: WebSocketUpgrade,
    longest: usize,
    answerer: impl FnOnce(Outgoing) -> A + Send + 'static,
) -> Response {
    let upgrade =
        upgrade.read_buffer_size(READ_BUFFER).max_message_size(longest).max_frame_size(longest);
    upgrade.on_upgrade(move |socket| async move {
        let (queue, outgoing) = mpsc::channel(QUEUE);
        converse(socket, answerer(queue), outgoing).await;
    })
}

async fn converse(
    mut socket: WebSocket,
    mut answerer: impl Answerer,
    mut outgoing: mpsc::Receiver<Utf8Bytes>,
) {
    let mut beat = interval(BEAT);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    loop {
        let message = tokio::select! {
            message = outgoing.recv() => match message {
                Some(message) => Message::Text(message),
                // Nobody is left to say anything, or a reader who is too slow was given up.
                None => break,
            },
            received = socket.recv() => {
                let Some(Ok(received)) = received else { break };
                heard = Instant::now();
                let reaction = match &received {
                    Message::Text(text) => answerer.receive(Some(text)).await,
                    Message::Binary(_) => answerer.receive(None).await,
                    Message::Ping(_) | Message::Pong(_) => Reaction::Nothing,
                    Message::Close(_) => Reaction::End,
                };
                match reaction {
                    Reaction::Say(answer) => Message::Text(answer),
                    Reaction::Nothing => continue,
                    Reaction::End => break,
                }
            }
            _ = beat.tick() => {
                if heard.elapsed() > SILENCE {
                    break;
                }
                Message::Ping(Vec::new().into())
            }
        };
        if !matches!(timeout(PATIENCE, socket.send(message)).await, Ok(Ok(()))) {
            break;
        }
    }
    answerer.leave().await;
    let _ = timeout(PATIENCE, socket.send(Message::Close(None))).await;
}

/// A message as it is sent.
pub(crate) fn encode(message: &impl Serialize) -> Utf8Bytes {
    // Plain data with texts as keys: there is nothing that JSON cannot say.
    serde_json::to_string(message).unwrap_or_default().into()
}
