//! Messages of the socket of a match.

use play::{Command, Kind, Offer, Refusal, SeatKey};
use room::{ClientMessage, Input, SubscriberId, refusal};
use wire::{CommandId, ToClient, ToServer};

use crate::context::{Context, OpenRoom};
use crate::error::Error;
use crate::message_verdict::MessageVerdict;
use crate::random;

/// The longest id of a command, in bytes.
const COMMAND_ID_MAX_BYTES: usize = 64;

/// The room is closed; opened again, it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoomClosed;

/// Connection of a client to the room of a match.
pub trait RoomConnection: Send + Sync {
    /// Has the room send what it has for this client, from now on. It comes before the first message.
    fn connect(&mut self) -> impl Future<Output = Result<(), RoomClosed>> + Send;

    /// Has the room handle an input.
    fn input(&self, input: Input) -> impl Future<Output = Result<(), RoomClosed>> + Send;

    /// What `look` returns for the room.
    fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&dyn OpenRoom) -> T + Send + 'static,
    ) -> impl Future<Output = Result<T, RoomClosed>> + Send;
}

/// What follows from a message.
pub enum MatchReply {
    /// Send this message.
    Send(ToClient),
    /// Send nothing; the room may.
    None,
    /// Close the socket.
    Close,
}

/// Client that follows a match.
pub struct MatchClient<C, R> {
    context: C,
    room: R,
    /// The id of the match.
    id: String,
    subscriber: SubscriberId,
    /// Whether the room knows the connection: since the first `hello`.
    is_connected: bool,
    /// Key of the seat secret in the last `hello`.
    key: Option<SeatKey>,
    /// Whether the visitor may play in a match at one screen.
    is_granted: bool,
    /// Whether the match is in the visitor's list for sure.
    is_listed: bool,
}

impl<C: Context, R: RoomConnection> MatchClient<C, R> {
    /// A client that has not sent anything yet, and is `subscriber` in the room of the match `id`.
    pub const fn new(context: C, room: R, id: String, subscriber: SubscriberId) -> Self {
        Self {
            context,
            room,
            id,
            subscriber,
            is_connected: false,
            key: None,
            is_granted: false,
            is_listed: false,
        }
    }

    /// Handles a message; `None` stands for a binary one.
    pub async fn receive(&mut self, text: Option<&str>, verdict: MessageVerdict) -> MatchReply {
        match text.and_then(|text| serde_json::from_slice(text.as_bytes()).ok()) {
            Some(message) => self.answer(message, verdict).await,
            None => throttle(verdict, None).unwrap_or_else(|| refuse(None, refusal::bad_message())),
        }
    }

    /// Takes a new estimate of the round-trip time in milliseconds.
    pub async fn latency_changed(&mut self, millis: u64) {
        let _ = self.room.input(Input::Lag { of: self.subscriber, millis }).await;
    }

    /// Cleans up after the socket has closed.
    pub async fn closed(&mut self) {
        let _ = self.room.input(Input::Gone(self.subscriber)).await;
        self.remember().await;
    }

    async fn answer(&mut self, message: ToServer, verdict: MessageVerdict) -> MatchReply {
        let id = message.command_id().cloned();
        if let Some(reply) = throttle(verdict, id.clone()) {
            return reply;
        }
        if id.as_ref().is_some_and(|id| id.0.is_empty() || id.0.len() > COMMAND_ID_MAX_BYTES) {
            return refuse(None, refusal::bad_message());
        }
        let forwarded = match &message {
            ToServer::Ping { n } => {
                let now = self.context.now().wall;
                return MatchReply::Send(ToClient::Pong { n: *n, now: now.0 });
            }
            ToServer::Hello { seat, .. } => {
                self.key = seat.as_ref().map(room::key);
                self.hello(message).await
            }
            // The room cannot send the answer yet.
            _ if !self.is_connected => return refuse(id, refusal::no_hello()),
            ToServer::Command { command, .. } => match self.rematch_id(command) {
                Ok(rematch_id) => {
                    // Whoever sat down after the greeting.
                    if !self.is_listed {
                        self.remember().await;
                    }
                    self.forward(message, rematch_id).await
                }
                Err(_) => return refuse(id, refusal::try_again()),
            },
            _ => self.forward(message, String::new()).await,
        };
        forwarded.map_or(MatchReply::Close, |()| MatchReply::None)
    }

    async fn hello(&mut self, message: ToServer) -> Result<(), RoomClosed> {
        if !self.is_connected {
            self.room.connect().await?;
            self.is_connected = true;
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
    async fn may_command(&self) -> Result<bool, RoomClosed> {
        let kind = self.room.look(|room: &dyn OpenRoom| room.room().session().kind()).await?;
        if kind == Kind::Online {
            return Ok(false);
        }
        let (store, profile) = (self.context.store(), self.context.profile());
        store.may_command(&self.id, profile, self.key).await.map_err(|error| {
            tracing::warn!(id = self.id, %error, "the owner of a match cannot be found");
            RoomClosed
        })
    }

    async fn forward(&self, message: ToServer, rematch_id: String) -> Result<(), RoomClosed> {
        let at = self.context.now().monotonic;
        let message = ClientMessage { from: self.subscriber, message, at, rematch_id };
        self.room.input(Input::Message(Box::new(message))).await
    }

    /// Adds the match to the visitor's list, if the visitor has a seat in it.
    async fn remember(&mut self) {
        let Some(key) = self.key else { return };
        let holder = move |room: &dyn OpenRoom| room.room().session().holder(&key);
        let player = self.room.look(holder).await.ok().flatten();
        if self.is_granted || player.is_some() {
            let (store, profile) = (self.context.store(), self.context.profile());
            match store.add_participant(&self.id, profile, player).await {
                Ok(()) => self.is_listed = true,
                Err(error) => tracing::warn!(id = self.id, %error, "a match cannot be listed"),
            }
        }
    }

    /// Id for the match that the command may lead to; empty if it leads to none.
    fn rematch_id(&self, command: &Command) -> Result<String, Error> {
        match command {
            Command::Offer { offer: Offer::Rematch }
            | Command::Accept { offer: Offer::Rematch } => random::match_id(&self.context),
            _ => Ok(String::new()),
        }
    }
}

/// Refuses a message beyond the rate limit, or ends the connection of a client that does not stop.
fn throttle(verdict: MessageVerdict, id: Option<CommandId>) -> Option<MatchReply> {
    match verdict {
        MessageVerdict::Allowed => None,
        MessageVerdict::Throttled => Some(refuse(id, refusal::slow_down())),
        MessageVerdict::Abusive => Some(MatchReply::Close),
    }
}

fn refuse(id: Option<CommandId>, refusal: Refusal) -> MatchReply {
    MatchReply::Send(ToClient::refused(id, refusal))
}
