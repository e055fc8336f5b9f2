//! WebSocket of a match.

use std::sync::Arc;

use ::room::{Input, SubscriberId, TimeSource};
use api::{MatchClient, MatchReply, OpenRoom, RoomClosed, RoomConnection};
use axum::Router;
use axum::response::Response;
use axum::routing::get;
use wire::ToClient;

use crate::AppState;
use crate::http::{HttpError, PathParam, SocketUpgrade};
use crate::metrics::Metrics;
use crate::request_context::RequestContext;
use crate::room::{Handle, RoomActor};
use crate::socket_limiter::MessageLimiter;
use crate::socket_loop::{Outbox, SocketHandler, SocketLimits, SocketReply, encode, serve_socket};
use crate::visitor::VisitorId;

/// Size limits of the socket.
const SOCKET_LIMITS: SocketLimits =
    SocketLimits { message_max_bytes: 16 << 10, outbox_messages: 32 };

pub(crate) fn router() -> Router<AppState> {
    Router::new().route("/api/matches/{id}/socket", get(open))
}

async fn open(
    context: RequestContext,
    PathParam(id): PathParam,
    SocketUpgrade(upgrade): SocketUpgrade,
) -> Result<Response, HttpError> {
    let (shared, visitor) = (context.shared(), context.visitor_id().clone());
    let permit = shared.sockets.acquire(context.visitor())?;
    let room = shared.hub.open(&id, &visitor).await?;
    let subscriber = shared.hub.next_subscriber();
    let limiter = shared.sockets.message_limiter(context.visitor());
    let (time, metrics) = (Arc::clone(&shared.service.time), Arc::clone(&shared.service.metrics));
    let client = move |outbox| {
        let connection = Connection { room, subscriber, visitor, outbox: Some(outbox) };
        let client = MatchClient::new(context, connection, id, subscriber);
        MatchSocket { client, limiter, time, metrics }
    };
    Ok(serve_socket(upgrade, SOCKET_LIMITS, permit, client))
}

/// Connection of a visitor to a room.
struct Connection {
    room: Handle,
    subscriber: SubscriberId,
    visitor: VisitorId,
    /// Outbox of the socket, until the room has it.
    outbox: Option<Outbox>,
}

impl RoomConnection for Connection {
    async fn connect(&mut self) -> Result<(), RoomClosed> {
        let Some(outbox) = self.outbox.take() else { return Ok(()) };
        self.room.connect(self.subscriber, self.visitor.clone(), outbox).await
    }

    async fn input(&self, input: Input) -> Result<(), RoomClosed> {
        self.room.input(input).await
    }

    async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&dyn OpenRoom) -> T + Send + 'static,
    ) -> Result<T, RoomClosed> {
        self.room.look(|room: &RoomActor| look(room)).await
    }
}

/// Socket of a client that follows a match.
struct MatchSocket {
    client: MatchClient<RequestContext, Connection>,
    limiter: MessageLimiter,
    time: Arc<dyn TimeSource>,
    metrics: Arc<Metrics>,
}

impl SocketHandler for MatchSocket {
    async fn receive(&mut self, text: Option<&str>) -> SocketReply {
        let verdict = self.limiter.check(self.time.now().monotonic);
        match self.client.receive(text, verdict).await {
            MatchReply::Send(message) => {
                if let ToClient::Refused { code, .. } = message {
                    self.metrics.message_refused(code);
                }
                SocketReply::Send(encode(&message))
            }
            MatchReply::None => SocketReply::None,
            MatchReply::Close => SocketReply::Close,
        }
    }

    async fn latency_changed(&mut self, millis: u64) {
        self.client.latency_changed(millis).await;
    }

    async fn closed(&mut self) {
        self.client.closed().await;
    }
}
