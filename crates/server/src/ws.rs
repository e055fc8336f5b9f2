//! The socket of a match.

use std::time::Duration;

use ::room::{Input, No, Order, Reader, What};
use axum::Router;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use play::{Command, Offer, SeatKey};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use wire::{CommandId, PROTOCOL, ServerRefusal, ToClient, ToServer};

use crate::http::Error;
use crate::limits::Bucket;
use crate::room::{Handle, encode};
use crate::sockets::Socket;
use crate::time::now;
use crate::visitor::Visitor;
use crate::{Shared, random};

/// Memory that every socket takes for reading.
const READ_BUFFER: usize = 1 << 10;
/// How much is collected before it is written.
const WRITE_BUFFER: usize = 1 << 10;
/// The longest message.
const LONGEST: usize = 16 << 10;
/// The longest name of a command.
const LONGEST_ID: usize = 64;
/// How many messages may wait for a reader who is slow.
const QUEUE: usize = 32;
/// How long one message may take on its way.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often to ask whether anybody is there, and how far away.
const BEAT: Duration = Duration::from_secs(10);
/// After this much silence nobody is.
const SILENCE: Duration = Duration::from_secs(25);
/// How many messages too many a socket survives.
const TOO_MANY: u32 = 200;
/// Of so many measurements of the way the shortest counts.
const MEASUREMENTS: usize = 4;

pub(crate) fn router() -> Router<Shared> {
    Router::new().route("/api/matches/{id}/socket", get(open))
}

/// A socket with buffers as small as they should be.
pub(crate) fn frugal(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
}

async fn open(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    visitor: Visitor,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    let counted = shared.sockets.open(&visitor)?;
    let room = shared.hub.open(&id).await?;
    let reader = shared.hub.reader();
    Ok(frugal(upgrade).on_upgrade(move |socket| async move {
        let (queue, outgoing) = mpsc::channel(QUEUE);
        let rate = shared.app.limits.messages;
        let pace = (!visitor.is_local()).then(|| Bucket::full(rate, std::time::Instant::now()));
        let client = Client {
            shared,
            id,
            profile: visitor.profile,
            room,
            reader,
            queue: Some(queue),
            key: None,
            pace,
            too_many: 0,
            way: Way::default(),
            _counted: counted,
        };
        client.run(socket, outgoing).await;
    }))
}

