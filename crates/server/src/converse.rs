//! The conversation over a socket, whatever it is about.

use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use futures_util::SinkExt;
use serde::Serialize;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use crate::queue::{Receiver, Sender, queue};
use crate::sockets::Socket;

/// Memory that every socket takes for reading.
const READ_BUFFER: usize = 1 << 10;
/// How much is collected before it is written.
const WRITE_BUFFER: usize = 1 << 10;
/// How many messages may wait for a reader who is slow.
const QUEUE: usize = 32;
/// How long one message may take on its way.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often to ask whether anybody is there, and how far away.
const BEAT: Duration = Duration::from_secs(10);
/// After this much silence nobody is.
const SILENCE: Duration = Duration::from_secs(25);
/// Of so many measurements of the way the shortest counts.
const MEASUREMENTS: usize = 4;

/// Somebody who answers what comes over a socket.
pub(crate) trait Answerer: Send + 'static {
    /// What comes of a message; `None` for one that is no text.
    fn receive(&mut self, text: Option<&str>) -> impl Future<Output = Reaction> + Send;

    /// A message to the other end and back takes so many milliseconds.
    fn hear_lag(&mut self, millis: u64) -> impl Future<Output = ()> + Send {
        let _ = millis;
        std::future::ready(())
    }

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
pub(crate) type Outgoing = Sender<Utf8Bytes>;

/// Begins a conversation whose messages have at most `longest` bytes.
pub(crate) fn begin<A: Answerer>(
    upgrade: WebSocketUpgrade,
    longest: usize,
    counted: Socket,
    answerer: impl FnOnce(Outgoing) -> A + Send + 'static,
) -> Response {
    frugal(upgrade, longest).on_upgrade(move |socket| {
        let (sender, outgoing) = queue(QUEUE);
        // In a task of its own, so that nothing is left of the upgrade.
        tokio::spawn(converse(Box::new(socket), Box::new(answerer(sender)), outgoing, counted));
        std::future::ready(())
    })
}

/// A socket with buffers as small as they should be, and messages of at most `longest` bytes.
pub(crate) fn frugal(upgrade: WebSocketUpgrade, longest: usize) -> WebSocketUpgrade {
    upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_message_size(longest)
        .max_frame_size(longest)
}

async fn converse(
    mut socket: Box<WebSocket>,
    mut answerer: Box<impl Answerer>,
    mut outgoing: Receiver<Utf8Bytes>,
    counted: Socket,
) {
    let mut beat = interval(BEAT);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    let mut way = Way::default();
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
                    // Boxed: it is large, and there only while something is answered.
                    Message::Text(text) => Box::pin(answerer.receive(Some(text))).await,
                    Message::Binary(_) => Box::pin(answerer.receive(None)).await,
                    Message::Pong(said) => {
                        if let Some(millis) = way.answered(said) {
                            Box::pin(answerer.hear_lag(millis)).await;
                        }
                        Reaction::Nothing
                    }
                    Message::Ping(_) => Reaction::Nothing,
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
                way.ask()
            }
        };
        if !said_with(&mut socket, message, &mut outgoing).await {
            break;
        }
    }
    Box::pin(answerer.leave()).await;
    said(&mut socket, Message::Close(None)).await;
    drop(counted);
}

/// Sends a message together with all that waits behind it: an answer and what it has led to are one
/// journey. Whether the other end has taken them in time.
async fn said_with(
    socket: &mut WebSocket,
    first: Message,
    outgoing: &mut Receiver<Utf8Bytes>,
) -> bool {
    let sending = async {
        socket.feed(first).await?;
        while let Some(next) = outgoing.try_recv() {
            socket.feed(Message::Text(next)).await?;
        }
        socket.flush().await
    };
    matches!(timeout(PATIENCE, sending).await, Ok(Ok(())))
}

/// Sends a message; whether the other end has taken it in time.
pub(crate) async fn said(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(PATIENCE, socket.send(message)).await, Ok(Ok(())))
}

/// How long the way to a client and back is, as the server itself measures it.
#[derive(Default)]
struct Way {
    /// The question that has no answer yet, and when it was sent.
    asked: Option<(u32, Instant)>,
    number: u32,
    measured: Vec<u64>,
}

impl Way {
    fn ask(&mut self) -> Message {
        self.number = self.number.wrapping_add(1);
        self.asked = Some((self.number, Instant::now()));
        Message::Ping(self.number.to_be_bytes().to_vec().into())
    }

    /// The shortest of the last ways, in milliseconds.
    fn answered(&mut self, said: &[u8]) -> Option<u64> {
        let (_, sent) = self.asked.take_if(|(number, _)| number.to_be_bytes() == said)?;
        if self.measured.len() == MEASUREMENTS {
            self.measured.remove(0);
        }
        self.measured.push(sent.elapsed().as_millis() as u64);
        self.measured.iter().min().copied()
    }
}

/// A message as it is sent.
pub(crate) fn encode(message: &impl Serialize) -> Utf8Bytes {
    // Plain data with texts as keys: there is nothing that JSON cannot say.
    serde_json::to_string(message).unwrap_or_default().into()
}
