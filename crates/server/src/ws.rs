//! The socket of a match.

use std::time::Duration;

use axum::Router;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use wire::{CommandId, PROTOCOL, ServerRefusal, ToClient, ToServer};

use crate::Shared;
use crate::http::Error;
use crate::room::{Handle, No, Order, encode};
use crate::time::now;

/// Memory that every socket takes for reading.
const READ_BUFFER: usize = 4 << 10;
/// The longest message.
const LONGEST: usize = 16 << 10;
/// The longest name of a command.
const LONGEST_ID: usize = 64;
/// How many messages may wait for a reader who is slow.
const QUEUE: usize = 32;
/// How long one message may take on its way.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often to ask whether anybody is there.
const BEAT: Duration = Duration::from_secs(30);
/// After this much silence nobody is.
const SILENCE: Duration = Duration::from_secs(90);

pub(crate) fn router() -> Router<Shared> {
    Router::new().route("/api/matches/{id}/socket", get(open))
}

async fn open(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    let room = shared.hub.open(&id).await?;
    let subscriber = shared.hub.subscriber();
    let upgrade =
        upgrade.read_buffer_size(READ_BUFFER).max_message_size(LONGEST).max_frame_size(LONGEST);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let (queue, outgoing) = mpsc::channel(QUEUE);
        let client = Client { room, subscriber, queue: Some(queue) };
        client.run(socket, outgoing).await;
    }))
}

/// Somebody at the other end of a socket.
struct Client {
    room: Handle,
    subscriber: u64,
    /// The way for messages, given to the room with the client's first greeting.
    queue: Option<mpsc::Sender<Utf8Bytes>>,
}

/// What comes of a message.
enum Reaction {
    /// This is the answer.
    Say(ToClient),
    /// The room answers, or there is nothing to say.
    Nothing,
    /// The socket ends.
    End,
}

impl Client {
    async fn run(mut self, mut socket: WebSocket, mut outgoing: mpsc::Receiver<Utf8Bytes>) {
        let mut beat = interval(BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        loop {
            let message = tokio::select! {
                message = outgoing.recv() => match message {
                    Some(message) => Message::Text(message),
                    // The room is closed, or has given up on a reader who is too slow.
                    None => break,
                },
                received = socket.recv() => {
                    let Some(Ok(received)) = received else { break };
                    heard = Instant::now();
                    match self.receive(received).await {
                        Reaction::Say(answer) => Message::Text(encode(&answer)),
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
        let _ = self.room.leave(self.subscriber).await;
        let _ = timeout(PATIENCE, socket.send(Message::Close(None))).await;
    }

    async fn receive(&mut self, message: Message) -> Reaction {
        match message {
            Message::Text(text) => match serde_json::from_str(&text) {
                Ok(message) => self.answer(message).await,
                Err(_) => bad_message(),
            },
            Message::Binary(_) => bad_message(),
            Message::Ping(_) | Message::Pong(_) => Reaction::Nothing,
            Message::Close(_) => Reaction::End,
        }
    }

    async fn answer(&mut self, message: ToServer) -> Reaction {
        let sent = match message {
            ToServer::Ping { n } => return Reaction::Say(ToClient::Pong { n, now: now().0 }),
            ToServer::Hello { protocol, .. } if protocol != PROTOCOL => {
                let text = texts::text("refused-protocol", &[("version", PROTOCOL.into())]);
                return refuse(None, No::server(ServerRefusal::Protocol, text));
            }
            ToServer::Hello { .. } => {
                if let Some(queue) = self.queue.take() {
                    self.room.join(self.subscriber, queue).await
                } else {
                    let state = self.room.look(|room| Box::new(room.state())).await;
                    let said = state.map(ToClient::State).map(Reaction::Say);
                    return said.unwrap_or(Reaction::End);
                }
            }
            ToServer::Command { id, .. } if id.0.is_empty() || id.0.len() > LONGEST_ID => {
                return bad_message();
            }
            // Who has not greeted gets no answers from the room.
            ToServer::Command { id, .. } if self.queue.is_some() => {
                let text = texts::text("refused-no-hello", &[]);
                return refuse(Some(id), No::server(ServerRefusal::BadMessage, text));
            }
            ToServer::Command { id, player, command, version } => {
                let from = self.subscriber;
                self.room.order(Order { from, id, player, command, version }).await
            }
            ToServer::MoveNow => self.room.move_now().await,
        };
        sent.map_or(Reaction::End, |()| Reaction::Nothing)
    }
}

fn bad_message() -> Reaction {
    let text = texts::text("refused-bad-message", &[]);
    refuse(None, No::server(ServerRefusal::BadMessage, text))
}

fn refuse(id: Option<CommandId>, No { code, text }: No) -> Reaction {
    Reaction::Say(ToClient::Refused { id, code, text })
}
