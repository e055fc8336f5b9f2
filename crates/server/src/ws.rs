//! WebSocket of a match.

use ::room::{ClientMessage, Input, SubscriberId, refusal};
use api::{Error, OpenRoom};
use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use play::{Command, Kind, Offer, Refusal, SeatKey};
use wire::{CommandId, ToClient, ToServer};

use crate::http::HttpError;
use crate::room::{Closed, Handle, RoomActor};
use crate::socket_limiter::{MessageLimiter, MessageVerdict};
use crate::socket_loop::{Outbox, SocketHandler, SocketLimits, SocketReply, encode, serve_socket};
use crate::visitor::{Visitor, VisitorId};
use crate::{AppState, random};

/// Size limits of the socket.
const SOCKET_LIMITS: SocketLimits =
    SocketLimits { message_max_bytes: 16 << 10, outbox_messages: 32 };
/// The longest id of a command, in bytes.
const COMMAND_ID_MAX_BYTES: usize = 64;

pub(crate) fn router() -> Router<AppState> {
    Router::new().route("/api/matches/{id}/socket", get(open))
}

async fn open(
    State(shared): State<AppState>,
    Path(id): Path<String>,
    visitor: Visitor,
    upgrade: WebSocketUpgrade,
) -> Result<Response, HttpError> {
    let permit = shared.sockets.acquire(&visitor)?;
    let visitor_id = visitor.id();
    let room = shared.hub.open(&id, &visitor_id).await?;
    let subscriber = shared.hub.next_subscriber();
    let limiter = shared.sockets.message_limiter(&visitor);
    let client = move |outbox| Client {
        shared,
        id,
        visitor: visitor_id,
        room,
        subscriber,
        outbox: Some(outbox),
        key: None,
        is_granted: false,
        is_listed: false,
        limiter,
    };
    Ok(serve_socket(upgrade, SOCKET_LIMITS, permit, client))
}

/// Connection of a client that follows a match.
struct Client {
    shared: AppState,
    /// The id of the match.
    id: String,
    visitor: VisitorId,
    room: Handle,
    subscriber: SubscriberId,
    /// Outbox of the connection, until the first `hello` gives it to the room.
    outbox: Option<Outbox>,
    /// Key of the seat secret in the last `hello`.
    key: Option<SeatKey>,
    /// Whether the visitor may play in a match at one screen.
    is_granted: bool,
    /// Whether the match is in the visitor's list for sure.
    is_listed: bool,
    limiter: MessageLimiter,
}

impl SocketHandler for Client {
    async fn receive(&mut self, text: Option<&str>) -> SocketReply {
        match text.and_then(|text| serde_json::from_str(text).ok()) {
            Some(message) => self.answer(message).await,
            None => {
                self.throttle(None).unwrap_or_else(|| self.refuse(None, refusal::bad_message()))
            }
        }
    }

    async fn latency_changed(&mut self, millis: u64) {
        let _ = self.room.input(Input::Lag { of: self.subscriber, millis }).await;
    }

    async fn closed(&mut self) {
        let _ = self.room.input(Input::Gone(self.subscriber)).await;
        self.remember().await;
    }
}

impl Client {
    /// Refuses a message beyond the rate limit, or ends the connection of a client that does not stop.
    fn throttle(&mut self, id: Option<CommandId>) -> Option<SocketReply> {
        match self.limiter.check(self.shared.service.time.now().monotonic) {
            MessageVerdict::Allowed => None,
            MessageVerdict::Throttled => Some(self.refuse(id, refusal::slow_down())),
            MessageVerdict::Abusive => Some(SocketReply::Close),
        }
    }

    fn refuse(&self, id: Option<CommandId>, refusal: Refusal) -> SocketReply {
        self.shared.service.metrics.message_refused(refusal.code);
        say(&ToClient::refused(id, refusal))
    }

    async fn answer(&mut self, message: ToServer) -> SocketReply {
        let id = message.command_id().cloned();
        if let Some(reaction) = self.throttle(id.clone()) {
            return reaction;
        }
        if id.as_ref().is_some_and(|id| id.0.is_empty() || id.0.len() > COMMAND_ID_MAX_BYTES) {
            return self.refuse(None, refusal::bad_message());
        }
        let forwarded = match &message {
            ToServer::Ping { n } => {
                let now = self.shared.service.time.now().wall;
                return say(&ToClient::Pong { n: *n, now: now.0 });
            }
            ToServer::Hello { seat, .. } => {
                self.key = seat.as_ref().map(::room::key);
                self.hello(message).await
            }
            // The room has no outbox for the answer yet.
            _ if self.outbox.is_some() => return self.refuse(id, refusal::no_hello()),
            ToServer::Command { command, .. } => match rematch_id(command) {
                Ok(rematch_id) => {
                    // Whoever sat down after the greeting.
                    if !self.is_listed {
                        self.remember().await;
                    }
                    self.forward(message, rematch_id).await
                }
                Err(_) => return self.refuse(id, refusal::try_again()),
            },
            _ => self.forward(message, String::new()).await,
        };
        forwarded.map_or(SocketReply::Close, |()| SocketReply::None)
    }

    async fn hello(&mut self, message: ToServer) -> Result<(), Closed> {
        if let Some(outbox) = self.outbox.take() {
            self.room.connect(self.subscriber, self.visitor.clone(), outbox).await?;
        }
        if !self.is_granted && self.may_command().await? {
            self.is_granted = true;
            self.room.input(Input::Grant(self.subscriber)).await?;
        }
        let forwarded = self.forward(message, String::new()).await;
        self.remember().await;
        forwarded
    }

    /// Whether this is a match at one screen that is the visitor's to play. If the store cannot say so, the connection
    /// ends, and the client connects again.
    async fn may_command(&self) -> Result<bool, Closed> {
        let kind = self.room.look(|actor: &RoomActor| actor.room().session().kind()).await?;
        if kind == Kind::Online {
            return Ok(false);
        }
        let store = &self.shared.service.store;
        store.may_command(&self.id, &*self.visitor.profile, self.key).await.map_err(|error| {
            tracing::warn!(id = self.id, %error, "the owner of a match cannot be found");
            Closed
        })
    }

    async fn forward(&self, message: ToServer, rematch_id: String) -> Result<(), Closed> {
        let at = self.shared.service.time.now().monotonic;
        let message = ClientMessage { from: self.subscriber, message, at, rematch_id };
        self.room.input(Input::Message(Box::new(message))).await
    }

    /// Adds the match to the visitor's list, if the visitor has a seat in it.
    async fn remember(&mut self) {
        let Some(key) = self.key else { return };
        let holder = move |actor: &RoomActor| actor.room().session().holder(&key);
        let player = self.room.look(holder).await.ok().flatten();
        if self.is_granted || player.is_some() {
            let store = &self.shared.service.store;
            let added = store.add_participant(&self.id, &*self.visitor.profile, player).await;
            match added {
                Ok(()) => self.is_listed = true,
                Err(error) => tracing::warn!(id = self.id, %error, "a match cannot be listed"),
            }
        }
    }
}

/// Id for the match that the command may lead to; empty if it leads to none.
fn rematch_id(command: &Command) -> Result<String, Error> {
    match command {
        Command::Offer { offer: Offer::Rematch } | Command::Accept { offer: Offer::Rematch } => {
            Ok(::room::match_id(random::secret()? as u64))
        }
        _ => Ok(String::new()),
    }
}

fn say(message: &ToClient) -> SocketReply {
    SocketReply::Send(encode(message))
}