/// Somebody at the other end of a socket.
struct Client {
    shared: Shared,
    /// The match.
    id: String,
    profile: String,
    room: Handle,
    reader: Reader,
    /// The way for messages, given to the room with the client's first greeting.
    queue: Option<mpsc::Sender<Utf8Bytes>>,
    /// What the secret of the greeting amounts to.
    key: Option<SeatKey>,
    /// `None` at the server's own machine, which may say as much as it likes.
    pace: Option<Bucket>,
    too_many: u32,
    way: Way,
    _counted: Socket,
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
                    self.way.ask()
                }
            };
            if !matches!(timeout(PATIENCE, socket.send(message)).await, Ok(Ok(()))) {
                break;
            }
        }
        let _ = self.room.input(Input::Gone(self.reader)).await;
        self.remember().await;
        let _ = timeout(PATIENCE, socket.send(Message::Close(None))).await;
    }

    async fn receive(&mut self, message: Message) -> Reaction {
        match message {
            Message::Text(text) => match serde_json::from_str(&text) {
                Ok(message) => self.answer(message).await,
                Err(_) => self.paced(None).unwrap_or_else(bad_message),
            },
            Message::Binary(_) => self.paced(None).unwrap_or_else(bad_message),
            Message::Ping(_) => Reaction::Nothing,
            Message::Pong(said) => {
                if let Some(millis) = self.way.answered(&said) {
                    let lag = Input::Lag { of: self.reader, millis };
                    let _ = self.room.input(lag).await;
                }
                Reaction::Nothing
            }
            Message::Close(_) => Reaction::End,
        }
    }

    /// The refusal, if the client says too much; the end, if it does not stop.
    fn paced(&mut self, id: Option<CommandId>) -> Option<Reaction> {
        self.shared.service.metrics.message();
        let rate = self.shared.app.limits.messages;
        if self.pace.as_mut()?.take(rate, std::time::Instant::now()) {
            return None;
        }
        self.shared.service.metrics.limited();
        self.too_many += 1;
        let end = self.too_many > TOO_MANY;
        Some(if end { Reaction::End } else { Reaction::Say(No::slow_down().to(id)) })
    }

    async fn answer(&mut self, message: ToServer) -> Reaction {
        let id = match &message {
            ToServer::Command { id, .. } | ToServer::Join { id, .. } => Some(id.clone()),
            _ => None,
        };
        if let Some(refused) = self.paced(id.clone()) {
            return refused;
        }
        if id.as_ref().is_some_and(|id| id.0.is_empty() || id.0.len() > LONGEST_ID) {
            return bad_message();
        }
        let sent = match message {
            ToServer::Ping { n } => return Reaction::Say(ToClient::Pong { n, now: now().0 }),
            ToServer::Hello { protocol, .. } if protocol != PROTOCOL => {
                let text = texts::text("refused-protocol", &[("version", PROTOCOL.into())]);
                return refuse(None, No::server(ServerRefusal::Protocol, text));
            }
            ToServer::Hello { seat, .. } => {
                self.key = seat.as_ref().map(::room::key);
                let said = if let Some(queue) = self.queue.take() {
                    self.room.join(self.reader, self.key, queue).await
                } else {
                    let hello = Input::Hello { from: self.reader, key: self.key };
                    self.room.input(hello).await
                };
                self.remember().await;
                said
            }
            // Who has not greeted gets no answers from the room.
            _ if self.queue.is_some() => {
                let text = texts::text("refused-no-hello", &[]);
                return refuse(id, No::server(ServerRefusal::BadMessage, text));
            }
            ToServer::Command { id, player, command, version } => {
                let Ok(fresh) = fresh(&command) else {
                    return refuse(Some(id), No::try_again());
                };
                self.order(id, What::Command { player, command, version }, fresh).await
            }
            ToServer::Join { id, player, name } => {
                self.order(id, What::Join { player, name }, String::new()).await
            }
            ToServer::Greet { greeting } => {
                self.room.input(Input::Greet { from: self.reader, greeting }).await
            }
            ToServer::MoveNow => self.room.move_now(self.reader).await,
        };
        sent.map_or(Reaction::End, |()| Reaction::Nothing)
    }

    async fn order(
        &self,
        id: CommandId,
        what: What,
        fresh: String,
    ) -> Result<(), crate::room::Closed> {
        let order = Order { from: self.reader, id, what, at: now(), fresh };
        self.room.input(Input::Order(Box::new(order))).await
    }

    /// A match in which the visitor sits belongs into the visitor's list.
    async fn remember(&self) {
        let Some(key) = self.key else { return };
        let sits = move |room: &crate::room::Room| room.core().table().holder(&key).is_some();
        if self.room.look(sits).await == Ok(true) {
            let attended = self.shared.service.store.attend(&self.id, &self.profile).await;
            if let Err(error) = attended {
                tracing::warn!(id = self.id, %error, "a match cannot be listed");
            }
        }
    }
}

/// A name for the match that the command may lead to.
fn fresh(command: &Command) -> Result<String, getrandom::Error> {
    match command {
        Command::Offer { offer: Offer::Rematch } | Command::Accept { offer: Offer::Rematch } => {
            random::match_id()
        }
        _ => Ok(String::new()),
    }
}

/// How long the way to a client and back is, as the server itself measures it.
#[derive(Default)]
struct Way {
    /// When the question was sent that has no answer yet.
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

fn bad_message() -> Reaction {
    let text = texts::text("refused-bad-message", &[]);
    refuse(None, No::server(ServerRefusal::BadMessage, text))
}

fn refuse(id: Option<CommandId>, no: No) -> Reaction {
    Reaction::Say(no.to(id))
}
