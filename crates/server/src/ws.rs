//! The socket of a match.

use ::room::{Input, No, Order, Reader, What};
use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use play::{Command, Offer, SeatKey};
use wire::{CommandId, PROTOCOL, ServerRefusal, ToClient, ToServer};

use crate::http::Error;
use crate::room::{Closed, Handle, Room};
use crate::socket_limiter::{MessageLimiter, MessageVerdict};
use crate::socket_loop::{Outbox, SocketHandler, SocketLimits, SocketReply, encode, serve_socket};
use crate::time::{monotonic, now};
use crate::visitor::Visitor;
use crate::{AppState, random};

/// Size limits of the socket.
const SOCKET_LIMITS: SocketLimits =
    SocketLimits { message_max_bytes: 16 << 10, outbox_messages: 32 };
/// The longest name of a command.
const LONGEST_ID: usize = 64;

pub(crate) fn router() -> Router<AppState> {
    Router::new().route("/api/matches/{id}/socket", get(open))
}

async fn open(
    State(shared): State<AppState>,
    Path(id): Path<String>,
    visitor: Visitor,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    let permit = shared.sockets.acquire(&visitor)?;
    let room = shared.hub.open(&id).await?;
    let reader = shared.hub.reader();
    let limiter = shared.sockets.message_limiter(&visitor);
    let client = move |queue| Client {
        shared,
        id,
        profile: visitor.profile,
        room,
        reader,
        queue: Some(queue),
        key: None,
        limiter,
    };
    Ok(serve_socket(upgrade, SOCKET_LIMITS, permit, client))
}

/// Somebody at the other end of a socket.
struct Client {
    shared: AppState,
    /// The match.
    id: String,
    profile: String,
    room: Handle,
    reader: Reader,
    /// The way for messages, given to the room with the client's first greeting.
    queue: Option<Outbox>,
    /// What the secret of the greeting amounts to.
    key: Option<SeatKey>,
    limiter: MessageLimiter,
}

impl SocketHandler for Client {
    async fn receive(&mut self, text: Option<&str>) -> SocketReply {
        match text.and_then(|text| serde_json::from_str(text).ok()) {
            Some(message) => self.answer(message).await,
            None => self.paced(None).unwrap_or_else(bad_message),
        }
    }

    async fn latency_changed(&mut self, millis: u64) {
        let _ = self.room.input(Input::Lag { of: self.reader, millis }).await;
    }

    async fn closed(&mut self) {
        let _ = self.room.input(Input::Gone(self.reader)).await;
        self.remember().await;
    }
}

impl Client {
    /// The refusal, if the client says too much; the end, if it does not stop.
    fn paced(&mut self, id: Option<CommandId>) -> Option<SocketReply> {
        match self.limiter.check(monotonic()) {
            MessageVerdict::Allowed => None,
            MessageVerdict::Throttled => Some(refuse(id, No::slow_down())),
            MessageVerdict::Abusive => Some(SocketReply::Close),
        }
    }

    async fn answer(&mut self, message: ToServer) -> SocketReply {
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
            ToServer::Ping { n } => return say(&ToClient::Pong { n, now: now().0 }),
            ToServer::Hello { protocol, .. } if protocol != PROTOCOL => {
                let text = texts::text("refused-protocol", &[("version", PROTOCOL.into())]);
                return refuse(None, No::server(ServerRefusal::Protocol, text));
            }
            ToServer::Hello { seat, .. } => self.greet(seat.as_ref().map(::room::key)).await,
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
        sent.map_or(SocketReply::Close, |()| SocketReply::None)
    }

    async fn greet(&mut self, key: Option<SeatKey>) -> Result<(), Closed> {
        self.key = key;
        let said = if let Some(queue) = self.queue.take() {
            self.room.join(self.reader, key, queue).await
        } else {
            self.room.input(Input::Hello { from: self.reader, key }).await
        };
        self.remember().await;
        said
    }

    async fn order(&self, id: CommandId, what: What, fresh: String) -> Result<(), Closed> {
        let order = Order { from: self.reader, id, what, at: now(), fresh };
        self.room.input(Input::Order(Box::new(order))).await
    }

    /// A match in which the visitor sits belongs into the visitor's list.
    async fn remember(&self) {
        let Some(key) = self.key else { return };
        let sits = move |room: &Room| room.core().table().holder(&key).is_some();
        if self.room.look(sits).await == Ok(true) {
            let added = self.shared.service.store.add_participant(&self.id, &self.profile).await;
            if let Err(error) = added {
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

fn say(message: &ToClient) -> SocketReply {
    SocketReply::Send(encode(message))
}

fn bad_message() -> SocketReply {
    let text = texts::text("refused-bad-message", &[]);
    refuse(None, No::server(ServerRefusal::BadMessage, text))
}

fn refuse(id: Option<CommandId>, no: No) -> SocketReply {
    say(&no.to(id))
}
