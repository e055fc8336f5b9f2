//! The socket of a match.

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use wire::{CommandId, PROTOCOL, ServerRefusal, ToClient, ToServer};

use crate::Shared;
use crate::converse::{Answerer, Outgoing, Reaction, begin, encode};
use crate::http::Error;
use crate::room::{Handle, No, Order};
use crate::time::now;

/// The longest message.
const LONGEST: usize = 16 << 10;
/// The longest name of a command.
const LONGEST_ID: usize = 64;

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
    let client = move |queue| Client { room, subscriber, queue: Some(queue) };
    Ok(begin(upgrade, LONGEST, client))
}

/// Somebody at the other end of a socket.
struct Client {
    room: Handle,
    subscriber: u64,
    /// The way for messages, given to the room with the client's first greeting.
    queue: Option<Outgoing>,
}

impl Answerer for Client {
    async fn receive(&mut self, text: Option<&str>) -> Reaction {
        match text.and_then(|text| serde_json::from_str(text).ok()) {
            Some(message) => self.answer(message).await,
            None => bad_message(),
        }
    }

    async fn leave(&mut self) {
        let _ = self.room.leave(self.subscriber).await;
    }
}

impl Client {
    async fn answer(&mut self, message: ToServer) -> Reaction {
        let sent = match message {
            ToServer::Ping { n } => return say(&ToClient::Pong { n, now: now().0 }),
            ToServer::Hello { protocol, .. } if protocol != PROTOCOL => {
                let text = texts::text("refused-protocol", &[("version", PROTOCOL.into())]);
                return refuse(None, No::server(ServerRefusal::Protocol, text));
            }
            ToServer::Hello { .. } => {
                if let Some(queue) = self.queue.take() {
                    self.room.join(self.subscriber, queue).await
                } else {
                    let state = self.room.look(|room| Box::new(room.state())).await;
                    return state.map_or(Reaction::End, |state| say(&ToClient::State(state)));
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

fn say(message: &ToClient) -> Reaction {
    Reaction::Say(encode(message))
}

fn bad_message() -> Reaction {
    let text = texts::text("refused-bad-message", &[]);
    refuse(None, No::server(ServerRefusal::BadMessage, text))
}

fn refuse(id: Option<CommandId>, No { code, text }: No) -> Reaction {
    say(&ToClient::Refused { id, code, text })
}
